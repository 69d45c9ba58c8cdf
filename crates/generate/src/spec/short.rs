//! Reading the short form of a value, as a command line has it.
//!
//! Lists are separated by commas, an empty value is an empty list, a pair is `p:q`, and a required
//! formula is `and:p,q`, `or:p,q` or `none`. A number in a table is `row=number` or
//! `row.predicate=number`.

use super::Connective;
use super::keys::Key;
use super::place::{Located, Place, Word};
use super::problem::{Problem, SpecError};
use super::value::{CONNECTIVES, Cell, Form, Formula, Value};

/// Read the value of a key.
pub(super) fn read(key: &'static Key, place: &Place) -> Result<Located<Value>, SpecError> {
    let text = place.text();
    let value = match key.form {
        Form::Count { .. } => Value::Count(number(key, place)?),
        Form::Names { .. } if looks_like_a_number(text) => Value::Count(number(key, place)?),
        Form::Names { .. } | Form::Strings { .. } | Form::Numbers { .. } => {
            Value::Words(split(place, ','))
        }
        Form::Choice(words) => Value::Choice(choice(key, words, text, place)?),
        Form::Truth => Value::Truth(choice(key, &["false", "true"], text, place)? == 1),
        Form::Pairs => {
            let pair = |text: Word| {
                let place = text.place.as_ref().unwrap_or(place);
                super::toml::pair(split(place, ':'), place)
            };
            Value::Pairs(split(place, ',').into_iter().map(pair).collect::<Result<_, _>>()?)
        }
        Form::Formula => Value::Formula(formula(key, place)?),
        Form::Table(_) => {
            let cells = split(place, ',').into_iter().map(|text| cell(key, &text, place));
            Value::Cells(cells.collect::<Result<_, _>>()?)
        }
    };
    Ok(Located::new(value, place.clone()))
}

/// The pieces between separators, without the blanks around them, each with its place.
fn split(place: &Place, separator: char) -> Vec<Word> {
    let text = place.text();
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut start = place.span.start;
    text.split(separator)
        .map(|piece| {
            let trimmed = piece.trim();
            let from = start + (piece.len() - piece.trim_start().len());
            start += piece.len() + separator.len_utf8();
            Located::new(trimmed.to_owned(), place.source.place(from..from + trimmed.len()))
        })
        .collect()
}

fn number(key: &'static Key, place: &Place) -> Result<usize, SpecError> {
    let text = place.text();
    if !looks_like_a_number(text) {
        return Err(Problem::WrongType { key, found: "text" }.at_place(place));
    }
    super::toml::count(key, text, 10, place)
}

/// Whether a text was meant as a number, be it in range or not.
fn looks_like_a_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The position of a word among those that are allowed.
pub(super) fn choice(
    key: &'static Key,
    words: &[&str],
    word: &str,
    place: &Place,
) -> Result<usize, SpecError> {
    let unknown = || Problem::UnknownChoice { key, found: word.to_owned() }.at_place(place);
    words.iter().position(|known| *known == word).ok_or_else(unknown)
}

fn cell(key: &'static Key, text: &Word, whole: &Place) -> Result<Cell, SpecError> {
    let place = text.place.as_ref().unwrap_or(whole);
    let [name, number] = &split(place, '=')[..] else {
        return Err(Problem::NotACell { key, found: text.value.clone() }.at_place(place));
    };
    let parts = split(name.place.as_ref().unwrap_or(place), '.');
    let (row, predicate) = match &parts[..] {
        [row] => (row, None),
        [row, predicate] => (row, Some(predicate.clone())),
        _ => return Err(Problem::NotACell { key, found: text.value.clone() }.at_place(place)),
    };
    Ok(Cell { row: row.clone(), predicate, number: number.clone() })
}

fn formula(key: &'static Key, place: &Place) -> Result<Option<Formula>, SpecError> {
    if place.text() == "none" {
        return Ok(None);
    }
    let Some((word, rest)) = place.text().split_once(':') else {
        return Err(Problem::WrongType { key, found: "text without a colon" }.at_place(place));
    };
    let (start, end) = (place.span.start, place.span.end);
    let word_place = place.source.place(start..start + word.len());
    let connective = Connective::ALL[choice(key, &CONNECTIVES, word, &word_place)?];
    let predicates = split(&place.source.place(end - rest.len()..end), ',');
    Ok(Some(Formula { connective, predicates }))
}
