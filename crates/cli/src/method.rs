//! How programs are made or counted: flags that several commands share.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use randlog_generate::exact::{MemoryLimit, SizeSpread};
use randlog_generate::generator::Method;

/// The names of the methods of `sample`.
pub(crate) fn method() -> impl TypedValueParser<Value = Method> {
    let named = |name: String| Method::named(&name).unwrap_or_default();
    PossibleValuesParser::new(Method::ALL.map(Method::name)).map(named)
}

/// Sizes that are spread evenly.
pub(crate) fn spread(text: &str) -> Result<SizeSpread, String> {
    text.parse().map_err(|()| "give `clauses`, `nodes`, or `clauses,nodes`".to_owned())
}

/// A limit on the memory of the closed forms.
pub(crate) fn memory(text: &str) -> Result<MemoryLimit, String> {
    bytes(text).map(|bytes| MemoryLimit { bytes })
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

#[cfg(test)]
mod tests {
    use super::*;

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
