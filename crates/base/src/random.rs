//! Random numbers: a portable generator, a stream for each purpose, and fair choices.
//!
//! A seed means the same on every machine and in every version. That needs a generator with a
//! definition of its own (ChaCha with eight rounds), and choices that are written down here rather than
//! taken from a library, whose next version may choose in another way.

mod subset;

pub use rand_chacha::ChaCha8Rng;
pub use rand_chacha::rand_core::{Rng, SeedableRng};
pub use subset::subset;

/// What random numbers are drawn for.
///
/// Whatever belongs to one program, given by seed and index, comes from one stream of 2⁶⁸ numbers. Each
/// purpose starts at a place of its own, so far from the others that none ever reaches the next: so one
/// setting has no influence on what another one decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The program itself.
    Program,
    /// The probabilities of clauses that were found by search.
    ClauseProbabilities,
    /// Which ground atoms are facts.
    Facts,
    /// Which facts are probabilistic, and the probabilities of these.
    FactProbabilities,
    /// What is asked.
    Query,
    /// A spec that is itself drawn at random.
    Spec,
    /// What is done to a drawn program afterwards.
    Decoration,
}

impl Purpose {
    /// Where its numbers start. Changing a place changes what seeds mean.
    fn start(self) -> u128 {
        match self {
            Purpose::Program => 0,
            Purpose::ClauseProbabilities => 1 << 60,
            Purpose::Facts => 1 << 61,
            Purpose::FactProbabilities => (1 << 61) + (1 << 56),
            Purpose::Query => (1 << 61) + (2 << 56),
            Purpose::Spec => (1 << 61) + (3 << 56),
            Purpose::Decoration => (1 << 61) + (4 << 56),
        }
    }
}

/// The random numbers of a program for a purpose.
pub fn stream(seed: u64, index: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    // Moving throws away what is computed ahead, so the beginning is left as it is.
    if purpose != Purpose::Program {
        rng.set_word_pos(purpose.start());
    }
    rng
}

/// A number in `0..bound`, each with the same probability. `bound` is at least one.
///
/// Lemire's method (2019): multiply a random word by `bound`, keep the upper half, and reject the few words that would
/// favour some results.
pub fn below(rng: &mut impl Rng, bound: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let low = product as u64;
        // The first condition follows from the second, and is cheap.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

/// One of a list, each with the same probability; `None` if it is empty.
pub fn choose<'l, T>(rng: &mut impl Rng, list: &'l [T]) -> Option<&'l T> {
    (!list.is_empty()).then(|| &list[below(rng, list.len() as u64) as usize])
}

/// Put a list into random order, every order with the same probability: the Fisher–Yates shuffle.
pub fn shuffle<T>(rng: &mut impl Rng, list: &mut [T]) {
    for end in (1..list.len()).rev() {
        list.swap(end, below(rng, end as u64 + 1) as usize);
    }
}

/// The finaliser of SplitMix64: neighbours end up far apart, and no two numbers in one place.
/// Changing it would change every partition into shards.
pub fn scrambled(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: words that are no part of a whole number of rounds are rejected.
    fn twin(words: &mut impl Rng, bound: u64) -> u64 {
        let reject = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(words.next_u64()) * u128::from(bound);
            if product as u64 >= reject {
                return (product >> 64) as u64;
            }
        }
    }

    #[test]
    fn the_quick_test_changes_nothing() {
        let bounds = [1, 2, 3, 10, 1 << 32, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
        for bound in bounds {
            let rng = || stream(bound, 1, Purpose::Program);
            let (mut quick, mut slow) = (rng(), rng());
            for _ in 0..100 {
                assert_eq!(below(&mut quick, bound), twin(&mut slow, bound));
            }
        }
    }

    #[test]
    fn a_seed_means_the_same_in_every_version() {
        let first = |purpose| stream(7, 3, purpose).next_u64();
        let purposes = [
            Purpose::Program,
            Purpose::ClauseProbabilities,
            Purpose::Facts,
            Purpose::FactProbabilities,
            Purpose::Query,
            Purpose::Spec,
            Purpose::Decoration,
        ];
        let mut seen = purposes.map(first).to_vec();
        assert_eq!(seen[0], 3_348_856_302_973_006_449);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), purposes.len());
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut rng = stream(1, 0, Purpose::Program);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            shuffle(&mut rng, &mut list);
            *seen.entry(list).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        // A deviation of more than five times the standard deviation, 31.
        assert!(seen.values().all(|&times| times.abs_diff(1000) < 155), "{seen:?}");
    }
}
