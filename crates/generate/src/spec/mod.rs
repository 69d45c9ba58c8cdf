//! What a user asks for.
//!
//! A spec is written as TOML, as flags, or both. Either is read into a [`Draft`], in which every
//! value knows its place in the text; drafts are laid over each other, and [`Draft::build`] makes a
//! valid [`Spec`] or a [`SpecError`] that points at the offending text and says what would be right.
//!
//! ```
//! use randlog_generate::Spec;
//!
//! let spec = Spec::from_toml("tiny.toml", "predicates = [\"p/0\"]\nmax_nodes = 4\nmax_clauses = 1")?;
//! assert_eq!(spec.predicates()[0].to_string(), "p/0");
//!
//! let error = Spec::from_toml("tiny.toml", "predicate = [\"p/0\"]").unwrap_err();
//! assert_eq!(error.problem.help(), "did you mean `predicates`?");
//! # Ok::<(), randlog_generate::spec::SpecError>(())
//! ```

mod draft;
mod flags;
mod key;
mod limits;
mod names;
mod place;
mod print;
mod problem;
mod toml;
mod validate;

use randlog_logic::{Predicate, Probability, Symbol};

pub use draft::Draft;
pub use key::Key;
pub use names::{Kind, constants, variables};
pub use place::{Place, Source};
pub use problem::{Problem, SpecError};

/// A valid specification of a space of programs. `docs/spec.md` describes each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The predicates, each of which heads at least one clause.
    pub predicates: Vec<Predicate>,
    /// Names of variables, interchangeable within a clause.
    pub variables: Vec<Symbol>,
    /// Names of constants.
    pub constants: Vec<Symbol>,
    /// The largest number of nodes in the tree of a body (an empty body has none).
    pub max_nodes: usize,
    /// The largest number of clauses.
    pub max_clauses: usize,
    /// The list from which each clause's probability is drawn.
    pub probabilities: Vec<Probability>,
    /// Which cycles the dependency graph may have.
    pub cycles: Cycles,
    /// What bodies look like.
    pub bodies: Bodies,
    /// Whether a body may be empty.
    pub empty_bodies: bool,
    /// Whether every clause must be safe from left to right.
    pub safe: bool,
    /// Pairs of positions in `predicates`, smaller first, that must not share a dependency.
    pub independent: Vec<(usize, usize)>,
    /// A formula that some clause must hold.
    pub required: Option<Required>,
}

impl Spec {
    /// Read a spec from TOML; `name` is what errors call the text.
    pub fn from_toml(name: &str, text: &str) -> Result<Spec, SpecError> {
        Draft::from_toml(&Source::new(name, text))?.build()
    }

    /// The predicates, each of which heads at least one clause.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// Names of variables, interchangeable within a clause.
    pub fn variables(&self) -> &[Symbol] {
        &self.variables
    }

    /// Names of constants.
    pub fn constants(&self) -> &[Symbol] {
        &self.constants
    }

    /// The largest number of nodes in the tree of a body (an empty body has none).
    pub fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// The largest number of clauses.
    pub fn max_clauses(&self) -> usize {
        self.max_clauses
    }

    /// The list from which each clause's probability is drawn.
    pub fn probabilities(&self) -> &[Probability] {
        &self.probabilities
    }

    /// Which cycles the dependency graph may have.
    pub fn cycles(&self) -> Cycles {
        self.cycles
    }

    /// What bodies look like.
    pub fn bodies(&self) -> Bodies {
        self.bodies
    }

    /// Whether a body may be empty.
    pub fn empty_bodies(&self) -> bool {
        self.empty_bodies
    }

    /// Whether every clause must be safe from left to right.
    pub fn safe(&self) -> bool {
        self.safe
    }

    /// Pairs of positions in [`Spec::predicates`], smaller first, that must not share a dependency.
    pub fn independent(&self) -> &[(usize, usize)] {
        &self.independent
    }

    /// A formula that some clause must hold.
    pub fn required(&self) -> Option<&Required> {
        self.required.as_ref()
    }

    /// The same with another rule on cycles.
    pub(crate) fn with_cycles(&self, cycles: Cycles) -> Spec {
        Spec { cycles, ..self.clone() }
    }

    /// The same, with safe clauses only or with all.
    pub(crate) fn with_safe(&self, safe: bool) -> Spec {
        Spec { safe, ..self.clone() }
    }

    /// The same with other independent pairs.
    pub(crate) fn with_independent(&self, independent: Vec<(usize, usize)>) -> Spec {
        Spec { independent, ..self.clone() }
    }
}

/// Which cycles the dependency graph of a program may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cycles {
    /// All of them.
    Any,
    /// Those without a negative edge.
    #[default]
    Stratified,
    /// None, not even a predicate that uses itself.
    Acyclic,
}

/// What the body of a clause looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bodies {
    /// Any tree of negations, conjunctions and disjunctions over atoms.
    #[default]
    Formula,
    /// One literal, or one conjunction of literals.
    Conjunction,
}

/// Some clause must have a node with this connective and an atom of each of these predicates among
/// the node's children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// Conjunction or disjunction.
    pub connective: Connective,
    /// Positions in [`Spec::predicates`], all different.
    pub predicates: Vec<usize>,
}

/// An n-ary connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// `p, q`
    And,
    /// `p ; q`
    Or,
}
