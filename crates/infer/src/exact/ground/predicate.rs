//! What is known of a predicate while grounding: its facts, its rules, its atoms.

use super::super::relation::{Columns, Index, Relation};
use super::super::rule::Constant;
use super::plan::Plan;
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
    /// The plans of all its rules for some known columns: the first plan's number.
    plans: Vec<(Columns, u32)>,
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

    /// The plans of the rules, one after another, made when first needed.
    pub(super) fn plans(
        &mut self,
        known: Columns,
        plans: &mut Vec<Plan>,
        make: impl Fn(u32) -> Plan,
    ) -> u32 {
        if let Some(&(_, first)) = self.plans.iter().find(|(columns, _)| *columns == known) {
            return first;
        }
        let first = plans.len() as u32;
        plans.extend(self.rules.iter().map(|&rule| make(rule)));
        self.plans.push((known, first));
        first
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
