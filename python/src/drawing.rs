//! Random programs and instances, and lists of all programs.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use randlog_base::batch;
use randlog_generate as generate;
use randlog_generate::exact::SizeSpread;
use randlog_generate::generator::Method;
use randlog_generate::identity;
use randlog_generate::search::Searcher;
use randlog_logic::Dialect;
use randlog_recipe::instance::Instances;
use randlog_recipe::{Distinct, Made, Prepared, Product, Programs, Recipe, header};

use crate::errors::{Exception, unmade, unprepared};
use crate::program::Program;
use crate::spec::Spec;
use crate::work::{self, Stream};

/// How many programs may be listed ahead of whoever takes them.
const AHEAD: usize = 1024;

/// Programs or instances by index.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Drawing {
    prepared: Arc<Prepared>,
    memory: u64,
}

/// The names of all settings of instances, each with what it is for and its default.
#[pyfunction]
pub(crate) fn instance_settings() -> Vec<(&'static str, &'static str, String)> {
    let defaults = Instances::default();
    let setting = |setting: randlog_recipe::instance::Setting| {
        (setting.name, setting.help, (setting.get)(&defaults))
    };
    Instances::SETTINGS.map(setting).to_vec()
}

/// The recipe that these words make up.
fn recipe(
    spec: &generate::Spec,
    seed: u64,
    method: &str,
    spread: &str,
    settings: Option<Vec<(String, String)>>,
    programs: Programs,
) -> Result<Recipe, Exception> {
    let method = Method::named(method).ok_or_else(|| {
        let names = Method::ALL.map(Method::name).join("`, `");
        Exception::setting(
            format!("there is no method `{method}`"),
            format!("give one of `{names}`"),
        )
    })?;
    let spread = spread.parse::<SizeSpread>().map_err(|()| {
        Exception::setting(
            format!("`{spread}` is no spread over sizes"),
            "give `clauses`, `nodes`, or `clauses,nodes`",
        )
    })?;
    let product = match settings {
        None => Product::Programs(programs),
        Some(settings) => Product::Instances(instances(settings)?),
    };
    Ok(Recipe { spec: spec.clone(), method, spread, seed, product })
}

fn instances(settings: Vec<(String, String)>) -> Result<Instances, Exception> {
    let known = Instances::SETTINGS.map(|setting| setting.name);
    if let Some((name, _)) = settings.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        let help = format!("the settings are `{}`", known.join("`, `"));
        return Err(Exception::setting(format!("instances have no setting `{name}`"), help));
    }
    let mut instances = Instances::default();
    for setting in Instances::SETTINGS {
        for (name, value) in settings.iter().filter(|(name, _)| name == setting.name) {
            (setting.set)(&mut instances, value).map_err(|remedy| {
                Exception::setting(format!("`{name}` cannot be `{value}`"), remedy)
            })?;
        }
    }
    Ok(instances)
}

#[pymethods]
impl Drawing {
    /// Set up what drawing needs.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is an argument of a function in Python")]
    fn new(
        py: Python<'_>,
        spec: &Bound<'_, Spec>,
        seed: u64,
        method: &str,
        spread: &str,
        settings: Option<Vec<(String, String)>>,
        distinct: bool,
        queries: Vec<String>,
        memory: u64,
    ) -> PyResult<Drawing> {
        let spec = spec.get().spec.clone();
        let mut programs = Programs { distinct, ..Dialect::ProbLog.into() };
        for text in &queries {
            let asked = programs.ask(&spec, text);
            asked.map_err(|error| Exception::from_diagnostic("SettingError", &error))?;
        }
        let recipe = recipe(&spec, seed, method, spread, settings, programs)?;
        let prepared = work::apart(py, None, move |stop| {
            let prepared = recipe.prepare_within(&stop.with_memory(memory));
            prepared.map_err(|error| unprepared(&spec, error, stop))
        })?;
        let prepared = Arc::new(prepared?);
        Ok(Drawing { prepared, memory })
    }

