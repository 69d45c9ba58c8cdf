//! A fuzzing campaign: draw a program, ask the engines, compare, reduce, confirm, file; until the time is up.
//!
//! Each thread has workers of its own and takes the next program of the sequence. Most of the faults that oracles notice are
//! the same few again and again, so [`classes`] decides which are
//! worth the time. Workers reduce those. [`Filing`] counts what it recognises; the rest is asked
//! again in fresh processes, and filed. If a worker alone gives a wrong answer, and no fresh process does, the fault is
//! filed as unconfirmed.
//!
//! The programs that are drawn, and how each is looked at, depend on the seed alone. Which of the
//! faults are reduced depends on what came before, and so on threads and times.

pub mod classes;
pub mod filing;
mod investigate;
mod judge;
mod sequence;
pub mod session;
pub mod statistics;
mod workers;

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use randlog_base::{Stop, Stopped};
use randlog_engines::{Engine, EngineLimits};

use crate::Fault;
use crate::draw::{Drawing, Drawn};
use crate::finding::Filed;
use crate::oracle::{Oracle, Reference};
use classes::Classes;
use filing::Filing;
use statistics::{Counts, Statistics};
use workers::Workers;

/// How long a fault may be confirmed when the time of the run is up: at least so long, or so many times the limit of time
/// of a program.
const OVERTIME: Duration = Duration::from_secs(10);
const OVERTIMES: u32 = 6;

/// What is to be done.
pub struct Campaign<'c> {
    /// The programs.
    pub drawing: &'c Drawing,
    /// What was counted before: it says which program is the first.
    pub counts: Counts,
    /// What was met before.
    pub met: Classes,
    /// How many are looked at, at most.
    pub programs: Option<u64>,
    /// When to end.
    pub deadline: Option<Instant>,
    /// The engines to ask.
    pub engines: &'c [Box<dyn Engine>],
    /// What each may use for a program.
    pub limits: EngineLimits,
    /// What must hold.
    pub oracles: &'c [Oracle],
    /// What is right.
    pub reference: Reference,
    /// On how many threads.
    pub threads: NonZero<usize>,
    /// How long the reduction of one program may take.
    pub patience: Duration,
    /// Ends it at once.
    pub stop: &'c Stop,
}

impl Campaign<'_> {
    /// Runs the campaign.
    pub fn run(&self, filing: &mut Filing<'_>) -> Statistics {
        let statistics = Statistics::new(self.counts.clone(), self.met.clone());
        let shared = Mutex::new(State { filing, statistics });
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| self.work(&shared));
            }
        });
        shared.into_inner().unwrap_or_else(PoisonError::into_inner).statistics
    }

    /// Stops what is to be done next, once the time is up.
    fn ending(&self) -> Stop {
        self.stop.until(self.deadline)
    }

    /// Stops even what was begun: a fault may be confirmed a little later.
    fn closing(&self) -> Stop {
        let overtime = OVERTIME.max(self.limits.time.saturating_mul(OVERTIMES));
        self.stop.until(self.deadline.and_then(|end| end.checked_add(overtime)))
    }

    /// The number behind the last program.
    fn end(&self) -> u64 {
        self.programs.map_or(u64::MAX, |count| self.counts.next.saturating_add(count))
    }

    /// What a thread does.
    fn work(&self, shared: &Mutex<State<'_, '_>>) -> Result<(), Stopped> {
        let mut drawer = self.drawing.drawer();
        let mut workers = Workers::new(self);
        let ending = self.ending();
        loop {
            ending.check()?;
            if locked(shared).filing.failure.is_some() {
                // What is found from now on would be lost.
                return Ok(());
            }
            let begun = locked(shared).statistics.begin(self.end());
            let Some(index) = begun else { return Ok(()) };
            if let Some(drawn) = drawer.draw(index, self.stop) {
                self.look_at(shared, &mut workers, &drawn)?;
            }
            // What was cut short is to be looked at again.
            self.stop.check()?;
            locked(shared).statistics.end(index);
        }
    }

    fn look_at(
        &self,
        shared: &Mutex<State<'_, '_>>,
        workers: &mut Workers<'_>,
        drawn: &Drawn,
    ) -> Result<(), Stopped> {
        let mut seen = judge::examine(workers, drawn)?;
        let worth: Vec<_> = {
            let State { filing, statistics } = &mut *locked(shared);
            statistics.examined(self, drawn, &seen);
            if let Some(own) = &seen.own {
                filing.own_fault(own);
            }
            let classed = judge::classed(std::mem::take(&mut seen.faults));
            let met = &mut statistics.met;
            let is_worth = |(class, _): &(_, _)| met.is_worth(class, &drawn.features);
            let worth = classed.into_iter().filter(is_worth).collect();
            filing.progress(statistics);
            worth
        };
        for (class, (check, fault)) in worth {
            let fault = Fault { index: Some(drawn.index), ..fault };
            let recognise = |fault: &Fault| locked(shared).filing.recognise(fault);
            let found = investigate::investigate(workers, (check, fault), &recognise)?;
            let State { filing, statistics } = &mut *locked(shared);
            let Some((fault, recognised)) = found else {
                statistics.met.came_of_it(&class, false);
                continue;
            };
            let filed = recognised.unwrap_or_else(|| filing.file(&fault));
            // What a fresh process does not show again may be different each time, and new each time.
            let is_new = matches!(filed, Filed::New(_)) && !fault.unconfirmed;
            statistics.met.came_of_it(&class, is_new);
            statistics.investigated(&fault, &drawn.features, &filed);
            filing.progress(statistics);
        }
        Ok(())
    }
}

/// What the threads share.
struct State<'d, 't> {
    filing: &'d mut Filing<'t>,
    statistics: Statistics,
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
