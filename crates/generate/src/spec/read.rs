//! From the value of a key to what a spec holds: every rule about one key.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::RangeInclusive;

use randlog_logic::{Predicate, Probability, Symbol};

use super::contents::{Connective, Required, Spec, Used};
use super::error::{SpecError, closest, did_you_mean, excerpt, list};
use super::key::rate;
use super::names::{self, Kind};
use super::number::{Number, rounding};
use super::table::{AVERAGES, Averaged, Cell, Column, Columns, OTHERS, Row, Table, WEIGHTS};
use super::text::{Located, Word};
use super::value::Value;

/// No predicate has more arguments.
const MAX_ARITY: usize = 100;

pub(super) fn count(value: &Located<Value>) -> Result<usize, SpecError> {
    value.value.count().ok_or_else(|| unread(value))
}

/// A number, or one for each of so many predicates.
pub(super) fn count_or_rate(value: &Located<Value>, predicates: usize) -> Result<usize, SpecError> {
    match &value.value {
        Value::Text(text) => {
            rate(text).map(|rate| rate.saturating_mul(predicates)).ok_or_else(|| unread(value))
        }
        _ => count(value),
    }
}

pub(super) fn truth(value: &Located<Value>) -> Result<bool, SpecError> {
    if let Value::Truth(truth) = value.value { Ok(truth) } else { Err(unread(value)) }
}

/// The one whose name this is.
pub(super) fn choice<C: Copy>(
    value: &Located<Value>,
    names: &[&str],
    all: &[C],
) -> Result<C, SpecError> {
    let position = names.iter().position(|name| *name == value.word().value);
    position.and_then(|position| all.get(position)).copied().ok_or_else(|| unread(value))
}

/// A value of another form than its key takes. Keys check their values first, so there is none.
fn unread(value: &Located<Value>) -> SpecError {
    let message = format!("{} cannot stand here", value.value.kind());
    SpecError::new(message, "give a value of the kind that the key takes").at(&value.place)
}

fn words(value: &Located<Value>) -> Vec<Word> {
    value.value.elements().iter().map(Located::word).collect()
}

/// Read every element of a list, and refuse what an earlier element was already.
fn each_once<T, R: Clone + Eq + Hash>(
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

const REMOVE_ONE: &str = "remove one of the two";

fn repeated(kind: Kind, name: &impl ToString, word: &Word) -> SpecError {
    let message = format!("the {kind} `{}` is repeated", excerpt(&name.to_string()));
    let help = match kind {
        Kind::Predicate => {
            format!("{REMOVE_ONE}; only predicates of different arity may share a name")
        }
        Kind::Variable | Kind::Constant => REMOVE_ONE.to_owned(),
    };
    SpecError::new(message, help).at(&word.place)
}

pub(super) fn predicates(value: &Located<Value>) -> Result<Vec<Predicate>, SpecError> {
    each_once(&words(value), predicate, |predicate, word| {
        repeated(Kind::Predicate, predicate, word)
    })
}

/// Predicates that are not among those that head clauses.
pub(super) fn data(value: &Located<Value>, spec: &Spec) -> Result<Vec<Predicate>, SpecError> {
    let read = predicates(value)?;
    match read.iter().zip(value.value.elements()).find(|(one, _)| spec.heads().contains(one)) {
        None => Ok(read),
        Some((predicate, element)) => {
            let message = format!("`{predicate}` is in `predicates` and in `data`");
            let help = "remove it from one of them: `predicates` head clauses, `data` do not";
            Err(SpecError::new(message, help).at(&element.place))
        }
    }
}

fn predicate(text: &Word) -> Result<Predicate, SpecError> {
    let found = excerpt(&text.value);
    let not_a_predicate = || {
        let help = "write the name, a slash and the number of arguments: `p/2`, or `p/0` for none";
        SpecError::new(format!("`{found}` is not of the form name/arity"), help).at(&text.place)
    };
    let (name, arity) = text.value.split_once('/').ok_or_else(not_a_predicate)?;
    legal(Kind::Predicate, name, text)?;
    if arity.is_empty() || !arity.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_predicate());
    }
    // So many digits that the number does not fit are just as much too large.
    let arity = arity.parse().unwrap_or(usize::MAX);
    if arity > MAX_ARITY {
        let message =
            format!("`{found}` has too many arguments: at most {MAX_ARITY} are supported");
        let help = format!("give it an arity from 0 to {MAX_ARITY}");
        return Err(SpecError::new(message, help).at(&text.place));
    }
    match names::is_reserved_predicate(name, arity) {
        true => Err(reserved(Kind::Predicate, text)),
        false => Ok(Predicate::new(name, arity)),
    }
}

