//! A spec on its way: what was written, where, and nothing checked across keys yet.

use super::key::Key;
use super::place::{Located, Pair, Place, Source, Word};
use super::problem::{Problem, SpecError};
use super::{Bodies, Connective, Cycles, Spec, flags, toml, validate};

/// A spec as it was written, in a file or as flags, with every part still optional.
///
/// Drafts are laid over each other ([`Draft::overridden_by`]) and then checked as a whole
/// ([`Draft::build`]). Every value remembers where it was written, so that errors found late still
/// point at the text.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub(super) predicates: Option<Located<Vec<Word>>>,
    pub(super) variables: Option<Located<Names>>,
    pub(super) constants: Option<Located<Names>>,
    pub(super) max_nodes: Option<Located<usize>>,
    pub(super) max_clauses: Option<Located<usize>>,
    pub(super) probabilities: Option<Located<Vec<Word>>>,
    pub(super) cycles: Option<Located<Cycles>>,
    pub(super) bodies: Option<Located<Bodies>>,
    pub(super) empty_bodies: Option<Located<bool>>,
    pub(super) safe: Option<Located<bool>>,
    pub(super) independent: Option<Located<Vec<Pair>>>,
    pub(super) required: Option<Located<Option<Formula>>>,
}

/// Names, or how many of them.
#[derive(Clone, Debug)]
pub(super) enum Names {
    Count(usize),
    Given(Vec<Word>),
}

/// A required formula before its predicates are looked up.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    pub(super) connective: Connective,
    pub(super) predicates: Vec<Word>,
}

impl Draft {
    /// Read a TOML file.
    pub fn from_toml(source: &Source) -> Result<Draft, SpecError> {
        toml::read(source)
    }

    /// Set one key from the value of its flag, in place of what it was before.
    pub fn set_flag(&mut self, key: Key, value: &str) -> Result<(), SpecError> {
        flags::read(self, key, value)
    }

    /// This draft with the values of another in place of its own, wherever the other has one.
    pub fn overridden_by(self, other: Draft) -> Draft {
        Draft {
            predicates: other.predicates.or(self.predicates),
            variables: other.variables.or(self.variables),
            constants: other.constants.or(self.constants),
            max_nodes: other.max_nodes.or(self.max_nodes),
            max_clauses: other.max_clauses.or(self.max_clauses),
            probabilities: other.probabilities.or(self.probabilities),
            cycles: other.cycles.or(self.cycles),
            bodies: other.bodies.or(self.bodies),
            empty_bodies: other.empty_bodies.or(self.empty_bodies),
            safe: other.safe.or(self.safe),
            independent: other.independent.or(self.independent),
            required: other.required.or(self.required),
        }
    }

    /// Check everything and make the spec.
    pub fn build(&self) -> Result<Spec, SpecError> {
        validate::spec(self)
    }
}

/// A number within the range of its key.
pub(super) fn count(
    key: Key,
    digits: &str,
    radix: u32,
    place: &Place,
) -> Result<Located<usize>, SpecError> {
    let (min, max) = super::limits::range(key);
    usize::from_str_radix(digits, radix)
        .ok()
        .filter(|number| (min..=max).contains(number))
        .map(|number| Located::new(number, place.clone()))
        .ok_or_else(|| {
            Problem::OutOfRange { key, found: place.text().trim().to_owned(), min, max }.at(place)
        })
}

/// A word that stands for a way of doing things.
pub(super) trait Choice: Sized + Copy + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn read(key: Key, word: &str, place: &Place) -> Result<Located<Self>, SpecError> {
        Self::WORDS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, choice)| Located::new(*choice, place.clone()))
            .ok_or_else(|| Problem::UnknownChoice { key, found: word.to_owned() }.at(place))
    }
}

impl Choice for Cycles {
    const WORDS: &'static [(&'static str, Cycles)] =
        &[("any", Cycles::Any), ("stratified", Cycles::Stratified), ("acyclic", Cycles::Acyclic)];
}

impl Choice for Bodies {
    const WORDS: &'static [(&'static str, Bodies)] =
        &[("formula", Bodies::Formula), ("conjunction", Bodies::Conjunction)];
}

impl Choice for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("true", true), ("false", false)];
}

impl Choice for Connective {
    const WORDS: &'static [(&'static str, Connective)] =
        &[("and", Connective::And), ("or", Connective::Or)];
}
