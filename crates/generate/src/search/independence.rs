//! Independence of two predicates: no predicate is an ancestor (or self) of both.
//!
//! The paper classifies the dependencies of a predicate by how many open edges lie on a path:
//! none (determined), one (almost determined), more (undetermined). In terms of ancestors along
//! certain edges: an open edge `s → t` makes whatever reaches `s` an almost determined dependency
//! of whatever `t` reaches. So the edge must not exist if `t` reaches one of the two predicates
//! and `s` shares an ancestor with the other. Where no predicate is an ancestor of both along certain
//! edges, that is what the paper's algorithms remove, for all pairs from one transitive closure. The
//! tests hold the paper's algorithms, with two slips mended, against this.

use randlog_kernel::{Conflict, Cost, Event, Propagator, Status, Store, Truth, Watch};

use super::graph::{ABSENT, Edges, Relation, Uses};

/// No two predicates of these pairs have a dependency in common.
pub(crate) struct Independent {
    pub(crate) edges: Edges,
    pub(crate) clauses: Vec<Uses>,
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl Independent {
    fn certain_ancestors(&self, store: &Store) -> Relation {
        let edges = &self.edges;
        Relation::ancestors(edges.predicates(), |body, head| edges.is_present(store, body, head))
    }

    fn possible_ancestors(&self, store: &Store) -> Relation {
        Relation::ancestors(self.edges.predicates(), |b, h| self.is_possible(store, b, h))
    }

    /// Whether the edge is certain, or may still become so.
    fn is_possible(&self, store: &Store, body: usize, head: usize) -> bool {
        self.edges.is_present(store, body, head)
            || self.edges.is_allowed(store, body, head)
                && self.clauses.iter().any(|clause| clause.can_link(store, body, head))
    }
}

impl Propagator for Independent {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.edges.all(), Event::RAISED);
    }

    /// The paper's Algorithm 2, for all pairs at once.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let size = self.edges.predicates();
        let ancestors = self.certain_ancestors(store);
        // To which heads each predicate must not contribute.
        let mut forbidden = Relation::empty(size);
        for &(p, q) in &self.pairs {
            for (one, other) in [(p, q), (q, p)] {
                for source in (0..size).filter(|&source| ancestors.rows_meet(source, other)) {
                    forbidden.add_row_of(source, &ancestors, one);
                }
            }
        }
        for source in 0..size {
            for target in (0..size).filter(|&target| forbidden.contains(source, target)) {
                // If source and target are one predicate, it is an ancestor of both.
                if source == target {
                    return Err(Conflict);
                }
                self.edges.limit(store, source, target, ABSENT)?;
            }
        }
        Ok(Status::Active)
    }

    fn idempotent(&self) -> bool {
        true
    }

    /// The paper's Algorithm 1, for all pairs at once.
    fn entailment(&self, store: &Store) -> Truth {
        let meet = |ancestors: Relation| {
            self.pairs.iter().filter(|&&(p, q)| ancestors.rows_meet(p, q)).count()
        };
        if meet(self.possible_ancestors(store)) == 0 {
            Truth::True
        } else if meet(self.certain_ancestors(store)) > 0 {
            Truth::False
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}

#[cfg(test)]
mod tests;
