//! Grounding by tabled resolution (SLG; Chen and Warren 1996): for programs with terms, built-in predicates, or clauses that are safe only
//! for the values that the query brings.
//!
//! Every body is read from left to right, with the values that the call has. Calls are tabled: a goal
//! is worked on once, and a rule that waits for its answers is woken for each new one. Terms are real
//! terms, found by number ([`terms`]); an answer may have variables of its own, if the clause that
//! gives it is certain, and then it holds for all values.
//!
//! The result is a ground program ([`GroundProgram`](super::ground::GroundProgram)) with the atoms that are
//! asked for ([`asked`]). Atoms of certain predicates leave no trace in its rules.
//!
//! A call is refused where its meaning would depend on the order of literals: a negation with a
//! variable of the clause that has no value, a built-in predicate that needs one, or a choice between
//! instances that are not told apart. The error names the clause, the call and how the query got there.

mod asked;
mod compile;
mod search;
mod steps;
mod table;
mod terms;

pub(super) use asked::ground;
