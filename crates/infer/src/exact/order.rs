//! Orders in which what is used together stands together, by FORCE (Aloul, Markov, Sakallah,
//! *FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic*, 2003): everything that belongs together pulls its
//! members to their common centre, again and again; the best order seen is kept.

use super::subcircuit::Subcircuit;
use randlog_base::Lists;
use randlog_base::stop::{Stop, Stopped};

/// How long FORCE goes on.
pub(super) struct Rounds {
    /// About how many moves are worth making.
    pub(super) moves: usize,
    /// The most rounds.
    pub(super) most: usize,
    /// After how many without a better order it gives up.
    pub(super) without_gain: usize,
}

/// For diagrams.
const ROUNDS: Rounds = Rounds { moves: 10_000_000, most: 100, without_gain: 8 };

/// The events of a subcircuit in a good order for a diagram, which stays small if what is used together stands
/// together. The reverse is as good by all that is known here, but may give a much smaller or larger diagram.
pub(super) fn order<N>(subcircuit: &Subcircuit<N>, stop: &Stop) -> Result<Vec<u32>, Stopped> {
    // We start with events as a walk from the top met them, each gate in the middle of its inputs.
    let mut positions = vec![0.0; subcircuit.len()];
    for (position, event) in subcircuit.events().enumerate() {
        positions[event as usize] = position as f64;
    }
    let mut together = Lists::default();
    for gate in subcircuit.gates() {
        let inputs = subcircuit.inputs(gate).iter().map(|&(input, _)| input);
        let sum: f64 = inputs.clone().map(|input| positions[input as usize]).sum();
        positions[gate as usize] = sum / (inputs.len() + 1) as f64;
        together.push(inputs.chain([gate]));
    }
    let ranks = pulled(&together, ranked(&positions), &ROUNDS, stop)?;
    let mut events: Vec<u32> = subcircuit.events().collect();
    events.sort_by_key(|&event| std::cmp::Reverse(ranks[event as usize]));
    Ok(events)
}

/// Better ranks, so that what belongs to one list stands together.
pub(super) fn pulled(
    together: &Lists<u32>,
    mut ranks: Vec<u32>,
    rounds: &Rounds,
    stop: &Stop,
) -> Result<Vec<u32>, Stopped> {
    let (mut best, mut best_span, mut worse) = (ranks.clone(), u64::MAX, 0);
    for _ in 0..(rounds.moves / (1 + together.items().len())).clamp(2, rounds.most) {
        stop.check()?;
        let mut span = 0;
        let mut pulls = vec![(0.0, 0u32); ranks.len()];
        for members in (0..together.count()).map(|list| &together[list]) {
            let places = members.iter().map(|&member| ranks[member as usize]);
            let (low, high) = (places.clone().min(), places.clone().max());
            span += u64::from(high.unwrap_or(0) - low.unwrap_or(0));
            let centre = places.map(f64::from).sum::<f64>() / members.len() as f64;
            for &member in members {
                let (sum, count) = &mut pulls[member as usize];
                (*sum, *count) = (*sum + centre, *count + 1);
            }
        }
        if span < best_span {
            (best, best_span, worse) = (ranks.clone(), span, 0);
        } else {
            worse += 1;
            if worse == rounds.without_gain {
                break;
            }
        }
        let moved = pulls.iter().zip(&ranks).map(|(&(sum, count), &old)| match count {
            0 => f64::from(old),
            _ => sum / f64::from(count),
        });
        ranks = ranked(&moved.collect::<Vec<f64>>());
    }
    Ok(best)
}

/// Whole numbers in the same order.
fn ranked(positions: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_by(|&a, &b| positions[a as usize].total_cmp(&positions[b as usize]));
    let mut ranks = vec![0; positions.len()];
    for (&node, rank) in order.iter().zip(0..) {
        ranks[node as usize] = rank;
    }
    ranks
}
