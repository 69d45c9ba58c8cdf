//! A key: which values it takes, and how a spec gets and gives its own.

use std::fmt;

use super::contents::{Connective, Spec};
use super::error::{SpecError, excerpt};
use super::preset::Preset;
use super::table::{OTHERS, Row};
use super::text::{Located, SourcePlace, SourceText, Word};
use super::toml;
use super::value::Value;

/// A key of the spec: everything about it.
pub struct Key {
    /// Its name in a file.
    pub name: &'static str,
    /// What it is for, in one line.
    pub help: &'static str,
    /// What its value looks like in short: a placeholder.
    pub placeholder: &'static str,
    /// A value, as a file has it.
    pub example: &'static str,
    pub(super) form: Form,
    pub(super) get: fn(&Spec) -> Value,
    pub(super) set: fn(&mut Spec, &Located<Value>) -> Result<(), SpecError>,
}

/// A number stands in a row, in a column of it, or in a column of a head of it.
const DEEPEST: usize = 3;

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A whole number.
    Count { min: usize, max: usize },
    /// A whole number, or one for each predicate that heads clauses: `"2 per predicate"`.
    CountOrRate { min: usize, max: usize },
    /// A whole number, or a list of names.
    Names { max: usize },
    /// A list of strings.
    Strings { what: &'static str, min: usize, max: usize },
    /// A list of numbers, each as it is written, or as a string; or such a list for each of some predicates.
    Numbers { min: usize, max: usize },
    /// A list of predicates for each of some predicates.
    Lists,
    /// One of some words.
    Choice(&'static [&'static str]),
    /// The name of a preset, or nothing.
    Preset,
    /// True or false.
    Truth,
    /// A list of pairs of predicates.
    Pairs,
    /// A connective with a list of predicates, or nothing.
    Formula,
    /// A whole number for some predicates.
    Counts { min: usize, max: usize },
    /// A table with a number in some of its rows, or one for each predicate.
    Table(&'static [Row]),
}

impl Key {
    /// What kind of value it takes, in words.
    pub fn takes(&self) -> String {
        match self.form {
            Form::Count { .. } => "a whole number".to_owned(),
            Form::CountOrRate { .. } => "a whole number or \"N per predicate\"".to_owned(),
            Form::Names { .. } => "a whole number or a list of names".to_owned(),
            Form::Strings { what, .. } => format!("a list of strings {what}"),
            Form::Numbers { .. } => {
                "a list of numbers or strings such as \"1/3\", or a list for each of some predicates".to_owned()
            }
            Form::Lists => "a list of predicates for each of some predicates".to_owned(),
            Form::Choice(words) => one_of(words),
            Form::Preset => one_of(&Preset::NAMES),
            Form::Truth => "true or false".to_owned(),
            Form::Pairs => "a list of pairs of predicates".to_owned(),
            Form::Formula => "one connective, `and` or `or`, with a list of predicates".to_owned(),
            Form::Counts { .. } => "a whole number for each of some predicates".to_owned(),
            Form::Table(rows) => {
                let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
                format!("a table of numbers ({})", names.join(", "))
            }
        }
    }

