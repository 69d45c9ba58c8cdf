//! The source of randomness: one stream of a portable generator for each program.

use randlog_base::random::{self, ChaCha8Rng, Purpose, Rng};
use randlog_base::{Stop, Stopped};

/// Random words, and fair choices among a few.
#[derive(Debug)]
pub(crate) struct RandomSource<'s> {
    generator: ChaCha8Rng,
    pub(crate) stop: &'s Stop,
    tries: u64,
}

impl<'s> RandomSource<'s> {
    /// The random numbers of one program.
    pub(crate) fn new(seed: u64, index: u64, stop: &'s Stop) -> RandomSource<'s> {
        RandomSource { generator: random::stream(seed, index, Purpose::Program), stop, tries: 0 }
    }

    /// To be called wherever something is drawn again until it is as wanted.
    pub(crate) fn try_again(&mut self) -> Result<(), Stopped> {
        self.tries += 1;
        self.stop.check_at(self.tries)
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
