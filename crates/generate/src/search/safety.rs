//! Safe clauses: read from left to right, every variable is bound before it is needed.
//!
//! Walk the body with the set of bound variables, empty at first. An atom binds its variables. A
//! negation needs its variables bound and binds none. A conjunction passes the set from child to
//! child. Each branch of a disjunction starts from the same set and must end with the same set. At
//! the end the variables of the head must be bound.
//!
//! While arguments are open, two sets are carried: the variables that are *surely* bound and those
//! that are *possibly* bound. Whatever needs a variable can only take a possibly bound one.

use std::sync::Arc;

use randlog_kernel::{BitSet, Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch};

use super::layout::{ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    for clause in &layout.clauses {
        model.post(Safe { codes: layout.codes.clone(), clause: clause.clone() });
    }
}

struct Safe {
    codes: Codes,
    clause: Arc<ClauseVars>,
}

/// What is known of the variables bound at some point of a clause.
#[derive(Clone, Debug, Default)]
struct Bound {
    surely: BitSet,
    possibly: BitSet,
}

impl Safe {
    fn children(&self, store: &Store, node: usize) -> Vec<usize> {
        self.clause.body.children(store, node).collect()
    }

    fn walk(&self, store: &mut Store, node: usize, bound: &mut Bound) -> Result<(), Conflict> {
        let name = store.min(self.clause.body.names[node]);
        if name == self.codes.not {
            self.forbid_below(store, node, &self.unbound(bound))
        } else if name == self.codes.and {
            let children = self.children(store, node);
            children.into_iter().try_for_each(|child| self.walk(store, child, bound))
        } else if name == self.codes.or {
            self.walk_branches(store, node, bound)
        } else {
            self.bind(store, node, bound);
            Ok(())
        }
    }

    /// An atom binds its variables.
    fn bind(&self, store: &Store, node: usize, bound: &mut Bound) {
        let variables = self.codes.variables();
        for &argument in self.clause.body.arguments(node) {
            let terms = store.values(argument).take_while(|term| variables.contains(term));
            bound.possibly.extend(terms);
            bound.surely.extend(store.value(argument).filter(|term| variables.contains(term)));
        }
    }

    /// All branches must end with the same set.
    fn walk_branches(
        &self,
        store: &mut Store,
        node: usize,
        bound: &mut Bound,
    ) -> Result<(), Conflict> {
        let before = bound.clone();
        let children = self.children(store, node);
        for (number, &child) in children.iter().enumerate() {
            let mut after = before.clone();
            self.walk(store, child, &mut after)?;
            bound.surely.unite(&after.surely);
            if number == 0 {
                bound.possibly = after.possibly;
            } else {
                bound.possibly.intersect(&after.possibly);
            }
        }
        if !bound.surely.is_within(&bound.possibly) {
            return Err(Conflict);
        }
        // No branch can bind what another one cannot.
        let unbound = self.unbound(bound);
        children.iter().try_for_each(|&child| self.forbid_below(store, child, &unbound))
    }

    /// The variables that are surely not bound.
    fn unbound(&self, bound: &Bound) -> BitSet {
        self.codes.variables().filter(|&variable| !bound.possibly.contains(variable)).collect()
    }

    /// At and below `node`, there are none of these variables.
    fn forbid_below(
        &self,
        store: &mut Store,
        node: usize,
        variables: &BitSet,
    ) -> Result<(), Conflict> {
        forbid(store, self.clause.body.arguments(node), variables)?;
        let children = self.children(store, node);
        children.into_iter().try_for_each(|child| self.forbid_below(store, child, variables))
    }
}

fn forbid(store: &mut Store, arguments: &[Var], variables: &BitSet) -> Result<(), Conflict> {
    arguments.iter().try_for_each(|&argument| store.subtract(argument, variables))
}

impl Propagator for Safe {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        let ClauseVars { head, body, .. } = &*self.clause;
        watch.on_all(&body.names, Event::FIXED);
        watch.on_all(&body.structure, Event::FIXED);
        watch.on_all(&head.arguments, Event::CHANGED);
        watch.on_all(&body.terms, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ClauseVars { head, body, .. } = &*self.clause;
        // The tree and its names are decided before the arguments; until then there is little to
        // say.
        if !body.is_shaped(store) {
            return Ok(Status::Active);
        }
        let mut bound = Bound::default();
        self.walk(store, 0, &mut bound)?;
        forbid(store, &head.arguments, &self.unbound(&bound))?;
        let is_known = store.all_fixed(&body.terms) && store.all_fixed(&head.arguments);
        Ok(Status::entailed_if(is_known))
    }
}
