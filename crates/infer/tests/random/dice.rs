//! The source of randomness.

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};

pub(super) struct Dice {
    generator: ChaCha8Rng,
}

impl Dice {
    /// The dice of one program.
    pub(super) fn new(seed: u64, index: u64) -> Dice {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(index);
        Dice { generator }
    }

    pub(super) fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `bound`. (That some are likelier than others by 2^-60 does not matter here.)
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of all cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}
