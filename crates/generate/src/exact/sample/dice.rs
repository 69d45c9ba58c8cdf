//! The source of randomness: one stream of a portable generator for each program.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random words, and fair choices among a few.
#[derive(Debug)]
pub(crate) struct Dice {
    generator: ChaCha8Rng,
}

impl Dice {
    /// The dice of one program.
    pub(crate) fn new(seed: u64, index: u64) -> Dice {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(index);
        Dice { generator }
    }

    /// 64 random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `bound`, each with the same probability; zero if there is none.
    ///
    /// The high half of `word · bound` is right for all but the few words that would make some
    /// numbers likelier than others; those are thrown away.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound <= 1 {
            return 0;
        }
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// Put a list into random order, every order with the same probability.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}
