//! Probabilities of queries.

use randlog_logic::{Goal, Program};
use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::PyList;
use randlog_base::{Stop, batch};
use randlog_infer::{Algorithm, Answer, Inference, Limits, Precision, Solution};

use crate::errors::Exception;
use crate::given::Given;
use crate::numbers;
use crate::syntax::ToPython;
use crate::work::{self, Stream};

/// How many programs may be answered ahead of whoever takes the answers.
const AHEAD: usize = 1024;

/// What is asked, the same of all programs.
struct Question {
    queries: Vec<Goal>,
    evidence: Vec<Goal>,
    algorithm: Algorithm,
    limits: Limits,
    precision: Precision,
}

impl Question {
    fn ask(&self, program: Given, stop: &Stop) -> Result<Solution, Exception> {
        let program = program.load()?;
        let inference = Inference::new(&program)
            .queries(self.queries.clone())
            .evidence(self.evidence.clone())
            .algorithm(self.algorithm)
            .precision(self.precision)
            .limits(self.limits)
            .stop(stop);
        Ok(inference.solve()?)
    }
}

/// One query or one piece of evidence.
pub(crate) fn statement(name: &str, text: &str) -> Result<Goal, Exception> {
    let bad = |reason: String| {
        let help = "write one atom, such as `p`, `p(a)` or `p(a,X)`";
        Exception::setting(format!("cannot ask for `{text}`: {reason}"), help)
    };
    let trimmed = text.trim().trim_end_matches('.');
    let program = Program::parse(&format!("{name}({trimmed})."));
    let program = program.map_err(|error| bad(error.problem().to_string()))?;
    let found = if name == "query" { program.queries } else { program.evidence };
    let found: Result<[Goal; 1], _> = found.try_into();
    found.map(|[statement]| statement).map_err(|_| bad("it is not one atom".to_owned()))
}

/// The atom of a text such as `p(a, X)`, as an object.
#[pyfunction]
pub(crate) fn read_atom<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let statement = statement("query", text)?;
    statement.atom.to_python(py)
}

/// Programs that are being answered, in order. Each comes as a list of atoms with their probabilities, or as an
/// exception.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Answering {
    stream: Stream<Result<Solution, Exception>>,
}

#[pymethods]
impl Answering {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        programs: &Bound<'_, PyList>,
        queries: Vec<String>,
        evidence: Vec<String>,
        exact: bool,
        engine: &str,
        memory: u64,
        timeout: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Answering> {
        let programs: Vec<Given> =
            programs.iter().map(|program| Given::read(&program)).collect::<PyResult<_>>()?;
        let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == engine);
        let algorithm = algorithm.ok_or_else(|| {
            let names = Algorithm::ALL.map(Algorithm::name).join("`, `");
            let words = format!("there is no built-in engine `{engine}`");
            PyErr::from(Exception::setting(words, format!("give one of `{names}`")))
        })?;
        let timeout = work::timeout(timeout);
        let threads = work::threads(threads)?;
        let read = |name: &str, texts: Vec<String>| -> Result<Vec<Goal>, Exception> {
            texts.iter().map(|text| statement(name, text)).collect()
        };
        let limits = Limits { memory, timeout, ..Limits::default() };
        let (queries, evidence) = (read("query", queries)?, read("evidence", evidence)?);
        let precision = if exact { Precision::Exact } else { Precision::Float };
        let question = Question { queries, evidence, algorithm, limits, precision };
        let stream = Stream::start(AHEAD, None, move |sink| {
            let worker =
                || |index: u64| Some(question.ask(programs[index as usize].clone(), sink.stop()));
            let indices = 0..programs.len() as u64;
            batch::in_order(threads, indices, sink.stop(), worker, |_, solved| {
                match sink.put(solved) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        })?;
        Ok(Answering { stream })
    }

    fn __iter__(slf: Py<Answering>) -> Py<Answering> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.stream.next(py)? {
            None => Ok(None),
            Some(Err(content)) => content.exception(py).map(Some),
            Some(Ok(solution)) => {
                let answers = solution.answers.iter().map(|answer| pair(py, answer));
                let answers = answers.collect::<PyResult<Vec<_>>>()?;
                Ok(Some(PyList::new(py, answers)?.into_any()))
            }
        }
    }
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn pair<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Pair<'py>> {
    let value = match &answer.fraction {
        Some(fraction) => numbers::rational(py, fraction)?,
        None => answer.probability.into_pyobject(py)?.into_any(),
    };
    Ok((answer.atom.to_python(py)?, value))
}
