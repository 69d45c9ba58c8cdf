//! What given programs are like, and whether listing and counting agree.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use randlog_generate::profile::{Baseline, GroundFacts, Measure, Profile, baselines};
use randlog_generate::verify::{self, Outcome, Scenario};

use crate::errors::Exception;
use crate::given::Given;
use crate::spec::Spec;
use crate::work::{self, Stream};

/// How many scenarios may be compared ahead of whoever takes the numbers.
const AHEAD: usize = 64;

/// The profile of some programs, whose ground facts are data, or clauses like others.
pub(crate) fn profile(
    py: Python<'_>,
    programs: Vec<Bound<'_, PyAny>>,
    facts_are_data: bool,
) -> PyResult<Profile> {
    let given: Vec<Given> = programs.iter().map(Given::read).collect::<PyResult<_>>()?;
    let facts = if facts_are_data { GroundFacts::Data } else { GroundFacts::Clauses };
    let profile = work::apart(py, None, move |stop| {
        let outlined = given.into_iter().map(|program| {
            stop.check().map_err(|_| work::out_of_time())?;
            program.outline()
        });
        let outlines = outlined.collect::<Result<Vec<_>, Exception>>()?;
        let profile = Profile::of(outlines.iter().map(|program| (program, facts)));
        profile.map_err(|error| Exception::from_diagnostic("SpaceError", &error))
    })?;
    Ok(profile?)
}

/// What programs are like, beside others of the same space, in the shape of `randlog describe --format json`.
#[pyfunction]
pub(crate) fn describe<'py>(
    py: Python<'py>,
    programs: Vec<Bound<'py, PyAny>>,
    facts_are_data: bool,
    draws: u64,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let timeout = work::timeout(timeout).unwrap_or(Duration::MAX);
    let profile = profile(py, programs, facts_are_data)?;
    let space = profile.space().clone();
    let columns = work::apart(py, None, move |stop| baselines(&space, draws, timeout, stop))?;
    let told = PyDict::new(py);
    told.set_item("programs", profile.tally().programs())?;
    let (facts, given) = (profile.facts(), PyDict::new(py));
    given.set_item("count", facts.count)?;
    given.set_item("probabilistic", facts.probabilistic)?;
    given.set_item("predicates", facts.predicates)?;
    given.set_item("constants", facts.constants)?;
    told.set_item("facts", given)?;
    told.set_item("notes", profile.notes().iter().map(ToString::to_string).collect::<Vec<_>>())?;
    told.set_item("spec", Spec::from(profile.space().clone()))?;
    let (averages, found) = (PyDict::new(py), PyDict::new(py));
    let of_given = |measure| profile.tally().average(measure);
    averages.set_item("given", by_measure(py, &profile, &of_given)?)?;
    for column in &columns {
        let of_others = |measure| Baseline::average(column, measure);
        averages.set_item(column.name, by_measure(py, &profile, &of_others)?)?;
        found.set_item(column.name, column.basis())?;
    }
    told.set_item("averages", averages)?;
    told.set_item("found", found)?;
    Ok(told)
}

fn by_measure<'py>(
    py: Python<'py>,
    profile: &Profile,
    average: &dyn Fn(Measure) -> Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let averages = PyDict::new(py);
    for (measure, _) in profile.averages() {
        averages.set_item(measure.row(profile.space()), average(measure))?;
    }
    Ok(averages)
}

/// Small spaces that are being listed and counted. Each comes as its spec with both numbers.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Verifying {
    stream: Stream<(Scenario, Outcome)>,
}

#[pymethods]
impl Verifying {
    /// The first so many spaces of the paper's, then so many random ones.
    #[new]
    fn new(limit: u64, extended: u64, seed: u64, threads: Option<usize>) -> PyResult<Verifying> {
        let threads = work::threads(threads)?;
        let stream = Stream::start(AHEAD, None, move |sink| {
            let mut scenarios = verify::paper_grid();
            scenarios.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            scenarios.extend((0..extended).map(|index| verify::random_scenario(seed, index)));
            verify::list(threads, &scenarios, sink.stop(), |scenario, outcome| {
                match sink.put((scenario.clone(), outcome)) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        })?;
        Ok(Verifying { stream })
    }

    fn __iter__(slf: Py<Verifying>) -> Py<Verifying> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    #[allow(clippy::type_complexity, reason = "Python takes it apart at once")]
    fn __next__(
        &self,
        py: Python<'_>,
    ) -> PyResult<Option<(Spec, u64, Option<(&'static str, u64, u64)>)>> {
        let compared = self.stream.next(py)?;
        Ok(compared.map(|(scenario, outcome)| {
            let differing = outcome.disagreement.map(|d| (d.what, d.listed, d.counted));
            (scenario.spec.into(), outcome.listed, differing)
        }))
    }
}
