//! What of a program does nothing: redundant clauses, predicates that nothing is ever true of, predicates that no goal uses.

use crate::{Clause, DependencyGraph, Predicate, Redundancy, redundant_clauses, underivable};
use randlog_base::Stop;
use std::collections::HashSet;

/// The parts of a program that do nothing, as far as its form tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Idle {
    /// The redundant clauses, by their numbers, counted from one, each with every reason; nothing if it would take too long to
    /// find them.
    pub redundant: Option<Vec<(usize, Redundancy)>>,
    /// The predicates with clauses of which nothing is ever true.
    pub underivable: Vec<Predicate>,
    /// Is there no predicate with clauses of which something can be true?
    pub derives_nothing: bool,
    /// The predicates that no goal uses, directly or not; none if there are no goals.
    pub unused: Vec<Predicate>,
}

impl Idle {
    /// What does nothing in a program with these clauses, if it is for these goals. Redundant clauses are looked for until the
    /// token stops it.
    pub fn of(clauses: &[Clause], goals: Vec<Predicate>, stop: &Stop) -> Idle {
        let heads = clauses.iter().flat_map(|clause| &clause.heads);
        let heads: HashSet<Predicate> = heads.map(|head| head.atom.predicate()).collect();
        let underivable = underivable(clauses);
        let unused = match goals.is_empty() {
            true => Vec::new(),
            false => DependencyGraph::new(clauses).dependencies_and_others(goals).1,
        };
        Idle {
            redundant: redundant_clauses(clauses, stop).ok(),
            derives_nothing: underivable.len() == heads.len(),
            underivable,
            unused,
        }
    }

    /// Is no clause redundant, and every predicate derivable? Nothing if it is not known.
    pub fn is_clean(&self) -> Option<bool> {
        match &self.redundant {
            _ if !self.underivable.is_empty() => Some(false),
            redundant => redundant.as_ref().map(Vec::is_empty),
        }
    }
}
