//! Executing any experiment: its files, its threads, its progress, and how to stop it.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_experiment::machine::{Machine, Places};
use randlog_experiment::session::{Ending, Session, Start};
use randlog_experiment::{Experiment, Shard, records};

use super::cluster;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::options::{self, counted};
use crate::output::note;
use crate::progress::Progress;

/// Where records go, and which runs are executed.
#[derive(Debug, clap::Args)]
pub(crate) struct Flags {
    /// The directory for the records: `records.jsonl`, or one file per shard
    pub(crate) directory: PathBuf,

    /// Continue: execute only the runs that are not recorded yet
    #[arg(long)]
    resume: bool,

    /// Execute only shard I of N, a fixed part of the runs
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,

    /// The number of runs at a time [default: one per core]. Each gets its own core, if there are enough
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,

    #[command(flatten)]
    cluster: cluster::Cluster,
}

/// What else there is to know of an experiment.
pub(crate) struct RunSettings {
    /// What is used besides the machine, with versions.
    pub(crate) tools: Vec<String>,
    /// What a run may need.
    pub(crate) needs: cluster::Needs,
    /// Flags that its own command does not have, because records do not depend on them.
    pub(crate) flags: String,
}

/// Execute what is not recorded yet, or let a cluster do that. `timeouts` says how many a record has.
pub(crate) fn run<E: Experiment>(
    experiment: &E,
    flags: &Flags,
    setting: RunSettings,
    timeouts: impl Fn(&E::Record) -> usize + Sync,
) -> Result<(), Failure> {
    let Flags { directory, resume, shard, threads, cluster } = flags;
    let per_task = (threads.map_or(1, NonZero::get), setting.needs, setting.flags.as_str());
    if let Some(tasks) = cluster.slurm {
        return cluster::submit(experiment, directory, (tasks, cluster), per_task);
    }
    if let Some(file) = &cluster.list {
        return cluster::list(experiment, directory, (file, cluster), per_task);
    }
    let places = threads.map_or_else(Places::all, |count| Places::new(count.get()));
    // What times depend on. Those that were taken in different ways should not be mixed unawares.
    let machine = Machine::here(places.count(), places.are_cores(), setting.tools);
    let words = machine.to_string();
    for warning in machine.warnings() {
        note!("times will be disturbed: {warning}");
    }
    if *resume
        && let Ok(before) = records::read_header(&directory.join(shard.file_name()))
        && before.machine.to_string() != words
    {
        let before = before.machine;
        note!("times may not be comparable:\n  before: {before}\n  now:    {words}");
    }
    let start = if *resume { Start::Resume } else { Start::Afresh };
    let session = Session::open(experiment, *shard, directory, start, &machine)?;
    let (total, before) = (session.total, session.recorded());
    match session.left_to_others {
        0 => {}
        1 => note!("1 run is left to a running shard of another split"),
        runs => note!("{runs} runs are left to running shards of another split"),
    }
    let started = Instant::now();
    let progress = Progress::runs(total, before);
    progress.set_message(counted(0, "timeout"));
    let say = progress.printer();
    let stop = stop_on_interrupt(move || {
        say("finishing the runs in progress; interrupt again to stop at once");
    });
    let (mut done, mut in_vain) = (before, 0_usize);
    let ending = session.run(&places, stop.flag(), |record| {
        done += 1;
        in_vain += timeouts(record);
        progress.set(done as u64);
        progress.set_message(counted(in_vain as u64, "timeout"));
    });
    drop(progress);
    let took = Duration::from_millis(started.elapsed().as_millis() as u64);
    match ending? {
        Ending::Complete => {
            let (runs, timeouts) =
                (counted((done - before) as u64, "run"), counted(in_vain as u64, "timeout"));
            note!("{runs} in {took:?}, {timeouts}");
            Ok(())
        }
        Ending::Stopped => Err(Failure::Stopped {
            done: format!("{done} of {total} runs are recorded"),
            remedy: "continue with the same command and `--resume`",
        }),
    }
}
