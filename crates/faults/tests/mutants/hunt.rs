//! Looking for the fault of an engine until it is found.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use randlog_engines::{Engine, EngineLimits};
use randlog_faults::Fault;
use randlog_faults::campaign::classes::Classes;
use randlog_faults::campaign::statistics::{Counts, Statistics};
use randlog_faults::campaign::{Campaign, Receiver};
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::finding::Filed;
use randlog_faults::oracle::{Oracle, Reference};
use randlog_logic::Program;

/// A fault that was found.
#[derive(Clone, Debug)]
pub(crate) struct Hunted {
    /// How long it took.
    pub(crate) time: Duration,
    /// How many programs.
    pub(crate) programs: u64,
    /// The program that shows it, after reduction.
    pub(crate) program: Program,
    /// The oracle that noticed.
    pub(crate) oracle: String,
    /// Is it confirmed by fresh processes?
    pub(crate) confirmed: bool,
}

impl Hunted {
    /// How many clauses are left.
    pub(crate) fn clauses(&self) -> usize {
        self.program.clauses.len()
    }
}

struct UntilFound<'s> {
    stop: &'s AtomicBool,
    started: Instant,
    programs: u64,
    found: Option<Hunted>,
}

impl Receiver for UntilFound<'_> {
    fn recognise(&self, _: &Fault) -> Option<Filed> {
        None
    }

    fn file(&mut self, fault: &Fault) -> Filed {
        if self.found.is_none() {
            self.found = Some(Hunted {
                time: self.started.elapsed(),
                programs: self.programs,
                program: fault.program.program().expect("programs can be read").into_owned(),
                oracle: fault.oracle.clone(),
                confirmed: !fault.unconfirmed,
            });
        }
        self.stop.store(true, Ordering::Relaxed);
        Filed::New(String::new())
    }

    fn own_fault(&mut self, fault: &Fault) {
        panic!("{fault:?}");
    }

    fn progress(&mut self, statistics: &Statistics) {
        self.programs = statistics.counts.programs;
    }
}

/// Look for the fault of an engine, until so many programs were asked or the time is up.
pub(crate) fn hunt(
    engine: impl Engine + 'static,
    oracles: &[Oracle],
    threads: usize,
    programs: Option<u64>,
    time: Option<Duration>,
) -> Option<Hunted> {
    let engines: [Box<dyn Engine>; 1] = [Box::new(engine)];
    let (drawing, stop) = (Drawing::new(1, Features::all()), AtomicBool::new(false));
    let started = Instant::now();
    let campaign = Campaign {
        drawing: &drawing,
        counts: Counts::default(),
        met: Classes::default(),
        programs,
        deadline: time.map(|time| started + time),
        engines: &engines,
        limits: EngineLimits::default(),
        oracles,
        reference: Reference::default(),
        threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN),
        patience: Duration::from_secs(60),
        stop: &stop,
    };
    let mut receiver = UntilFound { stop: &stop, started, programs: 0, found: None };
    campaign.run(&mut receiver);
    receiver.found
}
