//! Exact probabilities of queries in probabilistic logic programs.
//!
//! A program without function symbols defines a distribution over worlds: every ground instance of
//! a probabilistic clause makes one independent choice, and each total choice has one model, that
//! of the clauses it selects. The probability of a query is that of the worlds in which it holds.
//!
//! There are two algorithms, made to disagree if either is wrong:
//!
//! - [`Algorithm::Exact`] looks only at what the query reaches, grounds that part, and solves
//!   independent parts apart, by dynamic programming on tree decompositions or by decision diagrams.
//! - [`Algorithm::Worlds`] is the definition made executable: it walks through all worlds, with exact
//!   fractions.
//!
//! Every probability has a relative error below 10⁻¹², and so has its complement; or there is an error.
//! [`Precision::Exact`] gives fractions as well.
//!
//! ```
//! use randlog_infer::Inference;
//! use randlog_logic::Dialect;
//!
//! let program = Dialect::ProbLog.parse(
//!     "0.4::heads(C) :- coin(C).
//!      coin(c1). coin(c2).
//!      win :- heads(_).
//!      query(win).",
//! )?;
//! let solution = Inference::new(&program).solve()?;
//! assert_eq!(solution.answers[0].atom.to_string(), "win");
//! assert!((solution.answers[0].probability - 0.64).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built_in;
mod error;
mod exact;
mod inference;
mod limits;
mod measures;
mod prepared;
mod room;
mod safety;
mod solution;
mod worlds;

pub use dashu_ratio::RBig;
pub use error::{Error, Quotation};
pub use inference::{Algorithm, Inference, Task};
pub use limits::Limits;
pub use measures::Measures;
pub use solution::{
    Answer, Attempt, Derivative, Effort, GroundAtom, GroundGraph, Outcome, Phase, Precision,
    Refusal, Relevance, Sizes, Solution, World,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
