//! What stands in the bodies of a head, each atom so many times with and without a negation above it, and so many empty bodies.
//!
//! Names are counted whatever is above them: those that are placed must not be too many, and those that can still be placed
//! must suffice. In conjunctions, the literals are shared out among the bodies. Signs are counted as far as they are known.

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch};

use super::layout::{ClauseVars, Layout};
use crate::Spec;
use crate::spec::{Bodies, Used};

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    let codes = &layout.codes;
    for (head, used) in spec.uses() {
        let times = |wanted: Used| used.iter().filter(|used| **used == wanted).count();
        let signs: Vec<[usize; 2]> = (codes.predicates())
            .map(|predicate| {
                let predicate = predicate as usize;
                [false, true].map(|negated| times(Used::Atom { predicate, negated }))
            })
            .collect();
        let mut totals: Vec<(u32, usize)> =
            (0..).zip(&signs).map(|(name, [plain, negated])| (name, plain + negated)).collect();
        totals.push((codes.top, times(Used::Nothing)));
        if spec.bodies() != Bodies::Formula {
            totals.push((codes.not, signs.iter().map(|[_, negated]| negated).sum()));
        }
        let literals = signs.iter().flatten().sum::<usize>() as u32;
        let literals = (spec.bodies() != Bodies::Formula).then_some(literals);
        model.post(Uses { head: *head as u32, totals, signs, literals, layout: layout.clone() });
    }
}

/// The bodies of a head hold what they must, and nothing else.
struct Uses {
    head: u32,
    /// How often each name stands in these bodies.
    totals: Vec<(u32, usize)>,
    /// The same for each predicate, without and with a negation above it.
    signs: Vec<[usize; 2]>,
    /// How many literals stand in these bodies, if they are conjunctions.
    literals: Option<u32>,
    layout: Layout,
}

impl Uses {
    /// The nodes that may have a name. The empty body is a root; elsewhere, its name stands for no node at all.
    fn nodes<'c>(&self, clause: &'c ClauseVars, name: u32) -> &'c [Var] {
        let names = &clause.body.names;
        if name == self.layout.codes.top { &names[..1] } else { names }
    }

    /// Count a name, and decide where it stands if that follows from its number.
    fn count(&self, store: &mut Store, name: u32, total: usize) -> Result<(), Conflict> {
        let (mut placed, mut open) = (0, Vec::new());
        for clause in &self.layout.clauses {
            let head = clause.head.predicate;
            if !store.contains(head, self.head) {
                continue;
            }
            let nodes = self.nodes(clause, name).iter();
            for &node in nodes.filter(|node| store.contains(**node, name)) {
                match store.is_fixed(head) && store.is_fixed(node) {
                    true => placed += 1,
                    false => open.push((head, node)),
                }
            }
        }
        if placed > total || placed + open.len() < total {
            return Err(Conflict);
        }
        if placed + open.len() == total {
            for (head, node) in open {
                store.assign(head, self.head)?;
                store.assign(node, name)?;
            }
        } else if placed == total {
            for (head, node) in open {
                if store.is_fixed(head) {
                    store.remove(node, name)?;
                } else if store.is_fixed(node) {
                    store.remove(head, self.head)?;
                }
            }
        }
        Ok(())
    }

    /// Share out the literals: each body takes what the others cannot, and leaves what they need.
    fn share_out(&self, store: &mut Store, literals: u32) -> Result<(), Conflict> {
        let codes = &self.layout.codes;
        let clauses = || self.layout.clauses.iter();
        let is_own = |clause: &ClauseVars| store.value(clause.head.predicate) == Some(self.head);
        if clauses()
            .any(|clause| !is_own(clause) && store.contains(clause.head.predicate, self.head))
        {
            return Ok(());
        }
        let own: Vec<&ClauseVars> =
            clauses().map(|clause| &**clause).filter(|it| is_own(it)).collect();
        let bounds: Vec<(u32, u32)> =
            own.iter().map(|clause| self.literals_of(store, clause)).collect();
        let (least, most) = bounds.iter().fold((0, 0), |(a, b), (lo, hi)| (a + lo, b + hi));
        if literals < least || literals > most {
            return Err(Conflict);
        }
        for (clause, (lo, hi)) in own.into_iter().zip(bounds) {
            let (root, children) = (clause.body.names[0], clause.body.num_children[0]);
            let (need, room) = (literals.saturating_sub(most - hi), literals - (least - lo));
            if need >= 1 {
                store.remove(root, codes.top)?;
            }
            if need >= 2 {
                store.assign(root, codes.and)?;
                store.at_least(children, need)?;
            }
            match room {
                0 => store.assign(root, codes.top)?,
                1 => store.remove(root, codes.and)?,
                _ => store.at_most(children, room)?,
            }
        }
        Ok(())
    }

    /// The fewest and the most literals of a body.
    fn literals_of(&self, store: &Store, clause: &ClauseVars) -> (u32, u32) {
        let codes = &self.layout.codes;
        let (root, children) = (clause.body.names[0], clause.body.num_children[0]);
        let is_single = store.contains(root, codes.not) || store.min(root) < codes.not;
        let least = match store.contains(root, codes.top) {
            true => 0,
            false if is_single => 1,
            false => store.min(children),
        };
        let most = match store.contains(root, codes.and) {
            true => store.max(children).max(2),
            false => u32::from(is_single),
        };
        (least, most)
    }

    /// Count the atoms of which the sign is known.
    fn count_signs(&self, store: &Store) -> Result<(), Conflict> {
        let codes = &self.layout.codes;
        let mut found = vec![[0, 0]; self.signs.len()];
        let own = |clause: &&std::sync::Arc<ClauseVars>| {
            store.value(clause.head.predicate) == Some(self.head)
        };
        for clause in self.layout.clauses.iter().filter(own) {
            let negated = clause.body.negated(store, codes.not);
            let is_shaped = clause.body.is_shaped(store);
            for (node, &name) in (0..).zip(&clause.body.names) {
                let is_negated = negated.contains(node);
                let name = store.value(name).filter(|name| codes.predicates().contains(name));
                if let Some(name) = name.filter(|_| is_negated || is_shaped) {
                    found[name as usize][usize::from(is_negated)] += 1;
                }
            }
        }
        let fits = |(found, wanted): (&[usize; 2], &[usize; 2])| {
            found[0] <= wanted[0] && found[1] <= wanted[1]
        };
        if found.iter().zip(&self.signs).all(fits) { Ok(()) } else { Err(Conflict) }
    }
}

impl Propagator for Uses {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on(clause.head.predicate, Event::CHANGED);
            watch.on_all(&clause.body.names, Event::CHANGED);
            watch.on_all(&clause.body.structure, Event::FIXED);
            watch.on(clause.body.num_children[0], Event::CHANGED);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        // Asked first: what this run decides is judged by the next.
        let is_known =
            self.layout.clauses.iter().all(|clause| {
                store.is_fixed(clause.head.predicate) && clause.body.is_shaped(store)
            });
        self.totals.iter().try_for_each(|&(name, total)| self.count(store, name, total))?;
        if let Some(literals) = self.literals {
            self.share_out(store, literals)?;
        }
        self.count_signs(store)?;
        Ok(Status::entailed_if(is_known))
    }
}
