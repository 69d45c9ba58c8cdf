//! The source of randomness: one stream of a portable generator for each program.

use randlog_base::random::{self, ChaCha8Rng, Purpose, Rng};

/// Random words, and fair choices among a few.
#[derive(Debug)]
pub(crate) struct Dice {
    generator: ChaCha8Rng,
}

impl Dice {
    /// The dice of one program.
    pub(crate) fn new(seed: u64, index: u64) -> Dice {
        Dice { generator: random::stream(seed, index, Purpose::Program) }
    }

    /// 64 random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `bound`, each with the same probability; zero if there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // What is certain costs no random number.
        if bound <= 1 { 0 } else { random::below(&mut self.generator, bound as u64) as usize }
    }

    /// Put a list into random order, every order with the same probability.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        random::shuffle(&mut self.generator, list);
    }
}
