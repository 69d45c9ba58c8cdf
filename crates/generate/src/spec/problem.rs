//! Everything that can be wrong with a spec, with the place and the remedy.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, SourceCode};
use randlog_logic::{BadProbability, Predicate};

use super::keys::Key;
use super::names::Kind;
use super::place::Place;

/// Why a spec was refused: what is wrong, where it was written, and (as the diagnostic's help) what
/// would be right.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct SpecError {
    /// What is wrong.
    pub problem: Problem,
    /// Where; `None` if something is missing, or if the value was not read from a text.
    pub place: Option<Place>,
}

/// What can be wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Not text.
    #[error("this file is not UTF-8 text")]
    NotUtf8,
    /// Far longer than any spec.
    #[error("`{name}` is longer than {limit} bytes")]
    TooLong {
        /// The name of the file.
        name: String,
        /// The longest length, in bytes.
        limit: usize,
    },
    /// Not TOML.
    #[error("this is not TOML: {0}")]
    Syntax(String),
    /// A key that no spec has.
    #[error("unknown key `{}`", short(found))]
    UnknownKey {
        /// The key as written.
        found: String,
        /// The key that was probably meant.
        nearest: Option<&'static Key>,
    },
    /// A value of another type than the key takes.
    #[error("`{key}` takes {}, not {found}", key.takes())]
    WrongType {
        /// The key.
        key: &'static Key,
        /// The type of the value.
        found: &'static str,
    },
    /// A word that is none of the choices.
    #[error("`{key}` takes {}, not `{}`", key.takes(), short(found))]
    UnknownChoice {
        /// The key.
        key: &'static Key,
        /// The word as written.
        found: String,
    },
    /// A number outside its range.
    #[error("`{key}` cannot be {}", short(found))]
    OutOfRange {
        /// The key.
        key: &'static Key,
        /// The number as written.
        found: String,
        /// The smallest number allowed.
        min: usize,
        /// The largest number allowed.
        max: usize,
    },
    /// A list with more elements than are supported.
    #[error("`{key}` lists {found} elements; at most {max} are supported")]
    TooMany {
        /// The key.
        key: &'static Key,
        /// How many elements there are.
        found: usize,
        /// How many there may be.
        max: usize,
    },
    /// A list that needs an element has none.
    #[error("`{0}` is empty")]
    Empty(&'static Key),
    /// A key that every spec has is missing.
    #[error("the spec has no `{0}`")]
    Missing(&'static Key),
    /// A predicate without its arity.
    #[error("`{}` is not of the form name/arity", short(.0))]
    NotAPredicate(String),
    /// A predicate with more arguments than are supported.
    #[error("`{}` has too many arguments: at most {max} are supported", short(found))]
    ArityTooLarge {
        /// The predicate as written.
        found: String,
        /// How many arguments there may be.
        max: usize,
    },
    /// A name that is not written like a name of its kind.
    #[error("`{}` is not a legal {kind} name", short(name))]
    BadName {
        /// Of what.
        kind: Kind,
        /// The name as written.
        name: String,
    },
    /// A name that Prolog or ProbLog gives a meaning of its own.
    #[error(
        "`{}` cannot be a {kind}: it has a meaning of its own in Prolog or ProbLog",
        short(name)
    )]
    Reserved {
        /// Of what.
        kind: Kind,
        /// The name as written.
        name: String,
    },
    /// A name, or a predicate, that occurs twice in its list.
    #[error("the {kind} `{}` is repeated", short(name))]
    Repeated {
        /// Of what.
        kind: Kind,
        /// The name as written.
        name: String,
    },
    /// A predicate that is not in the list of predicates.
    #[error("there is no predicate `{}`", short(found))]
    UnknownPredicate {
        /// The name as written.
        found: String,
        /// All predicates there are.
        known: Vec<Predicate>,
    },
    /// A name that several predicates share.
    #[error("`{}` is ambiguous", short(found))]
    Ambiguous {
        /// The name as written.
        found: String,
        /// The predicates of that name.
        candidates: Vec<Predicate>,
    },
    /// Something else than two predicates.
    #[error("`{}` is not a pair of predicates", short(found))]
    NotAPair {
        /// What was written.
        found: String,
    },
    /// A predicate paired with itself.
    #[error("`{0}` cannot be independent of itself")]
    SelfPair(Predicate),
    /// A pair listed before, in this order or the other.
    #[error("the independent pair of `{0}` and `{1}` is repeated")]
    RepeatedPair(Predicate, Predicate),
    /// Not a probability.
    #[error("not a probability: {0}")]
    Probability(#[from] BadProbability),
    /// A row that the table does not have.
    #[error("`{key}` has no row `{}`", short(found))]
    UnknownRow {
        /// The name of the key.
        key: &'static str,
        /// The row as written.
        found: String,
        /// The row that was probably meant.
        nearest: Option<&'static str>,
        /// All rows there are.
        known: Vec<&'static str>,
    },
    /// Not a row with a number.
    #[error("`{}` is not a number in a row of `{key}`", short(found))]
    NotACell {
        /// The key.
        key: &'static Key,
        /// What was written.
        found: String,
    },
    /// A number for each predicate where there is one alone, or the other way round.
    #[error("`{row}` {}", if *.by_predicate { "takes a number for each predicate" } else { "takes one number, not one for each predicate" })]
    RowShape {
        /// The row.
        row: &'static str,
        /// Whether it has a number for each predicate.
        by_predicate: bool,
    },
    /// A place in a table that is filled twice.
    #[error("`{}` is given twice", short(.0))]
    RepeatedCell(String),
    /// Not a number that can stand in a table.
    #[error("`{}` is not {what}", short(found))]
    BadNumber {
        /// What was written.
        found: String,
        /// What kind of number is wanted.
        what: &'static str,
        /// An example.
        remedy: &'static str,
    },
    /// Shares of one whole that come to more than it.
    #[error("the shares of predicates among body atoms come to more than 1")]
    SharesAboveOne,
    /// Not every predicate can head a clause.
    #[error("too few clauses: {max_clauses} for {predicates} predicates")]
    TooFewClauses {
        /// The largest number of clauses.
        max_clauses: usize,
        /// The number of predicates.
        predicates: usize,
    },
    /// Nothing can stand as an argument.
    #[error("`{0}` has arguments, but there are no variables and no constants")]
    NoTerms(Predicate),
    /// A required formula of fewer than two predicates.
    #[error("a required formula joins two or more predicates, not {0}")]
    RequiredTooFew(usize),
    /// A required disjunction, while bodies are conjunctions.
    #[error("a disjunction is required, but `bodies` is \"conjunction\"")]
    RequiredDisjunction,
    /// A required formula larger than a body may be.
    #[error("the required formula has {needed} nodes, but a body at most {max_nodes}")]
    RequiredTooLarge {
        /// Nodes of the smallest such formula.
        needed: usize,
        /// The largest number of nodes.
        max_nodes: usize,
    },
    /// The numbers are fine one by one, but not together.
    #[error("the spec is too large: {what} come to {found}, at most {max} are supported")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: u128,
        /// How many there may be.
        max: u128,
    },
}

