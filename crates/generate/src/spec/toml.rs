//! Reading TOML.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::SpecError;
use super::text::{Located, SourceText, Word};
use super::value::Value;

impl SourceText {
    /// The contents of a file, which must be UTF-8 and of a sane length.
    pub fn from_bytes(name: impl AsRef<str>, bytes: Vec<u8>) -> Result<SourceText, SpecError> {
        let help = "give a spec: a text file in TOML, encoded in UTF-8";
        if bytes.len() > SourceText::MAX_BYTES {
            let (name, limit) = (name.as_ref(), SourceText::MAX_BYTES);
            return Err(SpecError::new(format!("`{name}` is longer than {limit} bytes"), help));
        }
        String::from_utf8(bytes).map(|text| SourceText::new(&name, text)).map_err(|error| {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let bad_character = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
            let place = SourceText::new(&name, text).place(bad_character);
            SpecError::new("this file is not UTF-8 text", help).at(&Some(place))
        })
    }
}

/// The keys and values of a whole file, in the order of the file.
pub(super) fn read(source: &SourceText) -> Result<Vec<(Word, Located<Value>)>, SpecError> {
    let table = DeTable::parse(source.text()).map_err(|error| {
        let message = format!("this is not TOML: {}", error.message());
        let help = "a line reads `key = value`, for example `max_nodes = 5`";
        SpecError::new(message, help).at(&Some(source.place(error.span().unwrap_or(0..0))))
    })?;
    Ok(rows(source, table.get_ref()))
}

/// The parser sorts keys by name; people read from the top.
fn rows(source: &SourceText, table: &DeTable<'_>) -> Vec<(Word, Located<Value>)> {
    let mut rows: Vec<(&Spanned<Cow<'_, str>>, _)> = table.iter().collect();
    rows.sort_by_key(|(name, _)| name.span().start);
    let word = |name: &Spanned<Cow<'_, str>>| {
        Located::new(name.get_ref().to_string(), source.place(name.span()))
    };
    rows.into_iter().map(|(name, value)| (word(name), located(source, value))).collect()
}

fn located(source: &SourceText, value: &Spanned<DeValue<'_>>) -> Located<Value> {
    let read = match value.get_ref() {
        DeValue::String(text) => Value::text(text),
        DeValue::Integer(number) => Value::Integer(number.to_string()),
        DeValue::Float(number) => Value::Float(number.to_string()),
        DeValue::Boolean(truth) => Value::Truth(*truth),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            Value::List(list.iter().map(|element| located(source, element)).collect())
        }
        DeValue::Table(table) => Value::Table(rows(source, table)),
    };
    Located::new(read, source.place(value.span()))
}
