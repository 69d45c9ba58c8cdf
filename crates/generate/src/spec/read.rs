//! From the value of a key to what a spec holds: every rule about one key.

use std::collections::HashSet;

use randlog_logic::{Predicate, Probability, Symbol};

use super::names::{self, Kind};
use super::number::Number;
use super::place::{Located, Pair, Word};
use super::problem::{Problem, SpecError, closest};
use super::table::{AVERAGES, Row, Table, WEIGHTS};
use super::value::{Cell, Formula, Value};
use super::{Averaged, Required};

/// No predicate has more arguments.
const MAX_ARITY: usize = 100;

impl Located<Value> {
    /// The value in the shape that its key takes. It was read or set in that shape: another one cannot
    /// be there.
    fn shaped<'v, T>(&'v self, shape: impl FnOnce(&'v Value) -> Option<T>) -> Result<T, SpecError> {
        shape(&self.value).ok_or_else(|| {
            Problem::Syntax("a value of another kind than its key takes".to_owned()).at(&self.place)
        })
    }

    pub(super) fn count(&self) -> Result<usize, SpecError> {
        self.shaped(|value| if let Value::Count(number) = value { Some(*number) } else { None })
    }

    pub(super) fn truth(&self) -> Result<bool, SpecError> {
        self.shaped(|value| if let Value::Truth(truth) = value { Some(*truth) } else { None })
    }

    pub(super) fn choice<C: Copy>(&self, all: &[C]) -> Result<C, SpecError> {
        self.shaped(|value| match value {
            Value::Choice(position) => all.get(*position).copied(),
            _ => None,
        })
    }

    fn words(&self) -> Result<&[Word], SpecError> {
        self.shaped(|value| if let Value::Words(words) = value { Some(&words[..]) } else { None })
    }
}

/// Read every element of a list, and refuse what an earlier element was already.
fn each_once<T, R: Clone + Eq + std::hash::Hash>(
    list: &[T],
    mut read: impl FnMut(&T) -> Result<R, SpecError>,
    repeated: impl Fn(&R, &T) -> SpecError,
) -> Result<Vec<R>, SpecError> {
    let mut seen = HashSet::with_capacity(list.len());
    list.iter()
        .map(|element| {
            let value = read(element)?;
            if seen.insert(value.clone()) { Ok(value) } else { Err(repeated(&value, element)) }
        })
        .collect()
}

fn repeated(kind: Kind, name: &impl ToString, word: &Word) -> SpecError {
    Problem::Repeated { kind, name: name.to_string() }.at(&word.place)
}

pub(super) fn predicates(value: &Located<Value>) -> Result<Vec<Predicate>, SpecError> {
    each_once(value.words()?, predicate, |predicate, word| {
        repeated(Kind::Predicate, predicate, word)
    })
}

fn predicate(text: &Word) -> Result<Predicate, SpecError> {
    let not_a_predicate = || Problem::NotAPredicate(text.value.clone()).at(&text.place);
    let (name, arity) = text.value.split_once('/').ok_or_else(not_a_predicate)?;
    legal(Kind::Predicate, name, text)?;
    if arity.is_empty() || !arity.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_predicate());
    }
    // So many digits that the number does not fit are just as much too large.
    let arity = arity.parse().unwrap_or(usize::MAX);
    if arity > MAX_ARITY {
        let found = text.value.clone();
        return Err(Problem::ArityTooLarge { found, max: MAX_ARITY }.at(&text.place));
    }
    if names::is_reserved_predicate(name, arity) {
        let reserved = Problem::Reserved { kind: Kind::Predicate, name: text.value.clone() };
        return Err(reserved.at(&text.place));
    }
    Ok(Predicate::new(name, arity))
}

fn legal(kind: Kind, name: &str, word: &Word) -> Result<(), SpecError> {
    match kind.allows(name) {
        true => Ok(()),
        false => Err(Problem::BadName { kind, name: name.to_owned() }.at(&word.place)),
    }
}

