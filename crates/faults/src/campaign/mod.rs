//! A fuzzing campaign: draw a program, ask the engines, compare, reduce, confirm, file; until the time is up.
//!
//! Each thread has workers of its own and takes the next program of the sequence. Most of the faults that oracles notice are
//! the same few again and again, so [`classes`] decides which are
//! worth the time. Workers reduce those. A [`Receiver`] counts what it recognises; the rest is asked
//! again in fresh processes, and filed. If a worker alone gives a wrong answer, and no fresh process does, the fault is
//! filed as unconfirmed.
//!
//! The programs that are drawn, and how each is looked at, depend on the seed alone. Which of the
//! faults are reduced depends on what came before, and so on threads and times.

pub mod classes;
pub mod filing;
mod investigate;
mod judge;
pub mod session;
pub mod statistics;
mod workers;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use randlog_base::stop;
use randlog_engines::{Engine, EngineLimits};

use crate::Fault;
use crate::draw::{Drawing, Drawn};
use crate::finding::Filed;
use crate::oracle::{Oracle, Reference};
use classes::Classes;
use statistics::{Counts, Statistics};
use workers::Workers;

/// How long a reduction may go on when the time of the run is up.
const GRACE: Duration = Duration::from_secs(10);

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
    /// Set from outside to end at once.
    pub stop: &'c AtomicBool,
}

/// Receives what a campaign finds: files it and counts it. It prints nothing; that is the business of a face. One thread
/// at a time calls it.
pub trait Receiver: Send {
    /// Is there no need to file this, because it is known or was found before?
    fn recognise(&self, fault: &Fault) -> Option<Filed>;

    /// File a fault.
    fn file(&mut self, fault: &Fault) -> Filed;

    /// The built-in engines contradict each other: a fault of ours.
    fn own_fault(&mut self, fault: &Fault);

    /// The campaign went on: what came of it so far.
    fn progress(&mut self, statistics: &Statistics);
}

impl Campaign<'_> {
    /// Runs the campaign.
    pub fn run(&self, receiver: &mut dyn Receiver) -> Statistics {
        let statistics = Statistics::new(self.counts.clone(), self.met.clone());
        let shared = Shared {
            next: AtomicU64::new(self.counts.next),
            state: Mutex::new(State { receiver, statistics }),
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(stop::passed_on(|| stop::caught(|| self.work(&shared))));
            }
        });
        stop::check();
        shared.state.into_inner().unwrap_or_else(PoisonError::into_inner).statistics
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Is it too late even for what was begun? A reduction may go on a little longer than the rest.
    fn is_closed(&self) -> bool {
        let is_past = |end: Instant| end.elapsed() > GRACE;
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(is_past)
    }

    /// The number behind the last program.
    fn end(&self) -> u64 {
        self.programs.map_or(u64::MAX, |count| self.counts.next.saturating_add(count))
    }

    /// What a thread does.
    fn work(&self, shared: &Shared<'_>) {
        let mut drawer = self.drawing.drawer();
        let mut workers = Workers::new(self);
        while !self.is_over() {
            let index = {
                // A record in between would take it for looked at.
                let statistics = &mut shared.state().statistics;
                let index = shared.next.fetch_add(1, Ordering::Relaxed);
                if index >= self.end() {
                    return;
                }
                statistics.begin(index);
                index
            };
            if let Some(drawn) = drawer.draw(index) {
                self.look_at(shared, &mut workers, &drawn);
            }
            // What was cut short is to be looked at again.
            if !self.stop.load(Ordering::Relaxed) {
                shared.state().statistics.end(index);
            }
        }
    }

    fn look_at(&self, shared: &Shared<'_>, workers: &mut Workers<'_>, drawn: &Drawn) {
        let mut seen = judge::examine(self, workers, drawn);
        let worth: Vec<_> = {
            let State { receiver, statistics } = &mut *shared.state();
            statistics.examined(self, drawn, &seen);
            if let Some(own) = &seen.own {
                receiver.own_fault(own);
            }
            let classed = judge::classed(std::mem::take(&mut seen.faults));
            let met = &mut statistics.met;
            let is_worth = |(class, _): &(_, _)| met.is_worth(class, &drawn.features);
            let worth = classed.into_iter().filter(is_worth).collect();
            receiver.progress(statistics);
            worth
        };
        for (class, (check, fault)) in worth {
            let fault = Fault { index: Some(drawn.index), ..fault };
            let recognise = |fault: &Fault| shared.state().receiver.recognise(fault);
            let found = investigate::investigate(self, workers, (check, fault), &recognise);
            let State { receiver, statistics } = &mut *shared.state();
            let Some((fault, recognised)) = found else {
                statistics.met.came_of_it(&class, false);
                continue;
            };
            let filed = recognised.unwrap_or_else(|| receiver.file(&fault));
            // What a fresh process does not show again may be different each time, and new each time.
            let is_new = matches!(filed, Filed::New(_)) && !fault.unconfirmed;
            statistics.met.came_of_it(&class, is_new);
            statistics.investigated(&fault, &drawn.features, &filed);
            receiver.progress(statistics);
        }
    }
}

/// What the threads share.
struct Shared<'d> {
    next: AtomicU64,
    state: Mutex<State<'d>>,
}

struct State<'d> {
    receiver: &'d mut dyn Receiver,
    statistics: Statistics,
}

impl<'d> Shared<'d> {
    fn state(&self) -> MutexGuard<'_, State<'d>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
