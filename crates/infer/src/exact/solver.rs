//! Several ways to solve a region, tried in turn.
//!
//! No way is good for all regions. What a sweep costs at most is known in advance; how large a diagram
//! gets shows only on the way, and may depend on the order of its variables beyond all measure. So each
//! way gets a small number of steps first, then several times as many, until one of them ends: that
//! costs not much more than the best of them alone.

use super::diagram::{self, Fixpoint, Joint};
use super::limit::Stop;
use super::number::Number;
use super::order;
use super::region::Region;
use super::sweep::Sweep;
use crate::limits::Budget;
use crate::room::with_room;
use crate::solution::{Effort, Outcome, Try};
use crate::{Error, Sizes};
use std::time::Duration;

/// The steps of the first tries with diagrams, at least.
const FIRST: u64 = 1 << 13;

/// The same for each gate and event, so that a long and narrow region is swept at once.
const FIRST_EACH: u64 = 4;

/// How many times as many the next ones have.
const GROWTH: u64 = 4;

/// With as many steps as these, it is worth a while to look for a better order of the sweep.
const LONG: u64 = 1 << 21;

/// A step of a sweep takes a fraction of the time that a step with diagrams takes.
const SWEEPS_PER_STEP: u64 = 16;

/// States are counted once per step, and a unit has a few steps.
const STEPS_PER_UNIT: f64 = 8.0;

/// States that cannot occur cost nothing, but hardly more than all but one in so many cannot.
const HOPELESS: f64 = 1e6;

/// With more gates per event than these, cycles are solved by rounds first.
const MANY_GATES: usize = 16;

/// A way to solve a region.
enum Way {
    Sweep(Sweep),
    /// With events in this order, which has a name.
    Diagram(Vec<u32>, &'static str, Fixpoint),
}

impl Way {
    fn name(&self) -> String {
        match self {
            Way::Sweep(sweep) => {
                format!("a sweep of width {}, in the order: {}", sweep.width, sweep.rule.name())
            }
            Way::Diagram(_, order, fixpoint) => {
                let how = match fixpoint {
                    Fixpoint::Elimination => "",
                    Fixpoint::Rounds => " by rounds",
                };
                format!("a decision diagram{how}, in the order: {order}")
            }
        }
    }

    /// Looks longer for a good order.
    fn improve<N: Number>(&mut self, region: &Region<N>) {
        if let Way::Sweep(sweep) = self {
            sweep.improve(region);
        }
    }

    /// How many steps it gets if diagrams get this many. A sweep that costs little more than that is
    /// certain to end; one that could cost more beyond all measure has to wait.
    fn allowance(&self, steps: u64) -> u64 {
        let Way::Sweep(sweep) = self else { return steps };
        let (most, allowed) = (sweep.cost * STEPS_PER_UNIT, steps.saturating_mul(SWEEPS_PER_STEP));
        match most / allowed as f64 {
            ratio if ratio <= GROWTH as f64 => allowed.saturating_mul(GROWTH),
            ratio if ratio > HOPELESS => 0,
            _ => allowed,
        }
    }
}

/// Solves regions.
pub(super) struct Solver {
    budget: Budget,
    pub(super) sizes: Sizes,
    /// Time spent on counting, a part of the whole.
    pub(super) counting: Duration,
    /// What the region took that took the most.
    pub(super) effort: Effort,
}

impl Solver {
    pub(super) fn new(budget: Budget) -> Solver {
        let (sizes, effort) = (Sizes::default(), Effort::default());
        Solver { budget, sizes, counting: Duration::ZERO, effort }
    }

    /// The answers to a region's queries.
    pub(super) fn solve<N: Number>(&mut self, region: &Region<N>) -> Result<Vec<Joint<N>>, Error> {
        let mut effort = Effort {
            gates: region.gates().len(),
            events: region.events().len(),
            tries: Vec::new(),
        };
        let result = self.try_ways(region, &mut effort);
        if effort.steps() > self.effort.steps() || self.effort.tries.is_empty() {
            self.effort = effort;
        }
        result
    }

