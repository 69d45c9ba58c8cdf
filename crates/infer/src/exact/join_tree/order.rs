//! Orders of units.
//!
//! A unit can be done when all it reads is complete. Among those, which one is next decides how much
//! must be remembered. There is no one good rule, so there are several.

use super::super::order::{Rounds, pulled};
use super::super::subcircuit::Subcircuit;
use super::units::Units;
use randlog_base::Lists;
use randlog_base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How long units are pulled together.
const ROUNDS: Rounds = Rounds { moves: 2_000_000, most: 30, without_gain: usize::MAX };

/// Which units must wait for which.
struct Waiting {
    /// Per unit: for how many wholes it waits.
    open: Vec<u32>,
    /// Per whole: the units that wait for it.
    waiting: Lists<u32>,
    /// Per whole: how many units contribute to it and are not done.
    left: Vec<u32>,
}

impl Waiting {
    fn new<N>(units: &Units, subcircuit: &Subcircuit<N>) -> Waiting {
        let mut open = vec![0; units.units.len()];
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (number, unit) in units.units.iter().enumerate() {
            let gates = unit.inputs.iter().map(|&(input, _)| input);
            let gates = gates.filter(|input| subcircuit.gates().contains(input));
            let wholes = gates.map(|gate| units.whole[gate as usize]);
            let mut wholes: Vec<u32> =
                wholes.filter(|&whole| units.parts[whole as usize] > 0).collect();
            wholes.sort_unstable();
            wholes.dedup();
            open[number] = wholes.len() as u32;
            pairs.extend(wholes.into_iter().map(|whole| (whole, number as u32)));
        }
        let waiting = Lists::grouped(units.parts.len(), pairs.into_iter());
        Waiting { open, waiting, left: units.parts.clone() }
    }

    /// The units that can be done from the start.
    fn ready(&self) -> impl Iterator<Item = u32> {
        (0..self.open.len() as u32).filter(|&unit| self.open[unit as usize] == 0)
    }

    /// Marks a unit as done; yields the ones that can be done now.
    fn done(&mut self, units: &Units, unit: u32) -> Vec<u32> {
        let Some(gate) = units.units[unit as usize].contributes_to() else { return Vec::new() };
        let whole = units.whole[gate as usize] as usize;
        self.left[whole] -= 1;
        if self.left[whole] > 0 {
            return Vec::new();
        }
        let Waiting { open, waiting, .. } = self;
        let woken = waiting[whole].iter().copied().filter(|&unit| {
            open[unit as usize] -= 1;
            open[unit as usize] == 0
        });
        woken.collect()
    }
}

/// How to find an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heuristic {
    /// Always the unit after which the fewest items are open; among several, one with an item that has
    /// been open for long.
    Greedy,
    /// The same, but among several one by chance; for odd numbers, one with an item that is new.
    Varied(u8),
    /// What shares items is pulled together.
    Pulled,
    /// The same the other way round, as far as possible.
    PulledReversed,
    /// As a walk from the top meets the gates.
    Natural,
}

impl Heuristic {
    pub(super) fn name(self) -> &'static str {
        match self {
            Heuristic::Greedy => "a path, fewest open items next",
            Heuristic::Varied(_) => "a path, fewest open items next, varied",
            Heuristic::Pulled => "a path, pulled together",
            Heuristic::PulledReversed => "a path, pulled together, reversed",
            Heuristic::Natural => "a path, as met from the top",
        }
    }
}

/// A possible order of the units.
pub(super) fn order<N>(
    units: &Units,
    subcircuit: &Subcircuit<N>,
    rule: Heuristic,
    stop: &Stop,
) -> Result<Vec<u32>, Stopped> {
    let last = units.units.len() as u32;
    let pulled = || pulled(&users(units, subcircuit), (0..last).collect(), &ROUNDS, stop);
    let ranks: Vec<u32> = match rule {
        Heuristic::Greedy => return Ok(greedy(units, subcircuit, 0)),
        Heuristic::Varied(number) => return Ok(greedy(units, subcircuit, number)),
        Heuristic::Pulled => pulled()?,
        Heuristic::PulledReversed => pulled()?.into_iter().map(|rank| last - rank).collect(),
        Heuristic::Natural => (0..last).collect(),
    };
    Ok(by_rank(units, subcircuit, &ranks))
}

/// The possible order that comes closest to these ranks.
fn by_rank<N>(units: &Units, subcircuit: &Subcircuit<N>, ranks: &[u32]) -> Vec<u32> {
    let mut waiting = Waiting::new(units, subcircuit);
    let entry = |unit: u32| Reverse((ranks[unit as usize], unit));
    let mut ready: BinaryHeap<_> = waiting.ready().map(entry).collect();
    let mut order = Vec::with_capacity(ranks.len());
    while let Some(Reverse((_, unit))) = ready.pop() {
        order.push(unit);
        ready.extend(waiting.done(units, unit).into_iter().map(entry));
    }
    order
}

/// The units that have each item.
fn users<N>(units: &Units, subcircuit: &Subcircuit<N>) -> Lists<u32> {
    let pairs = (0..units.units.len())
        .flat_map(|unit| units.items[unit].iter().map(move |&item| (item, unit as u32)));
    Lists::grouped(subcircuit.len(), pairs)
}

/// Always the unit after which the fewest items are open. The number says which one of several.
fn greedy<N>(units: &Units, subcircuit: &Subcircuit<N>, number: u8) -> Vec<u32> {
    let mut waiting = Waiting::new(units, subcircuit);
    let users = users(units, subcircuit);
    let mut left = units.uses.clone();
    let mut opened: Vec<Option<u32>> = vec![None; subcircuit.len()];
    let score = |unit: u32, left: &[u32], opened: &[Option<u32>]| {
        let (mut change, mut oldest) = (0i32, u32::MAX);
        for &item in &units.items[unit as usize] {
            match opened[item as usize] {
                Some(date) => {
                    oldest = oldest.min(date);
                    change -= i32::from(left[item as usize] == 1);
                }
                None => change += i32::from(left[item as usize] > 1),
            }
        }
        let by_age = if number.is_multiple_of(2) { oldest } else { u32::MAX - oldest };
        let by_chance = (unit + 1).wrapping_mul(0x9e37_79b9).rotate_left(u32::from(number));
        (change, by_age, if number == 0 { unit } else { by_chance })
    };
    let mut done = vec![false; units.units.len()];
    let mut ready: BinaryHeap<_> = BinaryHeap::new();
    let mut fresh: Vec<u32> = waiting.ready().collect();
    let mut order = Vec::with_capacity(done.len());
    loop {
        for unit in fresh.drain(..) {
            if !done[unit as usize] && waiting.open[unit as usize] == 0 {
                ready.push(Reverse((score(unit, &left, &opened), unit)));
            }
        }
        let Some(Reverse((known, unit))) = ready.pop() else { break };
        if done[unit as usize] || known != score(unit, &left, &opened) {
            continue;
        }
        done[unit as usize] = true;
        for &item in &units.items[unit as usize] {
            let item = item as usize;
            left[item] -= 1;
            // Both make units cheaper that have the item.
            if opened[item].is_none() || left[item] == 1 {
                opened[item].get_or_insert(order.len() as u32);
                fresh.extend(users[item].iter().filter(|&&user| !done[user as usize]));
            }
        }
        order.push(unit);
        fresh.extend(waiting.done(units, unit));
    }
    order
}
