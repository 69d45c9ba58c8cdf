//! The order of literals and of branches does not matter, as long as clauses stay safe.

use randlog_logic::Program;

use super::{MadeBy, Relation};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "literal-order",
    sentence: "The order of literals and of branches does not matter, as long as clauses stay safe.",
    needs_meaning: true,
    made_by: MadeBy::Equivalents(equivalents),
};

/// Each part of a conjunction or disjunction in front of the one before it.
fn equivalents(program: &Program) -> Vec<Program> {
    if !parts::is_safe_throughout(program) {
        return Vec::new();
    }
    let mut others = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        for number in 0..parts::lists(&clause.body) {
            let mut swapped = clause.clone();
            let length = parts::list_mut(&mut swapped.body, number).map_or(0, |all| all.len());
            for second in 1..length {
                let mut swapped = clause.clone();
                if let Some(children) = parts::list_mut(&mut swapped.body, number) {
                    children.swap(second - 1, second);
                }
                if swapped != *clause && parts::is_safe(&swapped) {
                    let mut other = program.clone();
                    other.clauses[place] = swapped;
                    others.push(other);
                }
            }
        }
    }
    others
}
