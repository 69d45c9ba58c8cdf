//! Logic programs as data: terms, atoms, formulas, clauses, programs.
//!
//! This crate knows what a (probabilistic) logic program *is*, how it is written, and what can be
//! read off it. It knows nothing of how programs are made.

mod canonical;
mod dialect;
mod graph;
mod measure;
pub mod name;
mod parse;
mod print;
mod probability;
mod syntax;

pub use dialect::{Dialect, Printed, Unprintable};
pub use graph::{Cycle, DependencyGraph, Edge, SharedDependency, Sign, Strata};
pub use measure::Occurrence;
pub use parse::{ParseError, Problem, Unsupported};
pub use probability::{BadProbability, Probability};
pub use syntax::{
    Atom, Clause, Directive, Evidence, Formula, Head, Number, Predicate, Program, Symbol, Term,
};