impl Problem {
    pub(crate) fn at(self, place: &Option<Place>) -> SpecError {
        SpecError { problem: self, place: place.clone() }
    }

    pub(crate) fn at_place(self, place: &Place) -> SpecError {
        SpecError { problem: self, place: Some(place.clone()) }
    }

    pub(crate) fn nowhere(self) -> SpecError {
        SpecError { problem: self, place: None }
    }

    /// The key for which the help gives an example, if it does.
    pub fn exemplified(&self) -> Option<&'static Key> {
        match self {
            Problem::WrongType { key, .. }
            | Problem::UnknownChoice { key, .. }
            | Problem::Empty(key)
            | Problem::Missing(key) => Some(key),
            _ => None,
        }
    }

    /// What would be right.
    pub fn help(&self) -> String {
        match self {
            Problem::NotUtf8 | Problem::TooLong { .. } => {
                "give a spec: a text file in TOML, encoded in UTF-8".into()
            }
            Problem::Syntax(_) => "a line reads `key = value`, for example `max_nodes = 5`".into(),
            Problem::UnknownKey { nearest: Some(key), .. } => format!("did you mean `{key}`?"),
            Problem::UnknownKey { nearest: None, .. } => {
                format!("the keys are {}", list(Key::all()))
            }
            Problem::WrongType { key, .. }
            | Problem::UnknownChoice { key, .. }
            | Problem::Empty(key)
            | Problem::Missing(key) => format!("for example `{key} = {}`", key.example),
            Problem::OutOfRange { key, min, max, .. } => {
                let about = key.help;
                let (first, rest) = about.split_at(about.len().min(1));
                format!("give a number from {min} to {max}; {}{rest}", first.to_lowercase())
            }
            Problem::TooMany { .. } => "make the list shorter".into(),
            Problem::NotAPredicate(_) => {
                "write the name, a slash and the number of arguments: `p/2`, or `p/0` for none".into()
            }
            Problem::ArityTooLarge { max, .. } => format!("give it an arity from 0 to {max}"),
            Problem::BadName { kind, .. } => kind.rule().into(),
            Problem::Reserved { .. } => "choose another name".into(),
            Problem::Repeated { kind: Kind::Predicate, .. } => {
                "remove one of the two; only predicates of different arity may share a name".into()
            }
            Problem::Repeated { .. } => "remove one of the two".into(),
            Problem::UnknownPredicate { found, known } => match nearest(found, known) {
                Some(predicate) => format!("did you mean `{predicate}`?"),
                None => format!("the predicates are {}", list(known.iter())),
            },
            Problem::Ambiguous { candidates, .. } => {
                format!("write the arity too: {}", list(candidates.iter()))
            }
            Problem::NotAPair { .. } => {
                "write a pair as `[\"p\", \"q\"]`, or in short as `p:q`".into()
            }
            Problem::SelfPair(_) => "pair two different predicates".into(),
            Problem::RepeatedPair(..) => "remove one of the two; the order inside a pair does not matter".into(),
            Problem::Probability(_) => {
                "a probability is greater than 0 and at most 1: `0.25`, `1`, or \"1/3\" as a string".into()
            }
            Problem::UnknownRow { nearest: Some(row), .. } => format!("did you mean `{row}`?"),
            Problem::UnknownRow { known, .. } => format!("the rows are {}", list(known.iter())),
            Problem::NotACell { key, .. } => {
                format!("write `{}`, or in short `{}`", key.example, key.short_example())
            }
            Problem::RowShape { row, by_predicate: true } => {
                format!("write `{row} = {{ p = 2 }}`, or in short `{row}.p=2`")
            }
            Problem::RowShape { row, .. } => format!("write `{row} = 2`, or in short `{row}=2`"),
            Problem::RepeatedCell(_) => "remove one of the two".into(),
            Problem::BadNumber { remedy, .. } => (*remedy).into(),
            Problem::SharesAboveOne => "lower some; predicates that are not mentioned get the rest".into(),
            Problem::TooFewClauses { predicates, .. } => {
                format!("every predicate heads a clause: allow at least {predicates} clauses")
            }
            Problem::NoTerms(_) => {
                "allow a variable (`variables = 1`) or a constant (`constants = 1`), or give every predicate arity 0".into()
            }
            Problem::RequiredTooFew(_) => "for example `required = { and = [\"p\", \"q\"] }`".into(),
            Problem::RequiredDisjunction => {
                "require a conjunction (`and`), or set `bodies = \"formula\"`".into()
            }
            Problem::RequiredTooLarge { needed, .. } => {
                format!("set `max_nodes` to at least {needed}, or require fewer predicates")
            }
            Problem::TooLarge { .. } => {
                "lower `max_clauses`, `max_nodes`, the arities, or the number of variables and constants".into()
            }
        }
    }
}

