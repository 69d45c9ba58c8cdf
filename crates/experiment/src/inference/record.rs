//! What one run shows.

use serde::{Deserialize, Serialize};

use super::grid::Parameters;
use crate::machine::micros;
use randlog_engines::compare::Part;
use randlog_engines::{Bounds, FailureKind, Phases, Usage};
use randlog_logic::Atom;

/// The record of one run: an instance, and what each engine made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InferenceRecord {
    /// The parameters.
    #[serde(flatten)]
    pub parameters: Parameters,
    /// The arity of each predicate.
    pub arities: Vec<usize>,
    /// The independent pairs, as positions of predicates, counted from zero.
    pub pairs: Vec<(usize, usize)>,
    /// How many programs were drawn in vain before this one, for want of a query.
    pub attempt: u64,
    /// The seed of the instance, whose index is 0.
    pub seed: u64,
    /// How many facts there are.
    pub facts: u64,
    /// What is asked; nothing if no attempt had a query of the kind asked for.
    pub query: Option<String>,
    /// The processor time that others used on the core of this run while the engines were running, in
    /// microseconds; nothing if it had no core of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others_us: Option<u64>,
    /// What the engines made of it, in order.
    pub runs: Vec<EngineRun>,
}

/// What an engine made of an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineRun {
    /// Its name.
    pub engine: String,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The time from start to end, in microseconds.
    pub wall_us: u64,
    /// What its processes used.
    #[serde(flatten)]
    pub usage: Usage,
    /// Where the time went, as far as it can tell.
    #[serde(flatten)]
    pub phases: Phases,
    /// Whether its answer is not the one that is taken for right.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// The known fault that explains a failure or a disputed answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// How an engine ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// With a probability, or bounds of it.
    Answered {
        /// It is not below this,
        low: f64,
        /// nor above this.
        high: f64,
    },
    /// Without an answer.
    Failed {
        /// What kind of failure it is.
        kind: FailureKind,
        /// The engine's own words.
        words: String,
    },
}

impl InferenceRecord {
    /// Whether others were at work on the core of this run for more than a twentieth of its time. Shorter
    /// times than a few ticks of the clock that the system counts by say nothing.
    pub fn is_disturbed(&self) -> bool {
        const NOISE_US: u64 = 30_000;
        let wall: u64 = self.runs.iter().map(|run| run.wall_us).sum();
        self.others_us.is_some_and(|others| others > NOISE_US + wall / 20)
    }

    /// How many engines ran out of time.
    pub fn timeouts(&self) -> usize {
        self.runs.iter().filter(|run| run.failure() == Some(FailureKind::Timeout)).count()
    }

    /// Whether an engine disagrees, without a known fault that explains it.
    pub fn disagrees(&self) -> bool {
        self.runs.iter().any(|run| run.disputed && run.fault.is_none())
    }
}

impl EngineRun {
    pub(super) fn new(part: Part, query: Option<&Atom>) -> EngineRun {
        let bounds = query.and_then(|query| part.bounds(query));
        let Bounds { low, high } = bounds.unwrap_or_default();
        let outcome = match part.run.outcome {
            Ok(_) => Outcome::Answered { low, high },
            Err(failure) => Outcome::Failed { kind: failure.kind, words: failure.words },
        };
        EngineRun {
            engine: part.engine,
            outcome,
            wall_us: micros(part.run.wall),
            usage: part.run.usage,
            phases: part.run.phases,
            disputed: !part.disputed.is_empty(),
            fault: part.fault.as_ref().map(|fault| fault.name.clone()),
        }
    }

    /// Whether it has an answer that is not disputed.
    pub fn is_right(&self) -> bool {
        self.answer().is_some() && !self.disputed
    }

    /// The time after loading: to ground, to compile and to evaluate. As far as it can tell.
    pub fn work_us(&self) -> Option<u64> {
        let Phases { ground_us, compile_us, evaluate_us, .. } = self.phases;
        Some(ground_us? + compile_us.unwrap_or(0) + evaluate_us.unwrap_or(0))
    }

    /// The kind of its failure, if it failed.
    pub fn failure(&self) -> Option<FailureKind> {
        let Outcome::Failed { kind, .. } = self.outcome else { return None };
        Some(kind)
    }

    /// The bounds of its answer, if it has one.
    pub fn answer(&self) -> Option<(f64, f64)> {
        let Outcome::Answered { low, high } = self.outcome else { return None };
        Some((low, high))
    }
}
