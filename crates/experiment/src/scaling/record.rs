//! What one run shows.

use std::time::Duration;

use randlog_generate::search::{Sampled, SearchStatistics};
use serde::{Deserialize, Serialize};

use super::draw::Trial;
use super::grid::Parameters;

/// The record of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The parameters.
    #[serde(flatten)]
    pub parameters: Parameters,
    /// The arity of each predicate.
    pub arities: Vec<usize>,
    /// The independent pairs, as positions of predicates, counted from zero.
    pub pairs: Vec<(usize, usize)>,
    /// The seed of the search.
    pub seed: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The time it took to build the model, in microseconds.
    pub build_us: u64,
    /// The time it took to search, in microseconds.
    pub search_us: u64,
    /// Decisions.
    pub nodes: u64,
    /// Conflicts.
    pub failures: u64,
    /// How often the search began anew.
    pub restarts: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With a program.
    Found,
    /// With the proof that there is none.
    Empty,
    /// Neither in time.
    Timeout,
}

impl Record {
    pub(super) fn new(
        trial: Trial,
        sampled: &Sampled,
        (build, search): (Duration, Duration),
        statistics: SearchStatistics,
    ) -> Record {
        Record {
            parameters: trial.parameters,
            arities: trial.spec.predicates().iter().map(|predicate| predicate.arity).collect(),
            pairs: trial.spec.independent().to_vec(),
            seed: trial.seed,
            outcome: match sampled {
                Sampled::Found(_) => Outcome::Found,
                Sampled::Empty => Outcome::Empty,
                Sampled::Limit => Outcome::Timeout,
            },
            build_us: build.as_micros() as u64,
            search_us: search.as_micros() as u64,
            nodes: statistics.nodes,
            failures: statistics.failures,
            restarts: statistics.restarts,
        }
    }

    /// The time of the whole run, in microseconds.
    pub fn total_us(&self) -> u64 {
        self.build_us + self.search_us
    }
}
