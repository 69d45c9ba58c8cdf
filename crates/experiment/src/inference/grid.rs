//! Which instances there are, and which engines run on them.

use serde::{Deserialize, Serialize};

use crate::grid::{ANY, Axis, Grid, Name, Point, REPEAT, Sampled, Values};
use crate::predicates::{ARITY, NODES, VARIABLES, all_pairs};
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

/// Which instances there are, and which engines run on them. By default, all of the paper's
/// configurations and no engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// What rules and queries are like.
    pub design: Design,
    /// The parameters of the instances.
    #[serde(flatten)]
    pub grid: Grid<Parameters>,
    /// The engines, as they are named on the command line.
    pub engines: Vec<String>,
    /// How long an engine may take for an instance, in milliseconds.
    pub timeout_ms: u64,
    /// How much memory it may use, in bytes. What of it counts is recorded with each run.
    pub memory: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            design: Design::default(),
            grid: Grid::default(),
            engines: Vec::new(),
            timeout_ms: 60_000,
            memory: 4 << 30,
        }
    }
}

/// One combination of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    pub wanted_facts: usize,
    /// The share of probabilistic facts, in percent.
    pub probabilistic: usize,
    /// Which of several programs with these parameters.
    pub repeat: usize,
}

const DOUBLING: &[usize] = &[2, 4, 8];
const TENFOLD: &[usize] = &[1000, 10_000, 100_000];

/// No value is larger, but for the number of facts.
const MOST: usize = 1000;

const PREDICATES: Name = Name::new(
    "predicates",
    "predicates",
    "predicates",
    "Numbers of predicates; there are as many clauses",
);
const PAIRS: Name = Name::fixed("independent pairs");
const DOMAIN: Name =
    Name::new("constants", "domain", "domain", "Numbers of constants that facts are about");
const FACTS: Name =
    Name::new("facts", "facts", "facts", "Numbers of facts, each at most 75 % of all ground atoms");
const SHARE: Name = Name::new(
    "probabilistic facts, in percent",
    "probabilistic",
    "probabilistic",
    "The share of probabilistic facts, in percent",
);

impl Point for Parameters {
    const AXES: &'static [Axis<Parameters>] = &[
        Axis::new(PREDICATES, |p| &mut p.predicates, 8..10, Values::List(DOUBLING), 1..=MOST),
        Axis::new(PAIRS, |p| &mut p.independent_pairs, 18..22, Values::UpTo(all_pairs), ANY),
        Axis::new(VARIABLES, |p| &mut p.variables, 10..12, Values::List(DOUBLING), 1..=MOST),
        Axis::new(NODES, |p| &mut p.max_nodes, 12..14, Values::List(DOUBLING), 1..=MOST),
        Axis::new(ARITY, |p| &mut p.max_arity, 14..16, Values::List(&[1, 2, 3]), 1..=MOST),
        Axis::new(DOMAIN, |p| &mut p.domain, 16..18, Values::List(&[100, 200, 400]), 1..=MOST),
        Axis::new(FACTS, |p| &mut p.wanted_facts, 26..30, Values::List(TENFOLD), ANY),
        Axis::new(SHARE, |p| &mut p.probabilistic, 30..31, Values::List(&[25, 50, 75]), 0..=100),
        Axis::new(REPEAT, |p| &mut p.repeat, 22..26, Values::Repeats, ANY),
    ];
    const SAMPLED: Sampled = Sampled::Combinations;
}

impl Parameters {
    /// Independent pairs as a part of all pairs.
    pub fn independence(&self) -> f64 {
        self.independent_pairs as f64 / all_pairs(self.predicates).max(1) as f64
    }

    /// The share of probabilistic facts.
    pub(super) fn share(&self) -> Share {
        Share::percent(self.probabilistic as u32)
    }
}
