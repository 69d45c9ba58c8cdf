//! Independence of two predicates: no predicate is an ancestor (or self) of both.
//!
//! The paper classifies the dependencies of a predicate by how many open edges lie on a path:
//! none (determined), one (almost determined), more (undetermined). In terms of ancestors along
//! certain edges: an open edge `s → t` makes whatever reaches `s` an almost determined dependency
//! of whatever `t` reaches. So the edge must not exist if `t` reaches one of the two predicates
//! and `s` shares an ancestor with the other. The tests hold the paper's algorithms, word for word,
//! against this.

use randlog_kernel::{Conflict, Cost, Event, Propagator, Status, Store, Truth, Watch};

use super::graph::{ABSENT, Edges, Relation};

/// Two predicates have no dependency in common.
pub(crate) struct Independent {
    pub(crate) edges: Edges,
    pub(crate) pair: (usize, usize),
}

impl Independent {
    fn certain_ancestors(&self, store: &Store) -> Relation {
        let edges = &self.edges;
        Relation::ancestors(edges.predicates(), |body, head| edges.is_present(store, body, head))
    }

    fn possible_ancestors(&self, store: &Store) -> Relation {
        let edges = &self.edges;
        Relation::ancestors(edges.predicates(), |body, head| edges.is_possible(store, body, head))
    }
}

impl Propagator for Independent {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.edges.all(), Event::CHANGED);
    }

    /// The paper's Algorithm 2.
    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ancestors = self.certain_ancestors(store);
        let (p, q) = self.pair;
        if ancestors.rows_meet(p, q) {
            return Err(Conflict);
        }
        for (one, other) in [(p, q), (q, p)] {
            for target in (0..self.edges.predicates()).filter(|&t| ancestors.contains(one, t)) {
                for source in 0..self.edges.predicates() {
                    if ancestors.rows_meet(source, other) {
                        self.edges.limit(store, source, target, ABSENT)?;
                    }
                }
            }
        }
        Ok(Status::Active)
    }

    fn idempotent(&self) -> bool {
        true
    }

    /// The paper's Algorithm 1.
    fn entailment(&self, store: &Store) -> Truth {
        let (p, q) = self.pair;
        if !self.possible_ancestors(store).rows_meet(p, q) {
            Truth::True
        } else if self.certain_ancestors(store).rows_meet(p, q) {
            Truth::False
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}
