//! Random programs of all shapes, with facts, evidence and queries, small enough to walk through
//! all their worlds.
//!
//! Half of them are samples of spaces of safe programs, the other half sketched here
//! ([`sketch`]): specs know nothing of annotated disjunctions, `_`, variables of a negation's own or
//! repeated facts. What is drawn depends on the seed and the index alone. [`Shape`] says what came
//! of it.

mod compare;
mod dice;
mod extremes;
mod scene;
mod shape;
mod sketch;

pub(crate) use shape::Shape;

use dice::Dice;
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop};
use randlog_infer::{Algorithm, Error, Inference, Limits, Solution};
use randlog_logic::Program;

/// How far two probabilities may be apart, relative to the right one.
pub(crate) const TOLERANCE: f64 = 1e-12;

/// A program, and what the algorithm that walks through its worlds says of it.
pub(crate) struct Drawn {
    pub(crate) index: u64,
    pub(crate) program: Program,
    pub(crate) reference: Result<Solution, Error>,
}

impl Drawn {
    /// Is there an answer that is neither certain nor impossible?
    pub(crate) fn is_uncertain(&self) -> bool {
        let uncertain = |probability: f64| 0.0 < probability && probability < 1.0;
        self.reference
            .as_ref()
            .is_ok_and(|solution| solution.answers.iter().any(|a| uncertain(a.probability)))
    }
}

pub(crate) struct Generator {
    seed: u64,
    samplers: Vec<Sampler>,
    /// Are probabilities very small, or very close to one?
    extreme: bool,
    /// In how many of a hundred programs are the rules sketched here?
    sketched: usize,
}

/// Spaces of safe programs: relations, propositions, with and without negation over cycles.
const SPECS: [&str; 5] = [
    "predicates = ['p/1', 'q/2', 'r/0', 's/1']\nvariables = 2\nconstants = 2\nmax_nodes = 5
     max_clauses = 6\nprobabilities = [1, 1, 0.3, 0.6]\nsafe = true",
    "predicates = ['p/1', 'q/1', 's/2']\nvariables = 3\nconstants = 1\nmax_nodes = 6
     max_clauses = 5\nprobabilities = [1, 1, 1/3]\nsafe = true\nbodies = 'conjunction'",
    "predicates = ['p/0', 'q/0', 'r/0', 's/0', 't/0']\nvariables = 0\nconstants = 0\nmax_nodes = 6
     max_clauses = 9\nprobabilities = [1, 0.2, 0.5, 0.9]\nsafe = true",
    "predicates = ['p/1', 'q/1', 'r/0', 's/2']\nvariables = 2\nconstants = 2\nmax_nodes = 4
     max_clauses = 7\nprobabilities = [1, 0.4, 0.7]\nsafe = true\ncycles = 'acyclic'",
    "predicates = ['p/1', 'q/0', 'r/1']\nvariables = 1\nconstants = 2\nmax_nodes = 4
     max_clauses = 5\nprobabilities = [1, 0.5]\nsafe = true\ncycles = 'any'",
];

/// Spaces of programs whose clauses are not safe for all calls, but for some.
const UNSAFE: [&str; 4] = [
    "predicates = ['p/2']\nvariables = 3\nconstants = 2\nmax_nodes = 4
     max_clauses = 3\nprobabilities = [1, 1, 1, 0.5]",
    "predicates = ['p/2', 'q/1']\nvariables = 2\nconstants = 2\nmax_nodes = 3
     max_clauses = 4\nbodies = 'conjunction'",
    "predicates = ['p/1', 'q/2', 'r/1', 's/0']\nvariables = 2\nconstants = 2\nmax_nodes = 4
     max_clauses = 5\nprobabilities = [1, 1, 0.5]",
    "predicates = ['p/3', 'q/1']\nvariables = 3\nconstants = 1\nmax_nodes = 3
     max_clauses = 3",
];

/// More worlds than this take too long to be drawn by the thousand.
const WORLDS: u64 = 1 << 12;

/// The percentage of programs to be drawn anew among those where no answer is uncertain.
const DULL: usize = 75;

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        Generator::of(&SPECS, seed)
    }

    /// Programs whose clauses are not safe for all calls.
    pub(crate) fn open(seed: u64) -> Generator {
        Generator { sketched: 0, ..Generator::of(&UNSAFE, seed) }
    }

    fn of(specs: &[&str], seed: u64) -> Generator {
        let sampler = |text: &&str| {
            let text = text.replace('\'', "\"").replace("1/3", "\"1/3\"");
            let spec = Spec::from_toml("spec", &text).expect("a valid spec");
            Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("a sampler")
        };
        let samplers = specs.iter().map(sampler).collect();
        Generator { seed, samplers, extreme: false, sketched: 50 }
    }

    /// The same programs with probabilities that are very small, or very close to one.
    pub(crate) fn extreme(seed: u64) -> Generator {
        Generator { extreme: true, ..Generator::new(seed) }
    }

    /// The program with this index: the first that is drawn, has few enough worlds and is not dull.
    pub(crate) fn draw(&self, index: u64) -> Drawn {
        let mut dice = Dice::new(self.seed, index);
        let limits = Limits { worlds: WORLDS, ..Limits::default() };
        loop {
            let mut program = self.attempt(&mut dice);
            if self.extreme {
                extremes::exaggerate(&mut program, &mut dice);
            }
            let reference =
                Inference::new(&program).algorithm(Algorithm::Worlds).limits(limits).solve();
            let too_large = matches!(reference, Err(Error::TooManyWorlds { .. }));
            let drawn = Drawn { index, program, reference };
            let dull = !drawn.is_uncertain() && dice.chance(DULL);
            if !too_large && !dull {
                return drawn;
            }
        }
    }

    fn attempt(&self, dice: &mut Dice) -> Program {
        if dice.chance(self.sketched) {
            return sketch::sketch(dice);
        }
        let sampler = &self.samplers[dice.below(self.samplers.len())];
        let mut program = sampler.sample(dice.word(), dice.word());
        scene::add_facts(&mut program, dice);
        scene::add_evidence(&mut program, dice);
        scene::add_queries(&mut program, dice);
        program
    }
}
