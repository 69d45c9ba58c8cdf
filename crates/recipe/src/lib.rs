//! How random programs and instances are made, so that each can be made again.
//!
//! A [`Recipe`] is a value that holds everything a drawn program depends on, but its index: the spec,
//! the method, the spread over sizes, the seed and, for instances, what facts and queries are like. It
//! draws program *i*, gives the command that repeats it and the header that a file gets, and is read
//! back from that header. An [`Invocation`] is the same for any command: what it was asked to do, from which
//! the header, the command line and the stored form follow.
//!
//! ```
//! use randlog_generate::Spec;
//! use randlog_recipe::Recipe;
//! use randlog_recipe::instance::Instances;
//!
//! let spec = Spec::builder()
//!     .predicates(["p/1", "q/2"])
//!     .variables(2)
//!     .max_nodes(3)
//!     .max_clauses(2)
//!     .build()?;
//! let instances = Instances { domain: 10, facts: 20.into(), ..Instances::default() };
//! let recipe = Recipe::instances(spec, instances, 7);
//! let prepared = recipe.prepare()?;
//! let made = prepared.make(0)?;
//! assert_eq!(made.program.clauses.len(), 2 + 20);
//!
//! // What a file of it holds is enough to make it again.
//! let file = prepared.recipe.header(&(0..1)) + &prepared.text(&made)?;
//! let (again, indices) = Recipe::from_header(&file)?;
//! assert_eq!(again.prepare()?.make(indices.start)?, made);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod distinct;
pub mod header;
pub mod instance;
mod invocation;
mod prepared;
mod programs;
mod recipe;

pub use distinct::{Distinct, NotDistinct};
pub use instance::Made;
pub use invocation::{BadHeader, Flag, Invocation};
pub use prepared::{Maker, NotMade, NotPrepared, Prepared};
pub use programs::{BadQuery, Enumeration, Programs};
pub use recipe::{Product, Recipe};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