pub(super) fn variables(value: &Located<Value>) -> Result<Vec<Symbol>, SpecError> {
    match value.value {
        Value::Count(count) => Ok(names::variables(count)),
        _ => names(Kind::Variable, value.words()?),
    }
}

pub(super) fn constants(value: &Located<Value>) -> Result<Vec<Symbol>, SpecError> {
    match value.value {
        Value::Count(count) => Ok(names::constants(count)),
        _ => names(Kind::Constant, value.words()?),
    }
}

fn names(kind: Kind, list: &[Word]) -> Result<Vec<Symbol>, SpecError> {
    let read = |word: &Word| {
        let name = word.value.as_str();
        legal(kind, name, word)?;
        if kind == Kind::Constant && names::is_reserved_constant(name) {
            return Err(Problem::Reserved { kind, name: name.to_owned() }.at(&word.place));
        }
        Ok(Symbol::from(name))
    };
    each_once(list, read, |name, word| repeated(kind, name, word))
}

pub(super) fn probabilities(value: &Located<Value>) -> Result<Vec<Probability>, SpecError> {
    let read = |text: &Word| {
        text.value.parse().map_err(|error| Problem::Probability(error).at(&text.place))
    };
    value.words()?.iter().map(read).collect()
}

pub(super) fn pairs(
    value: &Located<Value>,
    predicates: &[Predicate],
) -> Result<Vec<(usize, usize)>, SpecError> {
    let list =
        value.shaped(|value| if let Value::Pairs(list) = value { Some(list) } else { None })?;
    let read = |Located { value: [first, second], place }: &Pair| {
        let (first, second) = (look_up(first, predicates)?, look_up(second, predicates)?);
        match first == second {
            true => Err(Problem::SelfPair(predicates[first].clone()).at(place)),
            false => Ok((first.min(second), first.max(second))),
        }
    };
    each_once(list, read, |_, Located { value: pair, place }| {
        let predicate =
            |word| look_up(word, predicates).map(|position| predicates[position].clone());
        match pair.each_ref().map(predicate) {
            [Ok(first), Ok(second)] => Problem::RepeatedPair(first, second).at(place),
            [Err(error), _] | [_, Err(error)] => error,
        }
    })
}

/// The position of a predicate given by its name, or by name and arity where names are shared.
fn look_up(text: &Word, predicates: &[Predicate]) -> Result<usize, SpecError> {
    let found = text.value.as_str();
    let (name, arity) = match found.split_once('/') {
        Some((name, arity)) => (name, Some(arity)),
        None => (found, None),
    };
    let is_meant = |(_, predicate): &(usize, &Predicate)| {
        predicate.name == name && arity.is_none_or(|arity| arity == predicate.arity.to_string())
    };
    let mut meant = predicates.iter().enumerate().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some((position, _)), None) => Ok(position),
        (None, _) => {
            Err(Problem::UnknownPredicate { found: found.to_owned(), known: predicates.to_vec() })
        }
        (Some((_, first)), Some((_, second))) => {
            let others = [first, second].into_iter().chain(meant.map(|(_, other)| other));
            let candidates = others.cloned().collect();
            Err(Problem::Ambiguous { found: found.to_owned(), candidates })
        }
    }
    .map_err(|problem| problem.at(&text.place))
}

pub(super) fn required(
    value: &Located<Value>,
    predicates: &[Predicate],
) -> Result<Option<Required>, SpecError> {
    let Value::Formula(Some(Formula { connective, predicates: words })) = &value.value else {
        return Ok(None);
    };
    let positions = each_once(
        words,
        |word| look_up(word, predicates),
        |&position, word| repeated(Kind::Predicate, &predicates[position], word),
    )?;
    Ok(Some(Required { connective: *connective, predicates: positions }))
}

