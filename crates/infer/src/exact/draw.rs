//! Worlds drawn at random: a few of them often show that an answer is uncertain, where its probability
//! would take long.

use super::circuit::Weights;
use super::ground::{AtomId, Chosen, Given, GroundLiteral};
use super::truth::{Truth, Valued};
use randlog_base::random::Rng;

/// The atoms that hold in a random world, of those that the roots depend on.
pub(super) fn world(valued: &Valued<'_>, weights: Weights<'_>, rng: &mut impl Rng) -> Vec<bool> {
    let clauses = valued.program.choices.iter();
    let choices: Vec<Option<u32>> = clauses
        .map(|&clause| {
            let mut left = uniform(rng);
            (0..weights.heads(clause) as u32).find(|&head| {
                left -= weights.probability(clause, head).to_f64();
                left < 0.0
            })
        })
        .collect();
    let is_chosen = |rule: u32| match valued.program.rules[rule as usize].chosen {
        Some(Chosen { choice, alternative }) => choices[choice as usize] == Some(alternative),
        None => true,
    };
    let mut holds: Vec<bool> = vec![false; valued.program.given.len()];
    for component in 0..valued.components.len() {
        let members = valued.components.members(component);
        let mut given = |atom: AtomId| {
            let chance = |&clause: &u32| weights.probability(clause, 0);
            let mut facts = valued.program.facts(atom).iter().map(chance);
            valued.program.given[atom as usize] == Given::Certainly
                || facts.any(|chance| uniform(rng) < chance.to_f64())
        };
        match *members {
            [atom] if valued.of(atom) != Truth::Open => {
                holds[atom as usize] = valued.of(atom) == Truth::True;
            }
            [atom] if valued.rules_of(atom).is_empty() => holds[atom as usize] = given(atom),
            _ => {
                let below =
                    |literal: GroundLiteral| holds[literal.atom() as usize] != literal.is_negated();
                let found = valued.least(component, below, given, is_chosen);
                for (&atom, found) in members.iter().zip(found) {
                    holds[atom as usize] = found;
                }
            }
        }
    }
    holds
}

/// A number from 0 up to 1, without it.
fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
