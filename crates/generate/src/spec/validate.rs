//! From a draft to a spec: every rule about one key, then the rules across keys.

use std::collections::HashSet;

use randlog_logic::{Predicate, Probability, Symbol};

use super::draft::{Draft, Formula, Names};
use super::key::Key;
use super::names::{self, Kind};
use super::place::{Located, Pair, Place, Word};
use super::problem::{Problem, SpecError};
use super::{Bodies, Connective, Required, Spec, limits};

/// Check a draft and make the spec.
pub(super) fn spec(draft: &Draft) -> Result<Spec, SpecError> {
    let written = draft.predicates.as_ref().ok_or(missing(Key::Predicates))?;
    let max_nodes = draft.max_nodes.as_ref().ok_or(missing(Key::MaxNodes))?;
    let max_clauses = draft.max_clauses.as_ref().ok_or(missing(Key::MaxClauses))?;
    let predicates = predicates(written)?;
    let spec = Spec {
        variables: names(Key::Variables, draft.variables.as_ref())?,
        constants: names(Key::Constants, draft.constants.as_ref())?,
        max_nodes: max_nodes.value,
        max_clauses: max_clauses.value,
        probabilities: probabilities(draft)?,
        cycles: draft.cycles.as_ref().map(|cycles| cycles.value).unwrap_or_default(),
        bodies: draft.bodies.as_ref().map(|bodies| bodies.value).unwrap_or_default(),
        empty_bodies: draft.empty_bodies.as_ref().is_none_or(|empty| empty.value),
        safe: draft.safe.as_ref().is_some_and(|safe| safe.value),
        independent: independent(draft, &predicates)?,
        required: required(draft, &predicates)?,
        predicates,
    };
    enough_clauses(&spec, &max_clauses.place)?;
    some_terms(&spec, written)?;
    limits::check(&spec).map_err(|problem| problem.at(&max_clauses.place))?;
    Ok(spec)
}

fn missing(key: Key) -> SpecError {
    Problem::Missing(key).nowhere()
}

/// A list that is neither empty nor too long.
fn sized(key: Key, list: &Located<Vec<Word>>) -> Result<&[Word], SpecError> {
    let (min, _) = limits::range(key);
    if list.value.len() < min {
        return Err(Problem::Empty(key).at(&list.place));
    }
    not_too_long(key, &list.value)
}

/// A list that is not too long; if it is, the first superfluous element is to blame.
fn not_too_long(key: Key, list: &[Word]) -> Result<&[Word], SpecError> {
    let (_, max) = limits::range(key);
    match list.get(max) {
        Some(word) => Err(Problem::TooMany { key, found: list.len(), max }.at(&word.place)),
        None => Ok(list),
    }
}

fn predicates(written: &Located<Vec<Word>>) -> Result<Vec<Predicate>, SpecError> {
    let mut seen = HashSet::new();
    let list = sized(Key::Predicates, written)?;
    let read = |text: &Word| {
        let predicate = predicate(text)?;
        if !seen.insert(predicate.clone()) {
            let repeated = Problem::Repeated { kind: Kind::Predicate, name: predicate.to_string() };
            return Err(repeated.at(&text.place));
        }
        Ok(predicate)
    };
    list.iter().map(read).collect()
}

fn predicate(text: &Word) -> Result<Predicate, SpecError> {
    let not_a_predicate = || Problem::NotAPredicate(text.value.clone()).at(&text.place);
    let (name, arity) = text.value.split_once('/').ok_or_else(not_a_predicate)?;
    legal(Kind::Predicate, name, &text.place)?;
    if arity.is_empty() || !arity.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(not_a_predicate());
    }
    // So many digits that the number does not fit are just as much too large.
    let arity = arity.parse().unwrap_or(usize::MAX);
    if arity > limits::MAX_ARITY {
        let too_large =
            Problem::ArityTooLarge { found: text.value.clone(), max: limits::MAX_ARITY };
        return Err(too_large.at(&text.place));
    }
    if names::is_reserved_predicate(name, arity) {
        let reserved = Problem::Reserved { kind: Kind::Predicate, name: text.value.clone() };
        return Err(reserved.at(&text.place));
    }
    Ok(Predicate::new(name, arity))
}

fn legal(kind: Kind, name: &str, place: &Place) -> Result<(), SpecError> {
    if kind.allows(name) {
        Ok(())
    } else {
        Err(Problem::BadName { kind, name: name.to_owned() }.at(place))
    }
}

fn names(key: Key, written: Option<&Located<Names>>) -> Result<Vec<Symbol>, SpecError> {
    let kind = if key == Key::Variables { Kind::Variable } else { Kind::Constant };
    let list = match written {
        None => return Ok(Vec::new()),
        Some(Located { value: Names::Count(count), .. }) => return Ok(generated(kind, *count)),
        Some(Located { value: Names::Given(list), .. }) => not_too_long(key, list)?,
    };
    let mut seen = HashSet::new();
    let read = |Located { value: name, place }: &Word| {
        legal(kind, name, place)?;
        if kind == Kind::Constant && names::is_reserved_constant(name) {
            return Err(Problem::Reserved { kind, name: name.clone() }.at(place));
        }
        if !seen.insert(name.clone()) {
            return Err(Problem::Repeated { kind, name: name.clone() }.at(place));
        }
        Ok(Symbol::from(name.as_str()))
    };
    list.iter().map(read).collect()
}

