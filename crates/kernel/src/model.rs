//! A problem being built, and a problem being solved.

use crate::propagator::{Propagator, Status, Watch};
use crate::store::{Cell, Conflict, Store, Var};
use randlog_base::BitSet;

/// A run of a propagator.
type Run = Box<dyn FnMut(&mut Store) -> Result<Status, Conflict> + Send>;

/// A problem being built: variables and constraints.
#[derive(Default)]
pub struct Model {
    pub(crate) store: Store,
    propagators: Vec<Run>,
    /// Which propagators are exact about the last open variable.
    settles: Vec<bool>,
    watch: Watch,
}

impl Model {
    /// A problem without variables.
    pub fn new() -> Model {
        Model::default()
    }

    /// A new variable that takes one of `values`.
    ///
    /// # Panics
    /// If there are no values.
    pub fn variable(&mut self, values: impl IntoIterator<Item = u32>) -> Var {
        self.store.new_variable(&values.into_iter().collect::<BitSet>())
    }

    /// Several new variables that take one of `values` each.
    pub fn variables(
        &mut self,
        count: usize,
        values: impl IntoIterator<Item = u32> + Clone,
    ) -> Vec<Var> {
        (0..count).map(|_| self.variable(values.clone())).collect()
    }

    /// A new reversible cell, for a propagator's memory.
    pub fn cell(&mut self, value: u64) -> Cell {
        self.store.new_cell(value)
    }

    /// Add a constraint.
    pub fn post<P: Propagator + 'static>(&mut self, mut propagator: P) {
        propagator.watch(&mut self.watch);
        self.watch.propagator += 1;
        self.store.new_task(P::COST, P::IDEMPOTENT);
        self.settles.push(P::SETTLES);
        self.propagators.push(Box::new(move |store| propagator.propagate(store)));
    }

    /// The domains so far.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Done building: propagate everything once.
    pub fn into_solver(mut self) -> Solver {
        self.store.set_watchers(&self.watch);
        for id in 0..self.propagators.len() as u32 {
            self.store.enqueue(id);
        }
        let mut solver = Solver { model: self, failed: false };
        solver.failed = solver.propagate().is_err();
        solver
    }
}

/// A problem being solved. Between searches it always stands at the root.
pub struct Solver {
    pub(crate) model: Model,
    /// Propagation at the root ended in a conflict: there are no solutions.
    pub(crate) failed: bool,
}

impl Solver {
    /// The domains as they are now.
    pub fn store(&self) -> &Store {
        &self.model.store
    }

    /// Whether propagation alone has shown that there is no solution.
    pub fn is_refuted(&self) -> bool {
        self.failed
    }

    /// Which propagators settle the last open one of these variables by themselves: they are exact
    /// then, and watch no other variables.
    pub(crate) fn settling(&self, decided: &[Var]) -> Vec<bool> {
        let decided: BitSet = decided.iter().map(|x| x.position() as u32).collect();
        let mut settling = self.model.settles.clone();
        for (x, watcher) in &self.model.watch.entries {
            settling[watcher.propagator as usize] &= decided.contains(x.position() as u32);
        }
        settling
    }

    /// Run propagators until nobody has anything more to say.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        let Model { store, propagators, .. } = &mut self.model;
        while let Some(id) = store.dequeue() {
            match propagators[id as usize](store) {
                Ok(Status::Active) => {}
                Ok(Status::Entailed) => store.retire(id),
                Err(conflict) => {
                    store.clear_queue();
                    return Err(conflict);
                }
            }
        }
        Ok(())
    }
}
