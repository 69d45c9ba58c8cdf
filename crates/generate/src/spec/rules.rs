//! What must hold across keys, so that there can be a program and that it fits into memory.

use super::draft::Draft;
use super::problem::{Problem, SpecError};
use super::value::Value;
use super::{Bodies, Connective, Spec};

/// The nodes, terms and heads of a whole program, every body being as large as allowed.
const MAX_CELLS: u128 = 1_000_000;
/// The choices for all of these together.
const MAX_CHOICES: u128 = 200_000_000;

/// Refuse a spec whose values are fine one by one, but not together. The draft says where they were
/// written.
pub(super) fn check(spec: &Spec, draft: &Draft) -> Result<(), SpecError> {
    let blame = |key: &'static str| move |problem: Problem| problem.at(&draft.place(key));
    required(spec).map_err(blame("required"))?;
    let (max_clauses, predicates) = (spec.max_clauses, spec.predicates.len());
    if max_clauses < predicates {
        return Err(blame("max_clauses")(Problem::TooFewClauses { max_clauses, predicates }));
    }
    some_terms(spec, draft)?;
    size(spec).map_err(blame("max_clauses"))
}

/// A required formula must be one that a body can hold.
fn required(spec: &Spec) -> Result<(), Problem> {
    let Some(required) = &spec.required else { return Ok(()) };
    let (predicates, max_nodes) = (required.predicates.len(), spec.max_nodes);
    let needed = predicates + 1;
    if predicates < 2 {
        return Err(Problem::RequiredTooFew(predicates));
    }
    if required.connective == Connective::Or && spec.bodies == Bodies::Conjunction {
        return Err(Problem::RequiredDisjunction);
    }
    if needed > max_nodes {
        return Err(Problem::RequiredTooLarge { needed, max_nodes });
    }
    Ok(())
}

/// Predicates with arguments need something to stand there; the first that does is to blame.
fn some_terms(spec: &Spec, draft: &Draft) -> Result<(), SpecError> {
    if !spec.variables.is_empty() || !spec.constants.is_empty() {
        return Ok(());
    }
    let Some(position) = spec.predicates.iter().position(|predicate| predicate.arity > 0) else {
        return Ok(());
    };
    let place = match draft.get("predicates").map(|value| &value.value) {
        Some(Value::Words(words)) => words.get(position).and_then(|word| word.place.clone()),
        _ => None,
    };
    Err(Problem::NoTerms(spec.predicates[position].clone()).at(&place))
}

/// How large a spec may be, so that whatever is built from it fits into memory.
fn size(spec: &Spec) -> Result<(), Problem> {
    let arity = spec.predicates.iter().map(|predicate| predicate.arity).max().unwrap_or(0) as u128;
    let atoms = spec.max_clauses as u128 * (spec.max_nodes as u128 + 1);
    let terms = (spec.variables.len() + spec.constants.len()) as u128;
    let cells = atoms * (1 + arity);
    let choices = atoms * (spec.predicates.len() as u128 + arity * terms);
    let what = "the places of a largest program (clauses × nodes × arguments)";
    refuse_above(MAX_CELLS, cells, what)?;
    let what = "the choices in a largest program (clauses × nodes × arguments × terms)";
    refuse_above(MAX_CHOICES, choices, what)
}

fn refuse_above(max: u128, found: u128, what: &'static str) -> Result<(), Problem> {
    if found > max { Err(Problem::TooLarge { what, found, max }) } else { Ok(()) }
}