fn generated(kind: Kind, count: usize) -> Vec<Symbol> {
    match kind {
        Kind::Variable => names::variables(count),
        Kind::Constant | Kind::Predicate => names::constants(count),
    }
}

fn probabilities(draft: &Draft) -> Result<Vec<Probability>, SpecError> {
    let Some(written) = &draft.probabilities else { return Ok(vec![Probability::ONE]) };
    let read = |text: &Word| {
        text.value.parse().map_err(|error| Problem::Probability(error).at(&text.place))
    };
    sized(Key::Probabilities, written)?.iter().map(read).collect()
}

fn independent(draft: &Draft, predicates: &[Predicate]) -> Result<Vec<(usize, usize)>, SpecError> {
    let Some(written) = &draft.independent else { return Ok(Vec::new()) };
    let mut seen = HashSet::new();
    let read = |Located { value: [first, second], place }: &Pair| {
        let (first, second) = (look_up(first, predicates)?, look_up(second, predicates)?);
        let pair = (first.min(second), first.max(second));
        if first == second {
            return Err(Problem::SelfPair(predicates[first].clone()).at(place));
        }
        if !seen.insert(pair) {
            let (first, second) = (predicates[first].clone(), predicates[second].clone());
            return Err(Problem::RepeatedPair(first, second).at(place));
        }
        Ok(pair)
    };
    written.value.iter().map(read).collect()
}

/// The position of a predicate given by its name, or by name and arity where names are shared.
fn look_up(text: &Word, predicates: &[Predicate]) -> Result<usize, SpecError> {
    let found = text.value.as_str();
    let matches = |predicate: &Predicate| match found.split_once('/') {
        Some((name, arity)) => predicate.name == name && predicate.arity.to_string() == arity,
        None => predicate.name == found,
    };
    let positions: Vec<usize> =
        (0..predicates.len()).filter(|&i| matches(&predicates[i])).collect();
    match positions[..] {
        [position] => Ok(position),
        [] => Err(Problem::UnknownPredicate { found: found.into(), known: predicates.to_vec() }),
        _ => Err(Problem::Ambiguous {
            found: found.into(),
            candidates: positions.iter().map(|&i| predicates[i].clone()).collect(),
        }),
    }
    .map_err(|problem| problem.at(&text.place))
}

fn required(draft: &Draft, predicates: &[Predicate]) -> Result<Option<Required>, SpecError> {
    let Some(Located { value: Some(formula), place }) = &draft.required else { return Ok(None) };
    let required = required_formula(formula, predicates)?;
    let refuse = |problem: Problem| Err(problem.at(place));
    let max_nodes = draft.max_nodes.as_ref().map_or(0, |nodes| nodes.value);
    let bodies = draft.bodies.as_ref().map(|bodies| bodies.value).unwrap_or_default();
    let needed = required.predicates.len() + 1;
    if required.predicates.len() < 2 {
        return refuse(Problem::RequiredTooFew(required.predicates.len()));
    }
    if required.connective == Connective::Or && bodies == Bodies::Conjunction {
        return refuse(Problem::RequiredDisjunction);
    }
    if needed > max_nodes {
        return refuse(Problem::RequiredTooLarge { needed, max_nodes });
    }
    Ok(Some(required))
}

fn required_formula(formula: &Formula, predicates: &[Predicate]) -> Result<Required, SpecError> {
    let mut seen = HashSet::new();
    let read = |text: &Word| {
        let position = look_up(text, predicates)?;
        if !seen.insert(position) {
            let name = predicates[position].to_string();
            return Err(Problem::Repeated { kind: Kind::Predicate, name }.at(&text.place));
        }
        Ok(position)
    };
    let predicates = formula.predicates.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Required { connective: formula.connective, predicates })
}

fn enough_clauses(spec: &Spec, place: &Place) -> Result<(), SpecError> {
    let (max_clauses, predicates) = (spec.max_clauses, spec.predicates.len());
    if max_clauses < predicates {
        return Err(Problem::TooFewClauses { max_clauses, predicates }.at(place));
    }
    Ok(())
}

fn some_terms(spec: &Spec, written: &Located<Vec<Word>>) -> Result<(), SpecError> {
    if !spec.variables.is_empty() || !spec.constants.is_empty() {
        return Ok(());
    }
    match spec.predicates.iter().zip(&written.value).find(|(predicate, _)| predicate.arity > 0) {
        Some((predicate, text)) => Err(Problem::NoTerms(predicate.clone()).at(&text.place)),
        None => Ok(()),
    }
}
