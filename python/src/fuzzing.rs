//! Faults of engines, as they are found.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use randlog_engines::Catalogue;
use randlog_engines::known::KnownFaults;
use randlog_faults::Fault;
use randlog_faults::campaign::Campaign;
use randlog_faults::campaign::classes::Classes;
use randlog_faults::campaign::filing::{Event, Filing};
use randlog_faults::campaign::statistics::Counts;
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::finding::Findings;
use randlog_faults::oracle::{Oracle, Reference};

use crate::engines::{self, GivenEngines};
use crate::errors::{Exception, unprepared};
use crate::spec::Spec;
use crate::work::{self, Stream};

/// How many findings may wait to be taken.
const AHEAD: usize = 1024;

/// Faults that are being looked for.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Fuzzing {
    stream: Stream<Fault>,
}

#[pymethods]
impl Fuzzing {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        py: Python<'_>,
        names: Option<Vec<String>>,
        functions: Vec<(String, Py<PyAny>)>,
        seed: u64,
        first: u64,
        programs: Option<u64>,
        seconds: Option<f64>,
        oracles: Vec<String>,
        without: Vec<String>,
        spec: Option<&Bound<'_, Spec>>,
        memory: u64,
        timeout: Option<f64>,
        patience: Option<f64>,
        threads: Option<usize>,
        known: bool,
        no_wall: bool,
        environment: Option<PathBuf>,
    ) -> PyResult<Fuzzing> {
        let features = Features::without(&without);
        let features = features.map_err(|e| Exception::from_diagnostic("SettingError", &e))?;
        let oracles = Oracle::named(&oracles);
        let oracles = oracles.map_err(|e| Exception::from_diagnostic("SettingError", &e))?;
        let (limits, patience) = (engines::limits(memory, timeout), work::timeout(patience));
        let threads = NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
        let time = work::timeout(seconds);
        let drawing = match spec.map(|spec| spec.get().spec.clone()) {
            None => Drawing::new(seed, features),
            Some(spec) => work::apart(py, None, move |stop| {
                let drawing =
                    Drawing::of_spec(seed, features, randlog_generate::Spec::clone(&spec));
                drawing.map_err(|error| unprepared(&spec, error, stop))
            })??,
        };
        // The built-in one is what others are compared with.
        let others: Vec<&str> =
            Catalogue::names().into_iter().filter(|name| *name != "exact").collect();
        let asked = GivenEngines { names, functions };
        let engines = asked.engines(&engines::catalogue(environment, false, no_wall), &others)?;
        let known = if known { KnownFaults::shipped().clone() } else { KnownFaults::default() };
        let stream = Stream::start(AHEAD, None, move |sink| {
            let mut tell = |event: Event<'_>| match event {
                // A fault of ours is a finding, too.
                Event::New(_, fault) | Event::OwnFault(fault) => {
                    sink.put(fault.clone());
                }
                Event::Progress(_) => {}
            };
            let mut filing = Filing::new(Findings::in_memory(known), &engines, seed, &mut tell);
            let campaign = Campaign {
                drawing: &drawing,
                counts: Counts { next: first, ..Counts::default() },
                met: Classes::default(),
                programs,
                deadline: time.and_then(|time| Instant::now().checked_add(time)),
                engines: &engines,
                limits,
                oracles: &oracles,
                reference: Reference::default(),
                threads,
                patience: patience.unwrap_or(Duration::MAX),
                stop: sink.stop(),
            };
            campaign.run(&mut filing);
        })?;
        Ok(Fuzzing { stream })
    }

    fn __iter__(slf: Py<Fuzzing>) -> Py<Fuzzing> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.stream.next(py)?.map(|fault| to_dict(py, &fault)).transpose()
    }
}

fn to_dict<'py>(py: Python<'py>, fault: &Fault) -> PyResult<Bound<'py, PyDict>> {
    let finding = PyDict::new(py);
    finding.set_item("program", fault.program.text())?;
    finding.set_item("engine", &fault.engine)?;
    finding.set_item("kind", fault.kind.to_string())?;
    finding.set_item("oracle", &fault.oracle)?;
    finding.set_item("expected", &fault.expected)?;
    finding.set_item("answered", &fault.answered)?;
    finding.set_item("also", &fault.also)?;
    finding.set_item("original", fault.original.text())?;
    finding.set_item("number", fault.index)?;
    finding.set_item("report", fault.report())?;
    Ok(finding)
}
