//! Engines by name, or as functions of Python, and how they compare.

use std::collections::HashMap;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use randlog_engines::compare::{Comparison, Part, Starts, compare_files};
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{
    Bounds, Catalogue, Engine, EngineLimits, FailureKind, NoAnswer, Phases, Run, Status, loading,
};
use tempfile::TempDir;

use crate::answers::statement;
use crate::errors::Trouble;
use crate::work::{self, Stream};

/// An engine that is a function of Python. It gets what the caller of `compare` gave: a program, or a text.
struct Function {
    name: String,
    /// Takes a program, and returns atoms with bounds, or the kind of a failure and words about it.
    function: Py<PyAny>,
    given: Arc<HashMap<String, Py<PyAny>>>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Function({})", self.name)
    }
}

/// What a function says: atoms with bounds, or a failure.
type Said = (Vec<(String, f64, f64)>, Option<(String, String)>);

impl Function {
    fn call(&self, text: &str) -> Result<Vec<(randlog_logic::Atom, Bounds)>, NoAnswer> {
        let said = Python::attach(|py| -> PyResult<Said> {
            let function = self.function.bind(py);
            match self.given.get(text) {
                Some(program) => function.call1((program,))?.extract(),
                None => function.call1((text,))?.extract(),
            }
        });
        let unparsable = |words: String| NoAnswer { kind: FailureKind::Unparsable, words };
        let (answers, failure) = said.map_err(|error| unparsable(error.to_string()))?;
        if let Some((kind, words)) = failure {
            return Err(NoAnswer {
                kind: FailureKind::named(&kind).unwrap_or(FailureKind::Crash),
                words,
            });
        }
        let answer = |(atom, low, high): (String, f64, f64)| {
            let statement = statement("query", &atom);
            let statement =
                statement.map_err(|_| unparsable(format!("`{atom}` is not an atom")))?;
            Ok((statement.atom, Bounds { low, high }))
        };
        answers.into_iter().map(answer).collect()
    }
}

impl Engine for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn status(&self) -> Status {
        Status::Installed(String::new())
    }

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        match fs::read_to_string(file) {
            Ok(text) => self.run_text(&text, limits),
            Err(error) => {
                let outcome =
                    Err(NoAnswer { kind: FailureKind::Missing, words: error.to_string() });
                Run { outcome, phases: Phases::default(), wall: Default::default() }
            }
        }
    }

    fn run_text(&self, text: &str, limits: &EngineLimits) -> Run {
        let started = Instant::now();
        let outcome = self.call(text);
        let wall = started.elapsed();
        // A function cannot be stopped, but a limit is a limit.
        let late = || NoAnswer {
            kind: FailureKind::Timeout,
            words: format!("no answer within {:?}", limits.time),
        };
        let outcome = if wall > limits.time { Err(late()) } else { outcome };
        Run { outcome, phases: Phases::default(), wall }
    }
}

fn catalogue(environment: Option<PathBuf>, trust: bool) -> Catalogue {
    let catalogue = Catalogue::new(environment.map_or_else(Environment::default, Environment::new));
    if trust { catalogue.trusting_programs() } else { catalogue }
}

/// All engines that are known by name: what each is, and its version if it is installed.
#[pyfunction]
pub(crate) fn engines(
    py: Python<'_>,
    environment: Option<PathBuf>,
) -> Vec<(String, &'static str, Option<String>)> {
    let known = py.detach(|| catalogue(environment, false).all());
    let told = |engine: Box<dyn Engine>| {
        let version = match engine.status() {
            Status::Installed(version) => Some(version),
            Status::Missing(_) => None,
        };
        (engine.name().to_owned(), Catalogue::description(engine.name()), version)
    };
    py.detach(|| known.into_iter().map(told).collect())
}

/// Install the engines from Python.
#[pyfunction]
pub(crate) fn install_engines(py: Python<'_>, environment: Option<PathBuf>) -> PyResult<()> {
    let installed = work::apart(py, None, move || {
        let environment = environment.map_or_else(Environment::default, Environment::new);
        let installed = environment.set_up(|_| {});
        installed.map_err(|error| Trouble::from_diagnostic("EngineError", &error))
    })?;
    Ok(installed?)
}

/// The engines of these names, all installed.
fn select(
    catalogue: &Catalogue,
    names: Option<Vec<String>>,
) -> Result<Vec<Box<dyn Engine>>, Trouble> {
    let bad_name = |error| Trouble::from_diagnostic("EngineError", &error);
    let Some(names) = names else {
        return Ok(catalogue.select(&Catalogue::probabilistic_names()).map_err(bad_name)?.engines);
    };
    let selection = catalogue.select(&names).map_err(bad_name)?;
    match selection.missing.first() {
        None => Ok(selection.engines),
        Some((name, _)) => {
            let help = "install it by `randlog.install_engines()`, or leave it out".to_owned();
            let words = format!("the engine `{name}` is not installed");
            Err(Trouble::new("EngineError", words, Some(help)))
        }
    }
}

/// Programs on which engines are being compared. Each comes as a list of records.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Comparing {
    stream: Stream<(usize, Comparison)>,
}

