//! Frontier dynamic programming: subcircuits solved by one sweep over their gates.
//!
//! The gates are looked at one after the other, each after what it uses. All that is remembered is
//! what later ones can still see of the earlier ones: a few bits, the *state*. For each state we know
//! its probability. An event that is drawn makes two states of one; what nobody needs any more is
//! forgotten, and states that are equal then become one. At the end the states say whether the query
//! holds. Observations leave out states on the way.
//!
//! So the cost follows the *width*, the number of bits that must be remembered at the same time: a
//! chain, a ladder or a Bayesian network whose variables depend on near ones takes linear time, however
//! long it is. This is dynamic programming along a path decomposition of the circuit, in which states
//! that cannot occur cost nothing. Network reliability calls what is remembered the *frontier* (Sekine, Imai and
//! Tani 1995; Hardy, Lucet and Limnios 2007); along a linear order it is bucket elimination (Dechter 1999).
//!
//! - [`units`]: what there is to do, and what must be remembered in between.
//! - [`order`]: in which order.
//! - [`steps`] and [`compile`]: places for what is remembered, and what is done with them.
//! - [`states`]: the states, and what steps do with them.
//!
//! **Cycles.** Of atoms that depend on each other, the state remembers which ones are true, and which
//! ones would become true if another did, when some of their rules have been looked at: a reflexive
//! and transitive relation. That takes rules with one atom of the cycle each, such as those of paths.

mod compile;
mod order;
mod states;
mod steps;
#[cfg(test)]
mod tests;
mod units;

pub(super) use order::Heuristic;

use super::diagram::Joint;
use super::number::{Chance, Number};
use super::subcircuit::{Input, Subcircuit};
use randlog_base::stop::{Stop, Stopped};
use states::States;
use steps::{FrontierStep, MOST_BITS, Program};
use units::Units;

/// A way to sweep over a subcircuit.
pub(super) struct Frontier {
    units: Units,
    order: Vec<u32>,
    /// How the order was found.
    pub(super) rule: Heuristic,
    /// The most items that are open at the same time.
    pub(super) width: usize,
    /// How many states there would be at most, over all steps.
    pub(super) cost: f64,
}

/// With so few states per unit there is no use in looking for a better order.
const CHEAP: f64 = 64.0;

/// With so few, the plain rules suffice.
const MODERATE: f64 = 4096.0;

/// How many variations are tried otherwise. On noisy-or networks with 50 and 60 effects
/// (`benchmarks/versus-problog/families.py`), they lower the number of states from 327,680 to 19,456 and from
/// 491,520 to 107,520; four variations only to 40,960 and 311,296.
const VARIATIONS: u8 = 24;

impl Frontier {
    /// The best known way, if there is one.
    pub(super) fn new<N: Number>(
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<Option<Frontier>, Stopped> {
        let Some(units) = Units::new(subcircuit) else { return Ok(None) };
        let mut best: Option<(f64, usize, Heuristic, Vec<u32>)> = None;
        for rule in Heuristic::PLAIN.into_iter().chain((1..=VARIATIONS).map(Heuristic::Varied)) {
            let is_cheap = |states: f64| {
                best.as_ref().is_some_and(|best| best.0 <= states * units.units.len() as f64)
            };
            if is_cheap(CHEAP) || (matches!(rule, Heuristic::Varied(_)) && is_cheap(MODERATE)) {
                break;
            }
            stop.check()?;
            let order = order::order(&units, subcircuit, rule, stop)?;
            let Subcircuit { queries, observations, .. } = subcircuit;
            let program = compile::compile(subcircuit, &units, &order, queries, observations);
            let Some(Program { cost, width, .. }) = program else { continue };
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, width, rule, order));
            }
        }
        let frontier = |(cost, width, rule, order)| Frontier { units, order, rule, width, cost };
        Ok(best.map(frontier))
    }

    /// The events in the order in which they are needed.
    pub(super) fn events<N>(&self, subcircuit: &Subcircuit<N>) -> Vec<u32> {
        let mut events = Vec::new();
        let mut seen = vec![false; subcircuit.len()];
        for &unit in &self.order {
            let unit = &self.units.units[unit as usize];
            for &(input, _) in unit.inputs.iter().chain(&unit.private) {
                let event = units::choice(subcircuit, input).unwrap_or(input);
                if subcircuit.events().contains(&event)
                    && !std::mem::replace(&mut seen[event as usize], true)
                {
                    events.push(event);
                }
            }
        }
        // What is only asked for.
        events.extend(subcircuit.events().filter(|&event| !seen[event as usize]));
        events
    }

    /// The answers to the subcircuit's queries, and the most states at a time.
    pub(super) fn solve<N: Number>(
        &self,
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<(Vec<Joint<N>>, usize), Stopped> {
        let mut sweep = Sweep { frontier: self, subcircuit, steps: 0, states: 0, stop };
        let chances = sweep.ask(&subcircuit.observations)?;
        // What is impossible given the observations may be possible without them.
        let in_doubt = !subcircuit.observations.is_empty()
            && chances.iter().any(|chance| chance.yes.is_zero());
        let free = if in_doubt { sweep.ask(&[])? } else { chances.clone() };
        let joints = chances.into_iter().zip(free);
        let joints = joints.map(|(chance, free)| Joint { chance, possible: !free.yes.is_zero() });
        Ok((joints.collect(), sweep.states))
    }
}

/// A sweep on its way.
struct Sweep<'a, N> {
    frontier: &'a Frontier,
    subcircuit: &'a Subcircuit<N>,
    steps: u64,
    /// The most states at a time.
    states: usize,
    stop: &'a Stop,
}

impl<N: Number> Sweep<'_, N> {
    /// The chances of all queries. If there is no room to find them together, one by one.
    fn ask(&mut self, observations: &[Input]) -> Result<Vec<Chance<N>>, Stopped> {
        let queries = &self.subcircuit.queries;
        match self.states(queries, observations) {
            Err(Stopped::Memory) if queries.len() > 1 => {
                let each = queries.chunks(1).map(|query| self.states(query, observations));
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }
            result => result,
        }
    }

    /// With states as small as possible.
    fn states(
        &mut self,
        queries: &[Input],
        observations: &[Input],
    ) -> Result<Vec<Chance<N>>, Stopped> {
        let Frontier { units, order, .. } = self.frontier;
        let program = compile::compile(self.subcircuit, units, order, queries, observations);
        let program = program.ok_or(Stopped::Memory)?;
        let bytes = program.steps.len() * size_of::<FrontierStep<N>>();
        self.stop.check_memory(bytes as u64)?;
        match program.places {
            0..=64 => self.run::<1>(&program),
            65..=128 => self.run::<2>(&program),
            129..=256 => self.run::<4>(&program),
            257..=MOST_BITS => self.run::<8>(&program),
            _ => Err(Stopped::Memory),
        }
    }

    fn run<const W: usize>(&mut self, program: &Program<N>) -> Result<Vec<Chance<N>>, Stopped> {
        let Sweep { subcircuit, steps, stop, .. } = self;
        let (chances, states) = match program.query {
            Some(query) => {
                let (chance, states) = States::<N, W>::one(program, query, steps, stop)?;
                (vec![chance], states)
            }
            None => States::<N, W>::all(program, subcircuit.queries.len(), steps, stop)?,
        };
        self.states = self.states.max(states);
        Ok(chances)
    }
}
