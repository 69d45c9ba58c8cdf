//! Experiments on a cluster: tasks, each of which is a shard that resumes.
//!
//! For Slurm, they are an array of tasks, and a job that puts together what they recorded. Both are scripts in the
//! directory of the experiment, for people to read, to change and to submit themselves. For others, such as HyperQueue,
//! they are the lines of a file. Nothing else is kept: what is missing is seen from the records, so submitting again is the
//! same command again.

mod arrays;
mod call;
mod script;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use randlog_base::text::shell_word;
use randlog_experiment::machine::Machine;
use randlog_experiment::records::Header;
use randlog_experiment::status::{self, Status};
use randlog_experiment::{Experiment, Shard, directory};

use crate::failure::Failure;
use crate::options::{self, counted};
use crate::output::{note, write_whole};
use script::Scripts;

/// What the flags of a cluster stand under.
const HEADING: &str = "On a cluster";

/// How an experiment is submitted to a cluster.
#[derive(Debug, clap::Args)]
pub(crate) struct Cluster {
    /// Submit the missing runs as a job array of N tasks, and a job that merges the records and writes the
    /// report
    #[arg(long = "slurm", value_name = "N", conflicts_with = "shard", help_heading = HEADING)]
    #[arg(value_parser = options::whole::<u64>(1..=1_000_000))]
    pub(crate) slurm: Option<u64>,

    /// Write the missing runs to FILE as tasks for HyperQueue, GNU parallel or another cluster: one shell command per
    /// line
    #[arg(long = "tasks", value_name = "FILE", conflicts_with_all = ["shard", "slurm"], help_heading = HEADING)]
    pub(crate) list: Option<PathBuf>,

    /// The number of tasks in that file
    #[arg(long, value_name = "N", requires = "list", help_heading = HEADING, default_value_t = 100)]
    #[arg(value_parser = options::whole::<u64>(1..=1_000_000))]
    task_count: u64,

    /// Only write the scripts, and print the commands that submit them
    #[arg(long, requires = "slurm", help_heading = HEADING)]
    dry_run: bool,

    /// The time limit of a task, such as 90m or 4h; a task ends cleanly before it
    #[arg(long, value_name = "TIME", value_parser = options::duration, requires = "slurm", help_heading = HEADING)]
    #[arg(default_value = "4h")]
    task_time: Duration,

    /// The memory of a task [default: the memory limit of its runs, plus 1 GiB]
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, requires = "slurm", help_heading = HEADING)]
    task_memory: Option<u64>,

    /// The Slurm partition
    #[arg(long, value_name = "NAME", requires = "slurm", help_heading = HEADING)]
    partition: Option<String>,

    /// The Slurm account
    #[arg(long, value_name = "NAME", requires = "slurm", help_heading = HEADING)]
    account: Option<String>,

    /// An additional option for `sbatch`, such as `--sbatch=--exclusive`. May be repeated
    #[arg(long, value_name = "OPTION", requires = "slurm", help_heading = HEADING)]
    #[arg(allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

/// What a run of an experiment may need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    /// The longest that it may take.
    pub(crate) time: Duration,
    /// The most memory.
    pub(crate) memory: u64,
}

/// Write the scripts, and submit them. `flags` are those of a task beyond what the experiment's own
/// command says.
pub(crate) fn submit<E: Experiment>(
    experiment: &E,
    place: &Path,
    (tasks, cluster): (u64, &Cluster),
    (threads, needs, flags): (usize, Needs, &str),
) -> Result<(), Failure> {
    let Some((missing, mean)) = missing(experiment, place)? else { return Ok(()) };
    // Where there is no Slurm, nothing is written.
    let max = call::max_array_size();
    let max = if cluster.dry_run { max.unwrap_or(call::BY_DEFAULT) } else { max? };
    let tasks = worthwhile(tasks, missing.len(), mean);
    let numbers = numbers(&missing, tasks);
    let arrays = arrays::split(&numbers, max);
    fs::create_dir_all(place)
        .map_err(|source| Failure::CannotCreate { path: place.to_owned(), source })?;
    let scripts = Scripts::new(experiment, place, (tasks, cluster), (threads, needs, flags))?;
    if !cluster.dry_run {
        call::refuse_if_queued(&scripts.name)?;
    }
    let [array, gather] = scripts.write()?;
    if cluster.dry_run {
        for part in &arrays {
            let words = part.arguments(&array).into_iter().map(|word| shell_word(&word));
            note!("sbatch {}", words.collect::<Vec<_>>().join(" "));
        }
        note!("sbatch --dependency=afterany:JOBS {}", shell_word(&gather));
        return Ok(());
    }
    let mut ids = Vec::new();
    for part in &arrays {
        ids.push(call::sbatch(&part.arguments(&array))?);
    }
    let dependency = format!("--dependency=afterany:{}", ids.join(":"));
    let gathering = call::sbatch(&[dependency, gather])?;
    let (place, all) = (shell_word(&place.to_string_lossy()), ids.join(","));
    note!(
        "submitted {} in {} (job {all}), and their gathering (job {gathering})\n  \
         randlog experiment status {place}    # how far it is\n  \
         squeue --job {all},{gathering}    # what Slurm makes of it\n  \
         scancel {all}    # stop; the same command again goes on\n\
         the report will be {place}/report.html; what was said is in {place}/{}",
        counted(missing.len() as u64, "missing run"),
        counted(numbers.len() as u64, "task"),
        script::DIRECTORY,
    );
    Ok(())
}

