//! Bodies that are sets of literals.
//!
//! The model knows ordered bodies, and a set has many: its literals can be put in any order, and its
//! variables renamed in any way. The search finds the *least* of these writings, and only that one.
//!
//! # The canonical form
//!
//! A body is a conjunction (`conjunction.rs`), so a writing of a clause is an order of its literals and
//! a naming of its variables. Compare two writings of the same clause by the sequence of their names of
//! nodes, then of their terms, in the order of decision. The least writing
//!
//! 1. has its positive literals first, and equal predicates side by side, in the order of predicates,
//!    among the positive literals and among the negative ones: codes of predicates are smaller than that of
//!    a negation. This alone fixes the names, and with them the tree. What is left is the order of atoms
//!    within a *block* of the same sign and predicate, and the naming of variables;
//! 2. names variables by first use ([`symmetry`](super::symmetry)): whatever the order of atoms, the
//!    smallest name not yet used is the smallest choice for a variable that is new;
//! 3. has the atoms of each block in strictly increasing order: two neighbours the other way round
//!    could be swapped, and equal ones would be a literal twice.
//!
//! All three prune while the clause is built. They are not enough: of `p :- q(X, Y), q(Y, X), q(Y, Z)`
//! and `p :- q(X, Y), q(X, Z), q(Y, X)`, which are the same set, both fulfil them, and the second is
//! smaller. So [`Least`] looks for a smaller writing among all that name variables by first use (the
//! least writing is one of these, by 2): it picks the atoms of each block one after the other, in
//! every order, and gives new variables the next names. A pick that is smaller than the clause at
//! this place proves that the clause is not the least; one that is larger leads nowhere; the equal ones
//! are followed. If no pick is ever smaller, the clause is the least of its writings.
//!
//! The least of finitely many sequences exists, is one of them, and depends on the set alone. So every
//! set has exactly one canonical form, and sets that differ have different ones.
//!
//! Picks need not wait for the whole clause. If some first atoms are known, and a smaller sequence can
//! be picked from these, then the others can follow in any order: the clause is not the least, whatever
//! they are.

use std::cmp::Ordering;
use std::sync::Arc;

use randlog_kernel::constraint::{Implies, LexLess, Member};
use randlog_kernel::{Cell, Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch};

use super::apart;
use super::layout::{Body, ClauseVars, Codes, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    apart::post(model, layout);
    let [zero, one] = [0, 1].map(|value| model.variable([value]));
    for clause in &layout.clauses {
        literals_are_in_order(model, &layout.codes, &clause.body, [zero, one]);
        let (codes, clause, checked) = (layout.codes.clone(), clause.clone(), model.cell(0));
        model.post(Least { codes, clause, head_first: !spec.safe(), checked });
    }
}

/// The names of the root's children do not decrease, and neighbouring atoms increase strictly. Those
/// below negations come after all children of the root, whose last one is a negation then.
fn literals_are_in_order(model: &mut Model, codes: &Codes, body: &Body, [zero, one]: [Var; 2]) {
    for node in 2..body.names.len() {
        let (name, next) = (body.names[node - 1], body.names[node]);
        let not_less = LexLess::strict(model, vec![name, zero], vec![next, one]);
        model.post(Implies(Member::is(body.structure[node], 0), not_less));
        let atom = |node: usize| {
            let name = std::iter::once(body.names[node]);
            name.chain(body.arguments(node).iter().copied()).collect::<Vec<Var>>()
        };
        let less = LexLess::strict(model, atom(node - 1), atom(node));
        model.post(Implies(Member::new(name, codes.predicates()), less));
    }
}

/// No other writing of the clause is smaller.
struct Least {
    codes: Codes,
    clause: Arc<ClauseVars>,
    /// Whether arguments of the head are decided before those of the body.
    head_first: bool,
    /// How many atoms were known when this was last checked.
    checked: Cell,
}

impl Least {
    /// The arguments of atoms in the order of decision, block by block. The head is a block by itself.
    fn blocks<'c>(&'c self, store: &Store) -> Vec<Vec<&'c [Var]>> {
        let ClauseVars { head, body, .. } = &*self.clause;
        let nodes: Vec<usize> = (0..body.names.len()).collect();
        let name = |node: usize| store.min(body.names[node]);
        // Negations stand between a positive and a negative block of the same predicate.
        let blocks = nodes.chunk_by(|&one, &other| name(one) == name(other));
        let of_atoms = blocks.filter(|nodes| self.codes.predicates().contains(&name(nodes[0])));
        let blocks = of_atoms.map(|nodes| nodes.iter().map(|&node| body.arguments(node)).collect());
        let head = std::iter::once(vec![&head.arguments[..]]);
        if self.head_first { head.chain(blocks).collect() } else { blocks.chain(head).collect() }
    }

    /// The first atoms that are known, and whether these are all.
    fn known(&self, store: &Store) -> (Writing, bool) {
        let mut writing = Writing { variables: self.codes.variables().end, blocks: Vec::new() };
        for block in self.blocks(store) {
            let terms = |atom: &&[Var]| atom.iter().map(|&term| store.value(term)).collect();
            let known: Vec<Vec<u32>> = block.iter().map_while(terms).collect();
            let is_complete = known.len() == block.len();
            writing.blocks.push(known);
            if !is_complete {
                return (writing, false);
            }
        }
        (writing, true)
    }
}

