//! Executing any experiment: its files, its threads, its progress, and how to stop it.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use randlog_experiment::session::{Ending, Session, Start};
use randlog_experiment::{Experiment, Shard, machine, records};

use super::progress::Progress;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::options;
use crate::output::note;

/// Where records go, and which runs are executed.
#[derive(Debug, clap::Args)]
pub(crate) struct Flags {
    /// The directory that gets the records: a file `records.jsonl`, or one per shard
    pub(crate) directory: PathBuf,

    /// Go on with the records that are there, executing only what is missing
    #[arg(long)]
    resume: bool,

    /// Execute only part I of N, always the same part
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,

    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "T", value_parser = options::threads)]
    threads: Option<NonZero<usize>>,
}

/// Execute what is not recorded yet. `timeouts` says how many a record has, `tools` what is used
/// besides the machine.
pub(crate) fn run<E: Experiment>(
    experiment: &E,
    flags: &Flags,
    tools: &str,
    timeouts: impl Fn(&E::Record) -> usize + Sync,
) -> Result<(), Failure> {
    let Flags { directory, resume, shard, threads } = flags;
    let threads = options::threads_or_all(*threads);
    let side_by_side = match threads {
        1 => "one run at a time".to_owned(),
        threads => format!("{threads} runs at a time"),
    };
    // What times depend on. Those that were taken in different ways should not be mixed unawares.
    let machine = format!("{}, {side_by_side}{tools}", machine::description());
    if *resume
        && let Ok(before) = records::read_header(&directory.join(shard.file_name()))
        && before.machine != machine
    {
        let before = before.machine;
        note!("times may not be comparable:\n  before: {before}\n  now:    {machine}");
    }
    let start = if *resume { Start::Resume } else { Start::Afresh };
    let session = Session::open(experiment, *shard, directory, start, &machine)?;
    let (total, before) = (session.total(), session.recorded());
    let started = Instant::now();
    let progress = Progress::new(total, before);
    let say = progress.printer();
    let stop = stop_on_interrupt(move || {
        say("finishing the runs in progress; interrupt again to stop at once");
    });
    let (mut done, mut in_vain) = (before, 0_usize);
    let ending = session.run(threads, &stop, |record| {
        done += 1;
        in_vain += timeouts(record);
        progress.set(done, in_vain);
    });
    drop(progress);
    let took = Duration::from_millis(started.elapsed().as_millis() as u64);
    match ending? {
        Ending::Complete => {
            note!("{} runs in {took:?}, {in_vain} timeouts", done - before);
            Ok(())
        }
        Ending::Stopped => Err(Failure::Interrupted { done, total }),
    }
}
