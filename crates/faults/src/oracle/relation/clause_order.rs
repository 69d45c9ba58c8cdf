//! The order of clauses does not matter.

use randlog_logic::Program;

use super::{MadeBy, Relation};

pub(super) const RELATION: Relation = Relation {
    name: "clause-order",
    sentence: "The order of clauses does not matter.",
    needs_meaning: false,
    made_by: MadeBy::Equivalents(equivalents),
};

/// All clauses the other way round, and each clause in front of the one before it.
fn equivalents(program: &Program) -> Vec<Program> {
    let count = program.clauses.len();
    let mut reversed = program.clone();
    reversed.clauses.reverse();
    let swapped = (1..count).map(|place| {
        let mut other = program.clone();
        other.clauses.swap(place - 1, place);
        other
    });
    let others = std::iter::once(reversed).chain(swapped);
    others.filter(|other| other.clauses != program.clauses).collect()
}
