//! Faults of engines, as they are found.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use randlog_engines::known::KnownFaults;
use randlog_engines::{Catalogue, Engine, Status};
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::finding::{Filed, Finding, Findings, Source};
use randlog_faults::oracle::{Oracle, Reference};
use randlog_faults::run::classes::Classes;
use randlog_faults::run::statistics::{Counts, Statistics};
use randlog_faults::run::{self, Came, Desk, Discovery, Dispute, Plan};
use randlog_faults::{Kind, Symptom};

use crate::engines::{self, Asked};
use crate::errors::{Trouble, unprepared};
use crate::spec::Spec;
use crate::work::{self, Sink, Stream};

/// How many findings may wait for whoever takes them.
const AHEAD: usize = 1024;

/// Faults that are being looked for.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Fuzzing {
    stream: Stream<Finding>,
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
        environment: Option<PathBuf>,
    ) -> PyResult<Fuzzing> {
        let features = Features::without(&without);
        let features = features.map_err(|e| Trouble::from_diagnostic("SettingError", &e))?;
        let oracles = Oracle::named(&oracles);
        let oracles = oracles.map_err(|e| Trouble::from_diagnostic("SettingError", &e))?;
        let (limits, patience) = (engines::limits(memory, timeout), work::timeout(patience));
        let threads = NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
        let time = work::timeout(seconds);
        let drawing = match spec.map(|spec| spec.get().spec.clone()) {
            None => Drawing::new(seed, features),
            Some(spec) => work::apart(py, None, move || {
                let drawing =
                    Drawing::of_spec(seed, features, randlog_generate::Spec::clone(&spec));
                drawing.map_err(|error| unprepared(&spec, error))
            })??,
        };
        // The built-in one is what others are compared with.
        let others: Vec<&str> =
            Catalogue::names().into_iter().filter(|name| *name != "exact").collect();
        let asked = Asked { names, functions };
        let engines = asked.engines(&engines::catalogue(environment, false), &others)?;
        let known = if known { KnownFaults::shipped().clone() } else { KnownFaults::default() };
        let stream = Stream::start(AHEAD, None, move |sink| {
            let mut paper = Paper::new(sink, Findings::in_memory(known), &engines, seed);
            let plan = Plan {
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
                stop: sink.stopped(),
            };
            run::run(&plan, &mut paper);
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
        self.stream.next(py)?.map(|finding| told(py, &finding)).transpose()
    }
}

fn told<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyDict>> {
    let Symptom { engine, oracle, kind, .. } = &finding.symptom;
    let told = PyDict::new(py);
    told.set_item("program", &finding.program)?;
    told.set_item("engine", engine)?;
    told.set_item("kind", kind.to_string())?;
    told.set_item("oracle", oracle)?;
    told.set_item("expected", &finding.expected)?;
    told.set_item("answered", &finding.answered)?;
    told.set_item("also", &finding.also)?;
    told.set_item("original", &finding.original)?;
    told.set_item("number", finding.source.index)?;
    told.set_item("report", finding.report())?;
    Ok(told)
}

/// Passes on what is new.
struct Paper<'s> {
    sink: &'s Sink<Finding>,
    findings: Findings,
    /// The version of each engine.
    versions: BTreeMap<String, String>,
    seed: u64,
}

impl<'s> Paper<'s> {
    fn new(
        sink: &'s Sink<Finding>,
        findings: Findings,
        engines: &[Box<dyn Engine>],
        seed: u64,
    ) -> Paper<'s> {
        let versions = engines.iter().map(|engine| match engine.status() {
            Status::Installed(version) => (engine.name().to_owned(), version),
            Status::Missing(_) => (engine.name().to_owned(), String::new()),
        });
        Paper { sink, findings, versions: versions.collect(), seed }
    }

    fn finding(&self, found: &Discovery) -> Finding {
        let version = self.versions.get(&found.symptom.engine).map_or("", String::as_str);
        found.finding(version, self.source(found.index))
    }

    fn source(&self, index: u64) -> Source {
        Source { command: None, seed: Some(self.seed), index: Some(index) }
    }
}

impl Desk for Paper<'_> {
    fn recognise(&self, found: &Discovery) -> Option<Came> {
        self.findings.recognise(&self.finding(found)).map(Came::from)
    }

    fn file(&mut self, found: &Discovery) -> Came {
        let finding = self.finding(found);
        match self.findings.file(&finding) {
            Ok(filed) => {
                if let Filed::New(_) = filed {
                    self.sink.put(finding);
                }
                Came::from(filed)
            }
            // In memory, nothing can go wrong.
            Err(_) => Came::Again,
        }
    }

    /// A fault of ours is a finding, too.
    fn dispute(&mut self, dispute: &Dispute) {
        let Dispute { program, index, exact, worlds } = dispute;
        let (engine, oracle) = ("exact".to_owned(), "worlds".to_owned());
        self.sink.put(Finding {
            program: program.clone(),
            original: program.clone(),
            symptom: Symptom { engine, oracle, kind: Kind::WrongAnswer, words: String::new() },
            version: env!("CARGO_PKG_VERSION").to_owned(),
            expected: worlds.clone(),
            answered: exact.clone(),
            unreduced: true,
            source: self.source(*index),
            ..Finding::default()
        });
    }

    fn progress(&mut self, _: &Statistics) {}
}
