//! Programs by constraint search over the paper's model.
//!
//! A file per subject of the paper (`heads` for its section 3, `bodies` for 4, `symmetry` for 5,
//! `graph`, `stratification` and `independence` for 7), and one per further rule. Each `post`s its
//! constraints to the kernel's model. `docs/model.md` maps the paper's constraints to them, and
//! the comments cite their numbers.

mod apart;
mod bodies;
mod clause_numbers;
mod conjunction;
mod connectedness;
mod decode;
mod derivability;
mod distinct;
mod goals;
mod graph;
mod heads;
mod independence;
mod layout;
mod redundancy;
mod required;
mod safety;
mod sets;
mod stratification;
mod symmetry;
mod uses;

use std::ops::ControlFlow;

use randlog_base::random::{Purpose, below, stream};
use randlog_kernel::{Branching, Model, RandomValue, Smallest, Solver, Store, ValueOrder, Vars};
pub use randlog_kernel::{Ending, Restarts, SearchStatistics, Stop, Stopped};
use randlog_logic::Program;

use self::layout::Layout;
use crate::Spec;
use crate::spec::{Bodies, Cycles};

/// The restarts of the paper: after 10 failures, then 10 × 1.1, 10 × 1.1², …
pub const PAPER_RESTARTS: Restarts = Restarts::Geometric { base: 10.0, factor: 1.1 };

/// The constraint model of one spec, ready to search. Build once, ask often; each thread its own.
pub struct Searcher {
    spec: Spec,
    layout: Layout,
    branching: Branching,
    solver: Solver,
    restarts: Restarts,
    statistics: SearchStatistics,
}

impl Searcher {
    /// Build the model.
    pub fn new(spec: &Spec) -> Searcher {
        let mut model = Model::new();
        let layout = post(&mut model, spec);
        let solver = model.into_solver();
        Searcher {
            branching: Branching::new(decision_groups(spec, &layout)),
            spec: spec.clone(),
            layout,
            solver,
            restarts: PAPER_RESTARTS,
            statistics: SearchStatistics::default(),
        }
    }

    /// Search for random programs with these restarts instead of the paper's.
    pub fn with_restarts(mut self, restarts: Restarts) -> Searcher {
        self.restarts = restarts;
        self
    }

    /// What the last search did.
    pub fn statistics(&self) -> SearchStatistics {
        self.statistics
    }

    /// A random program, which depends on the spec, `seed` and `index` alone; nothing if the search proves that no
    /// program meets the spec.
    pub fn sample(
        &mut self,
        seed: u64,
        index: u64,
        stop: &Stop,
    ) -> Result<Option<Program>, Stopped> {
        let mut values = RandomValue(stream(seed, index, Purpose::Program));
        let mut rng = stream(seed, index, Purpose::ClauseProbabilities);
        let mut found = None;
        self.search(&mut values, self.restarts, stop, |spec, layout, store| {
            let draw = |head| {
                let list = spec.probabilities_of(head);
                list[below(&mut rng, list.len() as u64) as usize]
            };
            found = Some(decode::program(spec, layout, store, draw));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Every program of the space, once, in a fixed order. Each clause has the first probability
    /// of the spec's list.
    pub fn enumerate(
        &mut self,
        stop: &Stop,
        mut each: impl FnMut(Program) -> ControlFlow<()>,
    ) -> Result<Ending, Stopped> {
        self.search(&mut Smallest, Restarts::Never, stop, |spec, layout, store| {
            each(decode::program(spec, layout, store, |head| spec.probabilities_of(head)[0]))
        })
    }

    /// The number of programs, by visiting them all. If that is stopped, the [statistics](Searcher::statistics) say how
    /// many were found so far.
    pub fn count(&mut self, stop: &Stop) -> Result<u64, Stopped> {
        self.count_with(stop, |_| {})
    }

    /// The same, telling now and then how many were found so far.
    pub fn count_with(&mut self, stop: &Stop, mut so_far: impl FnMut(u64)) -> Result<u64, Stopped> {
        let mut found = 0_u64;
        let visit = |_: &Spec, _: &Layout, _: &Store| {
            found += 1;
            if found.is_multiple_of(4096) {
                so_far(found);
            }
            ControlFlow::Continue(())
        };
        self.search(&mut Smallest, Restarts::Never, stop, visit)?;
        Ok(self.statistics.solutions)
    }

    fn search(
        &mut self,
        values: &mut impl ValueOrder,
        restarts: Restarts,
        stop: &Stop,
        mut each: impl FnMut(&Spec, &Layout, &Store) -> ControlFlow<()>,
    ) -> Result<Ending, Stopped> {
        let (spec, layout) = (&self.spec, &self.layout);
        let visit = |store: &Store| each(spec, layout, store);
        let (ending, statistics) =
            self.solver.search(&self.branching, values, restarts, stop, visit);
        self.statistics = statistics;
        ending
    }
}

/// Post all constraints that the spec asks for.
fn post(model: &mut Model, spec: &Spec) -> Layout {
    let layout = Layout::new(model, spec);
    heads::post(model, &layout);
    clause_numbers::post(model, spec, &layout);
    bodies::post(model, spec, &layout);
    symmetry::post(model, spec, &layout);
    if spec.bodies() != Bodies::Formula {
        conjunction::post(model, &layout);
    }
    if spec.bodies() == Bodies::Set {
        sets::post(model, spec, &layout);
    }
    if spec.safe() {
        safety::post(model, &layout);
    }
    if spec.connected() {
        connectedness::post(model, &layout);
    }
    if !spec.repeated_variables() {
        distinct::post(model, &layout);
    }
    if !spec.redundant() {
        redundancy::post(model, spec, &layout);
    }
    if spec.derivable() {
        derivability::post(model, &layout);
    }
    if !spec.goals().is_empty() {
        goals::post(model, spec, &layout);
    }
    if !spec.uses().is_empty() {
        uses::post(model, spec, &layout);
    }
    if let Some(required) = spec.required() {
        required::post(model, &layout, required);
    }
    if spec.cycles() != Cycles::Any || !spec.independent().is_empty() {
        let edges = graph::post(model, &layout);
        stratification::post(model, spec, &edges);
        independence::post(model, spec, &edges);
    }
    layout
}

/// The paper's order of decisions: all head predicates; then clause by clause the structure, the
/// names, and the arguments.
fn decision_groups(spec: &Spec, layout: &Layout) -> Vec<Vars> {
    let mut groups = Vec::with_capacity(1 + 4 * layout.clauses.len());
    groups.push(layout.clauses.iter().map(|clause| clause.head.predicate).collect());
    for clause in &layout.clauses {
        groups.push(clause.body.structure.clone());
        groups.push(clause.body.names.clone());
        groups.extend(symmetry::term_groups(spec, clause));
    }
    groups
}
