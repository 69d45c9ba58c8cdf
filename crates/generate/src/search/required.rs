//! A required formula: some clause has a conjunction (or disjunction) with an atom of each of
//! given predicates among its children.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Truth, Var, Watch};

use super::layout::{Body, Layout};
use crate::spec::{Connective, Required};

pub(crate) fn post(model: &mut Model, layout: &Layout, required: &Required) {
    let connective = match required.connective {
        Connective::And => layout.codes.and,
        Connective::Or => layout.codes.or,
    };
    let predicates = required.predicates.iter().map(|&p| p as u32).collect();
    model.post(Holds { connective, predicates, layout: layout.clone() });
}

struct Holds {
    connective: u32,
    predicates: Vec<u32>,
    layout: Layout,
}

/// A node that may turn out to be the required one.
#[derive(Clone, Copy)]
struct Occurrence<'a> {
    body: &'a Body,
    node: usize,
}

impl Occurrence<'_> {
    fn name(self) -> Var {
        self.body.names[self.node]
    }

    /// The nodes that may be children.
    fn later_nodes(self) -> std::ops::Range<usize> {
        self.node + 1..self.body.names.len()
    }

    /// Whether `node` is a child and has this predicate, as far as can be told.
    fn has_child(self, store: &Store, node: usize, predicate: u32) -> Truth {
        let is_child = equals(store, self.body.structure[node], self.node as u32);
        is_child.min(equals(store, self.body.names[node], predicate))
    }
}

/// Whether `x` is `value`, as far as can be told.
fn equals(store: &Store, x: Var, value: u32) -> Truth {
    if !store.contains(x, value) {
        Truth::False
    } else if store.is_fixed(x) {
        Truth::True
    } else {
        Truth::Undecided
    }
}

impl Holds {
    /// Whether this node is the required one, as far as can be told.
    fn truth_at(&self, store: &Store, place: Occurrence<'_>) -> Truth {
        let mut truth = equals(store, place.name(), self.connective);
        for &predicate in &self.predicates {
            if truth == Truth::False {
                return truth;
            }
            let found = place.later_nodes().map(|node| place.has_child(store, node, predicate));
            truth = truth.min(found.max().unwrap_or(Truth::False));
        }
        let may_be_child =
            |&node: &usize| store.contains(place.body.structure[node], place.node as u32);
        let room = place.later_nodes().filter(may_be_child).count();
        if room < self.predicates.len() { Truth::False } else { truth }
    }

    fn places(&self) -> impl Iterator<Item = Occurrence<'_>> {
        let bodies = self.layout.clauses.iter().map(|clause| &clause.body);
        bodies.flat_map(|body| (0..body.names.len()).map(move |node| Occurrence { body, node }))
    }

    /// This node must be the required one: whatever has a single candidate is decided.
    fn insist(&self, store: &mut Store, place: Occurrence<'_>) -> Result<(), Conflict> {
        store.assign(place.name(), self.connective)?;
        for &predicate in &self.predicates {
            let may_be = |&node: &usize| place.has_child(store, node, predicate) != Truth::False;
            let mut candidates = place.later_nodes().filter(may_be);
            if let (Some(child), None) = (candidates.next(), candidates.next()) {
                store.assign(place.body.structure[child], place.node as u32)?;
                store.assign(place.body.names[child], predicate)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Holds {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on_all(&clause.body.structure, Event::CHANGED);
            watch.on_all(&clause.body.names, Event::CHANGED);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut open = None;
        let mut several = false;
        for place in self.places() {
            match self.truth_at(store, place) {
                Truth::True => return Ok(Status::Entailed),
                Truth::Undecided => several |= open.replace(place).is_some(),
                Truth::False => {}
            }
        }
        let place = open.ok_or(Conflict)?;
        if !several {
            self.insist(store, place)?;
        }
        Ok(Status::Active)
    }
}
