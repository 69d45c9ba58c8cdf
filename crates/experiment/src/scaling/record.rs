//! What one run shows.

use serde::{Deserialize, Serialize};

use super::grid::Parameters;

/// The record of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScalingRecord {
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
    /// The processor time of building, in microseconds, where the system tells,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_cpu_us: Option<u64>,
    /// and that of searching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_cpu_us: Option<u64>,
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

impl ScalingRecord {
    /// The time of the whole run from start to end, in microseconds.
    pub fn wall_us(&self) -> u64 {
        self.build_us + self.search_us
    }

    /// How long it waited, in microseconds, if that is known. A search waits for nothing but a core.
    pub fn waiting_us(&self) -> Option<u64> {
        let worked = self.build_cpu_us?.saturating_add(self.search_cpu_us?);
        Some(self.wall_us().saturating_sub(worked))
    }

    /// Whether it waited for more than a twentieth of its time. A moment says nothing.
    pub fn is_disturbed(&self) -> bool {
        const NOISE_US: u64 = 1_000;
        self.waiting_us().is_some_and(|waiting| waiting > NOISE_US + self.wall_us() / 20)
    }

    /// The time it took to build the model, in microseconds: from start to end, or that of the processor if the
    /// run was [disturbed](ScalingRecord::is_disturbed).
    pub fn building(&self) -> u64 {
        self.build_cpu_us.filter(|_| self.is_disturbed()).unwrap_or(self.build_us)
    }

    /// The time it took to search, in the same way.
    pub fn searching(&self) -> u64 {
        self.search_cpu_us.filter(|_| self.is_disturbed()).unwrap_or(self.search_us)
    }

    /// The time of the whole run, in the same way.
    pub fn total(&self) -> u64 {
        self.building() + self.searching()
    }
}
