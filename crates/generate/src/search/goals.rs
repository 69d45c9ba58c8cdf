//! Every predicate is a goal, or some goal uses it, directly or not.
//!
//! While bodies are open, a predicate is taken to be used where it can still stand. That is exact for
//! known programs, and more is known before: a predicate that can be used at one place only must
//! stand there; and open leaves must suffice for all predicates that nothing uses yet.

use randlog_kernel::{BitSet, Conflict, Cost, Event, Model, Propagator, Status, Store, Watch};

use super::graph::no_members;
use super::layout::{ClauseVars, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    let goals = spec.goals().iter().map(|&goal| goal as u32).collect();
    model.post(Used { goals, layout: layout.clone() });
}

/// Every predicate is used.
struct Used {
    goals: BitSet,
    layout: Layout,
}

/// Where a predicate is used by others.
#[derive(Clone, Copy, Default)]
struct Uses<'c> {
    /// Whether the predicate stands somewhere already.
    is_placed: bool,
    /// How many places there can be, and the last of them.
    count: usize,
    last: Option<(&'c ClauseVars, usize)>,
}

impl Used {
    /// Whether goals can still reach every predicate.
    fn is_possible(&self, store: &Store) -> bool {
        let codes = &self.layout.codes;
        let mut uses = no_members(codes.predicates().len());
        for clause in &self.layout.clauses {
            let mut names = BitSet::default();
            clause.body.names.iter().for_each(|&name| names.unite(&store.set_of(name)));
            let heads = store.values(clause.head.predicate);
            for head in heads.filter(|head| codes.heads().contains(head)) {
                uses[head as usize].unite(&names);
            }
        }
        let mut reached = self.goals.clone();
        let mut open: Vec<u32> = reached.iter().collect();
        while let Some(predicate) = open.pop() {
            let used = uses[predicate as usize].iter();
            open.extend(
                used.filter(|&used| codes.predicates().contains(&used) && reached.insert(used)),
            );
        }
        codes.predicates().all(|predicate| reached.contains(predicate))
    }

    /// Whether heads and names are known.
    fn is_known(&self, store: &Store) -> bool {
        self.layout.clauses.iter().all(|clause| {
            store.is_fixed(clause.head.predicate) && store.all_fixed(&clause.body.names)
        })
    }

    /// Where each predicate is used by others, or can be.
    fn uses(&self, store: &Store) -> Vec<Uses<'_>> {
        let predicates = self.layout.codes.predicates();
        let mut uses = vec![Uses::default(); predicates.len()];
        for clause in &self.layout.clauses {
            let head = store.value(clause.head.predicate);
            for (node, &name) in clause.body.names.iter().enumerate() {
                let others = store.values(name).take_while(|name| predicates.contains(name));
                for predicate in others.filter(|&name| head != Some(name)) {
                    let uses = &mut uses[predicate as usize];
                    uses.is_placed |= store.is_fixed(name);
                    uses.count += 1;
                    uses.last = Some((clause, node));
                }
            }
        }
        uses
    }

    /// The nodes of a body that are open and can hold atoms, and how many of them can do so together:
    /// a root with children holds none.
    fn open_leaves(&self, store: &Store, clause: &ClauseVars) -> (Vec<usize>, usize) {
        let names = &clause.body.names;
        let first_connective = self.layout.codes.not;
        let is_open = |&node: &usize| {
            !store.is_fixed(names[node]) && store.min(names[node]) < first_connective
        };
        let open: Vec<usize> = (0..names.len()).filter(is_open).collect();
        let has_root = open.len() > 1 && open[0] == 0;
        let count = open.len() - usize::from(has_root);
        (open, count)
    }

    /// If there are just enough open leaves for the predicates that stand nowhere yet, they hold these.
    fn fill(&self, store: &mut Store, unplaced: &BitSet) -> Result<(), Conflict> {
        let needed = unplaced.count() as usize;
        if needed == 0 {
            return Ok(());
        }
        let clauses = self.layout.clauses.iter().map(|clause| &**clause);
        let open: Vec<_> =
            clauses.map(|clause| (clause, self.open_leaves(store, clause))).collect();
        let room: usize = open.iter().map(|(_, (_, count))| count).sum();
        if needed > room {
            return Err(Conflict);
        }
        if needed == room {
            for (clause, (nodes, count)) in open {
                // A single atom can be the root as well as its child.
                let is_root_open = count == 1 && nodes.len() > 1;
                for &node in nodes[nodes.len() - count..].iter().filter(|_| !is_root_open) {
                    store.intersect(clause.body.names[node], unplaced)?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Used {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on(clause.head.predicate, Event::CHANGED);
            watch.on_all(&clause.body.names, Event::CHANGED);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if !self.is_possible(store) {
            return Err(Conflict);
        }
        if self.is_known(store) {
            return Ok(Status::Entailed);
        }
        let mut unplaced = BitSet::default();
        for (predicate, uses) in (0..).zip(self.uses(store)) {
            if self.goals.contains(predicate) {
                continue;
            }
            if let (1, Some((clause, node))) = (uses.count, uses.last) {
                store.assign(clause.body.names[node], predicate)?;
                if self.layout.codes.heads().contains(&predicate) {
                    store.remove(clause.head.predicate, predicate)?;
                }
            } else if !uses.is_placed {
                unplaced.insert(predicate);
            }
        }
        self.fill(store, &unplaced)?;
        Ok(Status::Active)
    }
}
