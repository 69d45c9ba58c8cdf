//! How large a spec may be, so that whatever is built from it fits into memory.

use super::Spec;
use super::key::Key;
use super::problem::Problem;

pub(super) const MAX_PREDICATES: usize = 256;
pub(super) const MAX_ARITY: usize = 100;
pub(super) const MAX_PROBABILITIES: usize = 10_000;

/// The nodes, terms and heads of a whole program, every body being as large as allowed.
const MAX_CELLS: u128 = 1_000_000;
/// The choices for all of these together.
const MAX_CHOICES: u128 = 200_000_000;

/// The smallest and largest number that a key with a number takes.
pub(super) fn range(key: Key) -> (usize, usize) {
    match key {
        // A body of so many nodes is never nested too deeply to be read back.
        Key::MaxNodes => (1, 256),
        Key::MaxClauses => (1, 10_000),
        Key::Variables | Key::Constants => (0, 10_000),
        Key::Probabilities => (1, MAX_PROBABILITIES),
        Key::Predicates => (1, MAX_PREDICATES),
        _ => (0, usize::MAX),
    }
}

/// Refuse a spec whose numbers are fine one by one, but not together.
pub(super) fn check(spec: &Spec) -> Result<(), Problem> {
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
