//! The model of a program on Pumpkin, as fast as Pumpkin can be made: no learning, a propagator of
//! its own for every constraint, few propagators, and inferences that move bounds.

mod branching;
mod collector;
mod dependencies;
mod heads;
pub(crate) mod layout;
mod library;
mod order;
mod restarts;
mod rule;
mod terms;
mod tree;

use std::cell::Cell;
use std::rc::Rc;

use pumpkin_conflict_resolvers::resolvers::NoLearningResolver;
use pumpkin_core::Solver;
use pumpkin_core::options::{ConflictResolverType, SolverOptions};
use pumpkin_core::propagation::Domains;
use pumpkin_core::rand::SeedableRng;
use pumpkin_core::rand::rngs::SmallRng;
use pumpkin_core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_core::termination::Indefinite;
use pumpkin_core::variables::DomainId;
use randlog_generate::Spec;
use randlog_generate::spec::Cycles;

use branching::{Groups, Values};
use layout::{ClauseVariables, Size};
use restarts::Restarts;
use rule::{Post, Rule};

/// The values of one clause, in the encoding of the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClauseValues {
    /// The predicate of the head.
    pub head: usize,
    /// The parent of each node.
    pub structure: Vec<usize>,
    /// What each node is.
    pub names: Vec<i32>,
    /// The arguments: of the head, then of each node in order.
    pub terms: Vec<i32>,
}

/// Where the propagators come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagators {
    /// From Pumpkin's library, wherever it has one.
    Library,
    /// Written for this model.
    Own,
}

/// The model of one spec.
pub struct Model {
    solver: Solver,
    size: Size,
    clauses: Vec<ClauseVariables>,
}

impl Model {
    /// Build the model. The seed is for [`Model::sample`].
    pub fn new(spec: &Spec, propagators: Propagators, seed: u64) -> Model {
        let size = Size::of(spec);
        let mut solver = Solver::with_options(SolverOptions {
            random_generator: SmallRng::seed_from_u64(seed),
            memory_preallocated: 0,
            analysis_mode: ConflictResolverType::NoLearning,
            ..SolverOptions::default()
        });
        let clauses: Vec<ClauseVariables> =
            (0..size.clauses).map(|k| ClauseVariables::new(&mut solver, &size, k)).collect();
        let mut model = Model { solver, size, clauses };
        match propagators {
            Propagators::Library => library::post(&mut model.solver, &model.size, &model.clauses),
            Propagators::Own => model.post_own(),
        }
        if spec.cycles() != Cycles::Any || !spec.independent().is_empty() {
            let clauses = model.clauses.clone();
            model.post(|domains| dependencies::Dependencies::new(&clauses, spec, domains));
        }
        model
    }

    fn post_own(&mut self) {
        let (clauses, size) = (self.clauses.clone(), self.size.clone());
        let heads = clauses.iter().map(|clause| clause.head).collect();
        self.post(|_| heads::Heads { heads });
        for clause in &clauses {
            self.post(|_| tree::Tree::new(clause, &size));
            self.post(|domains| terms::Terms::new(clause, &size, domains));
        }
        for pair in clauses.windows(2) {
            self.post(|domains| order::Order::new(&pair[0], &pair[1], size.none(), domains));
        }
    }

    fn post<R: Rule>(&mut self, build: impl FnOnce(&mut Domains) -> R) {
        let tag = self.solver.new_constraint_tag();
        self.solver.add_propagator(Post { build, tag });
    }

    /// How many programs there are, by listing them all.
    pub fn count(mut self) -> u64 {
        let found = Rc::new(Cell::new(0));
        let mut order: Vec<_> = self.clauses.iter().map(|clause| clause.head).collect();
        order.extend(self.clauses.iter().flat_map(|clause| clause.digits().split_off(1)));
        let count = Rc::clone(&found);
        self.post(|domains| collector::Collector::new(order, count, domains));
        let mut groups = Groups::new(&self.clauses, &self.size, Values::Smallest);
        let _ = self.solver.satisfy(&mut groups, &mut Indefinite, &mut NoLearningResolver);
        found.get()
    }

    /// A random program, and the number of conflicts on the way; nothing if there is no program.
    pub fn sample(&mut self) -> (Option<Vec<ClauseValues>>, u64) {
        let mut groups = Groups::new(&self.clauses, &self.size, Values::Random);
        let mut restarts = Restarts::geometric();
        let clauses = match self.solver.satisfy(&mut groups, &mut Indefinite, &mut restarts) {
            SatisfactionResult::Satisfiable(satisfiable) => {
                let solution = satisfiable.solution();
                Some(self.clauses.iter().map(|clause| clause.values(&solution)).collect())
            }
            _ => None,
        };
        (clauses, restarts.failures)
    }
}

impl ClauseVariables {
    fn values(&self, solution: &impl ProblemSolution) -> ClauseValues {
        let value = |&variable: &DomainId| solution.get_integer_value(variable);
        ClauseValues {
            head: value(&self.head) as usize,
            structure: self.structure.iter().map(|parent| value(parent) as usize).collect(),
            names: self.names.iter().map(value).collect(),
            terms: self.terms.iter().map(value).collect(),
        }
    }
}
