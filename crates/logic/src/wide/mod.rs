//! The wide language: ProbLog as people write it.
//!
//! A flat program ([`Program`]) has variables, constants and numbers as arguments, and a number as the
//! probability of each head. The wide language adds texts, compound terms and lists, built-in
//! predicates, probabilities that are expressions, negated heads, and queries and evidence with
//! conditions. `docs/language.md` of the repository lists all of it.
//!
//! A [`WideProgram`] is read by [`WideProgram::parse`]. [`Source::read`] reads a text as a flat program
//! where possible, because that is faster in every step, and else as a wide one.
//!
//! ```
//! use randlog_logic::wide::Source;
//!
//! assert!(matches!(Source::read("0.4::p(a). query(p(X)).")?, Source::Flat(_)));
//! assert!(matches!(Source::read("P::p(X) :- q(X, P), X > 1. query(p(2)).")?, Source::Wide(_)));
//! # Ok::<(), randlog_logic::ParseError>(())
//! ```

mod annotation;
mod built_in;
mod canonical;
mod clause;
mod colours;
mod convert;
mod directive;
mod names;
mod operators;
pub(crate) mod print;
mod program;
mod read;

pub use annotation::{distribution, ratio};
pub use built_in::{is_built_in, is_elsewhere, is_library};
pub use clause::goal;
pub use directive::is_harmless;
pub use names::Role;

use crate::{Atom, Database, Dialect, Formula, ParseError, Program, ReadLimits, Term};

/// A head of a wide clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideHead {
    /// How likely this head is, given the body: a number, or an expression whose variables have
    /// values by then. None for a plain clause.
    pub annotation: Option<Term>,
    /// Does the clause speak against the atom? `0.5::\+ a :- b.`
    pub negated: bool,
    /// The atom.
    pub atom: Atom,
}

/// A clause of the wide language. Built-in predicates are atoms like any others in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideClause {
    /// One head, or the alternatives of an annotated disjunction. Never empty.
    pub heads: Vec<WideHead>,
    /// The body; [`Formula::True`] for a fact.
    pub body: Formula,
    /// The line where it starts, counted from one; zero if it comes from no text.
    pub line: usize,
}

/// What is asked, or observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The atom.
    pub atom: Atom,
    /// Is the negation asked for? Was it seen to be false?
    pub negated: bool,
    /// For which values of the variables: those that can make this true.
    pub condition: Formula,
    /// The line where it starts, counted from one; zero if it comes from no text.
    pub line: usize,
}

/// A program of the wide language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WideProgram {
    /// Clauses, in the order of the text.
    pub clauses: Vec<WideClause>,
    /// What is observed.
    pub evidence: Vec<Statement>,
    /// What is asked.
    pub queries: Vec<Statement>,
    /// Predicates that may go without clauses, because a directive says so.
    pub dynamic: Vec<crate::Predicate>,
    /// May all others, too?
    pub unknown_fails: bool,
    /// All directives, those that changed the two fields above included. The others change no answer
    /// here, but another engine may not read the program without them.
    pub directives: Vec<Term>,
}

/// A program as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Without anything that only the wide language has.
    Flat(Program),
    /// With something of it.
    Wide(WideProgram),
}

impl Source {
    /// Reads a ProbLog program.
    pub fn read(text: &str) -> Result<Source, ParseError> {
        match Dialect::ProbLog.parse(text) {
            Ok(program) if is_plain(&program) => Ok(Source::Flat(program)),
            _ => Source::read_wide(text, &ReadLimits::default()),
        }
    }

    /// Reads a ProbLog program by the rules of the wide language, which include those of the flat one.
    fn read_wide(text: &str, limits: &ReadLimits) -> Result<Source, ParseError> {
        let wide = WideProgram::parse_within(text, limits)?;
        Ok(wide.flat().map_or(Source::Wide(wide), Source::Flat))
    }
}

/// A program as it was read, to be solved: what is flat has its plain facts in tables.
#[derive(Clone, Debug)]
pub enum Stored {
    /// Without anything that only the wide language has.
    Flat(Box<Database>),
    /// Any other.
    Other(Source),
}

impl Stored {
    /// Reads a ProbLog program within limits.
    pub fn read(text: &str, limits: &ReadLimits) -> Result<Stored, ParseError> {
        match Database::read(text, limits) {
            Ok(database) if is_plain(&database.program) => Ok(Stored::Flat(Box::new(database))),
            Err(error) if error.problem().is_limit() => Err(error),
            _ => Source::read_wide(text, limits).map(Stored::Other),
        }
    }
}

/// Is all that the program has meant as it is written, whatever the wide language says?
fn is_plain(program: &Program) -> bool {
    program.directives.is_empty()
        && !program.clauses.iter().any(|clause| clause::has_foreign_goal(&clause.body))
}
