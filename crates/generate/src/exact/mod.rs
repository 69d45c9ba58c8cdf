//! Counting spaces exactly.

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

pub use error::{NoSampler, OutsideClosedForms};
pub use number::Natural;
pub use sample::{Sampler, Spread};
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
