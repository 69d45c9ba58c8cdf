//! Oracles: what must hold of answers, so that something is wrong if it does not.
//!
//! | oracle | says |
//! |---|---|
//! | [`reference`](mod@reference) | an engine must agree with the built-in one, whose word is checked by walking through all worlds |
//! | [`among`] | any two engines must agree |
//! | [`relation`] | an engine must agree with itself on programs that mean the same, or nearly so |
//!
//! An oracle asks what it needs to know, of whomever it is given, and either has nothing to say or has a
//! [`Violation`]: who is wrong, how, what was expected, and what came instead.

pub mod among;
mod asker;
pub mod reference;
pub mod relation;

use std::fmt;

use miette::Diagnostic;
use randlog_engines::{Answers, Bounds, NoAnswer};
use randlog_logic::{Atom, Program};

pub use asker::Asker;
pub use reference::{Reference, Truth};
pub use relation::{RELATIONS, Relation};

use crate::symptom::{Kind, words_of};

/// What an engine said.
pub type Outcome = Result<Answers, NoAnswer>;

/// Something that must hold, and does not.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// How the engine failed.
    pub kind: Kind,
    /// What is constant in its words, if it gave no number.
    pub words: String,
    /// The atom in question, for a wrong number.
    pub atom: Option<Atom>,
    /// What was expected, in words.
    pub expected: String,
    /// What came instead, in words.
    pub answered: String,
    /// The other programs that the oracle compares with, if any.
    pub others: Vec<Program>,
}

impl Violation {
    /// A number is wrong.
    pub fn wrong(
        atom: &Atom,
        expected: impl fmt::Display,
        answered: impl fmt::Display,
    ) -> Violation {
        Violation {
            kind: Kind::WrongAnswer,
            words: String::new(),
            atom: Some(atom.clone()),
            expected: expected.to_string(),
            answered: answered.to_string(),
            others: Vec::new(),
        }
    }

    /// There is no number, though there should be one.
    pub fn failure(failure: &NoAnswer, expected: impl fmt::Display) -> Violation {
        Violation {
            kind: Kind::Failure(failure.kind),
            words: words_of(failure),
            atom: None,
            expected: expected.to_string(),
            answered: failure.to_string(),
            others: Vec::new(),
        }
    }

    /// The same, with the programs that were compared.
    pub(crate) fn with(mut self, others: impl IntoIterator<Item = Program>) -> Violation {
        self.others.extend(others);
        self
    }
}

/// What an engine says of an atom: what it does not mention is false to it.
pub(crate) fn bounds(answers: &Answers, atom: &Atom) -> Bounds {
    let found = answers.iter().find(|(known, _)| known == atom);
    found.map_or(Bounds::exactly(0.0), |(_, bounds)| *bounds)
}

/// The atoms of several lists of answers, each once.
pub(crate) fn atoms<'a>(lists: impl IntoIterator<Item = &'a Answers>) -> Vec<&'a Atom> {
    let mut atoms: Vec<&Atom> =
        lists.into_iter().flat_map(|answers| answers.iter().map(|(atom, _)| atom)).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// Bounds for people.
pub(crate) fn shown(bounds: Bounds) -> String {
    match bounds.is_exact() {
        true => bounds.low.to_string(),
        false => format!("{} to {}", bounds.low, bounds.high),
    }
}

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

impl fmt::Display for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
