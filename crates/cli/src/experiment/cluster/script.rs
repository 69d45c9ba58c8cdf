//! The scripts: what Slurm is to do, as people would write it.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use randlog_base::text::shell_word;
use randlog_experiment::Experiment;

use super::{Call, Cluster, Needs, expressed, one_line};
use crate::failure::Failure;
use crate::output::write_into;

/// Where scripts and logs are, below the directory of the experiment.
pub(super) const DIRECTORY: &str = "slurm";

/// The scripts of an experiment.
pub(super) struct Scripts {
    /// What Slurm calls its jobs: one name for each directory.
    pub(super) name: String,
    /// Where scripts and logs are.
    desk: PathBuf,
    /// What a task does.
    array: String,
    /// What is done when all tasks have ended, however they did.
    gather: String,
}

impl Scripts {
    pub(super) fn new<E: Experiment>(
        experiment: &E,
        place: &Path,
        (tasks, cluster): (u64, &Cluster),
        (threads, needs, flags): (usize, Needs, &str),
    ) -> Result<Scripts, Failure> {
        let Call { place, here, executable, command } = Call::new(experiment, place)?;
        let given = env::args_os().map(|word| shell_word(&word.to_string_lossy()));
        let given = shell_word(&given.collect::<Vec<_>>().join(" "));
        let (name, desk) =
            (format!("randlog-{}-{:08x}", E::NAME, hash(&place)), place.join(DIRECTORY));
        let place = shell_word(expressed(&place)?);

        let logs = log_directory(&desk)?;
        let mut common = Vec::new();
        common.extend(cluster.partition.iter().map(|name| format!("--partition={name}")));
        common.extend(cluster.account.iter().map(|name| format!("--account={name}")));
        // The lines that Slurm reads.
        let head = |log: &str, wishes: &[String]| {
            let own = [
                format!("--job-name={name}"),
                format!("--output={logs}/{log}"),
                "--open-mode=append".to_owned(),
                "--requeue".to_owned(),
            ];
            let options = own.iter().chain(&common).chain(wishes);
            let lines = options.map(|option| Ok(format!("#SBATCH {}\n", quoted(option)?)));
            Ok::<_, Failure>(format!("#!/bin/sh\n{}", lines.collect::<Result<String, Failure>>()?))
        };
        let memory = needs.memory.saturating_mul(threads as u64).saturating_add(1 << 30);
        let memory = cluster.task_memory.unwrap_or(memory);
        let mut wishes = vec![
            format!("--time={}", clock(cluster.task_time)),
            format!("--mem={}M", memory.div_ceil(1 << 20)),
            format!("--cpus-per-task={threads}"),
            format!("--signal=B:TERM@{}", lead(needs.time, cluster.task_time).as_secs()),
        ];
        wishes.extend(cluster.sbatch.clone());
        let lines = head("task-%A-%a.log", &wishes)?;
        let array = format!(
            "{lines}
# One of {tasks} shards: that of the task, counted on from the first argument, since a site may allow
# fewer numbers. It goes on with what is missing, so it may be killed and started again at any time.
# Before its time is up, Slurm sends it a signal, and it stops in order.
{here} || exit
exec {command}{flags} --threads {threads} --resume \\
    --shard \"$((SLURM_ARRAY_TASK_ID + ${{1:-0}}))/{tasks}\"
"
        );
        let lines = head("gather-%j.log", &["--time=1:00:00", "--mem=2G"].map(str::to_owned))?;
        let gather = format!(
            "{lines}
# Puts together what the tasks have recorded, makes the report of it, and says what is missing.
{here} || exit
if ! {executable} experiment merge {place}; then
    {executable} experiment merge {place} --partial
    echo 'Runs are missing. This goes on with them:'
    printf '  %s\\n' {given}
fi
{executable} experiment report {place} > /dev/null
{executable} experiment status {place}
"
        );
        Ok(Scripts { name, desk, array, gather })
    }

    /// Write both scripts, for their paths.
    pub(super) fn write(&self) -> Result<[String; 2], Failure> {
        let write = |name: &str, text: &str| {
            write_into(&self.desk, name, text)?;
            Ok::<_, Failure>(self.desk.join(name).to_string_lossy().into_owned())
        };
        Ok([write("array.sh", &self.array)?, write("gather.sh", &self.gather)?])
    }
}

/// The directory of logs as Slurm reads it in the name of a log: `%` begins a replacement, and a backslash anywhere ends all
/// replacements, so that all tasks would have one log.
fn log_directory(desk: &Path) -> Result<String, Failure> {
    let text = expressed(desk)?;
    match text.contains('\\') {
        true => Err(Failure::NotInScript { text: text.to_owned() }),
        false => Ok(text.replace('%', "%%")),
    }
}

/// An option as `sbatch` reads it from a script. Outside of quotes, a blank ends it and `#` begins a comment; a backslash makes
/// the next character an ordinary one everywhere. No line can have a line break in it.
fn quoted(option: &str) -> Result<String, Failure> {
    let option = one_line(option)?;
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./,:;=@%+".contains(letter);
    Ok(match option.chars().all(is_plain) {
        true => option.to_owned(),
        false => format!("\"{}\"", option.replace('\\', "\\\\").replace('"', "\\\"")),
    })
}

/// How long before its time is up a task stops: a run in progress should end within it, but no task
/// gives away more than half of its time.
fn lead(longest: Duration, time: Duration) -> Duration {
    const LEAST: Duration = Duration::from_secs(60);
    // The number has 16 bits.
    (longest + LEAST).min(time / 2).min(Duration::from_secs(u64::from(u16::MAX)))
}

/// A time as Slurm writes it.
fn clock(time: Duration) -> String {
    // Whole minutes: Slurm rounds up itself.
    let minutes = time.as_secs().div_ceil(60).max(1);
    format!("{}:{:02}:00", minutes / 60, minutes % 60)
}

/// A number for a directory.
fn hash(place: &Path) -> u32 {
    let mut hasher = DefaultHasher::new();
    place.hash(&mut hasher);
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_quoted_as_slurm_reads_them() {
        let written = |option| quoted(option).unwrap();
        assert_eq!(written("--output=task-%A-%a.log"), "--output=task-%A-%a.log");
        assert_eq!(written("--comment=it's #1"), r#""--comment=it's #1""#);
        assert_eq!(written(r#"--chdir=/a\b "c""#), r#""--chdir=/a\\b \"c\"""#);
        for option in ["--comment=a\nrm -rf x", "a\rb", "a\0b"] {
            assert!(matches!(quoted(option), Err(Failure::NotInScript { .. })), "{option:?}");
        }
    }

    #[test]
    fn times_are_written_as_slurm_reads_them() {
        assert_eq!(clock(Duration::from_secs(30)), "0:01:00");
        assert_eq!(clock(Duration::from_secs(5400)), "1:30:00");
        assert_eq!(clock(Duration::from_secs(4 * 3600)), "4:00:00");
    }

    #[test]
    fn a_task_stops_in_time_and_uses_at_least_half_of_it() {
        let seconds = Duration::from_secs;
        assert_eq!(lead(seconds(60), seconds(14_400)), seconds(120));
        assert_eq!(lead(seconds(420), seconds(600)), seconds(300));
    }
}
