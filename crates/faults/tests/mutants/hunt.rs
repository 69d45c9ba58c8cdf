//! Looking for the fault of an engine until it is found.

use std::num::NonZero;
use std::time::{Duration, Instant};

use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::{Engine, EngineLimits};
use randlog_faults::Fault;
use randlog_faults::campaign::Campaign;
use randlog_faults::campaign::classes::Classes;
use randlog_faults::campaign::filing::{Event, Filing};
use randlog_faults::campaign::statistics::Counts;
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::finding::Findings;
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
    /// All of it.
    pub(crate) fault: Fault,
}

/// How to look for a fault.
#[derive(Clone)]
pub(crate) struct Hunt<'h> {
    pub(crate) oracles: &'h [Oracle],
    pub(crate) features: Features,
    pub(crate) threads: usize,
    pub(crate) programs: Option<u64>,
    pub(crate) time: Option<Duration>,
}

impl Default for Hunt<'_> {
    /// With all features, by the reference, on one thread.
    fn default() -> Self {
        let features = Features::all();
        Hunt { oracles: &[Oracle::Reference], features, threads: 1, programs: None, time: None }
    }
}

impl Hunted {
    /// How many clauses are left.
    pub(crate) fn clauses(&self) -> usize {
        self.program.clauses.len()
    }
}

/// Look for the fault of an engine, until so many programs were asked or the time is up.
pub(crate) fn hunt(
    engine: impl Engine + 'static,
    Hunt { oracles, features, threads, programs, time }: Hunt<'_>,
) -> Option<Hunted> {
    let engines: [Box<dyn Engine>; 1] = [Box::new(engine)];
    let (drawing, stop) = (Drawing::new(1, features), Stop::new());
    let started = Instant::now();
    let (mut looked_at, mut found) = (0, None);
    let mut tell = |event: Event<'_>| match event {
        Event::New(_, fault) => {
            found.get_or_insert_with(|| Hunted {
                time: started.elapsed(),
                programs: looked_at,
                program: fault.program.program().expect("programs can be read").into_owned(),
                oracle: fault.oracle.clone(),
                confirmed: !fault.unconfirmed,
                fault: fault.clone(),
            });
            stop.interrupt();
        }
        Event::OwnFault(fault) => panic!("{fault:?}"),
        Event::Progress(statistics) => looked_at = statistics.counts.programs,
    };
    let findings = Findings::in_memory(KnownFaults::default());
    let mut filing = Filing::new(findings, &engines, 1, &mut tell);
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
    campaign.run(&mut filing);
    found
}