/// Write the missing runs to a file as tasks.
pub(crate) fn list<E: Experiment>(
    experiment: &E,
    place: &Path,
    (file, cluster): (&Path, &Cluster),
    (threads, _, flags): (usize, Needs, &str),
) -> Result<(), Failure> {
    let Some((missing, mean)) = missing(experiment, place)? else { return Ok(()) };
    let tasks = worthwhile(cluster.task_count, missing.len(), mean);
    let numbers = numbers(&missing, tasks);
    fs::create_dir_all(place)
        .map_err(|source| Failure::CannotCreate { path: place.to_owned(), source })?;
    let call = Call::new(experiment, place)?;
    let task = |number: &u64| {
        let Call { here, command, .. } = &call;
        let line = format!(
            "{here} && exec {command}{flags} --threads {threads} --resume --shard {number}/{tasks}"
        );
        Ok(format!("{}\n", one_line(&line)?))
    };
    let lines = numbers.iter().map(task).collect::<Result<String, Failure>>()?;
    write_whole(file, &lines)?;
    let [place, file] = [place, file].map(|path| shell_word(&path.to_string_lossy()));
    note!(
        "wrote {} in {} to {file}; run each line in a shell, such as by one of\n  \
         hq submit --each-line {file} -- sh -c 'eval \"$HQ_ENTRY\"'\n  \
         parallel < {file}\n\
         when they have ended:\n  \
         randlog experiment merge {place} && randlog experiment report {place}",
        counted(missing.len() as u64, "missing run"),
        counted(numbers.len() as u64, "task"),
    );
    Ok(())
}

/// The runs that are missing, and how long a run takes, if that is known.
type Missing = (Vec<u64>, Option<Duration>);

/// The runs that are not recorded and not at work, and how long a run takes; nothing if none is missing, which is said.
fn missing<E: Experiment>(experiment: &E, place: &Path) -> Result<Option<Missing>, Failure> {
    let header = Header::new(experiment, Shard::WHOLE, &Machine::default());
    let files = if place.exists() { directory::files(place)? } else { Vec::new() };
    let Status { idle: missing, mean, .. } = status::status::<E>(&header, &files)?;
    if missing.is_empty() {
        note!("no run is missing; see `randlog experiment status {}`", place.display());
        return Ok(None);
    }
    Ok(Some((missing, mean)))
}

/// How a task calls this program, on any node.
struct Call {
    /// The directory of the experiment, as the system knows it.
    place: PathBuf,
    /// The command that goes to the directory that we are in.
    here: String,
    /// This program.
    executable: String,
    /// The command that does the experiment, with its flags.
    command: String,
}

impl Call {
    fn new<E: Experiment>(experiment: &E, place: &Path) -> Result<Call, Failure> {
        let cannot_read = |source| Failure::CannotRead { path: place.to_owned(), source };
        let place = fs::canonicalize(place).map_err(cannot_read)?;
        let here = env::current_dir().map_err(cannot_read)?;
        let executable = env::current_exe().map_err(Failure::NoExecutable)?;
        let here = format!("cd {}", shell_word(expressed(&here)?));
        let executable = shell_word(expressed(&executable)?);
        let about = shell_word(expressed(&place)?);
        let command =
            experiment.invocation().line_about(&about).replacen("randlog", &executable, 1);
        Ok(Call { place, here, executable, command })
    }
}

/// A path as a text, if it is one of one line.
fn expressed(path: &Path) -> Result<&str, Failure> {
    let text = path.to_str();
    text.ok_or_else(|| Failure::NotInScript { text: path.display().to_string() }).and_then(one_line)
}

/// A text, if it has no line break or the like.
fn one_line(text: &str) -> Result<&str, Failure> {
    match text.contains(char::is_control) {
        true => Err(Failure::NotInScript { text: text.to_owned() }),
        false => Ok(text),
    }
}

/// As many tasks as asked for, or fewer, if a task would be over as soon as it has begun.
fn worthwhile(asked: u64, runs: usize, mean: Option<Duration>) -> u64 {
    const LEAST: f64 = 60.0;
    const BETTER: f64 = 300.0;
    let Some(mean) = mean else { return asked };
    let all = mean.as_secs_f64() * runs as f64;
    if all / asked as f64 >= LEAST {
        return asked;
    }
    let enough = ((all / BETTER).ceil() as u64).clamp(1, asked);
    if enough < asked {
        note!("a run takes about {mean:.1?}: {enough} of {asked} tasks are enough");
    }
    enough
}

/// The shards that these runs are in, by number, ascending.
fn numbers(missing: &[u64], tasks: u64) -> Vec<u64> {
    let shards = missing.iter().filter_map(|&id| Shard::of(id, tasks));
    let numbers: BTreeSet<u64> = shards.map(Shard::index).collect();
    numbers.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_last_minutes_or_there_are_fewer_of_them() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(worthwhile(500, 277_020, None), 500);
        assert_eq!(worthwhile(500, 277_020, seconds(10)), 500);
        assert_eq!(worthwhile(500, 60, seconds(10)), 2);
        assert_eq!(worthwhile(500, 3, seconds(1)), 1);
        assert_eq!(worthwhile(3, 1000, seconds(0)), 1);
    }

    #[test]
    fn only_shards_with_missing_runs_are_submitted() {
        let third: Vec<u64> =
            (0..1000).filter(|&id| Shard::of(id, 7) == Shard::new(3, 7)).collect();
        assert_eq!(numbers(&third, 7), [3]);
        assert_eq!(numbers(&(0..1000).collect::<Vec<_>>(), 7), [1, 2, 3, 4, 5, 6, 7]);
    }
}
