//! What must hold across keys, so that there can be a program and that it fits into memory.

use super::contents::{Bodies, Connective, Spec};
use super::error::SpecError;
use super::text::SourcePlace;

/// The nodes, terms and heads of a whole program, every body being as large as allowed.
const MAX_CELLS: u128 = 1_000_000;
/// The choices for all of these together.
const MAX_CHOICES: u128 = 200_000_000;

/// Refuse a spec whose values are fine one by one, but not together. `place` says where the value of a
/// key was written, or the element of its list at a position.
pub(super) fn check(
    spec: &Spec,
    place: impl Fn(&str, Option<usize>) -> Option<SourcePlace>,
) -> Result<(), SpecError> {
    let blame = |key: &'static str| {
        let place = place(key, None);
        move |error: SpecError| error.at(&place)
    };
    required(spec).map_err(blame("required"))?;
    let (max_clauses, predicates) = (spec.max_clauses, spec.predicates.len());
    if max_clauses < predicates {
        let message = format!("too few clauses: {max_clauses} for {predicates} predicates");
        let help = format!("every predicate heads a clause: allow at least {predicates} clauses");
        return Err(blame("max_clauses")(SpecError::new(message, help)));
    }
    if let Some((position, error)) = no_terms(spec) {
        return Err(error.at(&place("predicates", Some(position))));
    }
    size(spec).map_err(blame("max_clauses"))
}

/// A required formula must be one that a body can hold.
fn required(spec: &Spec) -> Result<(), SpecError> {
    let Some(required) = &spec.required else { return Ok(()) };
    let (predicates, max_nodes) = (required.predicates.len(), spec.max_nodes);
    let needed = predicates + 1;
    if predicates < 2 {
        return Err(SpecError::new(
            format!("a required formula joins two or more predicates, not {predicates}"),
            "for example `required = { and = [\"p\", \"q\"] }`",
        ));
    }
    if required.connective == Connective::Or && spec.bodies == Bodies::Conjunction {
        return Err(SpecError::new(
            "a disjunction is required, but `bodies` is \"conjunction\"",
            "require a conjunction (`and`), or set `bodies = \"formula\"`",
        ));
    }
    if needed > max_nodes {
        return Err(SpecError::new(
            format!("the required formula has {needed} nodes, but a body at most {max_nodes}"),
            format!("set `max_nodes` to at least {needed}, or require fewer predicates"),
        ));
    }
    Ok(())
}

/// Predicates with arguments need something to stand there; the first that does is to blame.
fn no_terms(spec: &Spec) -> Option<(usize, SpecError)> {
    if !spec.variables.is_empty() || !spec.constants.is_empty() {
        return None;
    }
    let position = spec.predicates.iter().position(|predicate| predicate.arity > 0)?;
    let predicate = &spec.predicates[position];
    let error = SpecError::new(
        format!("`{predicate}` has arguments, but there are no variables and no constants"),
        "allow a variable (`variables = 1`) or a constant (`constants = 1`), or give every predicate arity 0",
    );
    Some((position, error))
}

/// How large a spec may be, so that whatever is built from it fits into memory.
fn size(spec: &Spec) -> Result<(), SpecError> {
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

fn refuse_above(max: u128, found: u128, what: &'static str) -> Result<(), SpecError> {
    match found > max {
        true => Err(SpecError::new(
            format!("the spec is too large: {what} come to {found}, at most {max} are supported"),
            "lower `max_clauses`, `max_nodes`, the arities, or the number of variables and constants",
        )),
        false => Ok(()),
    }
}