fn reserved(kind: Kind, word: &Word) -> SpecError {
    let name = excerpt(&word.value);
    let message =
        format!("`{name}` cannot be a {kind}: it has a meaning of its own in Prolog or ProbLog");
    SpecError::new(message, "choose another name").at(&word.place)
}

fn legal(kind: Kind, name: &str, word: &Word) -> Result<(), SpecError> {
    if kind.allows(name) {
        return Ok(());
    }
    let message = format!("`{}` is not a legal {kind} name", excerpt(name));
    Err(SpecError::new(message, kind.rule()).at(&word.place))
}

pub(super) fn variables(value: &Located<Value>) -> Result<Vec<Symbol>, SpecError> {
    names(Kind::Variable, value, names::variables)
}

pub(super) fn constants(value: &Located<Value>) -> Result<Vec<Symbol>, SpecError> {
    names(Kind::Constant, value, names::constants)
}

/// Names, or how many to generate.
fn names(
    kind: Kind,
    value: &Located<Value>,
    generated: fn(usize) -> Vec<Symbol>,
) -> Result<Vec<Symbol>, SpecError> {
    if let Some(count) = value.value.count() {
        return Ok(generated(count));
    }
    let read = |word: &Word| {
        let name = word.value.as_str();
        legal(kind, name, word)?;
        match kind == Kind::Constant && names::is_reserved_constant(name) {
            true => Err(reserved(kind, word)),
            false => Ok(Symbol::from(name)),
        }
    };
    each_once(&words(value), read, |name, word| repeated(kind, name, word))
}

/// The probabilities of clauses: those of all heads, or of all others, and those of certain ones.
type Probabilities = (Vec<Probability>, Vec<(usize, Vec<Probability>)>);

pub(super) fn probabilities(
    value: &Located<Value>,
    spec: &Spec,
) -> Result<Probabilities, SpecError> {
    let Value::Table(rows) = &value.value else { return Ok((list_of(value)?, Vec::new())) };
    let (others, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|(name, _)| name.value == OTHERS);
    let names: Vec<Word> = rows.iter().map(|(name, _)| name.clone()).collect();
    let read = |word: &Word| look_up_head(word, spec, "head clauses");
    let heads = each_once(&names, read, repeated_position(spec))?;
    let lists = rows.iter().map(|(_, list)| list_of(list)).collect::<Result<Vec<_>, _>>()?;
    let mut own: Vec<_> = heads.into_iter().zip(lists).collect();
    own.sort_unstable_by_key(|(head, _)| *head);
    let general = others.first().map(|(_, list)| list_of(list)).transpose()?;
    let general = general.unwrap_or_else(|| vec![Probability::ONE]);
    own.retain(|(_, list)| *list != general);
    Ok((general, own))
}

fn list_of(value: &Located<Value>) -> Result<Vec<Probability>, SpecError> {
    let help = "a probability is greater than 0 and at most 1: `0.25`, `1`, or \"1/3\" as a string";
    let read = |text: Word| {
        text.value.parse().map_err(|error| {
            SpecError::new(format!("not a probability: {error}"), help).at(&text.place)
        })
    };
    words(value).into_iter().map(read).collect()
}

