//! Cycles: none through a negative edge, or none at all.
//!
//! The paper looks for a negative cycle among the clauses that are known completely. Here every
//! edge that the certain edges forbid is ruled out beforehand, and with it the names of body nodes
//! that would make the edge.

use randlog_kernel::{Conflict, Cost, Event, Propagator, Status, Store, Truth, Watch};

use super::graph::{ABSENT, Edges, POSITIVE, Relation};

/// No cycle of the dependency graph has a negative edge.
pub(crate) struct Stratified(pub(crate) Edges);

impl Stratified {
    fn negative_edges(&self, store: &Store) -> Vec<(usize, usize)> {
        let size = self.0.predicates();
        let pairs = (0..size).flat_map(|body| (0..size).map(move |head| (body, head)));
        pairs.filter(|&(body, head)| self.0.is_negative(store, body, head)).collect()
    }
}

impl Propagator for Stratified {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.0.all(), Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let edges = &self.0;
        let size = edges.predicates();
        let ancestors = Relation::ancestors(size, |body, head| edges.is_present(store, body, head));
        // From each predicate to these heads, any edge would close a cycle through a negative edge
        // that is there already.
        let mut closing = Relation::empty(size);
        for (from, to) in self.negative_edges(store) {
            for body in (0..size).filter(|&body| ancestors.contains(body, to)) {
                closing.add_row_of(body, &ancestors, from);
            }
        }
        for body in 0..size {
            for head in 0..size {
                if closing.contains(body, head) {
                    edges.limit(store, body, head, ABSENT)?;
                } else if ancestors.contains(body, head) {
                    edges.limit(store, body, head, POSITIVE)?;
                }
            }
        }
        Ok(Status::Active)
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        let edges = &self.0;
        let size = edges.predicates();
        let ancestors = Relation::ancestors(size, |body, head| edges.is_present(store, body, head));
        if self.negative_edges(store).iter().any(|&(from, to)| ancestors.contains(from, to)) {
            Truth::False
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}

/// The dependency graph has no cycle.
pub(crate) struct Acyclic {
    pub(crate) edges: Edges,
    pub(crate) foundations: Vec<Foundation>,
}

/// What the definition of a predicate can rest on.
#[derive(Clone, Debug)]
pub(crate) enum Foundation {
    /// Nothing: a clause with an empty body will do.
    Nothing,
    /// At least one of these predicates.
    OneOf(Vec<usize>),
}

impl Acyclic {
    fn ancestors(&self, store: &Store) -> Relation {
        let edges = &self.edges;
        Relation::ancestors(edges.predicates(), |body, head| edges.is_present(store, body, head))
    }

    /// Whether all predicates can be defined, one after the other, each resting on those before it.
    /// If not, some of them can only be defined in a circle.
    fn can_be_built(&self, store: &Store) -> bool {
        let mut built = vec![false; self.foundations.len()];
        loop {
            let next = (0..built.len()).find(|&head| {
                let carries =
                    |&body: &usize| built[body] && self.edges.is_allowed(store, body, head);
                !built[head]
                    && match &self.foundations[head] {
                        Foundation::Nothing => true,
                        Foundation::OneOf(bodies) => bodies.iter().any(carries),
                    }
            });
            match next {
                Some(head) => built[head] = true,
                None => return built.into_iter().all(|is_built| is_built),
            }
        }
    }
}

impl Propagator for Acyclic {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.edges.all(), Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ancestors = self.ancestors(store);
        let size = self.edges.predicates();
        for body in 0..size {
            for head in (0..size).filter(|&head| ancestors.contains(body, head)) {
                self.edges.limit(store, body, head, ABSENT)?;
            }
        }
        if self.can_be_built(store) { Ok(Status::Active) } else { Err(Conflict) }
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        let ancestors = self.ancestors(store);
        let size = self.edges.predicates();
        let closes =
            |body, head| self.edges.is_present(store, body, head) && ancestors.contains(body, head);
        if (0..size).any(|body| (0..size).any(|head| closes(body, head))) {
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
