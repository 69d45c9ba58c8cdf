//! Which runs there are, and how each is executed.

use serde::{Deserialize, Serialize};

use crate::grid::{ANY, Axis, Grid, Name, Point, REPEAT, Sampled, Values};
use crate::predicates::{ARITY, NODES, VARIABLES, all_pairs};

/// Which runs there are, and how each is executed. The default is the paper's experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The parameters of the runs.
    #[serde(flatten)]
    pub grid: Grid<Parameters>,
    /// When a run is given up, in milliseconds.
    pub timeout_ms: u64,
    /// When a search begins anew.
    pub restarts: RestartPolicy,
}

/// When a search begins anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestartPolicy {
    /// After 10 failures, then 10 × 1.1, 10 × 1.1², …
    #[default]
    Paper,
    /// Never.
    None,
}

/// One combination of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

const DOUBLING: &[usize] = &[1, 2, 4, 8];

/// No value of a parameter is larger. What a spec can hold is checked besides.
const MOST: usize = 1000;

const PREDICATES: Name =
    Name::new("predicates", "predicates", "predicates", "Numbers of predicates");
const CONSTANTS: Name = Name::new("constants", "constants", "constants", "Numbers of constants");
const CLAUSES: Name = Name::new(
    "additional clauses",
    "additional_clauses",
    "clauses",
    "The most clauses a program may have, beyond one per predicate",
);
const PAIRS: Name = Name::new(
    "independent pairs",
    "independent_pairs",
    "pairs",
    "Numbers of independent pairs of predicates, where there are that many",
);

impl Point for Parameters {
    const AXES: &'static [Axis<Parameters>] = &[
        Axis::new(PREDICATES, |p| &mut p.predicates, 8..10, Values::List(DOUBLING), 1..=MOST),
        Axis::new(VARIABLES, |p| &mut p.variables, 10..12, Values::List(DOUBLING), 0..=MOST),
        Axis::new(CONSTANTS, |p| &mut p.constants, 12..14, Values::List(DOUBLING), 0..=MOST),
        Axis::new(NODES, |p| &mut p.max_nodes, 14..16, Values::List(DOUBLING), 0..=MOST),
        Axis::new(CLAUSES, |p| &mut p.additional_clauses, 16..18, Values::List(DOUBLING), 0..=MOST),
        Axis::new(PAIRS, |p| &mut p.independent_pairs, 20..24, Values::UpTo(all_pairs), ANY),
        Axis::new(ARITY, |p| &mut p.max_arity, 18..20, Values::List(&[1, 2, 3, 4]), 0..=MOST),
        Axis::new(REPEAT, |p| &mut p.repeat, 24..28, Values::Repeats, ANY),
    ];
    const SAMPLED: Sampled = Sampled::Runs;
}

impl Default for Config {
    fn default() -> Config {
        let restarts = RestartPolicy::default();
        Config { grid: Grid::default(), timeout_ms: 60_000, restarts }
    }
}