pub(super) fn pairs(value: &Located<Value>, spec: &Spec) -> Result<Vec<(usize, usize)>, SpecError> {
    let predicates = spec.predicates();
    let positions = |pair: &Located<Value>| {
        let [first, second] = &words(pair)[..] else { return Err(unread(pair)) };
        Ok((look_up(first, predicates)?, look_up(second, predicates)?))
    };
    let read = |pair: &Located<Value>| {
        let (first, second) = positions(pair)?;
        if first == second {
            let message = format!("`{}` cannot be independent of itself", predicates[first]);
            let error = SpecError::new(message, "pair two different predicates");
            return Err(error.at(&pair.place));
        }
        Ok((first.min(second), first.max(second)))
    };
    each_once(value.value.elements(), read, |&ordered, pair| {
        let (first, second) = positions(pair).unwrap_or(ordered);
        let (first, second) = (&predicates[first], &predicates[second]);
        let message = format!("the independent pair of `{first}` and `{second}` is repeated");
        let help = format!("{REMOVE_ONE}; the order inside a pair does not matter");
        SpecError::new(message, help).at(&pair.place)
    })
}

/// The position of a predicate given by its name, or by name and arity where names are shared.
fn look_up(text: &Word, predicates: &[Predicate]) -> Result<usize, SpecError> {
    let found = text.value.as_str();
    let (name, arity) = match found.split_once('/') {
        Some((name, arity)) => (name, Some(arity)),
        None => (found, None),
    };
    let is_meant = |predicate: &&Predicate| {
        predicate.name == name && arity.is_none_or(|arity| arity == predicate.arity.to_string())
    };
    let meant: Vec<&Predicate> = predicates.iter().filter(is_meant).collect();
    let error = match meant[..] {
        [_] => return Ok(predicates.iter().take_while(|one| !is_meant(one)).count()),
        [] => {
            let namesake = predicates.iter().find(|predicate| predicate.name == name);
            let like = || closest(name, predicates, |predicate| &predicate.name);
            SpecError::new(
                format!("there is no predicate `{}`", excerpt(found)),
                did_you_mean(namesake.or_else(like), "predicates", predicates),
            )
        }
        _ => SpecError::new(
            format!("`{}` is ambiguous", excerpt(found)),
            format!("write the arity too: {}", list(&meant)),
        ),
    };
    Err(error.at(&text.place))
}

/// The position of a predicate that heads clauses; `what` it is to be.
fn look_up_head(text: &Word, spec: &Spec, what: &str) -> Result<usize, SpecError> {
    let position = look_up(text, spec.predicates())?;
    if !spec.is_data(position) {
        return Ok(position);
    }
    let message = format!("`{}` is data, so it cannot {what}", spec.predicates()[position]);
    let help = format!("take it out of `data`, or name one of {}", list(spec.heads()));
    Err(SpecError::new(message, help).at(&text.place))
}

fn repeated_position(spec: &Spec) -> impl Fn(&usize, &Word) -> SpecError {
    |&position, word| repeated(Kind::Predicate, &spec.predicates()[position], word)
}

pub(super) fn goals(value: &Located<Value>, spec: &Spec) -> Result<Vec<usize>, SpecError> {
    let read = |word: &Word| look_up_head(word, spec, "be a goal");
    each_once(&words(value), read, repeated_position(spec))
}

/// Positions of heads, in increasing order, with what stands in their bodies, in order.
pub(super) fn uses(
    value: &Located<Value>,
    spec: &Spec,
) -> Result<Vec<(usize, Vec<Used>)>, SpecError> {
    let rows = value.value.rows();
    let names: Vec<Word> = rows.iter().map(|(name, _)| name.clone()).collect();
    let read = |word: &Word| look_up_head(word, spec, "head clauses");
    let heads = each_once(&names, read, repeated_position(spec))?;
    let used = rows.iter().map(|(_, list)| {
        let mut all = Vec::new();
        for word in words(list) {
            let (count, used) = used(&word, spec)?;
            all.resize(all.len() + count, used);
        }
        all.sort_unstable();
        Ok(all)
    });
    let used = used.collect::<Result<Vec<_>, _>>()?;
    let mut uses: Vec<_> = heads.into_iter().zip(used).collect();
    uses.sort_unstable();
    Ok(uses)
}

