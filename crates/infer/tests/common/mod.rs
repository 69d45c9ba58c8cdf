//! What the tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

use randlog_infer::{Engine, Error, Limits, Solution, solve};
use randlog_logic::{Dialect, Program};

pub(crate) fn parse(text: &str) -> Program {
    Dialect::ProbLog.parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Asserts that each engine gives just these answers, in this order.
#[track_caller]
pub(crate) fn answers(text: &str, expected: &[(&str, f64)]) {
    for engine in Engine::ALL {
        let solution = solve_with(engine, text).unwrap_or_else(|error| {
            panic!("{}: {error}\n{text}", engine.name());
        });
        let found: Vec<(String, f64)> =
            solution.answers.iter().map(|a| (a.atom.to_string(), a.probability)).collect();
        let same = found.len() == expected.len()
            && found.iter().zip(expected).all(|((atom, probability), (name, value))| {
                atom == name && (probability - value).abs() < 1e-12
            });
        assert!(same, "{}: {found:?} instead of {expected:?}\n{text}", engine.name());
    }
}

/// Asserts that each engine refuses this program, and returns the last one's reason.
#[track_caller]
pub(crate) fn refused(text: &str, kind: &str) -> Error {
    let mut reasons = Vec::new();
    for engine in Engine::ALL {
        match solve_with(engine, text) {
            Ok(solution) => panic!("{} answers {:?}\n{text}", engine.name(), solution.answers),
            Err(error) => {
                assert_eq!(error.kind(), kind, "{}: {error}\n{text}", engine.name());
                reasons.push(error);
            }
        }
    }
    reasons.pop().expect("there is an engine")
}

pub(crate) fn solve_with(engine: Engine, text: &str) -> Result<Solution, Error> {
    solve(&parse(text), engine, &Limits::default())
}
