//! Oracles: what must hold of answers, so that something is wrong if it does not.
//!
//! | oracle | says | literature |
//! |---|---|---|
//! | [`reference`](mod@reference) | an engine must agree with the built-in one, whose answers are checked in all worlds | |
//! | [`among`] | any two engines must agree | differential testing (McKeeman 1998) |
//! | [`relation`] | an engine must agree with itself on programs that mean the same, or nearly so | metamorphic testing (Chen, Cheung and Yiu 1998; Chen et al. 2018) |
//!
//! An oracle asks what it needs to know, and either has nothing to say or has a [`Fault`](crate::Fault): how the engine
//! fails, what was expected, and what came instead.

pub mod among;
mod asker;
pub mod reference;
pub mod relation;

use miette::Diagnostic;

pub use asker::{Asker, Said};
pub use reference::{Reference, Truth};
pub use relation::{RELATIONS, Relation};

/// An oracle, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// The built-in engines know better.
    Reference,
    /// Two engines differ.
    Among,
    /// An engine contradicts itself.
    Alone(&'static Relation),
}

/// A name that is no oracle's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("there is no oracle `{0}`")]
#[diagnostic(help(
    "the oracles are reference, engines, alone, and those of one engine alone: {}",
    RELATIONS.each_ref().map(|relation| relation.name).join(", ")
))]
pub struct UnknownOracle(String);

impl Oracle {
    /// All of them.
    pub fn all() -> Vec<Oracle> {
        let alone = RELATIONS.iter().map(Oracle::Alone);
        [Oracle::Reference, Oracle::Among].into_iter().chain(alone).collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Oracle::Reference => "reference",
            Oracle::Among => "engines",
            Oracle::Alone(relation) => relation.name,
        }
    }

    /// What it says.
    pub fn sentence(self) -> &'static str {
        match self {
            Oracle::Reference => "The answer is that of the built-in engine.",
            Oracle::Among => "Any two engines say the same.",
            Oracle::Alone(relation) => relation.sentence,
        }
    }

    /// Those of these names; `alone` stands for all that ask an engine alone.
    ///
    /// ```
    /// use randlog_faults::oracle::Oracle;
    ///
    /// assert_eq!(Oracle::named(&["reference", "complement"])?.len(), 2);
    /// assert!(Oracle::named(&["alone"])?.len() > 10);
    /// # Ok::<(), randlog_faults::oracle::UnknownOracle>(())
    /// ```
    pub fn named(names: &[impl AsRef<str>]) -> Result<Vec<Oracle>, UnknownOracle> {
        let mut chosen: Vec<Oracle> = Vec::new();
        for name in names.iter().map(AsRef::as_ref) {
            let fits = |oracle: &Oracle| {
                oracle.name() == name || name == "alone" && matches!(oracle, Oracle::Alone(_))
            };
            let fitting: Vec<Oracle> = Oracle::all().into_iter().filter(fits).collect();
            if fitting.is_empty() {
                return Err(UnknownOracle(name.to_owned()));
            }
            chosen.extend(
                fitting.into_iter().filter(|oracle| !chosen.contains(oracle)).collect::<Vec<_>>(),
            );
        }
        Ok(chosen)
    }
}
