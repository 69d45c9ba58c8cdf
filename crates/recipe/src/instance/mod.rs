//! Instances: rules, a database of facts, and a query, ready for an engine.
//!
//! [`Instances`] says what is wanted beside the rules; a [`Completion`] adds it to rules that come from
//! elsewhere. All of it depends on what is wanted, a seed and an index alone, and nothing but the query
//! on the rules:
//!
//! - **The domain**: the constants of the spec, then generated ones (`a`, `b`, …) up to the number
//!   asked for.
//! - **Facts**: different ground atoms over the domain, of the predicates of the spec, in the
//!   [`FactSpread`] asked for. They are never more than three quarters of all ground atoms: beyond that,
//!   [`Completion::facts`] is fewer than asked for.
//! - **Probabilities**: the [`Share`] asked for of the facts, rounded to a whole number, is
//!   probabilistic. Every set of that many facts is equally likely, and each of them has any of the
//!   listed probabilities with the same probability. The others are certain.
//! - **The query**: by one of the [`QueryPolicy`]s.
//!
//! Drawing takes time linear in the number of facts, at any density. (A derived query takes the
//! time of a few answers of the built-in engine on top.) Where there is no query of the kind asked
//! for, there is no instance: a [`Recipe`](crate::Recipe) then draws other rules.

mod completion;
mod facts;
mod query;
mod settings;
mod share;
mod universe;
mod walk;

pub use completion::{BadInstances, Completion, Made};
pub use facts::FactSpread;
pub use query::QueryPolicy;
pub use settings::{Instances, Setting};
pub use share::{BadShare, Share};
