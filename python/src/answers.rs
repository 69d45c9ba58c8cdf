//! Probabilities of queries.

use randlog_logic::{Goal, Program};
use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::PyList;
use randlog_base::{Stop, batch};
use randlog_infer::{
    Algorithm, Answer, Derivative, Inference, Limits, Precision, RBig, Refusal, Solution, Task,
};

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
    /// Does a query that is refused leave the others their answers?
    each: bool,
    task: Task,
}

impl Question {
    fn ask(&self, program: Given, stop: &Stop) -> Result<Solution, Exception> {
        let program = program.load()?;
        let inference = Inference::new(&program)
            .queries(self.queries.clone())
            .evidence(self.evidence.clone())
            .algorithm(self.algorithm)
            .task(self.task)
            .precision(self.precision)
            .limits(self.limits)
            .stop(stop);
        Ok(if self.each { inference.solve_each()? } else { inference.solve()? })
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
    /// Are derivatives asked for, in place of probabilities?
    gradient: bool,
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
        each: bool,
        gradient: bool,
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
        let task = if gradient { Task::Gradient } else { Task::Answers };
        let precision = if exact { Precision::Exact } else { Precision::Float };
        let question = Question { queries, evidence, algorithm, limits, precision, each, task };
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
        Ok(Answering { stream, gradient })
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
                let shown = if self.gradient { with_gradient } else { pair };
                let answers = solution.answers.iter().map(|answer| shown(py, answer));
                let refusals = solution.refusals.into_iter().map(|refusal| refused(py, refusal));
                let answers = answers.chain(refusals).collect::<PyResult<Vec<_>>>()?;
                Ok(Some(PyList::new(py, answers)?.into_any()))
            }
        }
    }
}

/// A query with the exception that stands for its answer.
fn refused<'py>(py: Python<'py>, Refusal { atom, error }: Refusal) -> PyResult<Pair<'py>> {
    Ok((atom.to_python(py)?, Exception::from(error).exception(py)?))
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn pair<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Pair<'py>> {
    let value = number(py, answer.probability, answer.fraction.as_ref())?;
    Ok((answer.atom.to_python(py)?, value))
}

fn number<'py>(
    py: Python<'py>,
    value: f64,
    fraction: Option<&RBig>,
) -> PyResult<Bound<'py, PyAny>> {
    match fraction {
        Some(fraction) => numbers::rational(py, fraction),
        None => Ok(value.into_pyobject(py)?.into_any()),
    }
}

/// An answer with the heads on which it depends, each with its line and the derivative by its probability.
fn with_gradient<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Pair<'py>> {
    let derivative = |one: &Derivative| -> PyResult<_> {
        let line = one.place.is_known().then_some(one.place.line);
        Ok((one.head.to_string(), line, number(py, one.value, one.fraction.as_ref())?))
    };
    let gradient = answer.gradient.iter().map(derivative).collect::<PyResult<Vec<_>>>()?;
    Ok((answer.atom.to_python(py)?, PyList::new(py, gradient)?.into_any()))
}
