//! Engines that are known by name.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use randlog_engines::loading::LoadsCode;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, Status};

use crate::errors::Exception;
use crate::function::Function;
use crate::work;

/// All engines. Programs may load code if they are trusted; there is no wall around engines then, nor if that is asked for.
pub(crate) fn catalogue(environment: Option<PathBuf>, trust: bool, no_wall: bool) -> Catalogue {
    let catalogue = Catalogue::new(environment.map_or_else(Environment::default, Environment::new));
    let catalogue = if no_wall { catalogue.without_wall() } else { catalogue };
    if trust { catalogue.trusting_programs() } else { catalogue }
}

/// All engines that are known by name: what each is, and its version if it is installed.
#[pyfunction]
pub(crate) fn engines(
    py: Python<'_>,
    environment: Option<PathBuf>,
) -> Vec<(String, &'static str, Option<String>)> {
    let known = py.detach(|| catalogue(environment, false, false).all());
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
    let installed = work::apart(py, None, move |stop| {
        let environment = environment.map_or_else(Environment::default, Environment::new);
        let installed = environment.set_up(|_| {}, stop);
        installed.map_err(|error| Exception::from_diagnostic("EngineError", &error))
    })?;
    Ok(installed?)
}

/// Whom to ask: names of engines, and functions with theirs. No list of names stands for all that are installed.
pub(crate) struct GivenEngines {
    pub(crate) names: Option<Vec<String>>,
    pub(crate) functions: Vec<(String, Py<PyAny>)>,
}

impl GivenEngines {
    /// The engines, which must be installed if they were asked for by name; `all` are those that need not be.
    pub(crate) fn engines(
        self,
        catalogue: &Catalogue,
        all: &[&str],
    ) -> Result<Vec<Box<dyn Engine>>, Exception> {
        self.engines_given(catalogue, all, HashMap::new())
    }

    /// The same, with what functions get in place of some texts.
    pub(crate) fn engines_given(
        self,
        catalogue: &Catalogue,
        all: &[&str],
        given: HashMap<String, Py<PyAny>>,
    ) -> Result<Vec<Box<dyn Engine>>, Exception> {
        let bad_name = |error| Exception::from_diagnostic("EngineError", &error);
        let mut engines = match self.names {
            None => catalogue.select(all).map_err(bad_name)?.engines,
            Some(names) => {
                let selection = catalogue.select(&names).map_err(bad_name)?;
                match selection.missing.first() {
                    None => selection.engines,
                    Some((name, _)) => return Err(missing(name)),
                }
            }
        };
        // In records, nothing but its name says whose answer it is.
        let mut taken: Vec<String> = Catalogue::names().map(str::to_owned).to_vec();
        taken.extend(engines.iter().map(|engine| engine.name().to_owned()));
        for (name, _) in &self.functions {
            if taken.contains(name) {
                let words = format!("`{name}` is the name of another engine");
                return Err(Exception::setting(words, "give the function another name"));
            }
            taken.push(name.clone());
        }
        let given = Arc::new(given);
        let function = |(name, function): (String, Py<PyAny>)| -> Box<dyn Engine> {
            Box::new(Function { name, function, given: given.clone() })
        };
        engines.extend(self.functions.into_iter().map(function));
        Ok(engines)
    }
}

fn missing(name: &str) -> Exception {
    let help = "install it by `randlog.install_engines()`, or leave it out".to_owned();
    let words = format!("the engine `{name}` is not installed");
    Exception::new("EngineError", words, Some(help))
}

/// What an engine may use for a program.
pub(crate) fn limits(memory: u64, timeout: Option<f64>) -> EngineLimits {
    let time = work::timeout(timeout).unwrap_or(EngineLimits::default().time);
    EngineLimits { time, memory }
}

/// That a program loads code. If there are several, it has a number.
pub(crate) fn loads_code(number: Option<usize>, reason: &LoadsCode) -> Exception {
    let which =
        number.map_or_else(|| "the program".to_owned(), |number| format!("program {number}"));
    let help = "look at the program; if you trust whoever wrote it, give `trust=True`".to_owned();
    Exception::new("EngineError", format!("{which}, {reason}"), Some(help))
}
