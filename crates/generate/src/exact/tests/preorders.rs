//! The walk meets every preorder once.

use std::collections::BTreeSet;

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use crate::exact::preorders::{ClassSet, Completions, Members, Order, Rules, Visitor, walk};

/// For each predicate of a preorder, its ancestors and itself.
type Relation = Vec<Members>;

#[derive(Default)]
struct Collector {
    predicates: usize,
    relations: Vec<Relation>,
}

impl Visitor for Collector {
    fn complete(
        &mut self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
    ) -> Result<(), Stopped> {
        for &below in choices {
            let mut relation = vec![0; self.predicates];
            for class in &order.classes {
                for member in ones(class.members) {
                    relation[member] = class.members | order.members_of(class.below);
                }
            }
            for member in ones(members) {
                relation[member] = members | order.members_of(below);
            }
            assert_eq!(order.highest(below) & !below, 0);
            let lower = ones(order.highest(below))
                .fold(0, |all, position| all | order.classes[position].below);
            assert_eq!(order.highest(below) | lower, below, "everything is below the highest");
            self.relations.push(relation);
        }
        Ok(())
    }
}

fn relations(rules: &Rules, predicates: usize) -> Vec<Relation> {
    let mut collector = Collector { predicates, ..Collector::default() };
    let _ = walk(rules, &mut collector);
    collector.relations
}

/// Every reflexive and transitive relation, by trying all relations.
fn all_preorders(predicates: usize) -> BTreeSet<Relation> {
    let pairs = predicates * predicates;
    (0u64..1 << pairs)
        .map(|bits| {
            let row = |i: usize| bits >> (i * predicates) & ((1 << predicates) - 1);
            (0..predicates).map(row).collect::<Relation>()
        })
        .filter(|relation| {
            relation
                .iter()
                .enumerate()
                .all(|(i, row)| row >> i & 1 == 1 && ones(*row).all(|j| relation[j] & !row == 0))
        })
        .collect()
}

#[test]
fn every_preorder_is_met_once() {
    for predicates in 1..=4 {
        let met = relations(&Rules::everything(predicates, true), predicates);
        let distinct: BTreeSet<Relation> = met.iter().cloned().collect();
        assert_eq!(met.len(), distinct.len());
        assert_eq!(distinct, all_preorders(predicates));
    }
}

#[test]
fn there_are_as_many_preorders_as_known() {
    for (predicates, known) in [(1, 1), (2, 4), (3, 29), (4, 355), (5, 6_942)] {
        assert_eq!(relations(&Rules::everything(predicates, true), predicates).len(), known);
    }
}

#[test]
fn there_are_as_many_partial_orders_as_known() {
    for (predicates, known) in [(1, 1), (2, 3), (3, 19), (4, 219), (5, 4_231)] {
        assert_eq!(relations(&Rules::everything(predicates, false), predicates).len(), known);
    }
}

/// Preorders on the ancestors of named predicates in which no pair shares an ancestor.
fn allowed(predicates: usize, pairs: &[(usize, usize)]) -> BTreeSet<Relation> {
    let named: BTreeSet<usize> = pairs.iter().flat_map(|&(p, q)| [p, q]).collect();
    all_preorders(predicates)
        .into_iter()
        .filter(|relation| pairs.iter().all(|&(p, q)| relation[p] & relation[q] == 0))
        .map(|mut relation| {
            let kept = named.iter().fold(0, |kept, &named| kept | relation[named]);
            for (i, row) in relation.iter_mut().enumerate() {
                *row = if kept >> i & 1 == 1 { *row } else { 0 };
            }
            relation
        })
        .collect()
}

#[test]
fn pairs_leave_the_preorders_in_which_they_are_independent() {
    for pairs in
        [vec![(0, 1)], vec![(0, 1), (2, 3)], vec![(0, 1), (1, 2)], vec![(0, 3), (1, 2), (0, 2)]]
    {
        let met = relations(&Rules::new(4, &pairs, true), 4);
        let distinct: BTreeSet<Relation> = met.iter().cloned().collect();
        assert_eq!(met.len(), distinct.len());
        assert_eq!(distinct, allowed(4, &pairs), "{pairs:?}");
    }
}

#[test]
fn seven_predicates_take_fewer_steps_than_are_allowed() {
    // Nothing is pruned, so no rule can take more.
    let stop = Stop::NEVER.with_steps(crate::exact::space::MOST_STEPS);
    let mut completions = Completions { stop: &stop, steps: 0, count: 0 };
    assert_eq!(walk(&Rules::everything(7, true), &mut completions), Ok(()));
}
