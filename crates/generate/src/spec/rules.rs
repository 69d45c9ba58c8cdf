//! What must hold across keys, so that there can be a program and that it fits into memory.

use super::contents::{Bodies, Connective, Cycles, Spec, Used};
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
    let (max_clauses, predicates) = (spec.max_clauses, spec.heads);
    if max_clauses < predicates {
        let message = format!("too few clauses: {max_clauses} for {predicates} predicates");
        let help = format!("every predicate heads a clause: allow at least {predicates} clauses");
        return Err(blame("max_clauses")(SpecError::new(message, help)));
    }
    fewest_clauses(spec).map_err(blame("min_clauses"))?;
    fixed_clauses(spec).map_err(blame("clauses"))?;
    nothing_to_derive_from(spec).map_err(blame("derivable"))?;
    bodies_to_use(spec).map_err(blame("uses"))?;
    if let Some((position, error)) = no_terms(spec) {
        return Err(error.at(&match spec.is_data(position) {
            true => place("data", Some(position - spec.heads)),
            false => place("predicates", Some(position)),
        }));
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
    if required.connective == Connective::Or && spec.bodies != Bodies::Formula {
        let bodies = Bodies::NAMES[spec.bodies as usize];
        return Err(SpecError::new(
            format!("a disjunction is required, but `bodies` is \"{bodies}\""),
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

fn fewest_clauses(spec: &Spec) -> Result<(), SpecError> {
    let Spec { min_clauses, max_clauses, .. } = spec;
    match min_clauses > max_clauses {
        true => Err(SpecError::new(
            format!("at least {min_clauses} clauses are asked for, but at most {max_clauses}"),
            format!("set `max_clauses` to at least {min_clauses}, or lower `min_clauses`"),
        )),
        false => Ok(()),
    }
}

/// The clauses of all heads must fit into a program.
fn fixed_clauses(spec: &Spec) -> Result<(), SpecError> {
    let Spec { min_clauses, max_clauses, .. } = spec;
    let fixed: usize = spec.clauses.iter().map(|(_, count)| count).sum();
    let others = spec.heads - spec.clauses.len();
    let least = fixed + others;
    if least > *max_clauses {
        let one_each = match others {
            0 => String::new(),
            1 => ", and one for the other predicate".to_owned(),
            _ => format!(", and one for each of the {others} other predicates"),
        };
        return Err(SpecError::new(
            format!("{fixed} clauses are fixed{one_each}, but a program has at most {max_clauses}"),
            format!("set `max_clauses` to at least {least}, or lower numbers in `clauses`"),
        ));
    }
    if others == 0 && fixed < *min_clauses {
        return Err(SpecError::new(
            format!("all {fixed} clauses are fixed, but a program has at least {min_clauses}"),
            format!("set `min_clauses` to at most {fixed}, or raise numbers in `clauses`"),
        ));
    }
    Ok(())
}

/// Something must be true without anything else being derivable: data, a clause without a body, or a
/// negation. A negation does not help if it is in no cycle: the lowest predicates use none then.
fn nothing_to_derive_from(spec: &Spec) -> Result<(), SpecError> {
    if !spec.derivable || spec.empty_bodies || spec.heads < spec.predicates.len() {
        return Ok(());
    }
    let without_negations = match (spec.cycles, spec.max_nodes) {
        (Cycles::Any, 1) => "bodies are single atoms",
        (Cycles::Any, _) => return Ok(()),
        (Cycles::Stratified | Cycles::Acyclic, _) => "no negation is in a cycle",
    };
    Err(SpecError::new(
        format!(
            "nothing is derivable: there is no data, no body is empty, and {without_negations}"
        ),
        "name predicates in `data`, or set `empty_bodies = true`",
    ))
}

/// What stands in the bodies of a head must fit into them, and fill them.
fn bodies_to_use(spec: &Spec) -> Result<(), SpecError> {
    for (head, used) in &spec.uses {
        let predicate = &spec.predicates[*head];
        let empty = used.iter().filter(|used| **used == Used::Nothing).count();
        let atoms = used.len() - empty;
        if empty > 0 && !spec.empty_bodies {
            return Err(SpecError::new(
                format!("`{predicate}` has empty bodies, but `empty_bodies` is false"),
                "leave `true` out, or set `empty_bodies = true`",
            ));
        }
        let fixed = spec.clauses.iter().find(|(of, _)| of == head).map(|(_, count)| *count);
        let clauses = fixed.unwrap_or(spec.max_clauses + 1 - spec.heads);
        // A body of several atoms has a node that joins them.
        let largest = spec.max_nodes - usize::from(spec.max_nodes > 1);
        let (least, most) = (fixed.unwrap_or(1), clauses.saturating_sub(empty) * largest);
        if empty > clauses || atoms > most {
            return Err(SpecError::new(
                format!(
                    "what `uses` lists for `{predicate}` does not fit into its bodies (atoms: {atoms}, at most {most}; empty bodies: {empty}, at most {clauses})"
                ),
                "raise `max_nodes` or its number of clauses, or list less",
            ));
        }
        if used.len() < least {
            return Err(SpecError::new(
                format!("`uses` fills {} of {least} clauses of `{predicate}`", used.len()),
                "list at least one for each body, `true` if it is empty",
            ));
        }
        let uses_itself =
            |used: &Used| matches!(used, Used::Atom { predicate, .. } if predicate == head);
        if spec.cycles == Cycles::Acyclic && used.iter().any(uses_itself) {
            return Err(SpecError::new(
                format!("`{predicate}` uses itself, but `cycles` is \"acyclic\""),
                "set `cycles = \"stratified\"`, or let it use other predicates",
            ));
        }
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
