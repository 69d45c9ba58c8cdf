//! In which order the literals of a rule are matched, given which arguments of the head are known.
//!
//! The meaning of a safe clause does not depend on the order, its cost does: next comes a negation
//! whose variables all have values, then the atom with the fewest arguments without a value,
//! unless nothing is known of it and something of another. What stands for a disjunction waits for
//! the variables that not all of its branches give values to.

use super::super::relation::{Columns, all_columns};
use super::super::rule::{Literal, Rule, Slot};

/// A step: match a literal, some of whose columns have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The position in the body.
    pub(super) literal: usize,
    /// The columns with values.
    pub(super) known: Columns,
}

/// How to find the instances of a rule, given some columns of its head.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) rule: u32,
    pub(super) steps: Vec<Step>,
}

impl Plan {
    pub(super) fn new(number: u32, rule: &Rule, known: Columns) -> Plan {
        let mut bound = vec![false; rule.variables];
        for (column, slot) in rule.head.slots.iter().enumerate() {
            if let Slot::Variable(variable) = slot
                && column < 64
                && known >> column & 1 == 1
            {
                bound[*variable as usize] = true;
            }
        }
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::with_capacity(left.len());
        while let Some(next) = (0..left.len()).min_by_key(|&i| cost(&rule.body[left[i]], &bound)) {
            let literal = left.remove(next);
            steps.push(Step { literal, known: known_columns(&rule.body[literal], &bound) });
            for slot in &rule.body[literal].slots {
                if let Slot::Variable(variable) = slot {
                    bound[*variable as usize] = true;
                }
            }
        }
        Plan { rule: number, steps }
    }
}

fn is_known(slot: Slot, bound: &[bool]) -> bool {
    match slot {
        Slot::Variable(variable) => bound[variable as usize],
        Slot::Constant(_) => true,
    }
}

/// How much a literal is put off: the smallest goes first.
fn cost(literal: &Literal, bound: &[bool]) -> (bool, bool, usize) {
    let unknown = literal.slots.iter().filter(|&&slot| !is_known(slot, bound)).count();
    let blocked = (literal.negated && unknown > 0)
        || literal.needs.iter().any(|&variable| !bound[variable as usize]);
    let blind = unknown > 0 && unknown == literal.slots.len();
    (blocked, blind, unknown)
}

fn known_columns(literal: &Literal, bound: &[bool]) -> Columns {
    let known = literal.slots.iter().enumerate().take(64);
    let bits = known.filter(|&(_, &slot)| is_known(slot, bound)).map(|(column, _)| 1 << column);
    bits.fold(0, |columns, bit: Columns| columns | bit) & all_columns(literal.slots.len())
}
