//! A required formula: some clause has a conjunction (or disjunction) with an atom of each of
//! given predicates among its children.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Truth, Var, Watch};

use super::layout::Layout;
use crate::spec::{Connective, Required};

pub(crate) fn post(model: &mut Model, layout: &Layout, required: &Required) {
    let connective = match required.connective {
        Connective::And => layout.codes.and(),
        Connective::Or => layout.codes.or(),
    };
    model.post(Holds {
        connective,
        predicates: required.predicates.iter().map(|&p| p as u32).collect(),
        bodies: layout.clauses.iter().map(|c| (c.parents.clone(), c.names.clone())).collect(),
    });
}

struct Holds {
    connective: u32,
    predicates: Vec<u32>,
    /// Parents and names of the nodes of each clause.
    bodies: Vec<(Vec<Var>, Vec<Var>)>,
}

/// A node that may turn out to be the required one.
type Place = (usize, usize);

impl Holds {
    /// Whether `child` is a child of the node at `place` and has this predicate, as far as can be
    /// told.
    fn is_child(&self, store: &Store, place: Place, child: usize, predicate: u32) -> Truth {
        let (parents, names) = &self.bodies[place.0];
        let (parent, name) = (parents[child], names[child]);
        if !store.contains(parent, place.1 as u32) || !store.contains(name, predicate) {
            Truth::False
        } else if store.is_fixed(parent) && store.is_fixed(name) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }

    fn later_nodes(&self, place: Place) -> std::ops::Range<usize> {
        place.1 + 1..self.bodies[place.0].1.len()
    }

    /// Whether this node is the required one, as far as can be told.
    fn truth_at(&self, store: &Store, place: Place) -> Truth {
        let name = self.bodies[place.0].1[place.1];
        if !store.contains(name, self.connective) {
            return Truth::False;
        }
        let mut truth = if store.is_fixed(name) { Truth::True } else { Truth::Undecided };
        for &predicate in &self.predicates {
            let found = self.later_nodes(place).map(|c| self.is_child(store, place, c, predicate));
            match found.fold(Truth::False, either) {
                Truth::False => return Truth::False,
                Truth::Undecided => truth = Truth::Undecided,
                Truth::True => {}
            }
        }
        let parents = &self.bodies[place.0].0;
        let room = self.later_nodes(place).filter(|&c| store.contains(parents[c], place.1 as u32));
        if room.count() < self.predicates.len() { Truth::False } else { truth }
    }

    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let nodes = |clause: usize| self.bodies[clause].1.len();
        (0..self.bodies.len()).flat_map(move |c| (0..nodes(c)).map(move |node| (c, node)))
    }

    /// This node must be the required one: whatever has a single candidate is decided.
    fn insist(&self, store: &mut Store, place: Place) -> Result<(), Conflict> {
        let (parents, names) = &self.bodies[place.0];
        store.assign(names[place.1], self.connective)?;
        for &predicate in &self.predicates {
            let mut candidates = self
                .later_nodes(place)
                .filter(|&c| self.is_child(store, place, c, predicate) != Truth::False);
            if let (Some(child), None) = (candidates.next(), candidates.next()) {
                store.assign(parents[child], place.1 as u32)?;
                store.assign(names[child], predicate)?;
            }
        }
        Ok(())
    }
}

/// Three-valued "or".
fn either(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::True, _) | (_, Truth::True) => Truth::True,
        (Truth::False, Truth::False) => Truth::False,
        _ => Truth::Undecided,
    }
}

impl Propagator for Holds {
    fn watch(&self, watch: &mut Watch) {
        for (parents, names) in &self.bodies {
            watch.on_all(parents, Event::CHANGED);
            watch.on_all(names, Event::CHANGED);
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

    fn entailment(&self, store: &Store) -> Truth {
        self.places().map(|place| self.truth_at(store, place)).fold(Truth::False, either)
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}
