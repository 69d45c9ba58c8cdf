//! Whatever the bytes, the program parser and the spec reader answer with a value or an error: no
//! panic, no hang, no stack overflow. The checks are those of the fuzz targets.

#[path = "common/hostile.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets")]
mod fuzz;

use std::time::{Duration, Instant};

use proptest::prelude::*;

/// Pieces that look enough like the real thing to get past the first character.
fn soup(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

const PROGRAM: &[&str] = &[
    "p",
    "q",
    "(",
    ")",
    "(X",
    ", ",
    "; ",
    ":- ",
    ".\n",
    ". ",
    "\\+ ",
    "0.5::",
    "1/3::",
    "X",
    "_",
    "a",
    "'",
    "'it''s'",
    "\"",
    "%",
    "/*",
    "*/",
    "query(",
    "evidence(",
    "true",
    "fail",
    "[",
    "|",
    "{",
    "!",
    "->",
    "=",
    "is",
    "1.5e3",
    "-",
    "é",
    "\\",
];

const SPEC: &[&str] = &[
    "predicates",
    "variables",
    "constants",
    "max_nodes",
    "max_clauses",
    "probabilities",
    "cycles",
    "bodies",
    "safe",
    "independent",
    "required",
    " = ",
    "[",
    "]",
    "{",
    "}",
    "\"p/1\"",
    "\"q/0\"",
    "\"p\"",
    ",",
    "\n",
    "#",
    "1",
    "0.5",
    "-",
    "\"",
    "'''",
    "true",
    "any",
    "and",
    "1979-05-27",
    "0x1F",
    "nan",
    "é",
    "\\u0041",
];

const FLAGS: &[&str] = &[
    "p", "q", "/", "1", "0", ",", ":", "and:", "none", "\n", "X", "a", "0.5", "-", " ", "é",
    "true", "any",
];

proptest! {
    #[test]
    fn programs_from_soup(text in soup(PROGRAM)) {
        fuzz::program(text.as_bytes());
    }

    #[test]
    fn specs_from_soup(text in soup(SPEC)) {
        fuzz::spec(text.as_bytes());
    }

    #[test]
    fn flags_from_soup(text in soup(FLAGS)) {
        fuzz::flags(text.as_bytes());
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        fuzz::program(&bytes);
        fuzz::spec(&bytes);
        fuzz::flags(&bytes);
    }
}

#[test]
fn deep_nesting_and_endless_tokens() {
    let start = Instant::now();
    for piece in [
        "(", "\\+ ", "[", "{", "p(", "a :- (", "p, ", "'", "/*", "0.5::", "p.", "\"", "%", "-", "1",
    ] {
        fuzz::program(piece.repeat(100_000).as_bytes());
        fuzz::program(format!("p :- {}", piece.repeat(100_000)).as_bytes());
    }
    for piece in
        ["[", "{", "a.", "a=", "[[", "\"", "'''", "#", "1", "a = {", "\n", "predicates = ["]
    {
        fuzz::spec(piece.repeat(100_000).as_bytes());
        fuzz::spec(format!("predicates = {}", piece.repeat(100_000)).as_bytes());
        fuzz::flags(piece.repeat(100_000).as_bytes());
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
