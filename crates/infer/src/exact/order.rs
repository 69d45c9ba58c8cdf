//! The order of variables in a diagram.
//!
//! A diagram stays small if what is used together stands together. We start from the order in
//! which a walk from the top meets the events, and improve it with FORCE (Aloul, Markov, Sakallah,
//! *FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic*, 2003): every gate pulls its
//! inputs to their common centre, again and again; the best order seen is kept.

use super::subcircuit::Subcircuit;
use randlog_base::stop::{Stop, Stopped};

/// About how many moves of nodes are worth making.
const MOVES: usize = 4_000_000;

/// Without better orders for so many rounds, FORCE gives up.
const ROUNDS_WITHOUT_GAIN: usize = 8;

/// The events of a subcircuit in a good order. Its reverse is as good by all that is known here, but
/// may give a much smaller or larger diagram.
pub(super) fn order<N>(subcircuit: &Subcircuit<N>, stop: &Stop) -> Result<Vec<u32>, Stopped> {
    let mut positions = initial(subcircuit);
    let mut best = positions.clone();
    let mut best_span = span(subcircuit, &positions);
    let rounds = (MOVES / (1 + subcircuit.len())).clamp(2, 100);
    let mut worse = 0;
    for _ in 0..rounds {
        stop.check()?;
        positions = pulled(subcircuit, &positions);
        let span = span(subcircuit, &positions);
        if span < best_span {
            (best, best_span, worse) = (positions.clone(), span, 0);
        } else {
            worse += 1;
            if worse == ROUNDS_WITHOUT_GAIN {
                break;
            }
        }
    }
    let mut events: Vec<u32> = subcircuit.events().collect();
    events.sort_by(|&a, &b| best[b as usize].total_cmp(&best[a as usize]));
    Ok(events)
}

/// Events as the walk met them, each gate in the middle of its inputs.
fn initial<N>(subcircuit: &Subcircuit<N>) -> Vec<f64> {
    let mut positions = vec![0.0; subcircuit.len()];
    for (position, event) in subcircuit.events().enumerate() {
        positions[event as usize] = position as f64;
    }
    for gate in subcircuit.gates() {
        positions[gate as usize] = centre(subcircuit, gate, &positions);
    }
    ranked(&positions)
}

/// The mean position of a gate and its inputs.
fn centre<N>(subcircuit: &Subcircuit<N>, gate: u32, positions: &[f64]) -> f64 {
    let inputs = subcircuit.inputs(gate);
    let sum: f64 = inputs.iter().map(|&(input, _)| positions[input as usize]).sum();
    (sum + positions[gate as usize]) / (inputs.len() + 1) as f64
}

/// Every node in the middle of the centres of the gates it belongs to.
fn pulled<N>(subcircuit: &Subcircuit<N>, positions: &[f64]) -> Vec<f64> {
    let mut pulls = vec![(0.0, 0u32); subcircuit.len()];
    for gate in subcircuit.gates() {
        let centre = centre(subcircuit, gate, positions);
        let members = subcircuit.inputs(gate).iter().map(|&(input, _)| input).chain([gate]);
        for member in members {
            let (sum, count) = &mut pulls[member as usize];
            *sum += centre;
            *count += 1;
        }
    }
    let moved: Vec<f64> = pulls
        .iter()
        .zip(positions)
        .map(|(&(sum, count), &old)| if count == 0 { old } else { sum / f64::from(count) })
        .collect();
    ranked(&moved)
}

/// Whole numbers in the same order.
fn ranked(positions: &[f64]) -> Vec<f64> {
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_by(|&a, &b| positions[a as usize].total_cmp(&positions[b as usize]));
    let mut ranks = vec![0.0; positions.len()];
    for (rank, &node) in order.iter().enumerate() {
        ranks[node as usize] = rank as f64;
    }
    ranks
}

/// How far the gates stretch, all together.
fn span<N>(subcircuit: &Subcircuit<N>, positions: &[f64]) -> f64 {
    let stretch = |gate: u32| {
        let own = positions[gate as usize];
        let members = subcircuit.inputs(gate).iter().map(|&(input, _)| positions[input as usize]);
        let (low, high) = members.fold((own, own), |(low, high), p| (low.min(p), high.max(p)));
        high - low
    };
    subcircuit.gates().map(stretch).sum()
}
