//! The random part of a spec: how many arguments predicates have, and which are independent.

use randlog_base::random::{Rng, below, subset};

/// Arities from 0 to `most`, which occurs: each such list with the same probability.
pub(crate) fn arities(rng: &mut impl Rng, predicates: usize, most: usize) -> Vec<usize> {
    loop {
        let arities: Vec<usize> =
            (0..predicates).map(|_| below(rng, most as u64 + 1) as usize).collect();
        if arities.contains(&most) {
            return arities;
        }
    }
}

/// So many pairs of predicates, in order: each such set with the same probability.
pub(crate) fn pairs(rng: &mut impl Rng, predicates: usize, count: usize) -> Vec<(usize, usize)> {
    let all: Vec<(usize, usize)> =
        (0..predicates).flat_map(|p| (p + 1..predicates).map(move |q| (p, q))).collect();
    let chosen = subset(rng, all.len() as u64, count as u64);
    chosen.into_iter().map(|place| all[place as usize]).collect()
}

/// How many pairs there are of so many predicates.
pub(crate) fn all_pairs(predicates: usize) -> usize {
    predicates * predicates.saturating_sub(1) / 2
}
