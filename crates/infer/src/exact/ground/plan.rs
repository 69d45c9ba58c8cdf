//! In which order the literals of a rule are matched, given which arguments of the head are known.
//!
//! The meaning of a safe clause does not depend on the order, its cost does: next comes a negation
//! whose variables all have values, then the atom with the fewest arguments without a value,
//! unless nothing is known of it and something of another. What stands for a disjunction waits for
//! the variables that not all of its branches give values to. Among relations of facts, the smallest goes first.
//!
//! If several relations of facts have the same variables without a value, the one with the fewest rows for the values
//! at hand gives the values, and the others are looked up. So the triangles of a graph are found in worst-case optimal time
//! (Ngo, Ré and Rudra 2013), however skewed it is.

use super::super::relation::{Columns, Constant, in_columns};
use super::super::rule::{Literal, Rule, Slot};
use hashbrown::HashMap;

/// A step: match a literal, some of whose columns have values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlanStep {
    /// The position in the body.
    pub(super) literal: usize,
    /// The columns with values.
    pub(super) known: Columns,
    /// Of a relation of facts: others with the same variables without a value, and their columns with values.
    pub(super) rivals: Vec<(usize, Columns)>,
}

/// How many facts a predicate has, if it has no rules; by number.
pub(super) type Facts = [Option<u32>];

/// How to find the instances of a rule, given some columns of its head.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) rule: u32,
    pub(super) steps: Vec<PlanStep>,
}

impl Plan {
    pub(super) fn new(number: u32, rule: &Rule, known: Columns, facts: &Facts) -> Plan {
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
                    steps.push(step(rule, literal, &[], &bound, facts));
                }
                !ready
            });
            let cost_of = |&position: &usize| cost(&rule.body[left[position]], &bound);
            let size = |&position: &usize| facts_of(&rule.body[left[position]], facts);
            let first = (0..left.len()).min_by_key(cost_of);
            let next = first.filter(|first| size(first).is_some()).and_then(|first| {
                let others = (first..left.len()).filter(|other| cost_of(other) == cost_of(&first));
                others.filter(|other| size(other).is_some()).min_by_key(size)
            });
            if let Some(next) = next.or(first) {
                let literal = left.remove(next);
                steps.push(step(rule, literal, &left, &bound, facts));
                rule.body[literal].variables().for_each(|v| bound[v as usize] = true);
            }
        }
        Plan { rule: number, steps }
    }
}

/// The plans of a predicate's rules for some known columns, found by constants of the head: of a
/// predicate with thousands of rules about different constants, a goal needs few.
pub(super) struct PlanChoice {
    pub(super) known: Columns,
    /// The positions in a goal's key of the values by which plans are found.
    positions: Vec<usize>,
    /// Plans of rules with these constants there.
    by_constants: HashMap<Vec<Constant>, Vec<u32>>,
    /// Plans of rules with a variable there.
    others: Vec<u32>,
}

impl PlanChoice {
    /// Plans for the rules with these numbers.
    pub(super) fn new(
        known: Columns,
        numbers: &[u32],
        rules: &[Rule],
        facts: &Facts,
        plans: &mut Vec<Plan>,
    ) -> PlanChoice {
        let rule = |number: &u32| &rules[*number as usize];
        let is_constant = |number: &u32, column: usize| {
            matches!(rule(number).head.slots[column], Slot::Constant(_))
        };
        let constants = |&column: &usize| numbers.iter().filter(|n| is_constant(n, column)).count();
        // All columns in which every rule has a constant, or else the one in which most have.
        let mut columns: Vec<usize> = in_columns(0.., known).collect();
        let best = columns.iter().copied().max_by_key(constants);
        columns.retain(|column| constants(column) == numbers.len());
        if columns.is_empty() {
            columns.extend(best);
        }
        let position = |column: &usize| (known & ((1 << column) - 1)).count_ones() as usize;
        let mut choice = PlanChoice {
            known,
            positions: columns.iter().map(position).collect(),
            by_constants: HashMap::new(),
            others: Vec::new(),
        };
        for number in numbers {
            let plan = plans.len() as u32;
            plans.push(Plan::new(*number, rule(number), known, facts));
            let constant = |&column: &usize| match rule(number).head.slots[column] {
                Slot::Constant(constant) => Some(constant),
                Slot::Variable(_) => None,
            };
            match columns.iter().map(constant).collect::<Option<Vec<Constant>>>() {
                Some(constants) if !constants.is_empty() => {
                    choice.by_constants.entry(constants).or_default().push(plan);
                }
                _ => choice.others.push(plan),
            }
        }
        choice
    }

    /// The plans that may fit a goal.
    pub(super) fn fitting(&self, key: &[Constant]) -> [&[u32]; 2] {
        let values: Vec<Constant> = self.positions.iter().map(|&at| key[at]).collect();
        let by_constants = self.by_constants.get(&values);
        [by_constants.map_or(&[], Vec::as_slice), &self.others]
    }
}

fn is_known(slot: Slot, bound: &[bool]) -> bool {
    match slot {
        Slot::Variable(variable) => bound[variable as usize],
        Slot::Constant(_) => true,
    }
}

fn step(rule: &Rule, literal: usize, left: &[usize], bound: &[bool], facts: &Facts) -> PlanStep {
    let known = |literal: usize| rule.body[literal].columns(|slot| is_known(slot, bound));
    let open = |literal: usize| {
        let variables =
            rule.body[literal].variables().filter(|&variable| !bound[variable as usize]);
        let mut open: Vec<u32> = variables.collect();
        open.sort_unstable();
        open.dedup();
        open
    };
    let is_fact = |literal: usize| facts_of(&rule.body[literal], facts).is_some();
    let (own, mut rivals) = (open(literal), Vec::new());
    if !own.is_empty() && is_fact(literal) {
        let others = left.iter().filter(|&&other| is_fact(other) && open(other) == own);
        rivals.extend(others.map(|&other| (other, known(other))));
    }
    PlanStep { literal, known: known(literal), rivals }
}

/// How many facts a literal can match, if nothing else.
fn facts_of(literal: &Literal, facts: &Facts) -> Option<u32> {
    facts[literal.predicate as usize].filter(|_| !literal.negated && literal.needs.is_empty())
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
