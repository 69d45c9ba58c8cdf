//! How engines compare on programs.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use randlog_engines::compare::{Comparison, Part, Starts, compare_all};
use randlog_engines::known::KnownFaults;
use randlog_engines::{Bounds, Catalogue, Phases, TestCase, loading};

use crate::engines::{self, GivenEngines};
use crate::errors::Exception;
use crate::work::{self, Stream};

/// How many programs may be compared before their records are taken.
const AHEAD: usize = 16;

/// Programs on which engines are being compared. Each comes as a list of records.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Comparing {
    stream: Stream<Vec<Record>>,
}

#[pymethods]
impl Comparing {
    /// Programs come as texts with what was given for each; functions with their names.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        py: Python<'_>,
        programs: Vec<(String, Py<PyAny>)>,
        names: Option<Vec<String>>,
        functions: Vec<(String, Py<PyAny>)>,
        memory: u64,
        timeout: Option<f64>,
        threads: usize,
        fresh: bool,
        trust: bool,
        no_wall: bool,
        environment: Option<PathBuf>,
    ) -> PyResult<Comparing> {
        let threads = NonZero::new(work::threads(Some(threads))?).unwrap_or(NonZero::<usize>::MIN);
        let limits = engines::limits(memory, timeout);
        let subject = |(number, (text, _)): (usize, &(String, Py<PyAny>))| {
            let checked = if trust { Ok(()) } else { loading::check(text) };
            checked.map_err(|reason| engines::loads_code(Some(number), &reason))?;
            Ok(TestCase::from(text.as_str()))
        };
        let subjects: Result<Vec<TestCase>, Exception> =
            py.detach(|| programs.iter().enumerate().map(subject).collect());
        let subjects = subjects?;
        let asked = GivenEngines { names, functions };
        let catalogue = engines::catalogue(environment, trust, no_wall);
        let all = Catalogue::probabilistic_names();
        let engines = asked.engines_given(&catalogue, &all, programs.into_iter().collect())?;
        let starts = if fresh || trust { Starts::Fresh } else { Starts::Once };
        let stream = Stream::start(AHEAD, None, move |sink| {
            let each = |number: usize, comparison: &Comparison| match sink
                .put(records(number, comparison))
            {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            let known = KnownFaults::shipped();
            let how = (starts, threads, sink.stop());
            // What is stopped has no more to say.
            let _ = compare_all(&engines, &subjects, &limits, known, how, each);
        })?;
        Ok(Comparing { stream })
    }

    fn __iter__(slf: Py<Comparing>) -> Py<Comparing> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(records) = self.stream.next(py)? else { return Ok(None) };
        let records: PyResult<Vec<_>> = records.iter().map(|record| record.to_dict(py)).collect();
        PyList::new(py, records?).map(Some)
    }
}

/// An answer of an engine, or its failure.
struct Record {
    program: usize,
    engine: String,
    wall_us: u64,
    phases: Phases,
    /// Its kind, and the engine's words.
    failure: Option<(&'static str, String)>,
    answer: Option<Answer>,
    fault: Option<String>,
}

struct Answer {
    atom: String,
    bounds: Bounds,
    reference: f64,
    disputed: bool,
}

/// A record for each answer of each engine, or for its failure. Every run has one at least.
fn records(program: usize, comparison: &Comparison) -> Vec<Record> {
    comparison.parts.iter().flat_map(|part| records_of(program, comparison, part)).collect()
}

fn records_of(program: usize, comparison: &Comparison, part: &Part) -> Vec<Record> {
    let failure = part.run.outcome.as_ref().err();
    let record = |answer| Record {
        program,
        engine: part.engine.clone(),
        wall_us: u64::try_from(part.run.wall.as_micros()).unwrap_or(u64::MAX),
        phases: part.run.phases,
        failure: failure.map(|failure| (failure.kind.name(), failure.words.clone())),
        answer,
        fault: part.fault.as_ref().map(|fault| fault.name.clone()),
    };
    if failure.is_some() || comparison.references.is_empty() {
        return vec![record(None)];
    }
    let answers = comparison.references.iter().map(|(atom, reference)| Answer {
        atom: atom.to_string(),
        bounds: part.bounds(atom).unwrap_or_default(),
        reference: *reference,
        disputed: part.disputed.contains(atom),
    });
    answers.map(|answer| record(Some(answer))).collect()
}

impl Record {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Phases { load_us, ground_us, compile_us, evaluate_us } = self.phases;
        let answer = self.answer.as_ref();
        let record = PyDict::new(py);
        record.set_item("program", self.program)?;
        record.set_item("engine", &self.engine)?;
        record.set_item("wall_us", self.wall_us)?;
        record.set_item("load_us", load_us)?;
        record.set_item("ground_us", ground_us)?;
        record.set_item("compile_us", compile_us)?;
        record.set_item("evaluate_us", evaluate_us)?;
        record.set_item("failure", self.failure.as_ref().map(|(kind, _)| kind))?;
        record.set_item("atom", answer.map(|answer| &answer.atom))?;
        record.set_item("low", answer.map(|answer| answer.bounds.low))?;
        record.set_item("high", answer.map(|answer| answer.bounds.high))?;
        record.set_item("reference", answer.map(|answer| answer.reference))?;
        record.set_item("disputed", answer.map(|answer| answer.disputed))?;
        record.set_item("fault", &self.fault)?;
        record.set_item("words", self.failure.as_ref().map(|(_, words)| words))?;
        Ok(record)
    }
}
