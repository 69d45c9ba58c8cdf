//! The source of randomness: one stream of a portable generator for each program.

use crate::search::Budget;
use randlog_base::random::{self, ChaCha8Rng, Purpose, Rng};

/// Random words, and fair choices among a few.
#[derive(Debug)]
pub(crate) struct Dice {
    generator: ChaCha8Rng,
    budget: Budget,
    tries: u32,
    spent: bool,
}

impl Dice {
    /// The dice of one program.
    pub(crate) fn new(seed: u64, index: u64) -> Dice {
        Dice::within(seed, index, Budget::default())
    }

    /// The same, with a deadline.
    pub(crate) fn within(seed: u64, index: u64, budget: Budget) -> Dice {
        let generator = random::stream(seed, index, Purpose::Program);
        Dice { generator, budget, tries: 0, spent: false }
    }

    /// To be asked wherever something is drawn again until it is as wanted: whether there is time for one
    /// more try. If not, whatever has been drawn is worth nothing, and shall be left as it is.
    pub(crate) fn has_time(&mut self) -> bool {
        // Asking for the time is slower than drawing a clause: do it now and then.
        const TRIES_BETWEEN_LOOKS: u32 = 256;
        self.tries = self.tries.wrapping_add(1);
        if self.tries.is_multiple_of(TRIES_BETWEEN_LOOKS) && self.budget.is_past() {
            self.spent = true;
        }
        !self.spent
    }

    /// Whether time ran out.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent
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
