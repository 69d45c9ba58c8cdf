//! Reading a key of a spec from the value of its flag.
//!
//! Lists are separated by commas, an empty value is an empty list, a pair is `p:q`, and a required
//! formula is `and:p,q`, `or:p,q` or `none`.

use super::Connective;
use super::draft::{Choice, Draft, Formula, Names, count};
use super::key::Key;
use super::place::{Located, Pair, Place, Source, Word};
use super::problem::{Problem, SpecError};

/// Read the flag of one key into a draft.
pub(super) fn read(draft: &mut Draft, key: Key, value: &str) -> Result<(), SpecError> {
    let place = Source::new(key.flag(), value).whole();
    match key {
        Key::Predicates => draft.predicates = Some(list(&place)),
        Key::Variables => draft.variables = Some(names(key, &place)?),
        Key::Constants => draft.constants = Some(names(key, &place)?),
        Key::MaxNodes => draft.max_nodes = Some(number(key, &place)?),
        Key::MaxClauses => draft.max_clauses = Some(number(key, &place)?),
        Key::Probabilities => draft.probabilities = Some(list(&place)),
        Key::Cycles => draft.cycles = Some(Choice::read(key, value, &place)?),
        Key::Bodies => draft.bodies = Some(Choice::read(key, value, &place)?),
        Key::EmptyBodies => draft.empty_bodies = Some(Choice::read(key, value, &place)?),
        Key::Safe => draft.safe = Some(Choice::read(key, value, &place)?),
        Key::Independent => draft.independent = Some(pairs(&place)?),
        Key::Required => draft.required = Some(formula(&place)?),
    }
    Ok(())
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

fn list(place: &Place) -> Located<Vec<Word>> {
    Located::new(split(place, ','), place.clone())
}

fn number(key: Key, place: &Place) -> Result<Located<usize>, SpecError> {
    let text = place.text();
    if !looks_like_a_number(text) {
        return Err(Problem::WrongType { key, found: "text" }.at(place));
    }
    count(key, text, 10, place)
}

/// Whether a text was meant as a number, be it in range or not.
fn looks_like_a_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn names(key: Key, place: &Place) -> Result<Located<Names>, SpecError> {
    let names = if looks_like_a_number(place.text()) {
        Names::Count(number(key, place)?.value)
    } else {
        Names::Given(split(place, ','))
    };
    Ok(Located::new(names, place.clone()))
}

fn pairs(place: &Place) -> Result<Located<Vec<Pair>>, SpecError> {
    let pair = |text: Word| {
        let pair: Result<[_; 2], _> = split(&text.place, ':').try_into();
        let not_a_pair = |_| Problem::NotAPair { found: text.value }.at(&text.place);
        Ok(Located::new(pair.map_err(not_a_pair)?, text.place.clone()))
    };
    let pairs = split(place, ',').into_iter().map(pair).collect::<Result<_, _>>()?;
    Ok(Located::new(pairs, place.clone()))
}

fn formula(place: &Place) -> Result<Located<Option<Formula>>, SpecError> {
    if place.text() == "none" {
        return Ok(Located::new(None, place.clone()));
    }
    let Some((word, rest)) = place.text().split_once(':') else {
        return Err(
            Problem::WrongType { key: Key::Required, found: "text without a colon" }.at(place)
        );
    };
    let connective =
        Connective::read(Key::Required, word, &place.source.place(0..word.len()))?.value;
    let end = place.span.end;
    let predicates = split(&place.source.place(end - rest.len()..end), ',');
    Ok(Located::new(Some(Formula { connective, predicates }), place.clone()))
}
