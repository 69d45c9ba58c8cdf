//! What a key takes, and what was written for it.

use super::Connective;
use super::keys::Key;
use super::place::{Located, Pair, Word};
use super::problem::{Problem, SpecError};
use super::table::Row;

/// What a key takes. A text is read and printed by its form alone: TOML in `toml.rs` and `print.rs`,
/// the short form of a command line in `short.rs` and `print.rs`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A whole number.
    Count { min: usize, max: usize },
    /// A whole number, or a list of names.
    Names { max: usize },
    /// A list of strings.
    Strings { what: &'static str, min: usize, max: usize },
    /// A list of numbers, each as it is written, or as a string.
    Numbers { min: usize, max: usize },
    /// One of some words.
    Choice(&'static [&'static str]),
    /// True or false.
    Truth,
    /// A list of pairs of predicates.
    Pairs,
    /// A connective with a list of predicates, or nothing.
    Formula,
    /// A table with a number in some of its rows, or one for each predicate.
    Table(&'static [Row]),
}

/// The value of a key, in the shape that its form asks for.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Count(usize),
    /// Of [`Form::Names`], [`Form::Strings`] and [`Form::Numbers`].
    Words(Vec<Word>),
    /// A position in the list of [`Form::Choice`].
    Choice(usize),
    Truth(bool),
    Pairs(Vec<Pair>),
    Formula(Option<Formula>),
    Cells(Vec<Cell>),
}

/// A number in a table: `row = number`, or `row.predicate = number`.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) row: Word,
    pub(super) predicate: Option<Word>,
    pub(super) number: Word,
}

/// A required formula before its predicates are looked up.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    pub(super) connective: Connective,
    pub(super) predicates: Vec<Word>,
}

/// The words for connectives, in the order of [`Connective::ALL`].
pub(super) const CONNECTIVES: [&str; 2] = ["and", "or"];

impl Form {
    /// In words, for error messages: "`key` takes …".
    pub(super) fn takes(self) -> String {
        match self {
            Form::Count { .. } => "a whole number".to_owned(),
            Form::Names { .. } => "a whole number or a list of names".to_owned(),
            Form::Strings { what, .. } => format!("a list of strings {what}"),
            Form::Numbers { .. } => "a list of numbers or strings such as \"1/3\"".to_owned(),
            Form::Choice(words) => one_of(words),
            Form::Truth => "true or false".to_owned(),
            Form::Pairs => "a list of pairs of predicates".to_owned(),
            Form::Formula => "one connective, `and` or `or`, with a list of predicates".to_owned(),
            Form::Table(rows) => {
                let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
                format!("a table of numbers ({})", names.join(", "))
            }
        }
    }

    /// The smallest and the largest number, or length of a list.
    pub(super) fn range(self) -> (usize, usize) {
        match self {
            Form::Count { min, max } | Form::Strings { min, max, .. } => (min, max),
            Form::Numbers { min, max } => (min, max),
            Form::Names { max } => (0, max),
            Form::Choice(_) | Form::Truth | Form::Pairs | Form::Formula | Form::Table(_) => {
                (0, usize::MAX)
            }
        }
    }
}

/// `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match &quoted[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

impl Located<Value> {
    /// Refuse what is too small, too large or too long, whoever wrote it.
    pub(super) fn check(&self, key: &'static Key) -> Result<(), SpecError> {
        let (min, max) = key.form.range();
        match &self.value {
            Value::Count(number) if !(min..=max).contains(number) => {
                let found = number.to_string();
                Err(Problem::OutOfRange { key, found, min, max }.at(&self.place))
            }
            Value::Words(list) if list.len() < min => Err(Problem::Empty(key).at(&self.place)),
            Value::Words(list) => match list.get(max) {
                // The first superfluous element is to blame.
                Some(word) => Err(Problem::TooMany { key, found: list.len(), max }.at(&word.place)),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

impl Value {
    /// Words without a place.
    pub(super) fn words<T: ToString>(words: impl IntoIterator<Item = T>) -> Value {
        Value::Words(unplaced(words))
    }

    /// Pairs without a place.
    pub(super) fn pairs<P: ToString, Q: ToString>(
        pairs: impl IntoIterator<Item = (P, Q)>,
    ) -> Value {
        let pair = |(p, q): (P, Q)| [p.to_string(), q.to_string()].map(Located::unplaced);
        Value::Pairs(pairs.into_iter().map(pair).map(Located::unplaced).collect())
    }

    /// Cells of a table without a place, given by `row` or `row.predicate`.
    pub(super) fn cells<R: ToString, N: ToString>(
        cells: impl IntoIterator<Item = (R, N)>,
    ) -> Value {
        let cell = |(row, number): (R, N)| {
            let row = row.to_string();
            let (row, predicate) = match row.split_once('.') {
                Some((row, predicate)) => (row.to_owned(), Some(predicate.to_owned())),
                None => (row, None),
            };
            Cell {
                row: Located::unplaced(row),
                predicate: predicate.map(Located::unplaced),
                number: Located::unplaced(number.to_string()),
            }
        };
        Value::Cells(cells.into_iter().map(cell).collect())
    }

    /// A formula without a place.
    pub(super) fn formula<T: ToString>(
        connective: Connective,
        predicates: impl IntoIterator<Item = T>,
    ) -> Value {
        Value::Formula(Some(Formula { connective, predicates: unplaced(predicates) }))
    }
}

fn unplaced<T: ToString>(words: impl IntoIterator<Item = T>) -> Vec<Word> {
    words.into_iter().map(|word| Located::unplaced(word.to_string())).collect()
}
