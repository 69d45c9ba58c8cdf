//! How many programs there are, what they are like, and which they are.

use std::ops::ControlFlow;

use randlog_generate::exact::{self, NoSampler, OutsideClosedForms};
use randlog_generate::generator::Method;
use randlog_generate::profile::{Measure, Typical};
use randlog_generate::search::{Ending, Searcher};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Dialect, Program};
use randlog_recipe::{Enumeration, header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::spec;
use crate::trouble::Trouble;

#[derive(Deserialize)]
pub(crate) struct Count {
    toml: String,
    #[serde(default)]
    limits: Limits,
    /// Where there is no closed form: how many programs are drawn for an estimate.
    #[serde(default = "draws")]
    draws: u64,
}

fn draws() -> u64 {
    2000
}

/// The exact number of programs; where no closed form applies, by listing them or as an estimate.
pub(crate) fn count(Count { toml, limits, draws }: Count) -> Result<Value, Trouble> {
    let (spec, stop) = (spec::parse(&toml)?, limits.stop());
    let why = match exact::count_within(&spec, &stop) {
        Ok(count) => {
            return Ok(json!({ "count": count.to_string(), "how": "by closed forms" }));
        }
        Err(OutsideClosedForms::Stopped(stopped)) => return Err(stopped.into()),
        Err(why) => why,
    };
    let reason = why.to_string();
    if let Ok(count) = Searcher::new(&spec).count(&stop.within(limits.time() / 8)) {
        let count = count.to_string();
        return Ok(json!({ "count": count, "how": "by listing them", "why": reason }));
    }
    let estimate = exact::estimate(&spec, draws, &stop).map_err(|_| Trouble::outside(&why))?;
    let (low, high) = estimate.interval();
    Ok(json!({
        "count": estimate.count().to_string(),
        "low": low.to_string(),
        "high": high.to_string(),
        "how": "estimated",
        "why": reason,
    }))
}

#[derive(Deserialize)]
pub(crate) struct Averages {
    toml: String,
    method: String,
    #[serde(default = "draws")]
    draws: u64,
    #[serde(default)]
    limits: Limits,
}

/// What programs are like on average, if all are equally likely or if the search finds them. Weights do not count.
pub(crate) fn averages(wanted: Averages) -> Result<Value, Trouble> {
    let Averages { toml, method, draws, limits } = wanted;
    let spec = spec::parse(&toml)?.to_draft().weights([] as [(&str, u8); 0]);
    let spec = spec.averages([] as [(&str, u8); 0]).build();
    let spec = spec.map_err(|error| Trouble::of(&error))?;
    let (stop, drawing) = (limits.stop(), limits.stop().within(limits.time() / 2));
    let typical = match method.as_str() {
        "search" => Typical::measured(&spec, Method::Search, draws, &stop, &drawing),
        _ => Typical::uniform(&spec, draws, &stop, &drawing),
    };
    let typical = typical.map_err(|error| no_sampler(&error))?;
    let basis = match &typical {
        Typical::Expected(_) => "by closed forms".to_owned(),
        Typical::Measured(tally) => format!("measured on {} programs", tally.programs()),
    };
    let rows = rows(&spec, |measure| typical.average(measure));
    Ok(json!({ "basis": basis, "rows": rows }))
}

/// All averages that a space leaves open.
pub(crate) fn rows(spec: &Spec, average: impl Fn(Measure) -> Option<f64>) -> Vec<Value> {
    let row = |measure: &Measure| {
        let (name, words) = (measure.row(spec), measure.words(spec));
        json!({ "name": name, "words": words, "average": average(*measure) })
    };
    Measure::open_in(spec).iter().map(row).collect()
}

fn no_sampler(error: &NoSampler) -> Trouble {
    match error {
        NoSampler::Stopped(stopped) => (*stopped).into(),
        NoSampler::Outside(why) => Trouble::outside(why),
        other => Trouble::of(other),
    }
}

#[derive(Deserialize)]
pub(crate) struct List {
    toml: String,
    /// How many at most; one more is looked for, to tell whether these are all.
    limit: u64,
    #[serde(default)]
    limits: Limits,
}

/// The programs of a small space, and the file that `randlog enumerate` writes.
pub(crate) fn list(List { toml, limit, limits }: List) -> Result<Value, Trouble> {
    let spec = spec::parse(&toml)?;
    let found = first(&spec, limit.saturating_add(1), &limits.stop())?;
    let is_whole = found.len() as u64 <= limit;
    let dialect = Dialect::ProbLog;
    let limit = (!is_whole).then_some(limit);
    let invocation = Enumeration { spec, dialect, limit }.invocation();
    let (mut file, mut texts) = (invocation.header("search"), Vec::new());
    let shown = found.len() - usize::from(!is_whole);
    for (index, program) in (0..).zip(&found[..shown]) {
        let mut text = String::new();
        let printed = dialect.print(program).map_err(|error| Trouble::of(&error))?;
        printed.write_to(&mut text).expect("strings take any text");
        file += if index > 0 { "\n" } else { "" };
        header::separate(&mut file, index);
        file += &text;
        texts.push(text);
    }
    Ok(json!({
        "programs": texts,
        "whole": is_whole,
        "file": file,
        "command": invocation.complete_line(),
    }))
}

fn first(spec: &Spec, limit: u64, stop: &Stop) -> Result<Vec<Program>, Trouble> {
    let mut programs = Vec::new();
    let ending = Searcher::new(spec).enumerate(stop, |program| {
        programs.push(program);
        let is_enough = programs.len() as u64 >= limit;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match ending? {
        Ending::Exhausted | Ending::Enough => Ok(programs),
    }
}
