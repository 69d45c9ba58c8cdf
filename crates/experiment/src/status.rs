//! How far an experiment has come, over all shards.
//!
//! Each run is one of four: finished (there is a record in some file), running, failed (it could not be
//! executed, and nobody has tried again), or missing. Which runs are executed at this moment nobody
//! writes down; how many, is known from the sessions that hold their files.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};
use std::{cmp, fs};

use crate::directory::ShardFile;
use crate::machine::Machine;
use crate::records::{Failure, Header, RecordLine, seconds};
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
    /// The runs that are neither finished nor in a shard that is at work.
    pub idle: Vec<u64>,
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
    let mut unfinished: BTreeSet<u64> = experiment.ids().into_iter().collect();
    let total = unfinished.len();
    let (mut failures, mut sessions): (Vec<Failure>, Vec<LastSession>) = (Vec::new(), Vec::new());
    for file in files {
        // Before it is read: what begins meanwhile would seem to have done nothing.
        let is_in_use = file.is_in_use();
        let Some((first, mut lines)) = file.open(header)? else { continue };
        let changed = fs::metadata(&file.path).and_then(|facts| facts.modified());
        let changed = changed.map(seconds).map_err(Error::reading(&file.path))?;
        let (mut last, mut runs) = (first, 0);
        while let Some(line) = lines.next()? {
            match line {
                RecordLine::Run(id) => {
                    runs += 1;
                    unfinished.remove(&id);
                }
                RecordLine::Session(header) => (last, runs) = (*header, 0),
                RecordLine::Failure(failure) => failures.push(failure),
            }
        }
        sessions.push(LastSession { shard: file.shard, is_in_use, header: last, runs, changed });
    }
    let at_work = sessions.iter().filter(|session| session.is_in_use);
    let at_work: Vec<AtWork> = at_work.map(|session| session.at_work(&unfinished)).collect();
    let mut failed: Vec<Failure> = Vec::new();
    for failure in failures.into_iter().rev() {
        let is_met = failed.iter().any(|met| met.failed == failure.failed);
        if unfinished.contains(&failure.failed) && !is_met {
            failed.push(failure);
        }
    }
    let slots = |shard: &AtWork| cmp::min(shard.machine.at_once.max(1), shard.left);
    let running = cmp::min(at_work.iter().map(slots).sum(), unfinished.len() - failed.len());
    let is_idle = |id: &u64| !at_work.iter().any(|shard| shard.shard.contains(*id));
    Ok(Status {
        experiment: E::NAME,
        command: experiment.invocation().line(),
        finished: total - unfinished.len(),
        running,
        missing: unfinished.len() - failed.len() - running,
        failed,
        idle: unfinished.into_iter().filter(is_idle).collect(),
        mean: mean(&sessions),
        at_work,
    })
}

/// The last session of a file.
struct LastSession {
    shard: Shard,
    is_in_use: bool,
    header: Header,
    /// How many runs it has executed.
    runs: usize,
    /// When its file was changed for the last time.
    changed: u64,
}

impl LastSession {
    fn at_work(&self, unfinished: &BTreeSet<u64>) -> AtWork {
        let LastSession { shard, header, runs, .. } = self;
        let left = unfinished.iter().filter(|&&id| shard.contains(id)).count();
        // Old files do not say when they were begun.
        let now = seconds(SystemTime::now());
        let elapsed = now.checked_sub(header.started).filter(|_| header.started > 0 && *runs > 0);
        let time_left = elapsed.and_then(|time| {
            Duration::try_from_secs_f64(time as f64 / *runs as f64 * left as f64).ok()
        });
        AtWork { shard: *shard, machine: header.machine.clone(), left, time_left }
    }
}

/// How long a run takes, over the sessions whose beginning and end are known. They are told in seconds, so those
/// that took none, all together, say nothing.
fn mean(sessions: &[LastSession]) -> Option<Duration> {
    let (mut time, mut runs) = (0, 0);
    for LastSession { header, runs: executed, changed, .. } in sessions {
        if header.started > 0 && !header.merged {
            time += changed.saturating_sub(header.started) * header.machine.at_once.max(1) as u64;
            runs += executed;
        }
    }
    let is_known = runs > 0 && time > 0;
    is_known.then(|| Duration::from_secs(time) / u32::try_from(runs).unwrap_or(u32::MAX))
}