/// Enough of a text to recognise it.
fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

/// The predicate whose name is most like `found`, if any is like it at all.
fn nearest<'a>(found: &str, known: &'a [Predicate]) -> Option<&'a Predicate> {
    let name = found.split('/').next().unwrap_or(found);
    known
        .iter()
        .find(|predicate| predicate.name == name)
        .or_else(|| closest(name, known, |predicate| &predicate.name))
}

/// The element whose name is most like `found`, if any is like it at all.
pub(crate) fn closest<'a, T>(
    found: &str,
    known: &'a [T],
    name: impl Fn(&T) -> &str,
) -> Option<&'a T> {
    // Similarity takes time proportional to the product of the lengths; no name is this long.
    if found.len() > 100 {
        return None;
    }
    known
        .iter()
        .map(|element| (strsim::jaro_winkler(found, name(element)), element))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, element)| element)
}

/// At most a handful of the elements, quoted.
fn list(elements: impl ExactSizeIterator<Item = impl fmt::Display>) -> String {
    const SHOWN: usize = 16;
    let left_out = elements.len().saturating_sub(SHOWN);
    let shown: Vec<String> = elements.take(SHOWN).map(|e| format!("`{e}`")).collect();
    match left_out {
        0 => shown.join(", "),
        n => format!("{} and {n} more", shown.join(", ")),
    }
}

impl Diagnostic for SpecError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.problem.help();
        match &self.place {
            Some(place) if place.label().is_none() => Some(Box::new(format!("{place}: {help}"))),
            _ => Some(Box::new(help)),
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let place = self.place.as_ref().filter(|place| place.label().is_some())?;
        Some(&place.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.place.as_ref()?.label()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}
