//! The order of clauses does not matter.

use randlog_logic::Program;

use super::same::{all_failures, same};
use super::{Relation, Way};

pub(super) const RELATION: Relation = Relation {
    name: "clause-order",
    sentence: "The order of clauses does not matter.",
    needs_meaning: false,
    ways,
};

/// All clauses the other way round, and each clause in front of the one before it.
fn ways(program: &Program) -> Vec<Way> {
    let count = program.clauses.len();
    let mut reversed = program.clone();
    reversed.clauses.reverse();
    let swapped = (1..count).map(|place| {
        let mut other = program.clone();
        other.clauses.swap(place - 1, place);
        other
    });
    let others = std::iter::once(reversed).chain(swapped);
    let others = others.filter(|other| other.clauses != program.clauses);
    others.map(|other| same(program, other, all_failures)).collect()
}
