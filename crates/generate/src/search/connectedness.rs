//! The atoms of a clause hang together by shared variables.
//!
//! Two atoms are linked if they share a variable, and all atoms with variables must be linked, directly or by
//! way of others. Once the tree and its names are known, two things can be said before the arguments are:
//!
//! - Atoms that can no longer be linked to an atom that surely has variables have none.
//! - An atom with open arguments links at most as many groups of atoms as it has arguments for. If
//!   there are more groups than can be linked, the clause is lost; if there are just as many, no open
//!   argument can be spared for a constant or for a variable that is new.

use std::sync::Arc;

use randlog_kernel::{BitSet, Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch};

use super::layout::{ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    let connected = |clause: &Arc<ClauseVars>| Connected {
        codes: layout.codes.clone(),
        clause: clause.clone(),
    };
    model.post_all(layout.clauses.iter().map(connected));
}

struct Connected {
    codes: Codes,
    clause: Arc<ClauseVars>,
}

/// What is known of the variables of an atom.
struct Link<'c> {
    arguments: &'c [Var],
    /// The variables that are its arguments, and those that can be.
    surely: BitSet,
    possibly: BitSet,
    /// Whether some argument is a variable, whichever it is.
    has_variable: bool,
    /// How many open arguments can be variables.
    open: usize,
}

impl Link<'_> {
    /// By how many it can make groups fewer.
    fn capacity(&self) -> usize {
        let has_group = self.surely.count() > 0;
        if has_group { self.open } else { self.open.saturating_sub(1) }
    }
}

impl Connected {
    /// The head and the atoms of the body. Connectives have no arguments.
    fn links(&self, store: &Store) -> Vec<Link<'_>> {
        let ClauseVars { head, body, .. } = &*self.clause;
        let nodes = (0..body.names.len()).map(|node| body.arguments(node));
        let variables = self.codes.variables();
        let link = |arguments| {
            let mut link = Link {
                arguments,
                surely: BitSet::default(),
                possibly: BitSet::default(),
                has_variable: false,
                open: 0,
            };
            for &argument in arguments {
                link.possibly.extend(store.values(argument).take_while(|v| variables.contains(v)));
                link.has_variable |= variables.contains(&store.max(argument));
                match store.value(argument) {
                    Some(term) => link.surely.extend(Some(term).filter(|v| variables.contains(v))),
                    None => link.open += usize::from(variables.contains(&store.min(argument))),
                }
            }
            link
        };
        std::iter::once(&head.arguments[..]).chain(nodes).map(link).collect()
    }

    /// These variables are the only ones that the arguments can be.
    fn restrict(
        &self,
        store: &mut Store,
        arguments: &[Var],
        variables: &BitSet,
    ) -> Result<(), Conflict> {
        let others: BitSet = self.codes.variables().filter(|&v| !variables.contains(v)).collect();
        arguments.iter().try_for_each(|&argument| store.subtract(argument, &others))
    }
}

/// Unite the sets that meet.
fn groups<'s>(sets: impl Iterator<Item = &'s BitSet>) -> Vec<BitSet> {
    let mut groups: Vec<BitSet> = Vec::new();
    for set in sets.filter(|set| set.count() > 0) {
        let mut united = set.clone();
        groups.retain(|group| {
            let meets = group.meets(set);
            if meets {
                united.unite(group);
            }
            !meets
        });
        groups.push(united);
    }
    groups
}

impl Propagator for Connected {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        let ClauseVars { head, body, .. } = &*self.clause;
        watch.on(head.predicate, Event::FIXED);
        watch.on_all(&body.structure, Event::FIXED);
        watch.on_all(&body.names, Event::FIXED);
        watch.on_all(&head.arguments, Event::CHANGED);
        watch.on_all(&body.terms, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ClauseVars { head, body, .. } = &*self.clause;
        if !store.is_fixed(head.predicate) || !body.is_shaped(store) {
            return Ok(Status::Active);
        }
        // Asked first: what this run decides is judged by the next.
        let is_known = store.all_fixed(&body.terms) && store.all_fixed(&head.arguments);
        let links = self.links(store);
        if let Some(first) = links.iter().find(|link| link.has_variable) {
            let groups = groups(links.iter().map(|link| &link.possibly));
            let group = groups.iter().find(|group| group.meets(&first.possibly)).ok_or(Conflict)?;
            links.iter().try_for_each(|link| self.restrict(store, link.arguments, group))?;
        }
        let sure = groups(links.iter().map(|link| &link.surely));
        let capacity: usize = links.iter().map(Link::capacity).sum();
        if sure.len() > capacity + 1 {
            return Err(Conflict);
        }
        if sure.len() > 1 && sure.len() == capacity + 1 {
            let used: BitSet = sure.iter().flat_map(BitSet::iter).collect();
            for link in links.iter().filter(|link| link.capacity() > 0) {
                let is_open = |&&argument: &&Var| {
                    !store.is_fixed(argument) && store.min(argument) < self.codes.variables().end
                };
                let open: Vec<Var> = link.arguments.iter().filter(is_open).copied().collect();
                open.into_iter().try_for_each(|argument| store.intersect(argument, &used))?;
            }
        }
        Ok(Status::entailed_if(is_known))
    }
}
