//! Counting spaces exactly, and drawing programs exactly uniformly.
//!
//! Nothing here searches. The number of programs that meet a spec is a sum of products, and a random
//! program is a walk down those sums: at each step the exact numbers of programs behind the
//! alternatives are the odds. `docs/exact.md` derives the formulas; this is where each lives, from
//! the smallest pieces to whole programs.
//!
//! | module | counts |
//! |---|---|
//! | `terms` | sequences of terms up to renaming of variables, by Burnside's lemma or by first use |
//! | `threads`, `bodies` | bodies by nodes, and by variables known before and after |
//! | `clauses` | clauses under a bound on who may occur where |
//! | `classes` | sets of predicates that differ only by an exchange of equal arities, all at once |
//! | `series` | anything by its number of clauses: truncated polynomials |
//! | `heads` | sets of clauses with one head |
//! | `components` | strongly connected components |
//! | `programs` | programs, by a recursion with signs: short, and fast |
//! | `layers` | programs, by a recursion without signs: what sampling walks down |
//! | `preorders`, `pairs` | programs with independent pairs |
//! | `sample` | drawing, in the same order from whole programs to the smallest pieces |
//! | `statistics` | averages and shares, by dual numbers |
//!
//! ```
//! use randlog_generate::Spec;
//! use randlog_generate::exact::{Limits, Sampler, Spread, count};
//!
//! let spec = Spec::builder()
//!     .predicates(["p/1", "q/1", "r/1"])
//!     .constants(1)
//!     .max_nodes(3)
//!     .max_clauses(3)
//!     .build()?;
//! // Three unary predicates, one constant, three nodes, three clauses, stratified:
//! assert_eq!(count(&spec)?.to_string(), "12772");
//!
//! let sampler = Sampler::new(&spec, Spread::default(), &Limits::default())?;
//! let program = sampler.sample(42, 0);
//! assert_eq!(program.clauses.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod classes;
mod clauses;
mod components;
mod error;
mod estimate;
mod heads;
mod layers;
mod number;
mod pairs;
mod preorders;
mod programs;
mod sample;
mod series;
mod space;
mod statistics;
mod terms;
mod threads;

#[cfg(test)]
mod tests;

pub use Limits as MemoryLimit;
pub use error::{NoSampler, OutsideClosedForms};
pub use number::Natural;
pub use sample::{Sampler, Spread, Spread as SizeSpread};
pub use statistics::{Ratio, Statistics, independence, statistics};

use crate::Spec;
use estimate::Purpose;
use heads::Second;
use space::Space;

/// How much the closed forms may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory for all tables, by estimate.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 2 << 30 }
    }
}

/// The exact number of programs that meet the spec.
pub fn count(spec: &Spec) -> Result<Natural, OutsideClosedForms> {
    count_within(spec, &Limits::default())
}

/// The same, with limits of your own.
pub fn count_within(spec: &Spec, limits: &Limits) -> Result<Natural, OutsideClosedForms> {
    let space = Space::new(spec, Second::Unused, Purpose::Count, limits)?;
    Ok(space.map_or(Natural::ZERO, |space| number::natural(&space.count().total(0))))
}
