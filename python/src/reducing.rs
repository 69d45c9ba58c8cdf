//! Programs that are reduced to the few lines that matter.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::{Engine, EngineLimits, loading};
use randlog_faults::reduce::engine::{EngineJudge, NoFault, observe};
use randlog_faults::reduce::{Judge, Options, Reduction, reduce};
use randlog_faults::{Fault, FaultKind, TestCase};
use randlog_logic::Program;

use crate::engines::{self, GivenEngines};
use crate::errors::{Exception, unparsed};
use crate::work::{self, Stream};

/// A program that is being reduced.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Reducing {
    stream: Stream<PyResult<Reduced>>,
    /// Kept, because an interrupt may come between its return and the caller's next line.
    result: PyOnceLock<Py<PyDict>>,
}

/// What became of a program, and how the engine fails on it, if one was asked.
struct Reduced {
    reduction: Reduction,
    kind: Option<FaultKind>,
    seen: Option<Fault>,
}

/// What says which programs are interesting.
enum Keeper {
    Engine(Box<dyn Engine>),
    Function(Py<PyAny>),
}

#[pymethods]
impl Reducing {
    /// Either an engine by name or as a function, or a function of the text as a judge.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        program: String,
        engine: Option<String>,
        function: Option<(String, Py<PyAny>)>,
        judge: Option<Py<PyAny>>,
        memory: u64,
        timeout: Option<f64>,
        threads: Option<usize>,
        trust: bool,
        no_wall: bool,
        environment: Option<PathBuf>,
    ) -> PyResult<Reducing> {
        let limits = engines::limits(memory, timeout);
        let threads = NonZero::new(work::threads(threads)?).unwrap_or(NonZero::<usize>::MIN);
        let read = Program::parse(&program);
        read.map_err(|error| PyErr::from(unparsed("the program", &program, &error)))?;
        if !trust {
            loading::check(&program).map_err(|reason| engines::loads_code(None, &reason))?;
        }
        let keeper = match judge {
            Some(judge) => Keeper::Function(judge),
            None => {
                let names = Some(engine.into_iter().collect());
                let asked = GivenEngines { names, functions: function.into_iter().collect() };
                let catalogue = engines::catalogue(environment, trust, no_wall);
                let engines = asked.engines(&catalogue, &[])?;
                let one = engines.into_iter().next();
                Keeper::Engine(one.ok_or_else(|| PyErr::from(work::fault()))?)
            }
        };
        let program = TestCase::from(program);
        let stream = Stream::start(1, None, move |sink| {
            let stop = sink.stop();
            let reduced = match &keeper {
                Keeper::Engine(engine) => by_engine(&program, &**engine, limits, threads, stop),
                Keeper::Function(function) => by_function(&program, function, threads, stop),
            };
            if let Some(reduced) = reduced.transpose() {
                sink.put(reduced);
            }
        })?;
        Ok(Reducing { stream, result: PyOnceLock::new() })
    }

    /// What became of the program. It can be asked for again after an interrupt, and is then the best so far; nothing if
    /// the interrupt came before there was any.
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<PyDict>>> {
        if self.result.get(py).is_none()
            && let Some(reduced) = self.stream.next(py)?.transpose()?
        {
            // A faster thread has set the same.
            let _ = self.result.set(py, reduced.to_dict(py)?.unbind());
        }
        Ok(self.result.get(py).map(|result| result.clone_ref(py)))
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }
}

/// Nothing, if it is interrupted before anything was judged: then there is nothing to keep.
fn by_engine(
    program: &TestCase,
    engine: &dyn Engine,
    limits: EngineLimits,
    threads: NonZero<usize>,
    stop: &Stop,
) -> PyResult<Option<Reduced>> {
    let refusals = KnownFaults::shipped().refusals();
    let fault = match observe(engine, program, &limits, refusals, stop) {
        Err(NoFault::Stopped(_)) => return Ok(None),
        seen => seen.map_err(unseen)?,
    };
    let kind = Some(fault.kind);
    let judge = EngineJudge::new(engine, fault, limits, refusals);
    let options = Options { threads, stop: stop.clone(), ..Options::default() };
    let Some(reduction) = reduced(program, &judge, options)? else { return Ok(None) };
    // An unsteady engine may not show it again, and after an interrupt it is not asked: that takes nothing from the result.
    let again = observe(engine, &reduction.program, &limits, refusals, stop);
    Ok(Some(Reduced { reduction, kind, seen: again.ok() }))
}

fn by_function(
    program: &TestCase,
    function: &Py<PyAny>,
    threads: NonZero<usize>,
    stop: &Stop,
) -> PyResult<Option<Reduced>> {
    let (error, stop) = (Mutex::new(None), stop.child());
    let said = |text: &str| Python::attach(|py| work::call(function.bind(py), text)?.is_truthy());
    let judge = |program: &TestCase| {
        // Who was told to end meanwhile must not ask for the interpreter's lock: there may be none any more.
        if stop.is_interrupted() {
            return false;
        }
        said(program.text()).unwrap_or_else(|raised| {
            error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(raised);
            stop.interrupt();
            false
        })
    };
    let options = Options { threads, stop: stop.clone(), ..Options::default() };
    let reduction = reduced(program, &judge, options);
    match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(raised) => Err(raised),
        None => Ok(reduction?.map(|reduction| Reduced { reduction, kind: None, seen: None })),
    }
}

fn reduced(
    program: &TestCase,
    judge: &dyn Judge,
    options: Options<'_>,
) -> PyResult<Option<Reduction>> {
    match reduce(program, judge, &options) {
        Ok(reduction) => Ok(Some(reduction)),
        // To make an exception takes the interpreter's lock, and at its end there may be none any more.
        Err(_) if options.stop.is_interrupted() => Ok(None),
        Err(error) => Err(Exception::from_diagnostic("FaultError", &error).into()),
    }
}

/// Why there is no fault to keep.
fn unseen(error: NoFault) -> PyErr {
    let class = if let NoFault::NotRun { .. } = &error { "EngineError" } else { "FaultError" };
    Exception::from_diagnostic(class, &error).into()
}

impl Reduced {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (Reduction { program, size, before, calls, complete }, seen) =
            (&self.reduction, self.seen.as_ref());
        let fault = seen.and_then(|seen| {
            KnownFaults::shipped().of_reduced(&seen.engine, program, seen.no_answer().as_ref())
        });
        let result = PyDict::new(py);
        result.set_item("program", program.text())?;
        result.set_item("lines", size.lines)?;
        result.set_item("lines_before", before.lines)?;
        result.set_item("calls", calls)?;
        result.set_item("complete", complete)?;
        result.set_item("kind", self.kind.map(|kind| kind.to_string()))?;
        result.set_item("expected", seen.map(|seen| &seen.expected))?;
        result.set_item("answered", seen.map(|seen| &seen.answered))?;
        result.set_item("fault", fault.map(|fault| &fault.name))?;
        Ok(result)
    }
}
