//! How far an experiment has come, over all shards.
//!
//! Each run is one of four: finished (there is a record in some file), running, failed (it could not be
//! executed, and nobody has tried again), or missing. Which runs are executed at this moment nobody
//! writes down; how many, is known from the sessions that hold their files.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{cmp, fs};

use crate::directory::ShardFile;
use crate::machine::Machine;
use crate::records::{Entry, Failure, Header, Lines};
use crate::{Error, Experiment, Shard};

/// How far an experiment has come. The four numbers add up to all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// The name of the experiment.
    pub experiment: &'static str,
    /// The command that executes it, with `DIR` for its directory.
    pub command: String,
    /// How many runs are recorded.
    pub finished: usize,
    /// How many are being executed.
    pub running: usize,
    /// Those that could not be executed.
    pub failed: Vec<Failure>,
    /// How many are left.
    pub missing: usize,
    /// The shards that are at work.
    pub at_work: Vec<AtWork>,
    /// How many runs are neither finished nor in a shard that is at work.
    pub idle: usize,
    /// How long a run takes in the mean, as far as the last session of each shard can tell.
    pub mean: Option<Duration>,
}

/// A shard that is at work.
#[derive(Clone, Debug, PartialEq)]
pub struct AtWork {
    /// Which it is.
    pub shard: Shard,
    /// Where it is at work.
    pub machine: Machine,
    /// How many runs it has not finished.
    pub left: usize,
    /// How long that will take, if its next runs take as long as the last ones.
    pub time_left: Option<Duration>,
}

impl Status {
    /// How many runs there are.
    pub fn total(&self) -> usize {
        self.finished + self.running + self.failed.len() + self.missing
    }

    /// When the last of the shards at work will be done.
    pub fn time_left(&self) -> Option<Duration> {
        self.at_work.iter().map(|shard| shard.time_left).max().flatten()
    }
}

/// What files of shards of an experiment tell.
pub fn status<E: Experiment>(header: &Header, files: &[ShardFile]) -> Result<Status, Error> {
    let experiment: E = header.configured()?;
    let ids = experiment.ids();
    let mut is_recorded = vec![false; ids.len()];
    let mut failures: Vec<Failure> = Vec::new();
    let mut sessions = Vec::new();
    for file in files {
        // Before it is read: what begins meanwhile would seem to have done nothing.
        let is_in_use = file.is_in_use();
        let told = read(file, header, |id| {
            if let Ok(place) = ids.binary_search(&id) {
                is_recorded[place] = true;
            }
        })?;
        if let Some((session, mut failed)) = told {
            failures.append(&mut failed);
            sessions.push((file.shard, session, is_in_use));
        }
    }
    let unfinished: Vec<u64> =
        ids.iter().zip(&is_recorded).filter(|(_, is)| !**is).map(|(id, _)| *id).collect();
    let at_work: Vec<AtWork> = sessions
        .iter()
        .filter(|(.., is_in_use)| *is_in_use)
        .map(|(shard, session, _)| session.at_work(*shard, &unfinished))
        .collect();
    let slots = |shard: &AtWork| cmp::min(shard.machine.at_once.max(1), shard.left);
    let (mut failed, mut seen) = (Vec::new(), Vec::new());
    for failure in failures.into_iter().rev() {
        let id = failure.failed;
        if unfinished.binary_search(&id).is_ok() && !seen.contains(&id) {
            seen.push(id);
            failed.push(failure);
        }
    }
    let in_no_hands = |id: &&u64| !at_work.iter().any(|shard| shard.shard.contains(**id));
    let idle = unfinished.iter().filter(in_no_hands).count();
    let running = cmp::min(at_work.iter().map(slots).sum(), unfinished.len() - failed.len());
    Ok(Status {
        experiment: E::NAME,
        command: experiment.invocation().line(),
        finished: ids.len() - unfinished.len(),
        running,
        missing: unfinished.len() - failed.len() - running,
        failed,
        idle,
        mean: mean(sessions.iter().map(|(_, session, _)| session)),
        at_work,
    })
}

/// The last session of a file.
struct Last {
    header: Header,
    /// How many runs it has executed.
    runs: usize,
    /// When its file was changed for the last time.
    changed: u64,
}

impl Last {
    fn at_work(&self, shard: Shard, unfinished: &[u64]) -> AtWork {
        let left = unfinished.iter().filter(|&&id| shard.contains(id)).count();
        let now = seconds(SystemTime::now());
        // Old files do not say when they were begun.
        let elapsed = now.checked_sub(self.header.started).filter(|_| self.header.started > 0);
        let each = elapsed.filter(|_| self.runs > 0).map(|time| time as f64 / self.runs as f64);
        let time_left = each.and_then(|each| Duration::try_from_secs_f64(each * left as f64).ok());
        AtWork { shard, machine: self.header.machine.clone(), left, time_left }
    }
}

/// How long a run takes, over the sessions whose beginning and end are known. They are told in seconds, so those
/// that took none, all together, say nothing.
fn mean<'s>(sessions: impl Iterator<Item = &'s Last>) -> Option<Duration> {
    let (mut time, mut runs) = (0, 0);
    for Last { header, runs: executed, changed } in sessions {
        if header.started > 0 && !header.merged {
            time += changed.saturating_sub(header.started) * header.machine.at_once.max(1) as u64;
            runs += executed;
        }
    }
    let is_known = runs > 0 && time > 0;
    is_known.then(|| Duration::from_secs(time) / u32::try_from(runs).unwrap_or(u32::MAX))
}

/// The last session of a file, and all failures; nothing if there is only the beginning of a header.
fn read(
    file: &ShardFile,
    ours: &Header,
    mut each: impl FnMut(u64),
) -> Result<Option<(Last, Vec<Failure>)>, Error> {
    let mut lines = Lines::open(&file.path)?;
    let Some(header) = lines.header_if_begun()? else { return Ok(None) };
    ours.check(&header, &file.path)?;
    let changed = fs::metadata(&file.path).and_then(|facts| facts.modified());
    let changed = changed.map(seconds).map_err(Error::reading(&file.path))?;
    let (mut last, mut failures) = (Last { header, runs: 0, changed }, Vec::new());
    while let Some(entry) = lines.entry()? {
        match entry {
            Entry::Run(id) => {
                last.runs += 1;
                each(id);
            }
            Entry::Session(header) => (last.header, last.runs) = (*header, 0),
            Entry::Failure(failure) => failures.push(failure),
        }
    }
    Ok(Some((last, failures)))
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