#[pymethods]
impl Comparing {
    /// Programs come as texts with what was given for each; functions with their names.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        programs: Vec<(String, Py<PyAny>)>,
        names: Option<Vec<String>>,
        functions: Vec<(String, Py<PyAny>)>,
        memory: u64,
        timeout: Option<f64>,
        threads: usize,
        fresh: bool,
        trust: bool,
        environment: Option<PathBuf>,
    ) -> PyResult<Comparing> {
        let threads = NonZero::new(work::threads(Some(threads))?);
        let mut limits = EngineLimits { memory, ..EngineLimits::default() };
        if let Some(time) = work::timeout(timeout)? {
            limits.time = time;
        }
        for (number, (text, _)) in programs.iter().enumerate().filter(|_| !trust) {
            loading::check(text).map_err(|reason| loads_code(number, &reason))?;
        }
        let mut engines = select(&catalogue(environment, trust), names)?;
        let (directory, files) = write(&programs).map_err(PyOSError::new_err)?;
        let given: Arc<HashMap<_, _>> = Arc::new(programs.into_iter().collect());
        let function = |(name, function): (String, Py<PyAny>)| -> Box<dyn Engine> {
            Box::new(Function { name, function, given: given.clone() })
        };
        engines.extend(functions.into_iter().map(function));
        let starts = if fresh || trust { Starts::Fresh } else { Starts::Once };
        let how = (starts, threads.unwrap_or(NonZero::<usize>::MIN));
        let stream = Stream::start(16, None, move |sink| {
            let mut number = 0;
            compare_files(
                &engines,
                &files,
                &limits,
                KnownFaults::shipped(),
                how,
                |_, comparison| {
                    let comparison = copy(comparison);
                    number += 1;
                    match sink.put((number - 1, comparison)) {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                },
            );
            drop(directory);
        })?;
        Ok(Comparing { stream })
    }

    fn __iter__(slf: Py<Comparing>) -> Py<Comparing> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some((number, comparison)) = self.stream.next(py)? else { return Ok(None) };
        let mut rows = Vec::new();
        for part in &comparison.parts {
            rows.extend(records(py, number, &comparison, part)?);
        }
        PyList::new(py, rows).map(Some)
    }
}

/// The comparison as a value of its own.
fn copy(comparison: &Comparison) -> Comparison {
    let part = |part: &Part| Part {
        engine: part.engine.clone(),
        run: part.run.clone(),
        disputed: part.disputed.clone(),
        fault: part.fault.clone(),
        at_work: part.at_work.clone(),
    };
    Comparison {
        parts: comparison.parts.iter().map(part).collect(),
        references: comparison.references.clone(),
    }
}

fn loads_code(number: usize, reason: &loading::LoadsCode) -> Trouble {
    let help = "look at the program; if you trust whoever wrote it, give `trust=True`".to_owned();
    Trouble::new("EngineError", format!("program {number}, {reason}"), Some(help))
}

/// A file for each program, in a directory that goes when it is dropped.
fn write(programs: &[(String, Py<PyAny>)]) -> std::io::Result<(TempDir, Vec<PathBuf>)> {
    let directory = tempfile::tempdir()?;
    let file = |(number, (text, _)): (usize, &(String, Py<PyAny>))| {
        let path = directory.path().join(format!("program-{number:06}.pl"));
        fs::write(&path, text).map(|()| path)
    };
    let files = programs.iter().enumerate().map(file).collect::<Result<_, _>>()?;
    Ok((directory, files))
}

/// A record for each answer of an engine, or for its failure. Every run has one at least.
fn records<'py>(
    py: Python<'py>,
    number: usize,
    comparison: &Comparison,
    part: &Part,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let failure = part.run.outcome.as_ref().err();
    let Phases { load_us, ground_us, compile_us, evaluate_us } = part.run.phases;
    let record = |reference: Option<&(randlog_logic::Atom, f64)>| -> PyResult<Bound<'py, PyDict>> {
        let bounds = reference.and_then(|(atom, _)| part.bounds(atom));
        let record = PyDict::new(py);
        record.set_item("program", number)?;
        record.set_item("engine", &part.engine)?;
        record.set_item("wall_us", part.run.wall.as_micros() as u64)?;
        record.set_item("load_us", load_us)?;
        record.set_item("ground_us", ground_us)?;
        record.set_item("compile_us", compile_us)?;
        record.set_item("evaluate_us", evaluate_us)?;
        record.set_item("failure", failure.map(|failure| failure.kind.name()))?;
        record.set_item("atom", reference.map(|(atom, _)| atom.to_string()))?;
        record.set_item("low", bounds.map(|bounds| bounds.low))?;
        record.set_item("high", bounds.map(|bounds| bounds.high))?;
        record.set_item("reference", reference.map(|(_, value)| *value))?;
        record.set_item("disputed", reference.map(|(atom, _)| part.disputed.contains(atom)))?;
        record.set_item("fault", part.fault.as_ref().map(|fault| fault.name.as_str()))?;
        record.set_item("words", failure.map(|failure| failure.words.as_str()))?;
        Ok(record)
    };
    match comparison.references.is_empty() || failure.is_some() {
        true => Ok(vec![record(None)?]),
        false => comparison.references.iter().map(|reference| record(Some(reference))).collect(),
    }
}
