//! The order of literals and of branches does not matter, as long as clauses stay safe.

use randlog_logic::Program;

use super::same::{all_failures, same};
use super::{Relation, Way};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "literal-order",
    sentence: "The order of literals and of branches does not matter, as long as clauses stay safe.",
    needs_meaning: true,
    ways,
};

/// Each part of a conjunction or disjunction in front of the one before it.
fn ways(program: &Program) -> Vec<Way> {
    if !parts::is_safe_throughout(program) {
        return Vec::new();
    }
    let mut ways = Vec::new();
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
                    ways.push(same(program, other, all_failures));
                }
            }
        }
    }
    ways
}
