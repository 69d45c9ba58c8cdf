//! Literals of a clause that must not meet: none repeated, none with its complement, and the head not
//! among the positive ones.
//!
//! Sets of literals are so by definition (`sets.rs`), and clauses that are not redundant hold no such
//! tautology, contradiction or repetition either (`redundancy.rs`).

use std::sync::Arc;

use randlog_kernel::{Conflict, Cost, Event, Model, Propagator, Status, Store, Var, Watch};

use super::layout::{ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    let apart =
        |clause: &Arc<ClauseVars>| Apart { codes: layout.codes.clone(), clause: clause.clone() };
    model.post_all(layout.clauses.iter().map(apart));
}

/// No two literals of a conjunction have the same atom, whatever their signs, and no positive one has
/// that of the head.
struct Apart {
    codes: Codes,
    clause: Arc<ClauseVars>,
}

/// A literal whose predicate is known.
struct Literal {
    /// Where its atom is.
    node: usize,
    predicate: u32,
    is_negative: bool,
}

impl Apart {
    /// The literals of the conjunction, or the only one, as far as they are known.
    fn literals(&self, store: &Store) -> Vec<Literal> {
        let body = &self.clause.body;
        let literal = |node: usize| {
            let name = store.value(body.names[node])?;
            let is_negative = name == self.codes.not;
            let node = if is_negative { body.children(store, node).next()? } else { node };
            let predicate = store.value(body.names[node])?;
            let is_atom = self.codes.predicates().contains(&predicate);
            is_atom.then_some(Literal { node, predicate, is_negative })
        };
        match store.value(body.names[0]) {
            Some(name) if name == self.codes.and => {
                body.children(store, 0).filter_map(literal).collect()
            }
            _ => literal(0).into_iter().collect(),
        }
    }
}

impl Propagator for Apart {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.clause.digits, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let ClauseVars { head, body, digits } = &*self.clause;
        // Asked first: what this run decides is judged by the next.
        let is_known = store.all_fixed(digits);
        let literals = self.literals(store);
        for (place, literal) in literals.iter().enumerate() {
            let arguments = body.arguments(literal.node);
            let is_of_head = store.value(head.predicate) == Some(literal.predicate);
            if is_of_head && !literal.is_negative {
                keep_apart(store, &head.arguments, arguments)?;
            }
            let same = |other: &&Literal| other.predicate == literal.predicate;
            for other in literals[..place].iter().filter(same) {
                keep_apart(store, body.arguments(other.node), arguments)?;
            }
        }
        Ok(Status::entailed_if(is_known))
    }
}

/// These lists of variables do not take the same values: if one variable is open and all else is known
/// and equal, it must differ.
fn keep_apart(store: &mut Store, xs: &[Var], ys: &[Var]) -> Result<(), Conflict> {
    let mut open = None;
    for (&x, &y) in xs.iter().zip(ys) {
        let only = match (store.value(x), store.value(y)) {
            (Some(one), Some(other)) if one == other => continue,
            (Some(value), None) => (y, value),
            (None, Some(value)) => (x, value),
            _ => return Ok(()),
        };
        if open.replace(only).is_some() {
            return Ok(());
        }
    }
    let (x, value) = open.ok_or(Conflict)?;
    store.remove(x, value)
}
