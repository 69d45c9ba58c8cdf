//! Instances: rules, a database of facts, and a query, ready for an engine.
//!
//! [`Instances`] says what is wanted beside the rules; a [`Completion`] adds it to rules that come from
//! elsewhere. All of it depends on what is wanted, a seed and an index alone, and nothing but the query
//! on the rules:
//!
//! - **The domain**: the constants of the spec, then generated ones (`a`, `b`, …) up to the number
//!   asked for.
//! - **Facts**: different ground atoms over the domain, in the [`FactSpread`] asked for. If the spec has data, facts are
//!   about these predicates; otherwise about all. They are never more than three quarters of all ground atoms: beyond
//!   that, [`Completion::facts`] is fewer than asked for. How many there are may also be said for each predicate.
//! - **Probabilities**: the [`Share`] asked for of the facts, rounded to a whole number, is
//!   probabilistic. Every set of that many facts is equally likely, and each of them has any of the
//!   listed probabilities with the same probability. The others are certain.
//! - **The query**: by one of the [`QueryPolicy`]s, about a goal of the spec; if it has none, about a predicate that heads
//!   clauses.
//!
//! The query may have to fulfil [`Conditions`] on what is measured of it: how deep its proofs are, how many random choices
//! matter, how they hang together, its probability. What a condition allows may be spread evenly over the instances.
//!
//! Drawing takes time linear in the number of facts, at any density. (A derived query takes the
//! time of a few answers of the built-in engine on top.) Where there is no query of the kind asked
//! for, there is no instance: a [`Recipe`](crate::Recipe) then draws other rules.

mod completion;
mod conditions;
mod facts;
mod query;
mod settings;
mod share;
mod universe;
mod walk;

pub use completion::{BadInstances, Completion, Made};
pub use conditions::{BadInterval, Conditions, Interval, Measure, Seen};
pub use facts::{BadFactCount, FactCount, FactSpread};
pub use query::QueryPolicy;
pub use settings::{Instances, Setting};
pub use share::{BadShare, Share};