    fn try_ways<N: Number>(
        &mut self,
        region: &Region<N>,
        effort: &mut Effort,
    ) -> Result<Vec<Joint<N>>, Error> {
        let mut steps = FIRST.max(FIRST_EACH * region.len() as u64);
        let sweep = Sweep::new(region);
        let events = sweep.as_ref().map(|sweep| sweep.events(region));
        let mut ways: Vec<Way> = sweep.into_iter().map(Way::Sweep).collect();
        let (mut has_diagrams, mut is_improved) = (false, false);
        loop {
            let mut left = Vec::new();
            for way in ways {
                match self.attempt(region, &way, steps, effort) {
                    Ok(joints) => return Ok(joints),
                    Err(Stop::Failed(error)) => return Err(error),
                    Err(Stop::Spent) => left.push(way),
                    Err(Stop::Full) => {}
                }
            }
            ways = left;
            if !has_diagrams {
                // Their orders take time to find, and most regions do not need them.
                ways.extend(diagrams(region, events.as_deref()));
                has_diagrams = true;
            } else if ways.is_empty() {
                let limit = self.budget.limits.memory;
                return Err(Error::Memory { limit, what: "a decision diagram" });
            } else {
                steps = steps.saturating_mul(GROWTH);
                if steps >= LONG && !std::mem::replace(&mut is_improved, true) {
                    ways.iter_mut().for_each(|way| way.improve(region));
                }
            }
        }
    }

    fn attempt<N: Number>(
        &mut self,
        region: &Region<N>,
        way: &Way,
        steps: u64,
        effort: &mut Effort,
    ) -> Result<Vec<Joint<N>>, Stop> {
        self.budget.check_time()?;
        let allowed = way.allowance(steps);
        if allowed == 0 {
            return Err(Stop::Spent);
        }
        let result = match way {
            Way::Sweep(sweep) => {
                sweep.solve(region, allowed, &self.budget).map(|(joints, made)| {
                    self.sizes.sweeps += 1;
                    self.sizes.sweep_width = self.sizes.sweep_width.max(sweep.width);
                    self.sizes.sweep_states = self.sizes.sweep_states.max(made.states);
                    joints
                })
            }
            Way::Diagram(order, _, fixpoint) => {
                let depth = region.len();
                let solve = || diagram::solve(region, order, *fixpoint, allowed, &self.budget);
                with_room(depth, solve).map(|(joints, made)| {
                    self.counting += made.counting;
                    self.sizes.diagrams += 1;
                    self.sizes.diagram_nodes += made.nodes;
                    self.sizes.diagram_variables = self.sizes.diagram_variables.max(made.variables);
                    joints
                })
            }
        };
        let outcome = match &result {
            Ok(_) => Outcome::Solved,
            Err(Stop::Spent) => Outcome::Spent,
            Err(Stop::Full) => Outcome::Full,
            Err(Stop::Failed(_)) => Outcome::Stopped,
        };
        effort.tries.push(Try { way: way.name(), steps: allowed, outcome });
        result
    }
}

/// Diagrams in several orders: a measure cannot tell an order from its reverse, but diagrams can.
fn diagrams<N>(region: &Region<N>, events: Option<&[u32]>) -> Vec<Way> {
    let reversed = |order: &[u32]| order.iter().rev().copied().collect();
    let pulled = order::order(region);
    let other = reversed(&pulled);
    let rounds = region.has_cycles().then(|| pulled.clone());
    let eliminating = |order, name| Way::Diagram(order, name, Fixpoint::Elimination);
    let mut ways = vec![eliminating(pulled, "pulled together")];
    if let Some(events) = events {
        ways.push(eliminating(reversed(events), "that of the sweep, reversed"));
    }
    ways.push(eliminating(other, "pulled together, reversed"));
    if let Some(order) = rounds {
        let few_events = region.events().len() < region.gates().len() / MANY_GATES;
        let place = if few_events { 0 } else { ways.len() };
        ways.insert(place, Way::Diagram(order, "pulled together", Fixpoint::Rounds));
    }
    ways
}
