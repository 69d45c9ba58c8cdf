//! Random subsets, every one of a size with the same probability.

use std::collections::HashSet;

use super::{Rng, below};
use crate::BitSet;

/// `count` of the numbers below `size`, ascending: each such set with the same probability. All of
/// them, if there are fewer.
///
/// Floyd's algorithm (Bentley and Floyd, 1987): one random number for each element, none in vain, however dense the
/// set. Memory stays linear in `count`: a set that is not very sparse is a row of bits.
pub fn subset(rng: &mut impl Rng, size: u64, count: u64) -> Vec<u64> {
    if size / 64 < count && u32::try_from(size).is_ok() {
        let mut bits = BitSet::below(size as u32);
        floyd(rng, size, count, |number| bits.insert(number as u32));
        return bits.iter().map(u64::from).collect();
    }
    let mut set = HashSet::with_capacity(usize::try_from(count.min(size)).unwrap_or(0));
    floyd(rng, size, count, |number| set.insert(number));
    let mut numbers: Vec<u64> = set.into_iter().collect();
    numbers.sort_unstable();
    numbers
}

/// `insert` says whether the number is new.
fn floyd(rng: &mut impl Rng, size: u64, count: u64, mut insert: impl FnMut(u64) -> bool) {
    for last in size.saturating_sub(count)..size {
        if !insert(below(rng, last + 1)) {
            insert(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::random::{ChaCha8Rng, SeedableRng};

    /// Floyd's algorithm as it stands in books.
    fn twin(rng: &mut impl Rng, size: u64, count: u64) -> Vec<u64> {
        let mut chosen = BTreeSet::new();
        for last in size.saturating_sub(count)..size {
            let number = below(rng, last + 1);
            if !chosen.insert(number) {
                chosen.insert(last);
            }
        }
        chosen.into_iter().collect()
    }

    proptest! {
        #[test]
        fn dense_or_sparse_it_is_the_same_algorithm(
            size in prop_oneof![0_u64..300, 0_u64..100_000],
            share in 0_u64..=110,
            seed: u64,
        ) {
            let count = size * share / 100;
            let rng = || ChaCha8Rng::seed_from_u64(seed);
            let numbers = subset(&mut rng(), size, count);
            prop_assert_eq!(numbers.len() as u64, count.min(size));
            prop_assert_eq!(numbers, twin(&mut rng(), size, count));
        }
    }

    #[test]
    fn every_subset_is_equally_likely() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = BTreeMap::new();
        let (draws, sets) = (56_000, 56);
        for _ in 0..draws {
            *seen.entry(subset(&mut rng, 8, 3)).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), sets);
        let even = f64::from(draws) / sets as f64;
        let chi_square: f64 = seen.values().map(|&n| (f64::from(n) - even).powi(2) / even).sum();
        // 55 degrees of freedom: above 99.7 with probability 0.0002.
        assert!(chi_square < 99.7, "{chi_square}");
    }
}
