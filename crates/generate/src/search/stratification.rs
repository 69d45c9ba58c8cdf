//! Cycles: none through a negative edge, or none at all.
//!
//! The paper looks for a negative cycle among the clauses that are known completely. Here every
//! edge that the certain edges forbid is ruled out beforehand, and with it the names of body nodes
//! that would make the edge.

use randlog_kernel::{Conflict, Cost, Event, Propagator, Status, Store, Watch};

use super::graph::{ABSENT, Edges, POSITIVE, Relation};

/// No cycle of the dependency graph has a negative edge.
pub(crate) struct Stratified(pub(crate) Edges);

impl Propagator for Stratified {
    const COST: Cost = Cost::High;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.0.all(), Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let edges = &self.0;
        let size = edges.predicates();
        let ancestors = edges.ancestors(store);
        // From each predicate to these heads, any edge would close a cycle through a negative edge
        // that is there already. They are some of its ancestors.
        let mut closing = Relation::empty(size);
        for (from, to) in edges.negative(store) {
            for body in (0..size).filter(|&body| ancestors.contains(body, to)) {
                closing.add(body, ancestors.of(from));
            }
        }
        for body in 0..size {
            for head in ancestors.members(body) {
                let most = if closing.contains(body, head) { ABSENT } else { POSITIVE };
                edges.limit(store, body, head, most)?;
            }
        }
        Ok(Status::Active)
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
    const COST: Cost = Cost::High;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(self.edges.all(), Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ancestors = self.edges.ancestors(store);
        for body in 0..self.edges.predicates() {
            for head in ancestors.members(body) {
                self.edges.limit(store, body, head, ABSENT)?;
            }
        }
        if self.can_be_built(store) { Ok(Status::Active) } else { Err(Conflict) }
    }
}

#[cfg(test)]
mod tests;
