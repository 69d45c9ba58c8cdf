//! Logic programs as data: terms, atoms, formulas, clauses, programs.
//!
//! This crate knows what a (probabilistic) logic program *is*, how it is written, and what can be
//! read off it. It knows nothing of how programs are made.
//!
//! ```
//! use randlog_logic::{Dialect, DependencyGraph, Predicate};
//!
//! let program = Dialect::ProbLog.parse(
//!     "0.9::parent(ann, bob).
//!      sibling(X, Y) :- parent(Z, X), parent(Z, Y).
//!      father(X, Y) :- parent(X, Y), \\+ mother(X, Y).",
//! )?;
//! let graph = DependencyGraph::new(&program.clauses);
//! let strata = graph.strata().expect("no cycle through a negation");
//! assert_eq!(strata.of(&Predicate::new("father", 2)), Some(1));
//! assert!(program.clauses.iter().all(|clause| clause.check_safety().is_ok()));
//! # Ok::<(), randlog_logic::ParseError>(())
//! ```

mod annotation;
pub mod built_ins;
mod canonical;
mod connectedness;
mod derivability;
mod dialect;
mod directive;
mod facts;
mod flatten;
mod function_free;
mod graph;
mod idle;
mod index;
mod measure;
pub mod name;
mod names;
mod operators;
mod parse;
mod place;
mod print;
mod probability;
mod program;
mod redundancy;
mod relevance;
mod safety;
mod subsumption;
mod syntax;
mod tabled;
mod unsupported;

pub use annotation::{distribution, ratio};
pub use derivability::underivable;
pub use dialect::{Dialect, Printed, Unprintable};
pub use directive::is_harmless;
pub use facts::{Facts, Table};
pub use flatten::NotFlat;
pub use graph::{Cycle, DependencyGraph, Edge, SharedDependency, Sign, Strata};
pub use idle::Idle;
pub use index::{Index, PredicateClauses};
pub use measure::Occurrence;
pub use names::Role;
pub use parse::{ParseError, ParseProblem, goal};
pub use place::SourcePlace;
pub use probability::{BadProbability, Probability};
pub use program::{Clauses, Parts, Program};
pub use randlog_base::{Stop, Stopped};
pub use redundancy::{Redundancy, redundant_clauses};
pub use relevance::{Relevant, User};
pub use safety::{UnsafePlace, UnsafeVariable};
pub use syntax::{
    Annotation, Atom, Clause, Compound, Formula, Goal, Head, Heads, Number, Predicate, Symbol, Term,
};
pub use unsupported::Unsupported;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
