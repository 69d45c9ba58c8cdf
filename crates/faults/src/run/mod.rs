//! The loop: draw a program, ask the engines, compare, confirm, reduce, file; until the time is up.
//!
//! Each thread has workers of its own and takes the next program of the sequence. What an oracle finds
//! wrong is a *suspicion*. Most are the same few faults again and again, so [`classes`] decides which are
//! worth the time. Those are asked again in fresh processes, reduced by the workers, asked once more in
//! fresh processes, and handed to a [`Desk`]. An answer that only a worker gives, and no fresh process, is
//! handed over as just that.
//!
//! The programs that are drawn, and how each is looked at, depend on the seed alone. Which of the
//! suspicions are reduced depends on what came before, and so on threads and times.

pub mod classes;
mod examine;
mod investigate;
pub mod session;
pub mod statistics;
mod team;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use randlog_engines::{Engine, EngineLimits};
use randlog_logic::Program;

use crate::Symptom;
use crate::draw::{Drawing, Drawn, Features};
use crate::finding::{Finding, Source};
use crate::oracle::{Oracle, Reference, Violation};
use classes::Classes;
use statistics::{Counts, Statistics};

/// What is to be done.
pub struct Plan<'p> {
    /// The programs.
    pub drawing: &'p Drawing,
    /// What was counted before: it says which program is the first.
    pub counts: Counts,
    /// How many are looked at, at most.
    pub programs: Option<u64>,
    /// When to end.
    pub deadline: Option<Instant>,
    /// Whom to ask.
    pub engines: &'p [Box<dyn Engine>],
    /// What each may use for a program.
    pub limits: EngineLimits,
    /// What must hold.
    pub oracles: &'p [Oracle],
    /// What is right.
    pub reference: Reference,
    /// On how many threads.
    pub threads: NonZero<usize>,
    /// How long the reduction of one program may take.
    pub patience: Duration,
    /// Set from outside to end at once.
    pub stop: &'p AtomicBool,
}

/// A fault that was looked into.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// Who failed, how, and who says so.
    pub symptom: Symptom,
    /// The oracle.
    pub oracle: Oracle,
    /// The reduced program.
    pub program: String,
    /// What is wrong with the answers to it.
    pub violation: Violation,
    /// The program as it was drawn, or one that was made of it.
    pub original: String,
    /// The number of the drawn program.
    pub index: u64,
    /// Its features.
    pub features: Features,
    /// Other engines that show the same on the reduced program.
    pub also: Vec<String>,
    /// Is it confirmed by fresh processes? If not, it is a worker that was led astray by an earlier
    /// program.
    pub confirmed: bool,
    /// Was nothing left to reduce?
    pub complete: bool,
}

impl Discovery {
    /// What is handed over: with the version of the engine, and how the original is made again.
    pub fn finding(&self, version: &str, source: Source) -> Finding {
        let also = match &self.also[..] {
            [] => String::new(),
            also => format!(" (likewise {})", also.join(", ")),
        };
        let atom = self.violation.atom.as_ref().map_or(String::new(), |atom| format!("{atom}: "));
        let print = |program: &Program| team::printed(program).unwrap_or_default();
        Finding {
            program: self.program.clone(),
            original: self.original.clone(),
            symptom: self.symptom.clone(),
            version: version.to_owned(),
            expected: format!("{atom}{}", self.violation.expected),
            answered: format!("{atom}{}{also}", self.violation.answered),
            compared: self.violation.others.iter().map(print).collect(),
            only_at_work: !self.confirmed,
            source,
        }
    }
}

/// A disagreement between the built-in engines: a fault of ours.
#[derive(Clone, Debug)]
pub struct Dispute {
    /// The program.
    pub program: String,
    /// Its number.
    pub index: u64,
    /// What `exact` says.
    pub exact: String,
    /// What `worlds` says.
    pub worlds: String,
}

/// Where findings go. Asked by one thread at a time.
pub trait Desk: Send {
    /// Take what was found. Is it new?
    fn file(&mut self, found: &Discovery) -> bool;

    /// Take a fault of ours.
    fn dispute(&mut self, dispute: &Dispute);

    /// Something happened that may be shown: what came of it so far.
    fn progress(&mut self, statistics: &Statistics);
}

/// Do it.
pub fn run(plan: &Plan<'_>, desk: &mut dyn Desk) -> Statistics {
    let shared = Shared {
        next: AtomicU64::new(plan.counts.next),
        state: Mutex::new(State {
            desk,
            classes: Classes::default(),
            statistics: Statistics::new(plan.counts.clone()),
        }),
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.get() {
            scope.spawn(|| work(plan, &shared));
        }
    });
    let State { statistics, .. } =
        shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    statistics
}

/// What the threads share.
struct Shared<'d> {
    next: AtomicU64,
    state: Mutex<State<'d>>,
}

struct State<'d> {
    desk: &'d mut dyn Desk,
    classes: Classes,
    statistics: Statistics,
}

impl<'d> Shared<'d> {
    fn state(&self) -> MutexGuard<'_, State<'d>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Plan<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The number behind the last program.
    fn end(&self) -> u64 {
        self.programs.map_or(u64::MAX, |count| self.counts.next.saturating_add(count))
    }
}

/// What a thread does.
fn work(plan: &Plan<'_>, shared: &Shared<'_>) {
    let mut drawer = plan.drawing.drawer();
    let mut team = team::Team::new(plan);
    while !plan.is_over() {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        if index >= plan.end() {
            return;
        }
        shared.state().statistics.begin(index);
        let drawn = drawer.draw(index);
        if let Some(drawn) = &drawn {
            look_at(plan, shared, &mut team, drawn);
        }
        // What was cut short is to be looked at again.
        if !plan.stop.load(Ordering::Relaxed) {
            shared.state().statistics.end(index);
        }
    }
}

fn look_at(plan: &Plan<'_>, shared: &Shared<'_>, team: &mut team::Team<'_>, drawn: &Drawn) {
    let seen = examine::examine(plan, team, drawn);
    let mut worth = Vec::new();
    {
        let State { desk, classes, statistics } = &mut *shared.state();
        statistics.examined(drawn, &seen);
        if let Some(dispute) = &seen.dispute {
            desk.dispute(dispute);
        }
        for suspicion in seen.suspicions {
            let symptom = suspicion.symptom(plan);
            if classes.is_worth(&symptom, &drawn.features, &worth) {
                worth.push((symptom, suspicion));
            }
        }
        desk.progress(statistics);
    }
    for (symptom, suspicion) in worth {
        let found = investigate::investigate(plan, team, drawn, &symptom, suspicion);
        let State { desk, classes, statistics } = &mut *shared.state();
        let Some(found) = found else { continue };
        let is_new = desk.file(&found);
        classes.came_of_it(&symptom, is_new);
        statistics.investigated(&found, is_new);
        desk.progress(statistics);
    }
}
