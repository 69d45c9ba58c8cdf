//! Programs by constraint search over the paper's model.

use std::ops::ControlFlow;
use std::time::Instant;

use randlog_logic::Program;

use crate::Spec;

/// When a search gives up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The moment to stop at.
    pub deadline: Option<Instant>,
    /// The largest number of search nodes.
    pub nodes: Option<u64>,
}

/// How the search for one random program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sampled {
    /// A program of the space.
    Found(Program),
    /// The search proved that no program meets the spec.
    Empty,
    /// A limit was reached first.
    Limit,
}

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumerated {
    /// Every program of the space was listed.
    Complete,
    /// The callback asked to stop.
    Stopped,
    /// A limit was reached first.
    Limit,
}

/// The constraint model of one spec, ready to search. Build once, ask often; each thread its own.
pub struct Searcher {
    spec: Spec,
}

impl Searcher {
    /// Build the model.
    pub fn new(spec: &Spec) -> Searcher {
        Searcher { spec: spec.clone() }
    }

    /// A random program: depends on the spec, `seed` and `index` alone.
    pub fn sample(&mut self, seed: u64, index: u64, limits: &Limits) -> Sampled {
        todo!("{:?} {seed} {index} {limits:?}", self.spec)
    }

    /// Every program of the space, once, in a fixed order. Each clause has the first probability
    /// of the spec's list.
    pub fn enumerate(
        &mut self,
        limits: &Limits,
        each: impl FnMut(Program) -> ControlFlow<()>,
    ) -> Enumerated {
        let _ = each;
        todo!("{limits:?}")
    }
}
