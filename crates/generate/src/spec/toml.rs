//! Reading a spec from TOML.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Connective;
use super::draft::{Choice, Draft, Formula, Names, count};
use super::key::Key;
use super::place::{Located, Pair, Place, Source, Word};
use super::problem::{Problem, SpecError, closest};

type Value<'a> = Spanned<DeValue<'a>>;

/// Read a whole file.
pub(super) fn read(source: &Source) -> Result<Draft, SpecError> {
    let table = DeTable::parse(source.text()).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        Problem::Syntax(error.message().to_owned()).at(&source.place(span))
    })?;
    let mut draft = Draft::default();
    for (key, value) in in_file_order(table.get_ref()) {
        let found = key.get_ref();
        let key = Key::ALL.into_iter().find(|k| k.name() == found).ok_or_else(|| {
            let nearest = closest(found, &Key::ALL, |key| key.name()).copied();
            Problem::UnknownKey { found: found.to_string(), nearest }.at(&source.place(key.span()))
        })?;
        Entry { source, key, value }.read_into(&mut draft)?;
    }
    Ok(draft)
}

/// The parser sorts keys by name; people read from the top.
fn in_file_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<std::borrow::Cow<'i, str>>, &'t Value<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// One `key = value` of a file.
struct Entry<'t, 'i> {
    source: &'t Source,
    key: Key,
    value: &'t Value<'i>,
}

impl Entry<'_, '_> {
    fn read_into(&self, draft: &mut Draft) -> Result<(), SpecError> {
        match self.key {
            Key::Predicates => draft.predicates = Some(self.whole(self.texts(self.value)?)),
            Key::Variables => draft.variables = Some(self.whole(self.names()?)),
            Key::Constants => draft.constants = Some(self.whole(self.names()?)),
            Key::MaxNodes => draft.max_nodes = Some(self.number(self.value)?),
            Key::MaxClauses => draft.max_clauses = Some(self.number(self.value)?),
            Key::Probabilities => draft.probabilities = Some(self.whole(self.probabilities()?)),
            Key::Cycles => draft.cycles = Some(self.choice()?),
            Key::Bodies => draft.bodies = Some(self.choice()?),
            Key::EmptyBodies => draft.empty_bodies = Some(self.boolean()?),
            Key::Safe => draft.safe = Some(self.boolean()?),
            Key::Independent => draft.independent = Some(self.whole(self.pairs()?)),
            Key::Required => draft.required = Some(self.whole(Some(self.formula()?))),
        }
        Ok(())
    }

    fn place(&self, span: Range<usize>) -> Place {
        self.source.place(span)
    }

    fn whole<T>(&self, value: T) -> Located<T> {
        Located::new(value, self.place(self.value.span()))
    }

    fn wrong_type(&self, value: &Value<'_>) -> SpecError {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "a truth value",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        Problem::WrongType { key: self.key, found }.at(&self.place(value.span()))
    }

    fn number(&self, value: &Value<'_>) -> Result<Located<usize>, SpecError> {
        let integer = value.get_ref().as_integer().ok_or_else(|| self.wrong_type(value))?;
        count(self.key, integer.as_str(), integer.radix(), &self.place(value.span()))
    }

    fn text(&self, value: &Value<'_>) -> Result<Word, SpecError> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(value))?;
        Ok(Located::new(text.to_owned(), self.place(value.span())))
    }

    fn list<T>(
        &self,
        value: &Value<'_>,
        element: impl Fn(&Value<'_>) -> Result<T, SpecError>,
    ) -> Result<Vec<T>, SpecError> {
        let array = value.get_ref().as_array().ok_or_else(|| self.wrong_type(value))?;
        array.iter().map(element).collect()
    }

    fn texts(&self, value: &Value<'_>) -> Result<Vec<Word>, SpecError> {
        self.list(value, |element| self.text(element))
    }

    fn names(&self) -> Result<Names, SpecError> {
        match self.value.get_ref() {
            DeValue::Integer(_) => Ok(Names::Count(self.number(self.value)?.value)),
            _ => Ok(Names::Given(self.texts(self.value)?)),
        }
    }

    /// Probabilities keep the digits of the file: as floats they would no longer be what is written.
    fn probabilities(&self) -> Result<Vec<Word>, SpecError> {
        self.list(self.value, |element| {
            let number = match element.get_ref() {
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                _ => return self.text(element),
            };
            let digits = number.strip_prefix('+').unwrap_or(&number).to_owned();
            Ok(Located::new(digits, self.place(element.span())))
        })
    }

    fn choice<C: Choice>(&self) -> Result<Located<C>, SpecError> {
        let word = self.text(self.value)?;
        C::read(self.key, &word.value, &word.place)
    }

    fn boolean(&self) -> Result<Located<bool>, SpecError> {
        let value = self.value.get_ref().as_bool().ok_or_else(|| self.wrong_type(self.value))?;
        Ok(self.whole(value))
    }

    fn pairs(&self) -> Result<Vec<Pair>, SpecError> {
        self.list(self.value, |element| {
            let place = self.place(element.span());
            let pair: Result<[_; 2], _> = self.texts(element)?.try_into();
            let not_a_pair = || Problem::NotAPair { found: place.text().to_owned() }.at(&place);
            Ok(Located::new(pair.map_err(|_| not_a_pair())?, place))
        })
    }

    fn formula(&self) -> Result<Formula, SpecError> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.wrong_type(self.value))?;
        let [(word, predicates)] = in_file_order(table)[..] else {
            return Err(self.wrong_type(self.value));
        };
        let connective = Connective::read(self.key, word.get_ref(), &self.place(word.span()))?;
        Ok(Formula { connective: connective.value, predicates: self.texts(predicates)? })
    }
}
