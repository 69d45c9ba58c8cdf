//! Drawing programs, every program of the space with exactly the same probability, or exactly in
//! proportion to its weight.
//!
//! This is the recursive method (see [`exact`](super)). A program is drawn from its outline to its details. Each step is a
//! choice whose weights are the exact numbers of programs behind each alternative:
//!
//! 1. its size: how many clauses, and, if asked, how many nodes;
//! 2. how it hangs together ([`outline`]): layers, a preorder, or rounds, components, and how the
//!    clauses are shared out among them;
//! 3. the clauses of each component ([`component`], [`batch`]);
//! 4. each clause: nodes, shape, predicates, terms ([`clause`], [`clause_choices`]); if bodies are sets, the literals
//!    ([`literals`]), which are then put into one order ([`canonical`]).
//!
//! Rules without a closed form are looked at when a clause ([`clause_by_clause`]) or a program ([`filter`]) has been drawn.
//! Where few draws are in vain, a step draws from a looser set until it meets its conditions (rejection sampling; von
//! Neumann, 1951).
//!
//! Tables are filled the first time they are needed and shared by all threads; what is drawn depends
//! on the seed and the index alone.

mod batch;
mod by_layers;
mod by_preorder;
mod by_rounds;
mod canonical;
mod choice;
mod clause;
mod clause_by_clause;
mod clause_choices;
mod component;
mod covering;
mod cumulative;
mod filter;
mod flat;
mod literals;
mod outline;
mod random_source;
mod sampler;
mod sizes;
mod split;
mod tables;
mod token;
mod trial;

pub(crate) use canonical::{Literal, write as write_set};
#[cfg(test)]
pub(crate) use random_source::RandomSource;
pub use sampler::Sampler;
pub use sizes::SizeSpread;
pub(crate) use token::{Token, read as read_clause};
pub(crate) use trial::Trial;
