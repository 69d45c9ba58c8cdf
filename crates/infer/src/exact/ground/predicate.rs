//! What is known of a predicate while grounding: its facts, its rules, its atoms.

use super::super::relation::{Columns, Index, Relation};
use super::super::rule::Rule;
use super::plan::{Plan, PlanChoice};
use super::program::AtomId;

/// What is known of a predicate.
#[derive(Default)]
pub(super) struct PredicateState {
    /// Every atom that was met: first the facts, then what rules derive.
    pub(super) atoms: Relation,
    /// How many of the rows are facts.
    pub(super) facts: u32,
    /// The number of the ground atom of each row.
    pub(super) ids: Vec<AtomId>,
    /// The numbers of its rules.
    pub(super) rules: Vec<u32>,
    /// The plans of its rules, for each set of known columns that was asked for.
    pub(super) plans: Vec<PlanChoice>,
    pub(super) indexes: Vec<Index>,
}

impl PredicateState {
    /// The plans of the rules for these known columns, made when first needed.
    pub(super) fn plans(&mut self, known: Columns, plans: &mut Vec<Plan>, rules: &[Rule]) -> usize {
        if let Some(position) = self.plans.iter().position(|choice| choice.known == known) {
            return position;
        }
        self.plans.push(PlanChoice::new(known, &self.rules, rules, plans));
        self.plans.len() - 1
    }

    /// The index of the facts by these columns, made when first needed.
    pub(super) fn index(&mut self, columns: Columns) -> usize {
        if let Some(position) = self.indexes.iter().position(|index| index.columns == columns) {
            return position;
        }
        self.indexes.push(Index::new(&self.atoms, self.facts, columns));
        self.indexes.len() - 1
    }

    pub(super) fn bytes(&self) -> usize {
        self.atoms.bytes()
            + self.ids.capacity() * size_of::<AtomId>()
            + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}
