//! What is known of a predicate while grounding: its facts, its rules, its atoms.

use super::super::relation::{Columns, Index, Relation};
use super::super::rule::{Constant, Rule};
use super::plan::{Plan, PlanChoice};
use super::program::AtomId;

/// What is known of a predicate.
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
    plans: Vec<PlanChoice>,
    indexes: Vec<Index>,
}

impl PredicateState {
    pub(super) fn new(arity: usize) -> PredicateState {
        PredicateState {
            atoms: Relation::new(arity),
            facts: 0,
            ids: Vec::new(),
            rules: Vec::new(),
            plans: Vec::new(),
            indexes: Vec::new(),
        }
    }

    /// The plans of the rules for these known columns, made when first needed.
    pub(super) fn plans(&mut self, known: Columns, plans: &mut Vec<Plan>, rules: &[Rule]) -> usize {
        if let Some(position) = self.plans.iter().position(|choice| choice.known == known) {
            return position;
        }
        let choice = PlanChoice::new(known, &self.rules, rules, plans);
        self.plans.push(choice);
        self.plans.len() - 1
    }

    /// Of these plans, those that can give answers with these values in the known columns: two
    /// lists.
    pub(super) fn fitting(&self, choice: usize, key: &[Constant]) -> [&[u32]; 2] {
        self.plans[choice].fitting(key)
    }

    /// The index of the facts by these columns, made when first needed.
    pub(super) fn index(&mut self, columns: Columns) -> usize {
        match self.indexes.iter().position(|index| index.columns() == columns) {
            Some(position) => position,
            None => {
                self.indexes.push(Index::new(&self.atoms, self.facts, columns));
                self.indexes.len() - 1
            }
        }
    }

    /// Where the facts with these values stand in an index.
    pub(super) fn range(&self, index: usize, key: &[Constant]) -> std::ops::Range<u32> {
        self.indexes[index].find(&self.atoms, key)
    }

    pub(super) fn indexed_row(&self, index: usize, position: u32) -> u32 {
        self.indexes[index].row(position)
    }

    pub(super) fn bytes(&self) -> usize {
        self.atoms.bytes()
            + self.ids.capacity() * size_of::<AtomId>()
            + self.indexes.iter().map(Index::bytes).sum::<usize>()
    }
}
