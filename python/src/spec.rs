//! Specs, and what their spaces hold.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use randlog_base::Stop;
use randlog_generate as generate;
use randlog_generate::exact::{self, Natural};
use randlog_generate::membership::{self, Violation};
use randlog_generate::search::Searcher;
use randlog_generate::spec::{Draft, Key, SourceText};
use randlog_recipe::{NotPrepared, header};

use crate::errors::{Exception, unprepared};
use crate::program::Program;
use crate::{describing, numbers, values, work};

/// A spec.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Spec {
    pub(crate) spec: Arc<generate::Spec>,
}

impl From<generate::Spec> for Spec {
    fn from(spec: generate::Spec) -> Spec {
        Spec { spec: Arc::new(spec) }
    }
}

/// The names of all keys, each with what it is for, what it takes and an example.
#[pyfunction]
pub(crate) fn spec_keys() -> Vec<(&'static str, &'static str, String, &'static str)> {
    Key::all().map(|key| (key.name, key.help, key.takes(), key.example)).collect()
}

#[pymethods]
impl Spec {
    /// Read a spec from TOML, or from the header of a program.
    #[staticmethod]
    fn read(name: &str, bytes: &[u8]) -> Result<Spec, Exception> {
        let bytes = header::spec_bytes(bytes).unwrap_or_else(|| bytes.to_vec());
        let spec = SourceText::from_bytes(name, bytes)
            .and_then(|source| Draft::from_toml(&source))
            .and_then(|draft| draft.build());
        Ok(spec?.into())
    }

    /// The smallest spec that holds some programs, with the averages that can be kept; their ground facts are data, or clauses
    /// like others; the numbers of clauses are exact, or loose.
    #[staticmethod]
    fn like(
        py: Python<'_>,
        programs: Vec<Bound<'_, PyAny>>,
        facts_are_data: bool,
        loose: bool,
    ) -> PyResult<Spec> {
        let profile = describing::profile(py, programs, facts_are_data)?;
        let spec = work::apart(py, None, move |stop| {
            let refused = |error| Exception::from_diagnostic("SpaceError", &error);
            let mut profile = if loose { profile.loosened().map_err(refused)? } else { profile };
            let relatives = profile.relatives(stop, |draft| draft.build());
            Ok::<_, Exception>(relatives?.spec)
        })?;
        Ok(spec?.into())
    }

    /// The spec that some keys make up.
    #[staticmethod]
    fn of_keys(keys: &Bound<'_, PyDict>) -> PyResult<Spec> {
        let spec = values::draft("Spec", keys)?.build();
        Ok(spec.map_err(Exception::from)?.into())
    }

    /// This spec with some keys in place of its own.
    fn replace(&self, keys: &Bound<'_, PyDict>) -> PyResult<Spec> {
        let keys = values::draft("replace", keys)?;
        let spec = self.spec.to_draft().overridden_by(keys).build();
        Ok(spec.map_err(Exception::from)?.into())
    }

    /// The lines of a TOML file.
    fn toml(&self) -> String {
        self.spec.to_toml()
    }

    fn equals(&self, other: &Bound<'_, Spec>) -> bool {
        self.spec == other.get().spec
    }

    /// The keys that are not the default, each with its value in short.
    fn short(&self) -> Vec<(&'static str, String)> {
        self.spec.to_short().into_iter().map(|(key, value)| (key.name, value)).collect()
    }

    /// The names of the predicates.
    fn predicates(&self) -> Vec<String> {
        self.spec.predicates().iter().map(ToString::to_string).collect()
    }

