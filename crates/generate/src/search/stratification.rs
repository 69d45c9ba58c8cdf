//! Cycles: none through a negative edge, or none at all.
//!
//! The paper looks for a negative cycle among the clauses that are known completely. Here every
//! edge that the certain edges forbid is ruled out beforehand, and with it the names of body nodes
//! that would make the edge.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Watch};
use randlog_logic::Predicate;

use super::graph::{ABSENT, Edges, POSITIVE, Relation};
use crate::Spec;
use crate::spec::Cycles;

pub(crate) fn post(model: &mut Model, spec: &Spec, edges: &Edges) {
    let edges = edges.clone();
    match spec.cycles() {
        Cycles::Any => {}
        Cycles::Stratified => model.post(Stratified(edges)),
        Cycles::Acyclic => model.post(Acyclic { edges, foundations: foundations(spec) }),
    }
}

/// No cycle of the dependency graph has a negative edge.
struct Stratified(Edges);

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
struct Acyclic {
    edges: Edges,
    foundations: Vec<Foundation>,
}

/// What the definition of a predicate can rest on.
#[derive(Clone, Debug)]
enum Foundation {
    /// Nothing: a clause with an empty body will do.
    Nothing,
    /// At least one of these predicates.
    OneOf(Vec<usize>),
}

/// What the definition of each predicate can rest on. If clauses must be safe and there are no
/// constants, the head's variables must come from a body predicate that has arguments, too.
fn foundations(spec: &Spec) -> Vec<Foundation> {
    let foundation = |predicate: &Predicate| {
        let binds = spec.safe() && spec.constants().is_empty() && predicate.arity > 0;
        if spec.empty_bodies() && !binds {
            return Foundation::Nothing;
        }
        let carries = |&body: &usize| !binds || spec.predicates()[body].arity > 0;
        Foundation::OneOf((0..spec.predicates().len()).filter(carries).collect())
    };
    spec.predicates().iter().map(foundation).collect()
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
