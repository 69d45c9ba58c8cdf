//! Several ways to solve a region, tried in turn.
//!
//! No way is good for all regions, and how good one is shows only on the way. So each gets a small
//! number of steps first, then several times as many, until one of them ends: it costs not much more
//! than the best of them alone.

use super::diagram::{self, Joint, Made};
use super::limit::Stop;
use super::number::Number;
use super::order;
use super::region::Region;
use super::sweep::Sweep;
use crate::limits::Budget;
use crate::{Error, Sizes};
use std::time::Duration;

/// The steps of the first tries.
const FIRST: u64 = 1 << 14;

/// How many times as many the next ones have.
const GROWTH: u64 = 4;

/// A way to solve a region.
enum Way {
    Sweep(Sweep),
    /// With events in this order.
    Diagram(Vec<u32>),
}

/// Solves regions.
pub(super) struct Solver {
    budget: Budget,
    pub(super) sizes: Sizes,
    /// Time spent on counting, a part of the whole.
    pub(super) counting: Duration,
}

impl Solver {
    pub(super) fn new(budget: Budget) -> Solver {
        Solver { budget, sizes: Sizes::default(), counting: Duration::ZERO }
    }

    /// The answers to a region's queries.
    pub(super) fn solve<N: Number>(&mut self, region: &Region<N>) -> Result<Vec<Joint<N>>, Error> {
        let order = order::order(region);
        let reversed: Vec<u32> = order.iter().rev().copied().collect();
        let sweep = Sweep::new(region).map(Way::Sweep);
        let mut ways: Vec<Way> =
            sweep.into_iter().chain([Way::Diagram(order), Way::Diagram(reversed)]).collect();
        let mut steps = FIRST;
        while !ways.is_empty() {
            let mut left = Vec::new();
            for way in ways {
                self.budget.check_time()?;
                match self.attempt(region, &way, steps) {
                    Ok(joints) => return Ok(joints),
                    Err(Stop::Failed(error)) => return Err(error),
                    Err(Stop::Spent) => left.push(way),
                    Err(Stop::Full) => {}
                }
            }
            ways = left;
            steps = steps.saturating_mul(GROWTH);
        }
        Err(Error::Memory { limit: self.budget.limits.memory, what: "a decision diagram" })
    }

    fn attempt<N: Number>(
        &mut self,
        region: &Region<N>,
        way: &Way,
        steps: u64,
    ) -> Result<Vec<Joint<N>>, Stop> {
        match way {
            Way::Sweep(sweep) => {
                let (joints, _made) = sweep.solve(region, steps, &self.budget)?;
                Ok(joints)
            }
            Way::Diagram(order) => {
                let (joints, made) = diagram::solve(region, order, steps, &self.budget)?;
                self.note(made);
                Ok(joints)
            }
        }
    }

    fn note(&mut self, made: Made) {
        self.counting += made.counting;
        self.sizes.diagrams += 1;
        self.sizes.diagram_nodes += made.nodes;
        self.sizes.diagram_variables = self.sizes.diagram_variables.max(made.variables);
    }
}