    /// How many programs there are.
    fn count<'py>(
        &self,
        py: Python<'py>,
        by_search: bool,
        memory: u64,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let timeout = work::timeout(timeout);
        let spec = self.spec.clone();
        let count = work::apart(py, timeout, move |stop| match by_search {
            true => listed(&spec, &stop.within(timeout)),
            false => Ok(exact::count_within(&spec, &stop.with_memory(memory))?),
        })?;
        numbers::int(py, &count?)
    }

    /// About how many programs there are: the likeliest number, and bounds that hold with a probability of 95 %.
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        draws: u64,
        memory: u64,
        timeout: Option<f64>,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let timeout = work::timeout(timeout);
        let spec = self.spec.clone();
        let estimate = work::apart(py, timeout, move |stop| {
            let estimate = exact::estimate(&spec, draws, &stop.with_memory(memory));
            estimate.map_err(|error| unprepared(&spec, error.into(), stop))
        })?;
        let estimate = estimate?;
        let (low, high) = estimate.interval();
        let int = |number: &Natural| numbers::int(py, number);
        Ok([int(&estimate.count())?, int(&low)?, int(&high)?])
    }

    /// What programs are like on average; nothing if there are none.
    fn averages<'py>(
        &self,
        py: Python<'py>,
        exact: bool,
        memory: u64,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let timeout = work::timeout(timeout);
        let spec = self.spec.clone();
        let found =
            work::apart(py, timeout, move |stop| averages(&spec, &stop.with_memory(memory)))?;
        let found = found?;
        found.map(|(averages, pairs)| self.explanation(py, &averages, &pairs, exact)).transpose()
    }

    /// Does a program belong to the space?
    fn holds(&self, program: &Bound<'_, Program>) -> bool {
        membership::check(&self.spec, &program.get().program).is_ok()
    }

    /// Every rule that a program breaks, with the number of the clause if it is about one.
    fn violations<'py>(
        &self,
        py: Python<'py>,
        program: &Bound<'py, Program>,
    ) -> PyResult<Bound<'py, PyList>> {
        let program = &program.get().program;
        let violation = |violation: Violation| {
            let clause = match &violation {
                Violation::Clause { number, .. } => Some(*number),
                Violation::Repeated { second, .. } => Some(*second),
                _ => None,
            };
            (violation.to_string(), clause)
        };
        let violations = membership::violations(&self.spec, program).map(violation);
        PyList::new(py, violations.collect::<Vec<_>>())
    }
}

/// The number of programs, by visiting them all.
fn listed(spec: &generate::Spec, stop: &Stop) -> Result<Natural, Exception> {
    Searcher::new(spec).count(stop).map(Natural::from).map_err(|_| work::out_of_time())
}

/// Pairs of predicates, and how likely each is independent.
type Pairs = Vec<((usize, usize), exact::Ratio)>;

fn averages(
    spec: &generate::Spec,
    stop: &Stop,
) -> Result<Option<(exact::Averages, Pairs)>, Exception> {
    let fitted = exact::fitted(spec, stop).map_err(NotPrepared::from);
    let spec = &fitted.map_err(|error| unprepared(spec, error, stop))?;
    let Some(averages) = exact::averages(spec, stop)? else { return Ok(None) };
    let mut pairs = Vec::new();
    for pair in exact::pairs_if_few(spec) {
        pairs.extend(exact::independence(spec, pair, stop)?.map(|ratio| (pair, ratio)));
    }
    Ok(Some((averages, pairs)))
}

impl Spec {
    fn explanation<'py>(
        &self,
        py: Python<'py>,
        averages: &exact::Averages,
        pairs: &Pairs,
        exact: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let number = |ratio: &exact::Ratio| numbers::ratio(py, ratio, exact);
        let names = self.predicates();
        let by_predicate = |ratios: &[exact::Ratio]| {
            let by_name = PyDict::new(py);
            for (name, ratio) in names.iter().zip(ratios) {
                by_name.set_item(name, number(ratio)?)?;
            }
            Ok::<_, PyErr>(by_name)
        };
        let told = PyDict::new(py);
        told.set_item("count", numbers::int(py, &averages.count)?)?;
        told.set_item("clauses", number(&averages.clauses)?)?;
        told.set_item("nodes", number(&averages.nodes)?)?;
        told.set_item("negations", number(&averages.negations)?)?;
        told.set_item("disjunctions", number(&averages.disjunctions)?)?;
        told.set_item("empty_bodies", number(&averages.empty_bodies)?)?;
        told.set_item("constants", averages.constants.as_ref().map(number).transpose()?)?;
        told.set_item("head", by_predicate(&averages.head)?)?;
        told.set_item("body", averages.body.as_deref().map(by_predicate).transpose()?)?;
        told.set_item("stratified", number(&averages.stratified)?)?;
        told.set_item("acyclic", number(&averages.acyclic)?)?;
        told.set_item("safe", number(&averages.safe)?)?;
        let independent = PyDict::new(py);
        for ((p, q), ratio) in pairs {
            independent.set_item((&names[*p], &names[*q]), number(ratio)?)?;
        }
        told.set_item("independent", independent)?;
        Ok(told)
    }
}
