//! Whatever is thrown at the parser, it answers; and what it accepts, it can print.

use crate::common;
use proptest::prelude::*;
use randlog_logic::{Dialect, Unprintable};

fn assert_answers(text: &str) -> Result<(), TestCaseError> {
    for dialect in Dialect::READ {
        match dialect.parse(text) {
            Ok(program) => {
                let printed = match dialect.print(&program) {
                    // It can be told what such a program says, but no Prolog would take it.
                    Err(Unprintable::Reserved(_)) if dialect == Dialect::Prolog => continue,
                    printed => printed.map_err(|e| TestCaseError::fail(e.to_string()))?,
                };
                let expected = match dialect {
                    Dialect::Prolog => program.arranged(),
                    _ => program.clone(),
                };
                prop_assert_eq!(dialect.parse(&printed.to_string()), Ok(expected));
            }
            Err(error) => {
                let span = error.span();
                prop_assert!(text.get(span.clone()).is_some(), "{:?} splits a character", span);
                let lines = text[..span.start].split('\n').count();
                prop_assert_eq!(error.place.line as usize, lines);
                prop_assert!(!error.to_string().is_empty() && !error.help().is_empty());
            }
        }
    }
    Ok(())
}

/// Tokens, more likely to get past the lexer than characters are.
fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a",
        "b(",
        "query(",
        "evidence(",
        "X",
        "_",
        "1",
        "0.5",
        "1/3",
        "-",
        "'q'",
        "'",
        "\\",
        "\"",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        "|",
        "!",
        ":-",
        "<-",
        "::",
        "\\+",
        "\\+(",
        "->",
        "=",
        "is",
        ".",
        ". ",
        ".\n",
        " ",
        "\n",
        "%",
        "/*",
        "*/",
        "true",
        "fail",
        "not ",
        "0'",
        "0x",
        "e5",
        "é",
        "Ω",
        "€",
        "\u{feff}",
        "\0",
        "a.\n",
        "0.5::a; ",
        "t(_)",
        "\\x",
        "\r\n",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn token_soup(tokens in prop::collection::vec(token(), 0..24)) {
        assert_answers(&tokens.concat())?;
    }

    #[test]
    fn spaced_token_soup(tokens in prop::collection::vec(token(), 0..16)) {
        assert_answers(&(tokens.join(" ") + "."))?;
    }

    #[test]
    fn any_text(text in any::<String>()) {
        assert_answers(&text)?;
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        assert_answers(&String::from_utf8_lossy(&bytes))?;
    }

    /// A program with a slip: one character removed, doubled or replaced.
    #[test]
    fn nearly_programs(clauses in prop::collection::vec(common::clause(), 1..4), at in any::<prop::sample::Index>(), with in "[ -~]{0,2}") {
        let text: Vec<char> = clauses.iter().map(|clause| format!("{clause}\n")).collect::<String>().chars().collect();
        let at = at.index(text.len());
        let broken: String = text[..at].iter().copied().chain(with.chars()).chain(text[at + 1..].iter().copied()).collect();
        assert_answers(&broken)?;
    }
}
