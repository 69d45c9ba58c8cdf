//! The grid of parameters, and the numbers of its runs.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::predicates::all_pairs;
use crate::shard::sample;

/// Which runs there are, and how each is executed. The default is the paper's experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Everything random comes from this.
    pub seed: u64,
    /// Numbers of predicates.
    pub predicates: Vec<usize>,
    /// Numbers of variables.
    pub variables: Vec<usize>,
    /// Numbers of constants.
    pub constants: Vec<usize>,
    /// The largest numbers of nodes in a body.
    pub max_nodes: Vec<usize>,
    /// Numbers of clauses beyond one for each predicate.
    pub additional_clauses: Vec<usize>,
    /// The largest arities.
    pub max_arity: Vec<usize>,
    /// Numbers of independent pairs; those that there are not enough predicates for are left out.
    /// By default all that there are enough for.
    pub independent_pairs: Option<Vec<usize>>,
    /// How often each combination is run.
    pub repeats: usize,
    /// Execute only so many runs, chosen at random.
    pub sample: Option<u64>,
    /// When a run is given up, in milliseconds.
    pub timeout_ms: u64,
    /// When a search begins anew.
    pub restarts: Policy,
}

/// When a search begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// After 10 failures, then 10 × 1.1, 10 × 1.1², …
    Paper,
    /// Never.
    None,
}

impl Default for Config {
    fn default() -> Config {
        let doubling = vec![1, 2, 4, 8];
        Config {
            seed: 1,
            predicates: doubling.clone(),
            variables: doubling.clone(),
            constants: doubling.clone(),
            max_nodes: doubling.clone(),
            additional_clauses: doubling,
            max_arity: vec![1, 2, 3, 4],
            independent_pairs: None,
            repeats: 10,
            sample: None,
            timeout_ms: 60_000,
            restarts: Policy::Paper,
        }
    }
}

/// No value of a parameter is larger. What a spec can hold is checked besides.
const MOST: usize = 1000;

/// One combination of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parameters {
    /// The number of predicates.
    pub predicates: usize,
    /// The number of variables.
    pub variables: usize,
    /// The number of constants.
    pub constants: usize,
    /// The largest number of nodes in a body.
    pub max_nodes: usize,
    /// The number of clauses beyond one for each predicate.
    pub additional_clauses: usize,
    /// The largest arity.
    pub max_arity: usize,
    /// The number of independent pairs.
    pub independent_pairs: usize,
    /// Which of several runs with these parameters.
    pub repeat: usize,
}

impl Config {
    /// The configuration with its lists in order, if there is a run in it and all make sense.
    pub(crate) fn checked(mut self) -> Result<Config, Error> {
        for (name, list) in self.lists_mut() {
            list.sort_unstable();
            list.dedup();
            match list.last() {
                None => return Err(Error::BadGrid(format!("the list of {name} is empty"))),
                Some(most) if *most > MOST => {
                    return Err(Error::BadGrid(format!("{most} {name} are more than {MOST}")));
                }
                Some(_) => {}
            }
        }
        if let Some(pairs) = &mut self.independent_pairs {
            pairs.sort_unstable();
            pairs.dedup();
        }
        if self.predicates[0] == 0 {
            return Err(Error::BadGrid("a program has at least one predicate".to_owned()));
        }
        let (variables, constants) = (self.variables[0], self.constants[0]);
        if variables + constants == 0 && self.max_arity.last() > Some(&0) {
            let reason = "without variables and constants, no predicate can have arguments";
            return Err(Error::BadGrid(reason.to_owned()));
        }
        match self.size() {
            Some(0) => Err(Error::BadGrid("no combination of these values is a run".to_owned())),
            Some(size) if size < 1 << 32 => Ok(self),
            _ => Err(Error::BadGrid("more than 2^32 runs".to_owned())),
        }
    }

    fn lists_mut(&mut self) -> [(&'static str, &mut Vec<usize>); 6] {
        [
            ("predicates", &mut self.predicates),
            ("variables", &mut self.variables),
            ("constants", &mut self.constants),
            ("nodes", &mut self.max_nodes),
            ("additional clauses", &mut self.additional_clauses),
            ("arities", &mut self.max_arity),
        ]
    }

    /// The numbers of independent pairs for so many predicates.
    fn pairs(&self, predicates: usize) -> Vec<usize> {
        let most = all_pairs(predicates);
        match &self.independent_pairs {
            None => (0..=most).collect(),
            Some(list) => list.iter().copied().filter(|&pairs| pairs <= most).collect(),
        }
    }

    /// For each number of predicates, that number and the number of its runs.
    fn blocks(&self) -> impl Iterator<Item = (usize, Option<u64>)> {
        self.predicates.iter().map(|&predicates| {
            let lists =
                [&self.variables, &self.constants, &self.max_nodes, &self.additional_clauses];
            let lengths = lists.into_iter().chain([&self.max_arity]).map(Vec::len);
            let runs = lengths
                .chain([self.pairs(predicates).len(), self.repeats])
                .try_fold(1_u64, |runs, length| runs.checked_mul(length as u64));
            (predicates, runs)
        })
    }

    /// The number of runs of the whole grid, unless it is astronomic.
    pub fn size(&self) -> Option<u64> {
        self.blocks().try_fold(0_u64, |sum, (_, runs)| sum.checked_add(runs?))
    }

    /// The numbers of all runs, ascending: positions in the grid.
    pub(crate) fn ids(&self) -> Vec<u64> {
        sample(self.seed, self.size().unwrap_or(0), self.sample)
    }

    /// The parameters at a position of the grid. Repeats are next to each other, then arities, and
    /// so on.
    pub fn parameters(&self, id: u64) -> Option<Parameters> {
        let mut rest = id;
        for (predicates, runs) in self.blocks() {
            let runs = runs?;
            if rest < runs {
                return Some(self.parameters_in_block(predicates, rest as usize));
            }
            rest -= runs;
        }
        None
    }

    fn parameters_in_block(&self, predicates: usize, mut rest: usize) -> Parameters {
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let mut value = |list: &[usize]| list[digit(list.len())];
        let repeats: Vec<usize> = (0..self.repeats).collect();
        Parameters {
            predicates,
            repeat: value(&repeats),
            max_arity: value(&self.max_arity),
            independent_pairs: value(&self.pairs(predicates)),
            additional_clauses: value(&self.additional_clauses),
            max_nodes: value(&self.max_nodes),
            constants: value(&self.constants),
            variables: value(&self.variables),
        }
    }
}