/// No more atoms of one kind stand in the bodies of a head.
const MAX_USED: usize = 10_000;

/// `true`, `p` or `not p`, perhaps with a number before it.
fn used(word: &Word, spec: &Spec) -> Result<(usize, Used), SpecError> {
    let (number, text) = match word.value.split_once(' ') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => (number, rest),
        _ => ("1", &word.value[..]),
    };
    let count = number.parse().ok().filter(|count| (1..=MAX_USED).contains(count));
    let count = count.ok_or_else(|| {
        let message = format!("`{}` is not a number from 1 to {MAX_USED}", excerpt(number));
        SpecError::new(message, "write how often it stands there, as in `3 p`").at(&word.place)
    })?;
    if text == "true" {
        return Ok((count, Used::Nothing));
    }
    let (negated, text) = match text.strip_prefix("not ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let name = Word { value: text.trim().to_owned(), place: word.place.clone() };
    Ok((count, Used::Atom { predicate: look_up(&name, spec.predicates())?, negated }))
}

/// Positions of heads with their numbers of clauses, in increasing order.
pub(super) fn clauses(
    value: &Located<Value>,
    spec: &Spec,
) -> Result<Vec<(usize, usize)>, SpecError> {
    let rows = value.value.rows();
    let names: Vec<Word> = rows.iter().map(|(name, _)| name.clone()).collect();
    let read = |word: &Word| look_up_head(word, spec, "head clauses");
    let heads = each_once(&names, read, repeated_position(spec))?;
    let counts = rows.iter().map(|(_, number)| count(number)).collect::<Result<Vec<_>, _>>()?;
    let mut counts: Vec<_> = heads.into_iter().zip(counts).collect();
    counts.sort_unstable();
    Ok(counts)
}

pub(super) fn required(value: &Located<Value>, spec: &Spec) -> Result<Option<Required>, SpecError> {
    let [(name, list)] = value.value.rows() else { return Ok(None) };
    let connective = usize::from(name.value == Connective::NAMES[1]);
    let read = |word: &Word| look_up(word, spec.predicates());
    let positions = each_once(&words(list), read, repeated_position(spec))?;
    Ok(Some(Required { connective: Connective::ALL[connective], predicates: positions }))
}

/// The weights of a spec.
pub(super) fn weights(value: &Located<Value>, spec: &Spec) -> Result<Table, SpecError> {
    let help = "a weight is a positive number from 1e-300 to 1e300, such as `0.2`, `5` or \"1/3\"; to \
                rule something out, use a key of its own, such as `empty_bodies = false`";
    let range = 1.0 / Number::LARGEST..=Number::LARGEST;
    cells("weights", &WEIGHTS, value, spec, |_, _| ("a weight", help, range.clone()))
}

/// No average is larger: there are not that many clauses, and no body has that many nodes.
const MAX_AVERAGE: f64 = 10_000.0;

/// The averages of a spec.
pub(super) fn averages(value: &Located<Value>, spec: &Spec) -> Result<Table, SpecError> {
    let shares =
        [Averaged::Constants, Averaged::EmptyBodies, Averaged::Body].map(|row| row as usize);
    let table = cells("averages", &AVERAGES, value, spec, |row, column| {
        if shares.contains(&row) && !matches!(column, Column::Under { .. }) {
            let help = "a share is a number from 0 to 1, such as `0.25` or \"1/3\"";
            return ("a share", help, 0.0..=1.0);
        }
        let help = "an average is a number that is not negative, such as `2.5`";
        ("an average", help, 0.0..=MAX_AVERAGE)
    })?;
    let is_share =
        |cell: &&Cell| cell.0 == Averaged::Body as usize && matches!(cell.1, Column::Of(_));
    let shares: Vec<Number> = table.cells().iter().filter(is_share).map(|cell| cell.2).collect();
    // A little above one may be the rounding of shares that were measured.
    let all: f64 = shares.iter().map(|share| share.to_f64()).sum();
    if all > 1.0001 + rounding(shares) {
        let message = "the shares of predicates among body atoms come to more than 1";
        let help = "lower some; predicates that are not mentioned get the rest";
        return Err(SpecError::new(message, help).at(&value.place));
    }
    Ok(table)
}

