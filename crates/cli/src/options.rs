//! Values of flags that several commands share.

use std::fmt::Display;
use std::num::NonZero;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_generate::Spec;
use randlog_generate::exact::SizeSpread;
use randlog_generate::spec::Key;
use randlog_logic::{Dialect, Unprintable};

/// No machine has more, and each thread has a model of its own.
const MAX_THREADS: usize = 1024;

/// One of these values, by its name.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let named = move |text| all.into_iter().find(|value| name(*value) == text).ok_or(text);
    PossibleValuesParser::new(all.map(name)).try_map(named)
}

/// A language to write.
pub(crate) fn dialect() -> impl TypedValueParser<Value = Dialect> {
    one_of(Dialect::ALL, Dialect::name)
}

/// A language to read.
pub(crate) fn readable_dialect() -> impl TypedValueParser<Value = Dialect> {
    one_of(Dialect::READ, Dialect::name)
}

/// A whole number, within some bounds.
pub(crate) fn whole<T: FromStr + PartialOrd + Display>(
    bounds: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("give a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => {
                format!("give a whole number in digits, {least} or more, such as 1000")
            }
            _ => "give a whole number in digits, such as 1000".to_owned(),
        })
    }
}

pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZero<usize>| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("give a number from 1 to {MAX_THREADS}"))
}

/// As many threads as asked for, else one per core.
pub(crate) fn threads_or_all(threads: Option<NonZero<usize>>) -> NonZero<usize> {
    threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// The flag of a key of a spec: `--max-nodes`.
pub(crate) fn flag(key: &Key) -> String {
    format!("--{}", key.name.replace('_', "-"))
}

/// The flag of a key with a value: `--max-nodes 5`, `--safe`.
pub(crate) fn usage(key: &'static Key) -> String {
    if key.is_switch() { flag(key) } else { format!("{} {}", flag(key), key.short_example()) }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds above 0, such as 60 or 0.5".to_owned())
}

/// A time: seconds, or with a unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let found = units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)));
    let (number, factor) = found.unwrap_or((text, 1.0));
    let seconds = number.trim_end().parse::<f64>().ok().filter(|number| *number > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds * factor).ok())
        .ok_or_else(|| "give a time above 0, such as 90, 10m or 2h".to_owned())
}

/// Refuse probabilities that the dialect cannot write, before anything is written.
pub(crate) fn expressible(format: Dialect, spec: &Spec) -> Result<(), Unprintable> {
    let lists = (0..spec.heads().len()).flat_map(|head| spec.probabilities_of(head));
    let uncertain = { lists }.find(|probability| !probability.is_one());
    match (format, uncertain) {
        (Dialect::ProbLog, _) | (_, None) => Ok(()),
        (_, Some(probability)) => Err(Unprintable::Probability(probability.to_string().into())),
    }
}

/// Sizes that are spread evenly.
pub(crate) fn spread(text: &str) -> Result<SizeSpread, String> {
    text.parse().map_err(|()| "give `clauses`, `nodes`, or `clauses,nodes`".to_owned())
}

/// An amount of memory, such as `2GiB` or `500MB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 7] = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("kB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("", 1),
    ];
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text[digits.len()..].trim();
    UNITS
        .iter()
        .find(|(name, _)| *name == unit)
        .and_then(|(_, bytes)| digits.parse::<u64>().ok()?.checked_mul(*bytes))
        .ok_or_else(|| "give a whole number of bytes with a unit, such as 500MB or 2GiB".to_owned())
}

/// A number of things, for people.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        let seconds = |text: &str| duration(text).ok().map(|time| time.as_secs_f64());
        assert_eq!(seconds("90"), Some(90.0));
        assert_eq!(seconds("1.5 s"), Some(1.5));
        assert_eq!(seconds("10m"), Some(600.0));
        assert_eq!(seconds("2h"), Some(7200.0));
        for bad in ["", "m", "-1", "0", "1d", "1e400h", "NaN"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
    }

    #[test]
    fn memory_is_read_with_its_unit() {
        let bytes = |text: &str| bytes(text).ok();
        assert_eq!(bytes("2GiB"), Some(2 << 30));
        assert_eq!(bytes("500 MB"), Some(500_000_000));
        assert_eq!(bytes("17"), Some(17));
        for bad in ["", "GiB", "2 gib", "-1MB", "1.5GB", "99999999999GiB", "2GiBé"] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
    }
}
