//! Reading a spec from TOML.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Connective;
use super::keys::Key;
use super::place::{Located, Pair, Place, Source, Word};
use super::problem::{Problem, SpecError, closest};
use super::short::choice;
use super::value::{CONNECTIVES, Cell, Form, Formula, Value};

type TomlValue<'a> = Spanned<DeValue<'a>>;

/// Read the values of a whole file, in the order of the file.
pub(super) fn read(source: &Source) -> Result<Vec<(&'static Key, Located<Value>)>, SpecError> {
    let table = DeTable::parse(source.text()).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Problem::Syntax(error.message().to_owned()).at_place(&source.place(span))
    })?;
    let entry = |(name, value): (&Spanned<std::borrow::Cow<'_, str>>, &TomlValue<'_>)| {
        let found = name.get_ref();
        let key = Key::named(found).ok_or_else(|| {
            let nearest = closest(found, Key::all().as_slice(), |key| key.name);
            Problem::UnknownKey { found: found.to_string(), nearest }
                .at_place(&source.place(name.span()))
        })?;
        let value = Entry { source, key, value }.read()?;
        Ok((key, value))
    };
    in_file_order(table.get_ref()).into_iter().map(entry).collect()
}

/// The parser sorts keys by name; people read from the top.
fn in_file_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<std::borrow::Cow<'i, str>>, &'t TomlValue<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A number within the range of its key, as far as it can be represented.
pub(super) fn count(
    key: &'static Key,
    digits: &str,
    radix: u32,
    place: &Place,
) -> Result<usize, SpecError> {
    let (min, max) = key.form.range();
    usize::from_str_radix(digits, radix).ok().filter(|number| *number <= max).ok_or_else(|| {
        let found = place.text().trim().to_owned();
        Problem::OutOfRange { key, found, min, max }.at_place(place)
    })
}

/// Two words that make a pair, if they are two.
pub(super) fn pair(words: Vec<Word>, place: &Place) -> Result<Pair, SpecError> {
    let not_a_pair = |_| Problem::NotAPair { found: place.text().to_owned() }.at_place(place);
    let pair: [Word; 2] = words.try_into().map_err(not_a_pair)?;
    Ok(Located::new(pair, place.clone()))
}

/// One `key = value` of a file.
struct Entry<'t, 'i> {
    source: &'t Source,
    key: &'static Key,
    value: &'t TomlValue<'i>,
}

impl Entry<'_, '_> {
    fn read(&self) -> Result<Located<Value>, SpecError> {
        let value = self.value;
        let read =
            match (self.key.form, value.get_ref()) {
                (Form::Count { .. }, _) | (Form::Names { .. }, DeValue::Integer(_)) => {
                    Value::Count(self.number()?)
                }
                (Form::Names { .. } | Form::Strings { .. }, _) => Value::Words(self.texts(value)?),
                (Form::Numbers { .. }, _) => Value::Words(self.numbers()?),
                (Form::Choice(words), _) => {
                    let word = self.text(value)?.value;
                    Value::Choice(choice(self.key, words, &word, &self.place(value.span()))?)
                }
                (Form::Truth, DeValue::Boolean(truth)) => Value::Truth(*truth),
                (Form::Truth, _) => return Err(self.wrong_type(value)),
                (Form::Pairs, _) => Value::Pairs(self.list(value, |element| {
                    pair(self.texts(element)?, &self.place(element.span()))
                })?),
                (Form::Formula, _) => Value::Formula(Some(self.formula()?)),
                (Form::Table(_), _) => Value::Cells(self.cells()?),
            };
        Ok(Located::new(read, self.place(value.span())))
    }

    fn place(&self, span: Range<usize>) -> Place {
        self.source.place(span)
    }

    fn wrong_type(&self, value: &TomlValue<'_>) -> SpecError {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "a truth value",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        Problem::WrongType { key: self.key, found }.at_place(&self.place(value.span()))
    }

    fn number(&self) -> Result<usize, SpecError> {
        let value = self.value;
        let integer = value.get_ref().as_integer().ok_or_else(|| self.wrong_type(value))?;
        let place = self.place(value.span());
        count(self.key, integer.as_str(), integer.radix(), &place)
    }

    fn text(&self, value: &TomlValue<'_>) -> Result<Word, SpecError> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(value))?;
        Ok(Located::new(text.to_owned(), self.place(value.span())))
    }

    fn list<T>(
        &self,
        value: &TomlValue<'_>,
        element: impl Fn(&TomlValue<'_>) -> Result<T, SpecError>,
    ) -> Result<Vec<T>, SpecError> {
        let array = value.get_ref().as_array().ok_or_else(|| self.wrong_type(value))?;
        array.iter().map(element).collect()
    }

    fn texts(&self, value: &TomlValue<'_>) -> Result<Vec<Word>, SpecError> {
        self.list(value, |element| self.text(element))
    }

    fn numbers(&self) -> Result<Vec<Word>, SpecError> {
        self.list(self.value, |element| self.digits(element))
    }

    /// Numbers keep the digits of the file: as floats they would no longer be what is written.
    fn digits(&self, value: &TomlValue<'_>) -> Result<Word, SpecError> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            _ => return self.text(value),
        };
        let digits = number.strip_prefix('+').unwrap_or(&number).to_owned();
        Ok(Located::new(digits, self.place(value.span())))
    }

    /// A table of numbers, some of which may be tables of numbers by predicate.
    fn cells(&self) -> Result<Vec<Cell>, SpecError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.wrong_type(self.value))?;
        let mut cells = Vec::new();
        for (row, value) in in_file_order(table) {
            let word = |key: &Spanned<std::borrow::Cow<'_, str>>| {
                Located::new(key.get_ref().to_string(), self.place(key.span()))
            };
            let Some(by_predicate) = value.get_ref().as_table() else {
                cells.push(Cell { row: word(row), predicate: None, number: self.digits(value)? });
                continue;
            };
            for (predicate, number) in in_file_order(by_predicate) {
                let (predicate, number) = (Some(word(predicate)), self.digits(number)?);
                cells.push(Cell { row: word(row), predicate, number });
            }
        }
        Ok(cells)
    }

    fn formula(&self) -> Result<Formula, SpecError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.wrong_type(self.value))?;
        let [(word, predicates)] = in_file_order(table)[..] else {
            return Err(self.wrong_type(self.value));
        };
        let place = self.place(word.span());
        let position = choice(self.key, &CONNECTIVES, word.get_ref(), &place)?;
        let connective = Connective::ALL[position];
        Ok(Formula { connective, predicates: self.texts(predicates)? })
    }
}