/// The weights of a spec, without those that are one.
pub(super) fn weights(
    value: &Located<Value>,
    predicates: &[Predicate],
) -> Result<Table, SpecError> {
    let range = 1.0 / Number::LARGEST..=Number::LARGEST;
    let fits = |number: &Number| range.contains(&number.to_f64());
    let read = |_: usize, word: &Word| {
        word.value.parse().ok().filter(fits).ok_or_else(|| Problem::BadNumber {
            found: word.value.clone(),
            what: "a weight",
            remedy: "a weight is a positive number from 1e-300 to 1e300, such as `0.2`, `5` or \"1/3\"; to \
                     rule something out, use a key of its own, such as `empty_bodies = false`",
        })
    };
    let table = cells("weights", &WEIGHTS, value, predicates, read)?;
    let mut others = Table::default();
    for &cell in table.cells().iter().filter(|cell| cell.2 != Number::ONE) {
        others.add(cell);
    }
    Ok(others)
}

/// No average is larger: there are not that many clauses, and no body has that many nodes.
const MAX_AVERAGE: f64 = 10_000.0;

/// The averages of a spec.
pub(super) fn averages(
    value: &Located<Value>,
    predicates: &[Predicate],
) -> Result<Table, SpecError> {
    let shares =
        [Averaged::Constants, Averaged::EmptyBodies, Averaged::Body].map(|row| row as usize);
    let read = |row: usize, word: &Word| {
        let is_share = shares.contains(&row);
        let most = if is_share { 1.0 } else { MAX_AVERAGE };
        let fits = |number: &Number| number.to_f64() <= most;
        let (what, remedy) = match is_share {
            true => ("a share", "a share is a number from 0 to 1, such as `0.25` or \"1/3\""),
            false => ("an average", "an average is a number that is not negative, such as `2.5`"),
        };
        let bad = || Problem::BadNumber { found: word.value.clone(), what, remedy };
        word.value.parse().ok().filter(fits).ok_or_else(bad)
    };
    let table = cells("averages", &AVERAGES, value, predicates, read)?;
    let body = table.cells().iter().filter(|cell| cell.0 == Averaged::Body as usize);
    // A little above one may be the rounding of shares that were measured.
    if body.map(|cell| cell.2.to_f64()).sum::<f64>() > 1.0001 {
        return Err(Problem::SharesAboveOne.at(&value.place));
    }
    Ok(table)
}

/// The numbers of a table, each in its row.
fn cells(
    key: &'static str,
    rows: &'static [Row],
    value: &Located<Value>,
    predicates: &[Predicate],
    number: impl Fn(usize, &Word) -> Result<Number, Problem>,
) -> Result<Table, SpecError> {
    let list =
        value.shaped(|value| if let Value::Cells(list) = value { Some(list) } else { None })?;
    let mut table = Table::default();
    for Cell { row: name, predicate, number: digits } in list {
        let found = name.value.as_str();
        let Some(row) = rows.iter().position(|row| row.name == found) else {
            let nearest = closest(found, rows, |row| row.name).map(|row| row.name);
            let known = rows.iter().map(|row| row.name).collect();
            let unknown = Problem::UnknownRow { key, found: found.to_owned(), nearest, known };
            return Err(unknown.at(&name.place));
        };
        let Row { name: row_name, by_predicate } = rows[row];
        if by_predicate != predicate.is_some() {
            return Err(Problem::RowShape { row: row_name, by_predicate }.at(&name.place));
        }
        let position = predicate.as_ref().map(|word| look_up(word, predicates)).transpose()?;
        let read = number(row, digits).map_err(|problem| problem.at(&digits.place))?;
        if !table.add((row, position, read)) {
            let of = predicate.as_ref().map_or(String::new(), |word| format!(".{}", word.value));
            return Err(Problem::RepeatedCell(format!("{row_name}{of}")).at(&name.place));
        }
    }
    Ok(table)
}
