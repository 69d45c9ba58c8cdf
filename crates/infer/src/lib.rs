//! Exact probabilities of queries in probabilistic logic programs.
//!
//! A program without function symbols defines a distribution over worlds: every ground instance of
//! a probabilistic clause makes one independent choice, and each total choice has one model, that
//! of the clauses it selects. The probability of a query is that of the worlds in which it holds.
//!
//! There are two algorithms, made to disagree if either is wrong:
//!
//! - [`Algorithm::Exact`] looks only at what the query reaches, grounds that part, and solves
//!   independent parts apart, by sweeps or decision diagrams ([`exact`]).
//! - [`Algorithm::Worlds`] is the definition made executable: it walks through all worlds, with exact
//!   fractions ([`worlds`]).
//!
//! Every probability has a relative error below 10⁻¹², and so has its complement; or there is an error.
//! [`fractions`] gives exact ones.
//!
//! ```
//! use randlog_infer::{Algorithm, Limits, solve};
//! use randlog_logic::Dialect;
//!
//! let program = Dialect::ProbLog.parse(
//!     "0.4::heads(C) :- coin(C).
//!      coin(c1). coin(c2).
//!      win :- heads(_).
//!      query(win).",
//! )?;
//! let solution = solve(&program, Algorithm::Exact, &Limits::default())?;
//! assert_eq!(solution.answers[0].atom.to_string(), "win");
//! assert!((solution.answers[0].probability - 0.64).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built_in;
mod error;
pub mod exact;
mod in_time;
mod limits;
mod loaded;
mod prepared;
mod probability;
mod room;
mod safety;
mod solution;
pub mod worlds;

pub use dashu_ratio::RBig;
pub use error::Error;
pub use in_time::{
    fractions_in_time, fractions_loaded_in_time, fractions_source_in_time, solve_in_time,
    solve_loaded_in_time, solve_source_in_time,
};
pub use limits::Limits;
pub use loaded::Loaded;
pub use solution::{Answer, Effort, Outcome, Phase, Relevance, Sizes, Solution, Try};

use randlog_logic::Program;
use randlog_logic::wide::Source;

/// How probabilities are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Relevant grounding, sweeps and decision diagrams.
    #[default]
    Exact,
    /// All worlds, one by one: for small programs, and to test the other one.
    Worlds,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 2] = [Algorithm::Exact, Algorithm::Worlds];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Exact => "exact",
            Algorithm::Worlds => "worlds",
        }
    }
}

/// The probabilities of the program's queries, given its evidence.
pub fn solve(program: &Program, algorithm: Algorithm, limits: &Limits) -> Result<Solution, Error> {
    match algorithm {
        Algorithm::Exact => exact::solve(program, limits),
        Algorithm::Worlds => worlds::solve(program, limits),
    }
}

/// [`solve`] for a program as it was read, flat or wide.
///
/// ```
/// use randlog_infer::{Algorithm, Limits, solve_source};
/// use randlog_logic::wide::Source;
///
/// let source = Source::read("P::heads(C) :- coin(C, P). coin(c, 0.4). query(heads(X)).")?;
/// let solution = solve_source(&source, Algorithm::Exact, &Limits::default())?;
/// assert_eq!(solution.answers[0].probability, 0.4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_source(
    source: &Source,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    match (source, algorithm) {
        (Source::Flat(program), _) => solve(program, algorithm, limits),
        (Source::Wide(program), Algorithm::Exact) => exact::solve_wide(program, limits),
        (Source::Wide(program), Algorithm::Worlds) => worlds::solve_wide(program, limits),
    }
}

/// The same as [`solve`], with exact fractions in the answers. They may be long: every probability of the program
/// leaves its trace in the denominators.
///
/// ```
/// use randlog_infer::{Algorithm, Limits, fractions};
/// use randlog_logic::Dialect;
///
/// let program = Dialect::ProbLog.parse(
///     "1/3::rain. 1/3::sprinkler.
///      wet :- rain ; sprinkler.
///      evidence(wet). query(rain).",
/// )?;
/// let answers = fractions(&program, Algorithm::Exact, &Limits::default())?.answers;
/// assert_eq!(answers[0].fraction.as_ref().unwrap().to_string(), "3/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fractions(
    program: &Program,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    match algorithm {
        Algorithm::Exact => exact::fractions(program, limits),
        Algorithm::Worlds => worlds::fractions(program, limits),
    }
}

/// [`fractions`] for a program as it was read, flat or wide.
pub fn fractions_source(
    source: &Source,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    match (source, algorithm) {
        (Source::Flat(program), _) => fractions(program, algorithm, limits),
        (Source::Wide(program), Algorithm::Exact) => exact::fractions_wide(program, limits),
        (Source::Wide(program), Algorithm::Worlds) => worlds::fractions_wide(program, limits),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
