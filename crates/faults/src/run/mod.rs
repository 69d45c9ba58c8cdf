//! The loop: draw a program, ask the engines, compare, confirm, reduce, file; until the time is up.
//!
//! Each thread has workers of its own and takes the next program of the sequence. What an oracle finds
//! wrong is a *suspicion*. Most are the same few faults again and again, so [`classes`] decides which are
//! worth the time. Those are reduced by the workers. What a [`Desk`] recognises is counted; the rest is asked
//! again in fresh processes, and filed. An answer that only a worker gives, and no fresh process, is filed as
//! just that.
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

use randlog_base::stop;
use randlog_engines::{Engine, EngineLimits};
use randlog_logic::Program;

use crate::Symptom;
use crate::draw::{Drawing, Drawn, Features};
use crate::finding::{Filed, Finding, Source};
use crate::oracle::{Oracle, Reference, Violation};
use classes::Classes;
use statistics::{Counts, Statistics};

/// How long a reduction may go on when the time of the run is up.
const GRACE: Duration = Duration::from_secs(10);

/// What is to be done.
pub struct Plan<'p> {
    /// The programs.
    pub drawing: &'p Drawing,
    /// What was counted before: it says which program is the first.
    pub counts: Counts,
    /// What was met before.
    pub met: Classes,
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
    /// Does no fresh process show it? Then it may be a worker that was led astray by an earlier program.
    pub only_at_work: bool,
    /// Was nothing left to reduce?
    pub complete: bool,
}

impl Discovery {
    /// What is handed over: with the version of the engine, and how the original is made again.
    pub fn finding(&self, version: &str, source: Source) -> Finding {
        let atom = self.violation.atom.as_ref().map_or(String::new(), |atom| format!("{atom}: "));
        let print = |program: &Program| team::printed(program).unwrap_or_default();
        Finding {
            program: self.program.clone(),
            original: self.original.clone(),
            symptom: self.symptom.clone(),
            version: version.to_owned(),
            expected: format!("{atom}{}", self.violation.expected),
            answered: format!("{atom}{}", self.violation.answered),
            also: self.also.clone(),
            variants: Vec::new(),
            compared: self.violation.others.iter().map(print).collect(),
            unreduced: !self.complete,
            only_at_work: self.only_at_work,
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

/// What came of looking into something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// It is new.
    New,
    /// It is another form of what was found before.
    Variant,
    /// It was found before.
    Again,
    /// It is known, by this name.
    Known(String),
}

impl From<Filed> for Came {
    fn from(filed: Filed) -> Came {
        match filed {
            Filed::New(_) => Came::New,
            Filed::Variant(_) => Came::Variant,
            Filed::Again(_) => Came::Again,
            Filed::Known(fault) => Came::Known(fault.name.clone()),
        }
    }
}

/// Where findings go. Asked by one thread at a time.
pub trait Desk: Send {
    /// Is there no need to take this, because it is known or was found before?
    fn recognise(&self, found: &Discovery) -> Option<Came>;

    /// Take what was found.
    fn file(&mut self, found: &Discovery) -> Came;

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
            statistics: Statistics::new(plan.counts.clone(), plan.met.clone()),
        }),
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.get() {
            scope.spawn(stop::passed_on(|| stop::caught(|| work(plan, &shared))));
        }
    });
    stop::check();
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

    /// Is it too late even for what was begun? A reduction may go on a little longer than the rest.
    fn is_closed(&self) -> bool {
        let is_past = |end: Instant| end.elapsed() > GRACE;
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(is_past)
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
        let index = {
            // A record in between would take it for looked at.
            let statistics = &mut shared.state().statistics;
            let index = shared.next.fetch_add(1, Ordering::Relaxed);
            if index >= plan.end() {
                return;
            }
            statistics.begin(index);
            index
        };
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
    let mut seen = examine::examine(plan, team, drawn);
    let mut worth = Vec::new();
    {
        let State { desk, statistics } = &mut *shared.state();
        statistics.examined(plan, drawn, &seen);
        if let Some(dispute) = &seen.dispute {
            desk.dispute(dispute);
        }
        for (class, suspicion) in examine::classed(plan, std::mem::take(&mut seen.suspicions)) {
            if statistics.met.is_worth(&class, &drawn.features) {
                worth.push((class, suspicion));
            }
        }
        desk.progress(statistics);
    }
    for (class, suspicion) in worth {
        let recognise = |found: &Discovery| shared.state().desk.recognise(found);
        let Some((found, came)) =
            investigate::investigate(plan, team, drawn, suspicion, &recognise)
        else {
            shared.state().statistics.met.came_of_it(&class, false);
            continue;
        };
        let State { desk, statistics } = &mut *shared.state();
        let came = came.unwrap_or_else(|| desk.file(&found));
        // What a fresh process does not show again may be different each time, and new each time.
        statistics.met.came_of_it(&class, came == Came::New && !found.only_at_work);
        statistics.investigated(&found, &came);
        desk.progress(statistics);
    }
}
