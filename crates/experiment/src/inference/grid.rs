//! The grid of parameters, and the numbers of its runs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::predicates::all_pairs;
use crate::shard::sample;
use randlog_recipe::instance::{QueryPolicy, Share};

/// What rules and queries are like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// As in the paper: any rules, and a query that is not among the facts.
    Paper,
    /// Safe rules, and a query whose answer needs a rule and is uncertain.
    #[default]
    Safe,
}

impl Design {
    /// Both.
    pub const ALL: [Design; 2] = [Design::Paper, Design::Safe];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Design::Paper => "paper",
            Design::Safe => "safe",
        }
    }

    /// How queries are chosen.
    pub fn policy(self) -> QueryPolicy {
        match self {
            Design::Paper => QueryPolicy::Unlisted,
            Design::Safe => QueryPolicy::Derived,
        }
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which instances there are, and which engines run on them. By default, all of the paper's
/// configurations and no engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Everything random comes from this.
    pub seed: u64,
    /// What rules and queries are like.
    pub design: Design,
    /// Numbers of predicates. There are as many clauses.
    pub predicates: Vec<usize>,
    /// Numbers of variables.
    pub variables: Vec<usize>,
    /// The largest numbers of nodes in a body.
    pub max_nodes: Vec<usize>,
    /// The largest arities.
    pub max_arity: Vec<usize>,
    /// Numbers of constants that facts are about.
    pub domain: Vec<usize>,
    /// Numbers of facts, of which there are at most three quarters of all ground atoms.
    pub facts: Vec<u64>,
    /// Shares of probabilistic facts, in percent.
    pub probabilistic: Vec<u32>,
    /// How many programs there are for each configuration.
    pub repeats: usize,
    /// Only so many configurations, chosen at random.
    pub sample: Option<u64>,
    /// The engines, as they are named on the command line.
    pub engines: Vec<String>,
    /// How long an engine may take for an instance, in milliseconds.
    pub timeout_ms: u64,
    /// How much memory each of its processes may use, in bytes.
    pub memory: u64,
}

impl Default for Config {
    fn default() -> Config {
        let doubling = vec![2, 4, 8];
        Config {
            seed: 1,
            design: Design::default(),
            predicates: doubling.clone(),
            variables: doubling.clone(),
            max_nodes: doubling,
            max_arity: vec![1, 2, 3],
            domain: vec![100, 200, 400],
            facts: vec![1_000, 10_000, 100_000],
            probabilistic: vec![25, 50, 75],
            repeats: 10,
            sample: None,
            engines: Vec::new(),
            timeout_ms: 60_000,
            memory: 4 << 30,
        }
    }
}

/// No grid is larger.
const MOST_RUNS: u64 = 1 << 32;

/// No value is larger, but for the number of facts.
const MOST: usize = 1000;

/// One combination of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parameters {
    /// The number of predicates, and of clauses.
    pub predicates: usize,
    /// The number of variables.
    pub variables: usize,
    /// The largest number of nodes in a body.
    pub max_nodes: usize,
    /// The largest arity.
    pub max_arity: usize,
    /// The number of independent pairs.
    pub independent_pairs: usize,
    /// The number of constants that facts are about.
    pub domain: usize,
    /// How many facts are asked for.
    pub wanted_facts: u64,
    /// The share of probabilistic facts, in percent.
    pub probabilistic: u32,
    /// Which of several programs with these parameters.
    pub repeat: usize,
}

impl Parameters {
    /// Independent pairs as a part of all pairs.
    pub fn independence(&self) -> f64 {
        self.independent_pairs as f64 / all_pairs(self.predicates).max(1) as f64
    }

    /// The share of probabilistic facts.
    pub(super) fn share(&self) -> Share {
        Share::percent(self.probabilistic)
    }
}

impl Config {
    /// The configuration with its lists in order, if there is a run in it and all make sense.
    pub(crate) fn checked(mut self) -> Result<Config, Error> {
        let bad = |reason: String| Err(Error::BadGrid(reason));
        let lists = [
            ("predicates", &mut self.predicates),
            ("variables", &mut self.variables),
            ("nodes", &mut self.max_nodes),
            ("arities", &mut self.max_arity),
            ("constants", &mut self.domain),
        ];
        for (name, list) in lists {
            list.sort_unstable();
            list.dedup();
            match (list.first(), list.last()) {
                (None, _) | (_, None) => return bad(format!("the list of {name} is empty")),
                (Some(0), _) => return bad(format!("there is nothing to run with 0 {name}")),
                (_, Some(most)) if *most > MOST => {
                    return bad(format!("{most} {name} are more than {MOST}"));
                }
                _ => {}
            }
        }
        self.facts.sort_unstable();
        self.facts.dedup();
        self.probabilistic.sort_unstable();
        self.probabilistic.dedup();
        if self.facts.is_empty() || self.probabilistic.is_empty() {
            return bad("the list of facts or of shares is empty".to_owned());
        }
        if let Some(share) = self.probabilistic.iter().find(|&&share| share > 100) {
            return bad(format!("{share} % is more than everything"));
        }
        if self.repeats == 0 {
            return bad("there is nothing to run without repeats".to_owned());
        }
        match self.configurations().and_then(|size| size.checked_mul(self.repeats as u64)) {
            Some(runs) if runs < MOST_RUNS => Ok(self),
            _ => bad("more than 2^32 runs".to_owned()),
        }
    }

    /// For each number of predicates, that number and how many configurations have it.
    fn blocks(&self) -> impl Iterator<Item = (usize, Option<u64>)> {
        let lengths = [
            self.variables.len(),
            self.max_nodes.len(),
            self.max_arity.len(),
            self.domain.len(),
            self.facts.len(),
            self.probabilistic.len(),
        ];
        self.predicates.iter().map(move |&predicates| {
            let all = lengths.into_iter().chain([all_pairs(predicates) + 1]);
            (predicates, all.map(|n| n as u64).try_fold(1_u64, u64::checked_mul))
        })
    }

    /// The number of configurations of the whole grid, unless it is astronomic.
    pub fn configurations(&self) -> Option<u64> {
        self.blocks().try_fold(0_u64, |sum, (_, size)| sum.checked_add(size?))
    }

    /// The numbers of all runs, ascending: those of a configuration are next to each other.
    pub(crate) fn ids(&self) -> Vec<u64> {
        let repeats = self.repeats as u64;
        let chosen = sample(self.seed, self.configurations().unwrap_or(0), self.sample);
        chosen.into_iter().flat_map(|at| (0..repeats).map(move |r| at * repeats + r)).collect()
    }

    /// The parameters of a run.
    pub fn parameters(&self, id: u64) -> Option<Parameters> {
        let (mut rest, repeat) = (id / self.repeats as u64, (id % self.repeats as u64) as usize);
        for (predicates, size) in self.blocks() {
            let size = size?;
            if rest < size {
                return Some(self.in_block(predicates, rest as usize, repeat));
            }
            rest -= size;
        }
        None
    }

    fn in_block(&self, predicates: usize, mut rest: usize, repeat: usize) -> Parameters {
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        Parameters {
            predicates,
            repeat,
            probabilistic: self.probabilistic[digit(self.probabilistic.len())],
            wanted_facts: self.facts[digit(self.facts.len())],
            domain: self.domain[digit(self.domain.len())],
            max_arity: self.max_arity[digit(self.max_arity.len())],
            max_nodes: self.max_nodes[digit(self.max_nodes.len())],
            variables: self.variables[digit(self.variables.len())],
            independent_pairs: digit(all_pairs(predicates) + 1),
        }
    }
}
