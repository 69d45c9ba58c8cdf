//! Every predicate can follow from data and facts.
//!
//! A clause can fire if its body can be true when derivable predicates are taken as possibly true, and
//! everything below a negation as possibly true. Start from data and add the heads of clauses that can
//! fire, until there are no more: the least fixpoint of the immediate consequence operator (van Emden and
//! Kowalski, 1976), with predicates in place of atoms. While bodies are open, whatever they can still hold
//! counts in their favour.
//!
//! A predicate that only one clause can still derive needs this clause to fire, and before the
//! predicate itself is derived. So its positive literals can only have predicates of the fixpoint
//! without it.

use randlog_kernel::{BitSet, Conflict, Cost, Event, Model, Propagator, Status, Store, Watch};

use super::layout::{Body, ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    model.post(Derivable { layout: layout.clone() });
}

/// Every head is derivable.
struct Derivable {
    layout: Layout,
}

impl Derivable {
    /// The names of nodes that can be true: connectives, data, and the predicates that can be derived,
    /// if one of them is not.
    fn fixpoint(&self, store: &Store, without: Option<u32>) -> BitSet {
        let codes = &self.layout.codes;
        // From the first predicate that is data to the last connective.
        let mut possible: BitSet = (codes.none..codes.top + 1).collect();
        let mut idle: Vec<&ClauseVars> =
            self.layout.clauses.iter().map(|clause| &**clause).collect();
        loop {
            let before = idle.len();
            idle.retain(|clause| {
                let fires = can_be_true(codes, &clause.body, store, 0, &possible);
                if fires {
                    let heads = store.values(clause.head.predicate);
                    possible.extend(heads.filter(|&head| Some(head) != without));
                }
                !fires
            });
            if idle.len() == before {
                return possible;
            }
        }
    }

    /// Whether all is known but the arguments.
    fn is_known(&self, store: &Store) -> bool {
        self.layout
            .clauses
            .iter()
            .all(|clause| store.is_fixed(clause.head.predicate) && clause.body.is_shaped(store))
    }

    /// The only clause that can derive this head, given what can be true.
    fn only_source(&self, store: &Store, head: u32, possible: &BitSet) -> Option<&ClauseVars> {
        let codes = &self.layout.codes;
        let mut sources = self.layout.clauses.iter().filter(|clause| {
            store.contains(clause.head.predicate, head)
                && can_be_true(codes, &clause.body, store, 0, possible)
        });
        let first = sources.next();
        first.filter(|_| sources.next().is_none()).map(|clause| &**clause)
    }
}

/// Whether there can be a further child of this node.
fn can_grow(body: &Body, store: &Store, node: usize) -> bool {
    let later = &body.structure[node + 1..];
    later.iter().any(|&parent| !store.is_fixed(parent) && store.contains(parent, node as u32))
}

/// Whether the formula at this node can be true, if its atoms can only have these names.
fn can_be_true(codes: &Codes, body: &Body, store: &Store, node: usize, possible: &BitSet) -> bool {
    let name = body.names[node];
    let mut children = body.children(store, node);
    let mut child_can = |child: usize| can_be_true(codes, body, store, child, possible);
    match store.value(name) {
        Some(and) if and == codes.and => children.all(child_can),
        Some(or) if or == codes.or => can_grow(body, store, node) || children.any(&mut child_can),
        _ => store.meets(name, possible),
    }
}

/// The formula at this node must be true, and its atoms can only have these names.
fn insist(
    codes: &Codes,
    body: &Body,
    store: &mut Store,
    node: usize,
    possible: &BitSet,
) -> Result<(), Conflict> {
    store.intersect(body.names[node], possible)?;
    let mut children: Vec<usize> = body.children(store, node).collect();
    match store.value(body.names[node]) {
        Some(name) if name == codes.and => {}
        Some(name) if name == codes.or && !can_grow(body, store, node) => {
            children.retain(|&child| can_be_true(codes, body, store, child, possible));
            children.truncate(if children.len() == 1 { 1 } else { 0 });
        }
        _ => children.clear(),
    }
    children.into_iter().try_for_each(|child| insist(codes, body, store, child, possible))
}

impl Propagator for Derivable {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on(clause.head.predicate, Event::CHANGED);
            watch.on_all(&clause.body.structure, Event::FIXED);
            watch.on_all(&clause.body.names, Event::CHANGED);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let codes = &self.layout.codes;
        let possible = self.fixpoint(store, None);
        if !codes.heads().all(|head| possible.contains(head)) {
            return Err(Conflict);
        }
        if self.is_known(store) {
            return Ok(Status::Entailed);
        }
        for head in codes.heads() {
            let Some(clause) = self.only_source(store, head, &possible) else { continue };
            store.assign(clause.head.predicate, head)?;
            if !clause.body.is_shaped(store) {
                let before = self.fixpoint(store, Some(head));
                insist(codes, &clause.body, store, 0, &before)?;
            }
        }
        Ok(Status::Active)
    }
}
