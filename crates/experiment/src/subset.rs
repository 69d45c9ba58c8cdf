//! Random subsets, every one of a size with the same probability.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_core::Rng;
use randlog_kernel::below;

/// `count` of the numbers below `size`, ascending: each such set with the same probability. All of
/// them, if there are fewer.
///
/// This is Floyd's algorithm: one random number for each element, none in vain, however dense the
/// set. Memory stays linear in `count`: a set that is not very sparse is a row of bits.
pub(crate) fn subset(rng: &mut impl Rng, size: u64, count: u64) -> Vec<u64> {
    let words = size / 64 + 1;
    match usize::try_from(words) {
        Ok(words) if words as u64 <= count => {
            let mut bits = Bits(vec![0; words]);
            floyd(rng, size, count, |number| bits.insert(number));
            bits.numbers()
        }
        _ => {
            let mut set = HashSet::with_capacity(usize::try_from(count.min(size)).unwrap_or(0));
            floyd(rng, size, count, |number| set.insert(number));
            let mut numbers: Vec<u64> = set.into_iter().collect();
            numbers.sort_unstable();
            numbers
        }
    }
}

/// All numbers below `size`, or so many of them, chosen by a seed. Ascending.
pub(crate) fn sample(seed: u64, size: u64, wanted: Option<u64>) -> Vec<u64> {
    match wanted {
        Some(wanted) if wanted < size => subset(&mut ChaCha8Rng::seed_from_u64(seed), size, wanted),
        _ => (0..size).collect(),
    }
}

/// `insert` says whether the number is new.
fn floyd(rng: &mut impl Rng, size: u64, count: u64, mut insert: impl FnMut(u64) -> bool) {
    for last in size.saturating_sub(count)..size {
        if !insert(below(rng, last + 1)) {
            insert(last);
        }
    }
}

/// A set of numbers, a bit for each number that could be in it.
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u64) -> bool {
        let (word, bit) = (&mut self.0[(number / 64) as usize], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn numbers(&self) -> Vec<u64> {
        let words = self.0.iter().zip((0_u64..).step_by(64));
        words.flat_map(|(&word, start)| ones(word).map(move |bit| start + bit)).collect()
    }
}

/// The positions of the bits that are set.
fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| u64::from(word.trailing_zeros()));
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

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
