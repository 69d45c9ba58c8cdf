//! Values of flags that several commands share.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_generate::Spec;
use randlog_infer::Algorithm;
use randlog_logic::{Dialect, Unprintable};

/// No machine has more, and each thread has a model of its own.
const MAX_THREADS: usize = 1024;

pub(crate) fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let named = |name: String| {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name).unwrap_or(Dialect::ProbLog)
    };
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).map(named)
}

pub(crate) fn engine() -> impl TypedValueParser<Value = Algorithm> {
    let named = |name: String| {
        Algorithm::ALL.into_iter().find(|engine| engine.name() == name).unwrap_or_default()
    };
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).map(named)
}

pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZero<usize>| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("give a number from 1 to {MAX_THREADS}"))
}

/// As many threads as asked for, else one per core.
pub(crate) fn threads_or_all(threads: Option<NonZero<usize>>) -> usize {
    threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds above 0, such as 60 or 0.5".to_owned())
}

/// The moment when the time is up; never, if it is too far away to be told.
pub(crate) fn deadline(timeout: Option<Duration>) -> Option<Instant> {
    timeout.and_then(|timeout| Instant::now().checked_add(timeout))
}

/// Refuse probabilities that the dialect cannot write, before anything is written.
pub(crate) fn expressible(format: Dialect, spec: &Spec) -> Result<(), Unprintable> {
    let uncertain = spec.probabilities().iter().find(|probability| !probability.is_one());
    match (format, uncertain) {
        (Dialect::Prolog, Some(probability)) => Err(Unprintable::Probability(*probability)),
        _ => Ok(()),
    }
}

/// A number of programs, for people.
pub(crate) fn programs(count: u64) -> String {
    if count == 1 { "1 program".to_owned() } else { format!("{count} programs") }
}