/// The numbers of a table, each in its row. `wanted` says what the numbers of a row are called, what
/// would be right, and their range.
fn cells(
    key: &str,
    rows: &'static [Row],
    value: &Located<Value>,
    spec: &Spec,
    wanted: impl Fn(usize, Column) -> (&'static str, &'static str, RangeInclusive<f64>),
) -> Result<Table, SpecError> {
    let mut table = Table::default();
    for (name, row_value) in value.value.rows() {
        let row = row_named(key, rows, name)?;
        let Row { name: row_name, columns: kind } = rows[row];
        for (path, number) in leaves(row_value) {
            let head_of = |word: &Word| look_up_head(word, spec, "head clauses");
            let body_of = |word: &Word| look_up(word, spec.predicates());
            let column = match (kind, &path[..]) {
                (Columns::None, []) => Column::Alone,
                (Columns::Predicates, [word]) => Column::Of(body_of(word)?),
                (Columns::Predicates, [head, word]) if head.value == OTHERS => {
                    Column::Of(body_of(word)?)
                }
                (Columns::Predicates, [head, word]) => {
                    Column::Under { head: head_of(head)?, predicate: body_of(word)? }
                }
                (Columns::Heads, [word]) => Column::Of(head_of(word)?),
                _ => return Err(row_shape(row_name, kind).at(&name.place)),
            };
            let (digits, (what, help, range)) = (number.word(), wanted(row, column));
            let read = digits.value.parse().ok();
            let fits = |number: &Number| range.contains(&number.to_f64());
            let read = read.filter(fits).ok_or_else(|| {
                let message = format!("`{}` is not {what}", excerpt(&digits.value));
                SpecError::new(message, help).at(&digits.place)
            })?;
            if !table.add((row, column, read)) {
                let of: String = path.iter().map(|word| format!(".{}", word.value)).collect();
                let message = format!("`{}` is given twice", excerpt(&format!("{row_name}{of}")));
                return Err(SpecError::new(message, REMOVE_ONE).at(&name.place));
            }
        }
    }
    Ok(table)
}

/// The numbers of a row, each with the columns that lead to it.
fn leaves(value: &Located<Value>) -> Vec<(Vec<&Word>, &Located<Value>)> {
    let Value::Table(columns) = &value.value else { return vec![(Vec::new(), value)] };
    let mut found = Vec::new();
    for (word, value) in columns {
        for (mut path, number) in leaves(value) {
            path.insert(0, word);
            found.push((path, number));
        }
    }
    found
}

fn row_named(key: &str, rows: &'static [Row], name: &Word) -> Result<usize, SpecError> {
    rows.iter().position(|row| row.name == name.value).ok_or_else(|| {
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        let help = did_you_mean(closest(&name.value, &names, |name| name), "rows", &names);
        let message = format!("`{key}` has no row `{}`", excerpt(&name.value));
        SpecError::new(message, help).at(&name.place)
    })
}

fn row_shape(row: &str, columns: Columns) -> SpecError {
    match columns {
        Columns::Predicates | Columns::Heads => SpecError::new(
            format!("`{row}` takes a number for each predicate"),
            match columns {
                Columns::Predicates => format!(
                    "write `{row} = {{ p = 2 }}`, or in short `{row}.p=2`; in bodies of `q` only, \
                     `{row} = {{ q = {{ p = 2 }} }}` or `{row}.q.p=2`"
                ),
                _ => format!("write `{row} = {{ p = 2 }}`, or in short `{row}.p=2`"),
            },
        ),
        Columns::None => SpecError::new(
            format!("`{row}` takes one number, not one for each predicate"),
            format!("write `{row} = 2`, or in short `{row}=2`"),
        ),
    }
}
