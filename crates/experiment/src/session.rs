//! Executing an experiment: on all cores, recording each run, going on where it stopped.
//!
//! A session executes a [`Shard`]: of its runs those that are recorded in no file of the directory. So
//! the number of shards may change between two starts. The files of shards of one number have no run in
//! common; among different numbers, a run that belongs to a shard that another session is executing is left
//! to it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::random::scrambled;

use crate::directory::{self, ShardFile};
use crate::machine::{Core, Machine, Places};
use crate::records::{Failure, Header, Journal, Stamped, line};
use crate::{Error, Experiment, Shard};

/// What to do if there are records already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Refuse, unless they are those of other shards of the same number.
    Afresh,
    /// Skip the runs that are recorded.
    Resume,
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All runs are recorded.
    Complete,
    /// It was asked to stop.
    Stopped,
}

/// A shard of an experiment and its file of records.
pub struct Session<'e, E> {
    experiment: &'e E,
    journal: Journal,
    /// The runs that are to be executed.
    todo: Vec<u64>,
    /// How many runs there are in the shard.
    pub total: usize,
    /// How many of them belong to shards of another number, too, that are being executed.
    pub left_to_others: usize,
}

impl<'e, E: Experiment> Session<'e, E> {
    /// Open the shard's file in a directory. `machine` says where the runs are executed.
    pub fn open(
        experiment: &'e E,
        shard: Shard,
        directory: &Path,
        start: Start,
        machine: &Machine,
    ) -> Result<Session<'e, E>, Error> {
        fs::create_dir_all(directory).map_err(Error::writing(directory))?;
        let _held = directory::hold(directory);
        let header = Header::new(experiment, shard, machine);
        let overlapping = overlapping(directory, &header, start)?;
        let mine: BTreeSet<u64> =
            experiment.ids().into_iter().filter(|&id| shard.contains(id)).collect();
        let mut todo = mine.clone();
        let path = directory.join(shard.file_name());
        let journal = match start {
            Start::Afresh => Journal::create(&path, &header)?,
            Start::Resume => Journal::resume(&path, &header, |id| match todo.remove(&id) {
                true => Ok(()),
                _ if mine.contains(&id) => Err(format!("run {id} is recorded twice")),
                _ => Err(format!("run {id} is not in shard {shard}")),
            })?,
        };
        let mut at_work = Vec::new();
        for file in overlapping {
            let Some((_, mut lines)) = file.open(&header)? else { continue };
            while let Some(id) = lines.next_run()? {
                todo.remove(&id);
            }
            at_work.extend(file.is_in_use().then_some(file.shard));
        }
        let missing = todo.len();
        todo.retain(|&id| !at_work.iter().any(|shard| shard.contains(id)));
        let (total, left_to_others, mut todo) =
            (mine.len(), missing - todo.len(), Vec::from_iter(todo));
        // Easy and hard runs in a mix, so that the time left can be told, and so that the records
        // of a run that was stopped are a fair part of the whole.
        todo.sort_by_key(|&id| scrambled(id));
        Ok(Session { experiment, journal, todo, total, left_to_others })
    }

    /// How many runs are recorded.
    pub fn recorded(&self) -> usize {
        self.total - self.todo.len() - self.left_to_others
    }

    /// Execute the runs that are not recorded yet, until all are or `stop` is set. Runs in progress
    /// are finished first. `on_record` sees each record after it was written. There is a thread for each
    /// place, which stays on its core, if it has one.
    pub fn run(
        self,
        places: &Places,
        stop: &AtomicBool,
        on_record: impl FnMut(&E::Record) + Send,
    ) -> Result<Ending, Error> {
        let Session { experiment, journal, todo, .. } = self;
        let next = AtomicUsize::new(0);
        // What the threads share, and the first error.
        let shared = Mutex::new((journal, on_record, None));
        let broken = AtomicBool::new(false);
        // Whether there is a run whose record was thrown away.
        let is_cut_off = AtomicBool::new(false);
        let work = |place: Option<&Core>| {
            if let Some(core) = place {
                // That this is possible was found out before it was written down.
                core.bind();
            }
            while !stop.load(Ordering::Relaxed) && !broken.load(Ordering::Relaxed) {
                let Some(&id) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let result = execute(experiment, id);
                if result.as_ref().is_ok_and(|(record, _)| E::is_doubtful(record))
                    && is_set_within(stop, DOUBT)
                {
                    is_cut_off.store(true, Ordering::Relaxed);
                    return;
                }
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, on_record, first_error) = &mut *shared;
                let added = result.and_then(|(record, line)| {
                    journal.append(&line)?;
                    on_record(&record);
                    Ok(())
                });
                if let Err(error) = added {
                    broken.store(true, Ordering::Relaxed);
                    note::<E>(journal, &error);
                    first_error.get_or_insert(error);
                }
            }
        };
        thread::scope(|scope| {
            for place in places.each() {
                let work = &work;
                scope.spawn(move || work(place));
            }
        });
        match shared.into_inner().unwrap_or_else(PoisonError::into_inner).2 {
            Some(error) => Err(error),
            None if is_cut_off.into_inner() => Ok(Ending::Stopped),
            None if next.into_inner() >= todo.len() => Ok(Ending::Complete),
            None => Ok(Ending::Stopped),
        }
    }
}

/// How long the wish to stop may be on its way, if whoever wishes it has told the engines first. If we are to be
/// killed, it does not get here.
const DOUBT: Duration = Duration::from_millis(500);

/// Wait until a flag is set, but not for long.
fn is_set_within(flag: &AtomicBool, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        match flag.load(Ordering::Relaxed) {
            false if Instant::now() < deadline => thread::sleep(Duration::from_millis(10)),
            is_set => return is_set,
        }
    }
}

/// The files of shards that may have runs in common with ours, those of another number. All files of the
/// directory must belong to the same experiment.
fn overlapping(directory: &Path, ours: &Header, start: Start) -> Result<Vec<ShardFile>, Error> {
    let mut overlapping = Vec::new();
    for file in directory::files(directory)?.into_iter().filter(|file| file.shard != ours.shard) {
        if file.open(ours)?.is_some() && file.shard.count() != ours.shard.count() {
            overlapping.push(file);
        }
    }
    match overlapping.first() {
        Some(first) if start == Start::Afresh => Err(Error::AlreadyThere(first.path.clone())),
        _ => Ok(overlapping),
    }
}

/// Say in the file that a run could not be executed, if that is what happened.
fn note<E: Experiment>(journal: &mut Journal, error: &Error) {
    if let Error::Run(id, error) = error {
        let failure = Failure { version: E::VERSION, failed: *id, words: error.to_string() };
        // If it cannot be written, the caller still hears of it.
        let _ = line(&failure).map(|line| journal.append(&line));
    }
}

/// Execute a run, for its record and the line that says it.
fn execute<E: Experiment>(experiment: &E, id: u64) -> Result<(E::Record, Vec<u8>), Error> {
    let record = experiment.run(id).map_err(|error| Error::Run(id, error))?;
    let stamped = Stamped { version: E::VERSION, id, record: &record };
    let line = line(&stamped).map_err(|error| Error::Run(id, error.into()))?;
    Ok((record, line))
}
