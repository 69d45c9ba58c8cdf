//! What the tests share.

use randlog_infer::{Algorithm, Error, Inference, Solution};
use randlog_logic::{Dialect, Program};

/// How far a probability may be from the right one.
pub(crate) const TOLERANCE: f64 = 1e-12;

pub(crate) fn parse(text: &str) -> Program {
    Dialect::ProbLog.parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Asserts that each algorithm gives just these answers, in this order.
#[track_caller]
pub(crate) fn answers(text: &str, expected: &[(&str, f64)]) {
    for algorithm in Algorithm::ALL {
        let solution = solve_with(algorithm, text).unwrap_or_else(|error| {
            panic!("{}: {error}\n{text}", algorithm.name());
        });
        let found: Vec<(String, f64)> =
            solution.answers.iter().map(|a| (a.atom.to_string(), a.probability)).collect();
        let same = found.len() == expected.len()
            && found.iter().zip(expected).all(|((atom, probability), (name, value))| {
                atom == name && (probability - value).abs() <= TOLERANCE
            });
        assert!(same, "{}: {found:?} instead of {expected:?}\n{text}", algorithm.name());
    }
}

/// Asserts that each algorithm refuses this program, and returns the last one's reason.
#[track_caller]
pub(crate) fn refused(text: &str, kind: &str) -> Error {
    let mut reasons = Vec::new();
    for algorithm in Algorithm::ALL {
        match solve_with(algorithm, text) {
            Ok(solution) => panic!("{} answers {:?}\n{text}", algorithm.name(), solution.answers),
            Err(error) => {
                assert_eq!(error.kind(), kind, "{}: {error}\n{text}", algorithm.name());
                reasons.push(error);
            }
        }
    }
    reasons.pop().expect("there is an algorithm")
}

pub(crate) fn solve_with(algorithm: Algorithm, text: &str) -> Result<Solution, Error> {
    let source = Program::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Inference::new(&source).algorithm(algorithm).solve()
}

/// The same program with a directive that lets it go the way of programs that are not function-free.
pub(crate) fn to_be_resolved(mut program: Program) -> Program {
    let directive = Program::parse(":- dynamic 'of no program'/0.").unwrap().directives.remove(0);
    program.directives.push(directive);
    assert!(program.function_free().is_none());
    program
}
