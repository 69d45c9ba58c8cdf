//! No clause is redundant: no tautology, no contradiction, no part of a body twice, none that says the same without a part, and no
//! clause that another one θ-subsumes.
//!
//! Literals that would make a clause redundant by itself are kept apart while it is built (`apart.rs`).
//! The rest is judged when a clause is known: by itself, for parts that are no literals, and against the
//! clauses before it. Clauses are decided one after the other, so what is wrong is found with the clause
//! that makes it so.

use randlog_kernel::{
    Cell, Conflict, Cost, Event, Model, Propagator, Status, Stopped, Store, Watch,
};
use randlog_logic::{Clause, Probability};

use super::layout::{ClauseVars, Layout};
use super::{apart, decode};
use crate::Spec;
use crate::spec::Bodies;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    // Sets have this posted already.
    if spec.bodies() != Bodies::Set {
        apart::post(model, layout);
    }
    let (spec, layout, finished) = (spec.clone(), layout.clone(), model.cell(0));
    model.post(NothingRedundant { spec, layout, finished });
}

struct NothingRedundant {
    spec: Spec,
    layout: Layout,
    /// Clauses before this one are known and judged.
    finished: Cell,
}

impl NothingRedundant {
    fn decode(&self, store: &Store, clause: &ClauseVars) -> Clause {
        let (head, body) = decode::clause(&self.spec, &self.layout.codes, store, clause);
        Clause::new(Probability::ONE, head, body)
    }

    /// Whether a known clause is redundant, or makes one before it so.
    fn is_redundant(&self, store: &Store, number: usize) -> Result<bool, Stopped> {
        let clauses = &self.layout.clauses;
        let clause = self.decode(store, &clauses[number]);
        let head = |clause: &ClauseVars| store.value(clause.head.predicate);
        let has_same_head =
            |other: &&std::sync::Arc<ClauseVars>| head(other) == head(&clauses[number]);
        if !clause.redundancies().is_empty() || clause.condensable_part(store.stop())?.is_some() {
            return Ok(true);
        }
        for other in clauses[..number].iter().rev().take_while(has_same_head) {
            let other = self.decode(store, other);
            if clause.subsumes(&other, store.stop())? || other.subsumes(&clause, store.stop())? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Propagator for NothingRedundant {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        for clause in &self.layout.clauses {
            watch.on_all(&clause.digits, Event::FIXED);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut finished = store.get(self.finished) as usize;
        while let Some(clause) = self.layout.clauses.get(finished) {
            if !store.all_fixed(&clause.digits) {
                store.set(self.finished, finished as u64);
                return Ok(Status::Active);
            }
            // Disabled clauses come last.
            if store.value(clause.head.predicate) == Some(self.layout.codes.none) {
                break;
            }
            match self.is_redundant(store, finished) {
                Ok(false) => finished += 1,
                Ok(true) => return Err(Conflict),
                Err(stopped) => return Err(store.stopped(stopped)),
            }
        }
        Ok(Status::Entailed)
    }
}
