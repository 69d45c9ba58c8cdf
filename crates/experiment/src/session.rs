//! Executing an experiment: on all cores, recording each run, going on where it stopped.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use randlog_base::random::scrambled;

use crate::records::{Header, Journal, Stamped, line};
use crate::{Error, Experiment, Shard};

/// What to do if there are records already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Refuse.
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
    /// The runs that are not recorded yet.
    todo: Vec<u64>,
    total: usize,
}

impl<'e, E: Experiment> Session<'e, E> {
    /// Open the shard's file in a directory. `machine` says in words where the runs are executed.
    pub fn open(
        experiment: &'e E,
        shard: Shard,
        directory: &Path,
        start: Start,
        machine: &str,
    ) -> Result<Session<'e, E>, Error> {
        let path = directory.join(shard.file_name());
        let header = Header::new(experiment, shard, machine);
        let ids: Vec<u64> = experiment.ids().into_iter().filter(|&id| shard.contains(id)).collect();
        let mut todo: BTreeSet<u64> = ids.iter().copied().collect();
        let journal = match start {
            Start::Afresh => Journal::create(&path, &header)?,
            Start::Resume => Journal::resume(&path, &header, |id| match todo.remove(&id) {
                true => Ok(()),
                _ if ids.contains(&id) => Err(format!("run {id} is recorded twice")),
                _ => Err(format!("run {id} is not in shard {shard}")),
            })?,
        };
        let (total, mut todo) = (ids.len(), Vec::from_iter(todo));
        // Easy and hard runs in a mix, so that the time left can be told, and so that the records
        // of a run that was stopped are a fair part of the whole.
        todo.sort_by_key(|&id| scrambled(id));
        Ok(Session { experiment, journal, todo, total })
    }

    /// How many runs there are in the shard.
    pub fn total(&self) -> usize {
        self.total
    }

    /// How many of them are recorded.
    pub fn recorded(&self) -> usize {
        self.total - self.todo.len()
    }

    /// Execute the runs that are not recorded yet, until all are or `stop` is set. Runs in progress
    /// are finished first. `on_record` sees each record after it was written.
    pub fn run(
        self,
        threads: usize,
        stop: &AtomicBool,
        on_record: impl FnMut(&E::Record) + Send,
    ) -> Result<Ending, Error> {
        let Session { experiment, journal, todo, .. } = self;
        let next = AtomicUsize::new(0);
        // What the threads share, and the first error.
        let shared = Mutex::new((journal, on_record, None));
        let broken = AtomicBool::new(false);
        let work = || {
            while !stop.load(Ordering::Relaxed) && !broken.load(Ordering::Relaxed) {
                let Some(&id) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let result = execute(experiment, id);
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (journal, on_record, first_error) = &mut *shared;
                let added = result.and_then(|(record, line)| {
                    journal.append(&line)?;
                    on_record(&record);
                    Ok(())
                });
                if let Err(error) = added {
                    broken.store(true, Ordering::Relaxed);
                    first_error.get_or_insert(error);
                }
            }
        };
        thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        match shared.into_inner().unwrap_or_else(PoisonError::into_inner).2 {
            Some(error) => Err(error),
            None if next.into_inner() >= todo.len() => Ok(Ending::Complete),
            None => Ok(Ending::Stopped),
        }
    }
}

/// Execute a run, for its record and the line that says it.
fn execute<E: Experiment>(experiment: &E, id: u64) -> Result<(E::Record, Vec<u8>), Error> {
    let record = experiment.run(id).map_err(|error| Error::Run(id, error))?;
    let stamped = Stamped { version: E::VERSION, id, record: &record };
    let line = line(&stamped).map_err(|error| Error::Run(id, error.into()))?;
    Ok((record, line))
}
