//! A problem being built, and a problem being solved.

use crate::vars::Vars;
use crate::{Cell, Conflict, Propagator, Status, Store, Var, Watch};
use randlog_base::BitSet;

/// Runs one of some propagators of a kind.
type RunPropagator = Box<dyn FnMut(u32, &mut Store) -> Result<Status, Conflict> + Send>;

/// A problem being built: variables and constraints.
#[derive(Default)]
pub struct Model {
    pub(crate) store: Store,
    /// The propagators that were posted together.
    groups: Vec<RunPropagator>,
    /// Each propagator's group, and its number there.
    places: Vec<(u32, u32)>,
    /// Which propagators are exact about the last open variable.
    settles: Vec<bool>,
    watch: Watch,
}

impl Model {
    /// A problem without variables.
    pub fn new() -> Model {
        // Room for some hundred propagators, so that growing does not cost more than building.
        let mut model = Model::default();
        model.store.reserve(2048, 1024);
        model.places.reserve(1024);
        model.settles.reserve(1024);
        model.watch.entries.reserve(8192);
        model
    }

    /// A new variable that takes one of `values`.
    ///
    /// # Panics
    /// If there are no values.
    pub fn variable(&mut self, values: impl IntoIterator<Item = u32>) -> Var {
        let domain = values.into_iter().collect();
        self.store.new_variables(1, &domain).next().expect("one variable")
    }

    /// Several new variables that take one of `values` each.
    pub fn variables(&mut self, count: usize, values: impl IntoIterator<Item = u32>) -> Vec<Var> {
        self.store.new_variables(count, &values.into_iter().collect()).collect()
    }

    /// A new reversible cell, for a propagator's memory.
    pub fn cell(&mut self, value: u64) -> Cell {
        self.store.new_cell(value)
    }

    /// Add a constraint.
    pub fn post<P: Propagator + 'static>(&mut self, propagator: P) {
        self.post_all([propagator]);
    }

    /// Add constraints of a kind. They share memory, which is cheaper than one after the other.
    pub fn post_all<P: Propagator + 'static>(&mut self, group: impl IntoIterator<Item = P>) {
        let mut group: Vec<P> = group.into_iter().collect();
        for (propagator, number) in group.iter().zip(0..) {
            propagator.watch(&mut self.watch);
            self.watch.propagator += 1;
            self.store.new_task(P::COST, P::IDEMPOTENT);
            self.settles.push(P::SETTLES);
            self.places.push((self.groups.len() as u32, number));
        }
        self.groups.push(Box::new(move |number, store| group[number as usize].propagate(store)));
    }

    /// The domains so far.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Done building: propagate everything once.
    pub fn into_solver(mut self) -> Solver {
        self.store.set_watchers(&self.watch);
        for id in 0..self.places.len() as u32 {
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
    pub(crate) fn settling(&self, groups: &[Vars]) -> Vec<bool> {
        let decided: BitSet = groups.iter().flatten().map(|x| x.position() as u32).collect();
        let mut settling = self.model.settles.clone();
        for (x, watcher) in &self.model.watch.entries {
            settling[watcher.propagator() as usize] &= decided.contains(x.position() as u32);
        }
        settling
    }

    /// Run propagators until none has anything more to say: to the common fixed point.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        let Model { store, groups, places, .. } = &mut self.model;
        while let Some(id) = store.dequeue() {
            let (group, number) = places[id as usize];
            match groups[group as usize](number, store) {
                Ok(status) => store.end_run(id, status),
                Err(conflict) => {
                    store.abandon(id);
                    return Err(conflict);
                }
            }
        }
        Ok(())
    }
}