    /// The values that it takes, in short, if there are only a few.
    pub fn choices(&self) -> Option<Vec<&'static str>> {
        match self.form {
            Form::Choice(words) => Some(words.to_vec()),
            Form::Preset => Some(["none"].into_iter().chain(Preset::NAMES).collect()),
            Form::Truth => Some(vec!["false", "true"]),
            _ => None,
        }
    }

    /// The smallest and the largest number, or length of a list.
    fn range(&self) -> (usize, usize) {
        match self.form {
            Form::Count { min, max } | Form::CountOrRate { min, max } => (min, max),
            Form::Counts { min, max } => (min, max),
            Form::Strings { min, max, .. } | Form::Numbers { min, max } => (min, max),
            Form::Names { max } => (0, max),
            Form::Choice(_) | Form::Preset | Form::Truth => (0, usize::MAX),
            Form::Pairs | Form::Lists | Form::Formula | Form::Table(_) => (0, usize::MAX),
        }
    }

    /// Whether every spec must have it, having no default that is in range.
    pub fn is_required(&self) -> bool {
        self.check(&Located::unplaced((self.get)(&Spec::blank()))).is_err()
    }

    /// Whether it is true or false, and false unless it is given.
    pub fn is_switch(&self) -> bool {
        matches!((self.get)(&Spec::blank()), Value::Truth(false))
    }

    /// The example in short.
    pub fn short_example(&self) -> String {
        let file = SourceText::new("an example", format!("{} = {}", self.name, self.example));
        let values = toml::read(&file).unwrap_or_default();
        values.iter().map(|(_, value)| value.value.to_short()).collect()
    }

    /// The value of a spec that does not mention it, in short; `None` if there is none, or nothing to
    /// show.
    pub fn default_value(&self) -> Option<String> {
        let default = (self.get)(&Spec::blank()).to_short();
        (!self.is_required() && !default.is_empty()).then_some(default)
    }

    /// That there is no value.
    pub(super) fn missing(&self) -> SpecError {
        self.with_example(format!("the spec has no `{self}`"))
    }

    fn with_example(&self, message: String) -> SpecError {
        let help = format!("for example `{self} = {}`", self.example);
        SpecError { exemplified: Some(self.name), ..SpecError::new(message, help) }
    }

    fn wrong_type(&self, found: &str, place: &Option<SourcePlace>) -> SpecError {
        self.with_example(format!("`{self}` takes {}, not {found}", self.takes())).at(place)
    }

    /// The position of a word among those that are allowed.
    fn choice(&self, words: &[&str], word: &Word) -> Result<usize, SpecError> {
        words
            .iter()
            .position(|known| *known == word.value)
            .ok_or_else(|| self.wrong_type(&format!("`{}`", excerpt(&word.value)), &word.place))
    }

    /// Refuse a value that is not of the form of this key, too small, too large or too long.
    pub(super) fn check(&self, value: &Located<Value>) -> Result<(), SpecError> {
        match (self.form, &value.value) {
            (Form::Count { .. } | Form::CountOrRate { .. }, Value::Integer(_))
            | (Form::Names { .. }, Value::Integer(_)) => self.check_count(value),
            (Form::CountOrRate { .. }, Value::Text(text)) if rate(text).is_some() => Ok(()),
            (Form::Names { .. } | Form::Strings { .. }, Value::List(list)) => {
                self.check_texts(list)?;
                self.check_length(value)
            }
            (Form::Numbers { .. }, Value::List(list)) => {
                list.iter().try_for_each(|one| self.check_part(one, is_number))?;
                self.check_length(value)
            }
            (Form::Numbers { .. }, Value::Table(rows)) => rows.iter().try_for_each(|(_, list)| {
                self.check_part(list, |part| matches!(part, Value::List(_)))?;
                self.check(list)
            }),
            (Form::Choice(words), Value::Text(_)) => self.choice(words, &value.word()).map(drop),
            (Form::Preset, Value::Nothing) => Ok(()),
            (Form::Preset, Value::Text(_)) => self.choice(&Preset::NAMES, &value.word()).map(drop),
            (Form::Truth, Value::Truth(_)) => Ok(()),
            (Form::Pairs, Value::List(list)) => {
                list.iter().try_for_each(|one| self.check_pair(one))
            }
            (Form::Formula, Value::Nothing) => Ok(()),
            (Form::Formula, Value::Table(rows)) => {
                let [(connective, predicates)] = &rows[..] else {
                    return Err(self.wrong_type(value.value.kind(), &value.place));
                };
                self.choice(&Connective::NAMES, connective)?;
                self.check_part(predicates, |part| matches!(part, Value::List(_)))?;
                self.check_texts(predicates.value.elements())
            }
            (Form::Counts { .. }, Value::Table(rows)) => rows.iter().try_for_each(|(_, count)| {
                self.check_part(count, |part| matches!(part, Value::Integer(_)))?;
                self.check_count(count)
            }),
            (Form::Lists, Value::Table(rows)) => rows.iter().try_for_each(|(_, list)| {
                self.check_part(list, |part| matches!(part, Value::List(_)))?;
                self.check_texts(list.value.elements())
            }),
            (Form::Table(_), Value::Table(_)) => self.check_cells(value, DEEPEST),
            _ => Err(self.wrong_type(value.value.kind(), &value.place)),
        }
    }

    fn check_part(
        &self,
        part: &Located<Value>,
        fits: impl Fn(&Value) -> bool,
    ) -> Result<(), SpecError> {
        match fits(&part.value) {
            true => Ok(()),
            false => Err(self.wrong_type(part.value.kind(), &part.place)),
        }
    }

    /// Numbers, at most so many tables deep.
    fn check_cells(&self, value: &Located<Value>, depth: usize) -> Result<(), SpecError> {
        match &value.value {
            Value::Table(rows) if depth > 0 => {
                rows.iter().try_for_each(|(_, row)| self.check_cells(row, depth - 1))
            }
            _ => self.check_part(value, is_number),
        }
    }

    fn check_texts(&self, list: &[Located<Value>]) -> Result<(), SpecError> {
        let is_text = |part: &Value| matches!(part, Value::Text(_));
        list.iter().try_for_each(|element| self.check_part(element, is_text))
    }

    fn check_count(&self, value: &Located<Value>) -> Result<(), SpecError> {
        let (min, max) = self.range();
        if value.value.count().is_some_and(|number| (min..=max).contains(&number)) {
            return Ok(());
        }
        let message = format!("`{self}` cannot be {}", excerpt(&value.quote()));
        let (first, rest) = self.help.split_at(self.help.len().min(1));
        let help = format!("give a number from {min} to {max}; {}{rest}", first.to_lowercase());
        Err(SpecError::new(message, help).at(&value.place))
    }

    fn check_length(&self, value: &Located<Value>) -> Result<(), SpecError> {
        let (list, (min, max)) = (value.value.elements(), self.range());
        if list.len() < min {
            return Err(self.with_example(format!("`{self}` is empty")).at(&value.place));
        }
        // The first superfluous element is to blame.
        let Some(element) = list.get(max) else { return Ok(()) };
        let found = list.len();
        let message = format!("`{self}` lists {found} elements; at most {max} are supported");
        Err(SpecError::new(message, "make the list shorter").at(&element.place))
    }

    fn check_pair(&self, pair: &Located<Value>) -> Result<(), SpecError> {
        self.check_part(pair, |part| matches!(part, Value::List(_)))?;
        self.check_texts(pair.value.elements())?;
        if pair.value.elements().len() == 2 {
            return Ok(());
        }
        let message = format!("`{}` is not a pair of predicates", excerpt(&pair.quote()));
        let help = "write a pair as `[\"p\", \"q\"]`, or in short as `p:q`";
        Err(SpecError::new(message, help).at(&pair.place))
    }

    /// Read a value in short, as a command line has it: lists are separated by commas, an empty value is
    /// an empty list, a pair is `p:q`, and a required formula is `and:p,q`, `or:p,q` or `none`. A number
    /// in a table is `row=number` or `row.predicate=number`, a count `predicate=count`, and a list `predicate:p,q`.
    pub(super) fn read_short(&self, place: &SourcePlace) -> Result<Located<Value>, SpecError> {
        let (text, here) = (place.text(), Some(place.clone()));
        let value = match self.form {
            Form::Count { .. } | Form::CountOrRate { .. } | Form::Names { .. }
                if looks_like_a_number(text) =>
            {
                Value::Integer(text.to_owned())
            }
            Form::CountOrRate { .. } if rate(text).is_some() => Value::text(text),
            Form::Count { .. } | Form::CountOrRate { .. } => {
                return Err(self.wrong_type("text", &here));
            }
            Form::Numbers { .. } if text.contains(':') => lists(place),
            Form::Lists if text.is_empty() => Value::Table(Vec::new()),
            Form::Lists if text.contains(':') => lists(place),
            Form::Lists => return Err(self.not_a_cell("a list for a predicate", place)),
            Form::Names { .. } | Form::Strings { .. } | Form::Numbers { .. } => {
                texts(split(place, ','))
            }
            Form::Preset | Form::Formula if text == "none" => Value::Nothing,
            Form::Choice(_) | Form::Preset => Value::text(text),
            Form::Truth => {
                let word = Located { value: text.to_owned(), place: here };
                Value::Truth(self.choice(&["false", "true"], &word)? == 1)
            }
            Form::Pairs => Value::List(
                split(place, ',')
                    .into_iter()
                    .map(|(_, pair)| Located::new(texts(split(&pair, ':')), pair))
                    .collect(),
            ),
            Form::Formula => {
                let Some(colon) = text.find(':') else {
                    return Err(self.wrong_type("text without a colon", &here));
                };
                let (connective, list) = (place.part(0..colon), place.part(colon + 1..text.len()));
                let name = Located::new(connective.text().to_owned(), connective.clone());
                let predicates = texts(split(&list, ','));
                Value::Table(vec![(name, Located::new(predicates, list))])
            }
            Form::Counts { .. } => {
                let rows = split(place, ',').into_iter().map(|(_, cell)| self.count_of(&cell));
                Value::Table(rows.collect::<Result<_, _>>()?)
            }
            Form::Table(_) => {
                let rows = split(place, ',').into_iter().map(|(_, cell)| self.cell(&cell));
                Value::Table(rows.collect::<Result<_, _>>()?)
            }
        };
        Ok(Located::new(value, place.clone()))
    }

    /// `predicate=count`.
    fn count_of(&self, place: &SourcePlace) -> Result<(Word, Located<Value>), SpecError> {
        match &split(place, '=')[..] {
            [(name, name_place), (digits, place)] if looks_like_a_number(digits) => {
                let count = Located::new(Value::Integer(digits.clone()), place.clone());
                Ok((Located::new(name.clone(), name_place.clone()), count))
            }
            _ => Err(self.not_a_cell("a whole number for a predicate", place)),
        }
    }

    fn cell(&self, place: &SourcePlace) -> Result<(Word, Located<Value>), SpecError> {
        let word =
            |(text, place): &(String, SourcePlace)| Located::new(text.clone(), place.clone());
        let value =
            |(text, place): &(String, SourcePlace)| Located::new(Value::text(text), place.clone());
        if let [(_, name), number] = &split(place, '=')[..]
            && let [row, columns @ ..] = &split(name, '.')[..]
            && columns.len() < DEEPEST
        {
            let within = |inner: Located<Value>, column: &(String, SourcePlace)| {
                Located::new(Value::Table(vec![(word(column), inner)]), place.clone())
            };
            return Ok((word(row), columns.iter().rev().fold(value(number), within)));
        }
        Err(self.not_a_cell(&format!("a number in a row of `{self}`"), place))
    }

    fn not_a_cell(&self, what: &str, place: &SourcePlace) -> SpecError {
        let message = format!("`{}` is not {what}", excerpt(place.text()));
        let help = format!("write `{}`, or in short `{}`", self.example, self.short_example());
        SpecError::new(message, help).at(&Some(place.clone()))
    }
}

