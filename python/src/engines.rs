//! Engines that are known by name.

use std::path::PathBuf;

use pyo3::prelude::*;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, Status};

use crate::errors::Trouble;
use crate::work;

pub(crate) fn catalogue(environment: Option<PathBuf>, trust: bool) -> Catalogue {
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
pub(crate) fn select(
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