impl Propagator for Least {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        let ClauseVars { head, body, .. } = &*self.clause;
        watch.on_all(&body.structure, Event::FIXED);
        watch.on_all(&body.names, Event::FIXED);
        watch.on_all(&head.arguments, Event::FIXED);
        watch.on_all(&body.terms, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if !self.clause.body.is_shaped(store) {
            return Ok(Status::Active);
        }
        let (writing, is_complete) = self.known(store);
        let atoms = writing.blocks.iter().map(Vec::len).sum::<usize>() as u64;
        if atoms > store.get(self.checked) && !writing.is_least() {
            return Err(Conflict);
        }
        store.set(self.checked, atoms);
        Ok(Status::entailed_if(is_complete))
    }
}

/// The terms of the first atoms of a clause, block by block. Terms below `variables` are variables.
struct Writing {
    variables: u32,
    blocks: Vec<Vec<Vec<u32>>>,
}

/// Another writing of the same atoms, as far as it is picked.
struct Picks {
    /// The variables that have a new name, which is their place in this list.
    named: Vec<u32>,
    /// The atoms of the current block that are taken.
    taken: Vec<bool>,
}

impl Writing {
    fn is_least(&self) -> bool {
        let mut picks = Picks { named: Vec::new(), taken: Vec::new() };
        !self.is_beaten(&mut picks, 0)
    }

    /// Whether the atoms from this block on can be picked so that the whole becomes smaller.
    fn is_beaten(&self, picks: &mut Picks, block: usize) -> bool {
        let Some(atoms) = self.blocks.get(block) else { return false };
        let taken = std::mem::replace(&mut picks.taken, vec![false; atoms.len()]);
        let is_beaten = self.is_beaten_in(picks, block, 0);
        picks.taken = taken;
        is_beaten
    }

    /// The same from this place of a block on.
    fn is_beaten_in(&self, picks: &mut Picks, block: usize, place: usize) -> bool {
        let atoms = &self.blocks[block];
        let Some(target) = atoms.get(place) else { return self.is_beaten(picks, block + 1) };
        let named = picks.named.len();
        let mut equal: Vec<usize> = Vec::new();
        for pick in 0..atoms.len() {
            if picks.taken[pick] {
                continue;
            }
            let order = self.name(picks, &atoms[pick], target);
            picks.named.truncate(named);
            match order {
                Ordering::Less => return true,
                // What only exchanges variables leads to the same writings.
                Ordering::Equal
                    if equal.iter().any(|&old| self.are_alike(&atoms[old], &atoms[pick])) => {}
                Ordering::Equal => equal.push(pick),
                Ordering::Greater => {}
            }
        }
        equal.into_iter().any(|pick| {
            picks.taken[pick] = true;
            self.name(picks, &atoms[pick], target);
            let is_beaten = self.is_beaten_in(picks, block, place + 1);
            picks.taken[pick] = false;
            picks.named.truncate(named);
            is_beaten
        })
    }

    /// Give the new variables of an atom the next names, and compare the atom with another one, up to
    /// the first difference.
    fn name(&self, picks: &mut Picks, atom: &[u32], target: &[u32]) -> Ordering {
        let rename = |&term: &u32| {
            if term >= self.variables {
                return term;
            }
            let known = picks.named.iter().position(|&variable| variable == term);
            known.unwrap_or_else(|| {
                picks.named.push(term);
                picks.named.len() - 1
            }) as u32
        };
        atom.iter().map(rename).cmp(target.iter().copied())
    }

    /// Whether exchanging the terms of two atoms, place by place, maps every block to itself.
    fn are_alike(&self, one: &[u32], other: &[u32]) -> bool {
        let mut exchange: Vec<(u32, u32)> = Vec::new();
        let there = one.iter().copied().zip(other.iter().copied());
        let back = there.clone().map(|(from, to)| (to, from));
        for (from, to) in there.chain(back).filter(|(from, to)| from != to) {
            if !exchange.iter().any(|&(known, _)| known == from) {
                exchange.push((from, to));
            }
        }
        let mut images: Vec<u32> = exchange.iter().map(|&(_, to)| to).collect();
        images.sort_unstable();
        images.dedup();
        let image = |&term: &u32| {
            exchange.iter().find(|&&(from, _)| from == term).map_or(term, |&(_, to)| to)
        };
        let stays = |block: &Vec<Vec<u32>>| {
            block.iter().all(|atom| block.contains(&atom.iter().map(image).collect()))
        };
        images.len() == exchange.len() && self.blocks.iter().all(stays)
    }
}

#[cfg(test)]
mod tests;