/// The pieces between separators, without the blanks around them, each with its place.
fn split(place: &SourcePlace, separator: char) -> Vec<(String, SourcePlace)> {
    let text = place.text();
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut start = 0;
    text.split(separator)
        .map(|piece| {
            let trimmed = piece.trim();
            let from = start + (piece.len() - piece.trim_start().len());
            start += piece.len() + separator.len_utf8();
            (trimmed.to_owned(), place.part(from..from + trimmed.len()))
        })
        .collect()
}

fn texts(words: Vec<(String, SourcePlace)>) -> Value {
    let text = |(text, place)| Located::new(Value::Text(text), place);
    Value::List(words.into_iter().map(text).collect())
}

fn is_number(part: &Value) -> bool {
    matches!(part, Value::Integer(_) | Value::Float(_) | Value::Text(_))
}

/// The number in `2 per predicate`.
pub(super) fn rate(text: &str) -> Option<usize> {
    text.strip_suffix("per predicate")?.trim().parse().ok().filter(|rate| *rate > 0)
}

/// `name:part,part,name:part`. A list may be empty, as in `name:`.
fn lists(place: &SourcePlace) -> Value {
    let mut rows: Vec<(Word, Located<Value>)> = Vec::new();
    for (text, place) in split(place, ',') {
        let number =
            |(text, place): &(String, SourcePlace)| Located::new(Value::text(text), place.clone());
        match (&split(&place, ':')[..], rows.last_mut()) {
            ([name, first], _) => {
                let name = Located::new(name.0.clone(), name.1.clone());
                let list = if first.0.is_empty() { Vec::new() } else { vec![number(first)] };
                rows.push((name, Located::new(Value::List(list), place)));
            }
            (_, Some((_, Located { value: Value::List(list), .. }))) => {
                list.push(number(&(text, place)));
            }
            // A list for heads that are not named.
            _ => {
                let name = Located::new(OTHERS.to_owned(), place.clone());
                let list = Value::List(vec![number(&(text, place.clone()))]);
                rows.push((name, Located::new(list, place)));
            }
        }
    }
    Value::Table(rows)
}

/// Whether a text was meant as a number, be it in range or not.
fn looks_like_a_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `"a", "b" or "c"`.
fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match &quoted[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.name == other.name
    }
}

impl Eq for Key {}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
