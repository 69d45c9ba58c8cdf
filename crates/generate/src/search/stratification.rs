//! Cycles: none through a negative edge, or none at all.
//!
//! The paper looks for a negative cycle among the clauses that are known completely. Here every
//! edge that the certain edges forbid is ruled out beforehand, and with it the names of body nodes
//! that would make the edge.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Watch};
use randlog_logic::Predicate;

use super::graph::{ABSENT, Edges, POSITIVE, no_members};
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
        watch.on_all(&self.0.variables, Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let edges = &self.0;
        let size = edges.predicates;
        let ancestors = edges.ancestors(store);
        // From each predicate to these heads, any edge would close a cycle through a negative edge
        // that is there already. They are some of its ancestors.
        let mut closing = no_members(size);
        for (from, to) in edges.negative(store) {
            for body in (0..size).filter(|&body| ancestors[body].contains(to as u32)) {
                closing[body].unite(&ancestors[from]);
            }
        }
        for body in 0..size {
            for head in ancestors[body].iter() {
                let most = if closing[body].contains(head) { ABSENT } else { POSITIVE };
                store.at_most(edges.between(body, head as usize), most)?;
            }
        }
        Ok(Status::Active)
    }
}

/// The dependency graph has no cycle.
struct Acyclic {
    edges: Edges,
    /// What the definition of each predicate can rest on: at least one of these predicates, or
    /// nothing if it is data, or if a clause with an empty body will do.
    foundations: Vec<Option<Vec<usize>>>,
}

/// What the definition of each predicate can rest on. If clauses must be safe and there are no
/// constants, the head's variables must come from a body predicate that has arguments, too.
fn foundations(spec: &Spec) -> Vec<Option<Vec<usize>>> {
    let foundation = |predicate: &Predicate| {
        let binds = spec.safe() && spec.constants().is_empty() && predicate.arity > 0;
        let carries = |&body: &usize| !binds || spec.predicates()[body].arity > 0;
        let bodies = || (0..spec.predicates().len()).filter(carries).collect();
        (binds || !spec.empty_bodies()).then(bodies)
    };
    let data = spec.data().iter().map(|_| None);
    spec.heads().iter().map(foundation).chain(data).collect()
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
                let rests = |bodies: &Vec<usize>| bodies.iter().any(carries);
                !built[head] && self.foundations[head].as_ref().is_none_or(rests)
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
        watch.on_all(&self.edges.variables, Event::RAISED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        for (body, ancestors) in self.edges.ancestors(store).iter().enumerate() {
            for head in ancestors.iter() {
                store.at_most(self.edges.between(body, head as usize), ABSENT)?;
            }
        }
        if self.can_be_built(store) { Ok(Status::Active) } else { Err(Conflict) }
    }
}

#[cfg(test)]
mod tests;