    /// The method that was chosen.
    fn method(&self) -> &'static str {
        self.prepared.recipe.method.name()
    }

    /// Why programs come from the search, though it was not asked for.
    fn why_by_search(&self) -> Option<String> {
        self.prepared.why_by_search().map(ToString::to_string)
    }

    /// The spec, with weights in place of averages.
    fn spec(&self) -> Spec {
        Spec::from(self.prepared.recipe.spec.clone())
    }

    /// The command that makes programs again.
    fn command(&self, first: u64, count: u64) -> String {
        self.prepared.recipe.command(&(first..first.saturating_add(count)))
    }

    /// Start to draw `count` programs, from `first` on, in steps, so many of them ahead of whoever takes them.
    fn draw(
        &self,
        first: u64,
        step: u64,
        count: u64,
        ahead: usize,
        threads: Option<usize>,
        timeout: Option<f64>,
    ) -> PyResult<Drawn> {
        let timeout = work::timeout(timeout);
        let (threads, prepared) = (work::threads(threads)?, self.prepared.clone());
        if self.is_distinct() {
            let positions = Positions { first, step, count };
            return self.draw_distinct(positions, ahead, threads, timeout);
        }
        let stream = Stream::start(ahead.max(1), None, move |sink| {
            let stop = sink.stop().within(timeout);
            let worker = || {
                let (mut maker, stop) = (prepared.maker(), stop.clone());
                move |number: u64| Some(maker.make(first + number * step, &stop))
            };
            batch::in_order(threads, 0..count, &stop, worker, |_, made| {
                let is_last = made.is_err();
                let made = made.map_err(|error| unmade(&prepared.recipe.spec, error, &stop));
                match sink.put(made) && !is_last {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        })?;
        Ok(Drawn { stream })
    }

    /// A file of programs, as the command line writes it.
    fn file(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<String> {
        let (prepared, memory, is_distinct) =
            (self.prepared.clone(), self.memory, self.is_distinct());
        let file: Result<String, Exception> = work::apart(py, None, move |stop| {
            let spec = &prepared.recipe.spec;
            let mut distinct =
                is_distinct.then(|| Distinct::new(spec, count, &stop.with_memory(memory)));
            let wanted = distinct.as_ref().map_or(count, Distinct::wanted);
            let mut text = prepared.recipe.header(&(first..first.saturating_add(wanted)));
            let (mut maker, mut found, mut index) = (prepared.maker(), 0, first);
            while found < distinct.as_ref().map_or(count, Distinct::wanted) {
                let made = maker.make(index, stop).map_err(|error| unmade(spec, error, stop))?;
                let is_new = distinct.as_mut().map_or(Ok(true), |distinct| {
                    distinct.is_new(identity(spec, &made.program), stop)
                });
                if is_new.map_err(|error| Exception::from_diagnostic("SpaceError", &error))? {
                    text += if found > 0 { "\n" } else { "" };
                    header::separate(&mut text, index);
                    text += &prepared.text(&made)?;
                    found += 1;
                }
                index += 1;
            }
            Ok(header::commented(text, prepared.recipe.dialect()))
        })?;
        Ok(file?)
    }
}

/// Which of the different programs are wanted: `count` of them, from `first` on, in steps.
struct Positions {
    first: u64,
    step: u64,
    count: u64,
}

impl Drawing {
    fn is_distinct(&self) -> bool {
        let product = &self.prepared.recipe.product;
        matches!(product, Product::Programs(Programs { distinct: true, .. }))
    }

    /// Draw from index 0 on, skip what was drawn before, and pass on those at the positions. The stream ends
    /// with the space.
    fn draw_distinct(
        &self,
        Positions { first, step, count }: Positions,
        ahead: usize,
        threads: usize,
        timeout: Option<Duration>,
    ) -> PyResult<Drawn> {
        let (prepared, memory) = (self.prepared.clone(), self.memory);
        let stream = Stream::start(ahead.max(1), None, move |sink| {
            let stop = sink.stop().within(timeout);
            let counting = stop.with_memory(memory);
            let spec = &prepared.recipe.spec;
            let last = first.saturating_add(step.saturating_mul(count.saturating_sub(1)));
            let mut distinct = Distinct::new(spec, last.saturating_add(1), &counting);
            let (mut position, mut has_ended) = (0, false);
            let finish = |made: Made| (identity(spec, &made.program), made);
            prepared.make_all(threads, 0..u64::MAX - 1, &stop, finish, |_, made| {
                let made = match made {
                    Err(error) => Err(unmade(spec, error, &stop)),
                    Ok((identity, made)) => match distinct.is_new(identity, &stop) {
                        Err(error) => Err(Exception::from_diagnostic("SpaceError", &error)),
                        Ok(false) => return ControlFlow::Continue(()),
                        Ok(true) => Ok(made),
                    },
                };
                let is_wanted =
                    made.is_err() || (position >= first && (position - first) % step == 0);
                position += 1;
                let goes_on = made.is_ok() && position <= last && position < distinct.wanted();
                let is_taken = !is_wanted || sink.put(made);
                has_ended = !(is_taken && goes_on);
                if has_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if !has_ended {
                sink.put(Err(work::out_of_time()));
            }
        })?;
        Ok(Drawn { stream })
    }
}

/// Programs that are being drawn, in order.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Drawn {
    stream: Stream<Result<Made, Exception>>,
}

#[pymethods]
impl Drawn {
    fn __iter__(slf: Py<Drawn>) -> Py<Drawn> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Program>> {
        let made = self.stream.next(py)?.transpose();
        let made = made?;
        Ok(made.map(|made| made.program.into()))
    }
}

/// All programs of a space, one by one.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Listing {
    stream: Stream<Result<randlog_logic::Program, Exception>>,
}

#[pymethods]
impl Listing {
    #[new]
    fn new(spec: &Bound<'_, Spec>, timeout: Option<f64>) -> PyResult<Listing> {
        let timeout = work::timeout(timeout);
        let spec = spec.get().spec.clone();
        let stream = Stream::start(AHEAD, None, move |sink| {
            let each = |program| match sink.put(Ok(program)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
            let stop = sink.stop().within(timeout);
            if Searcher::new(&spec).enumerate(&stop, each).is_err() {
                sink.put(Err(work::out_of_time()));
            }
        })?;
        Ok(Listing { stream })
    }

    fn __iter__(slf: Py<Listing>) -> Py<Listing> {
        slf
    }

    /// End the work.
    fn stop(&self) {
        self.stream.stop();
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Program>> {
        let program = self.stream.next(py)?.transpose();
        Ok(program?.map(Program::from))
    }
}
