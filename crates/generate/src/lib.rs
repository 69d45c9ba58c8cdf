//! From a spec to programs that meet it: by constraint search, or exactly.
//!
//! | module | does |
//! |---|---|
//! | [`spec`] | says which programs are wanted; they are the *space* of the spec |
//! | [`exact`] | counts the space, and draws from it uniformly, by closed forms |
//! | [`search`] | finds programs under any rules, and lists all of them, by constraint search |
//! | [`generator`] | one face for both: random programs by whichever method can |
//! | [`membership`] | judges whether a program belongs to the space |
//! | [`conflict`] | tells which rules contradict each other, if there is no program |
//! | [`profile`] | tells what given programs are like, as a spec |
//! | [`verify`] | compares what is listed with what is counted |
//!
//! ```
//! use randlog_generate::{Spec, Stop, membership};
//! use randlog_generate::exact::{SizeSpread, count};
//! use randlog_generate::generator::{Generator, Method};
//!
//! let spec = Spec::builder()
//!     .predicates(["p/1", "q/2"])
//!     .variables(2)
//!     .constants(["a"])
//!     .max_nodes(3)
//!     .max_clauses(3)
//!     .safe(true)
//!     .build()?;
//! assert_eq!(count(&spec)?.to_string(), "58123675");
//!
//! let generator = Generator::new(&spec, Method::Auto, SizeSpread::default(), &Stop::NEVER)?;
//! let program = generator.drawer().draw(7, 0, &Stop::NEVER)?.expect("there are such programs");
//! assert_eq!(membership::check(&spec, &program), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod conflict;
pub mod exact;
pub mod generator;
mod identity;
pub mod membership;
pub mod profile;
pub mod search;
pub mod spec;
pub mod verify;

pub use identity::identity;
pub use randlog_base::{Stop, Stopped};
pub use spec::Spec;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
