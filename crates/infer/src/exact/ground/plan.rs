//! In which order the literals of a rule are matched, given which arguments of the head are known.
//!
//! The meaning of a safe clause does not depend on the order, its cost does: next comes a negation
//! whose variables all have values, then the atom with the fewest arguments without a value,
//! unless nothing is known of it and something of another. What stands for a disjunction waits for
//! the variables that not all of its branches give values to.

use super::super::relation::{Columns, Constant, in_columns};
use super::super::rule::{Literal, Rule, Slot};
use hashbrown::HashMap;

/// A step: match a literal, some of whose columns have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanStep {
    /// The position in the body.
    pub(super) literal: usize,
    /// The columns with values.
    pub(super) known: Columns,
}

/// How to find the instances of a rule, given some columns of its head.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) rule: u32,
    pub(super) steps: Vec<PlanStep>,
}

impl Plan {
    pub(super) fn new(number: u32, rule: &Rule, known: Columns) -> Plan {
        let mut bound = vec![false; rule.variables];
        for slot in in_columns(&rule.head.slots, known) {
            if let Slot::Variable(variable) = slot {
                bound[*variable as usize] = true;
            }
        }
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::with_capacity(left.len());
        while !left.is_empty() {
            // What has no variable without a value costs nothing, however much of it there is.
            left.retain(|&literal| {
                let ready = cost(&rule.body[literal], &bound) == FREE;
                if ready {
                    steps.push(step(rule, literal, &bound));
                }
                !ready
            });
            let next = (0..left.len()).min_by_key(|&i| cost(&rule.body[left[i]], &bound));
            if let Some(next) = next {
                let literal = left.remove(next);
                steps.push(step(rule, literal, &bound));
                rule.body[literal].variables().for_each(|v| bound[v as usize] = true);
            }
        }
        Plan { rule: number, steps }
    }
}

/// The plans of a predicate's rules for some known columns, found by a constant of the head: of a
/// predicate with thousands of rules about different constants, a goal needs few.
pub(super) struct PlanChoice {
    pub(super) known: Columns,
    /// The position in a goal's key of the value by which plans are found.
    position: Option<usize>,
    /// Plans of rules with this constant there.
    by_constant: HashMap<Constant, Vec<u32>>,
    /// Plans of rules with a variable there.
    others: Vec<u32>,
}

impl PlanChoice {
    /// Plans for the rules with these numbers.
    pub(super) fn new(
        known: Columns,
        numbers: &[u32],
        rules: &[Rule],
        plans: &mut Vec<Plan>,
    ) -> PlanChoice {
        let rule = |number: &u32| &rules[*number as usize];
        let is_constant = |number: &u32, column: usize| {
            matches!(rule(number).head.slots[column], Slot::Constant(_))
        };
        let constants = |&column: &usize| numbers.iter().filter(|n| is_constant(n, column)).count();
        let column = in_columns(0.., known).max_by_key(constants);
        let mut choice = PlanChoice {
            known,
            position: column.map(|column| (known & ((1 << column) - 1)).count_ones() as usize),
            by_constant: HashMap::new(),
            others: Vec::new(),
        };
        for number in numbers {
            let plan = plans.len() as u32;
            plans.push(Plan::new(*number, rule(number), known));
            match column.map(|column| rule(number).head.slots[column]) {
                Some(Slot::Constant(constant)) => {
                    choice.by_constant.entry(constant).or_default().push(plan);
                }
                _ => choice.others.push(plan),
            }
        }
        choice
    }

    /// The plans that may fit a goal.
    pub(super) fn fitting(&self, key: &[Constant]) -> [&[u32]; 2] {
        let by_constant = self.position.and_then(|at| self.by_constant.get(&key[at]));
        [by_constant.map_or(&[], Vec::as_slice), &self.others]
    }
}

fn is_known(slot: Slot, bound: &[bool]) -> bool {
    match slot {
        Slot::Variable(variable) => bound[variable as usize],
        Slot::Constant(_) => true,
    }
}

fn step(rule: &Rule, literal: usize, bound: &[bool]) -> PlanStep {
    PlanStep { literal, known: rule.body[literal].columns(|slot| is_known(slot, bound)) }
}

/// The cost of a literal whose variables all have values.
const FREE: (bool, bool, usize) = (false, false, 0);

/// How much a literal is put off: the smallest goes first.
fn cost(literal: &Literal, bound: &[bool]) -> (bool, bool, usize) {
    let unknown = literal.slots.iter().filter(|&&slot| !is_known(slot, bound)).count();
    let blocked = (literal.negated && unknown > 0)
        || literal.needs.iter().any(|&variable| !bound[variable as usize]);
    let blind = unknown > 0 && unknown == literal.slots.len();
    (blocked, blind, unknown)
}
