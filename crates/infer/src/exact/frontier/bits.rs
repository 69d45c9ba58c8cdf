//! What a state remembers, as bits.

use super::steps::Bit;

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Bits<W> = Bits([0; W]);

    pub(super) fn has(&self, place: Bit) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, place: Bit) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    pub(super) fn with(&self, place: Bit) -> Bits<W> {
        let mut bits = *self;
        bits.set(place);
        bits
    }

    pub(super) fn clear(&mut self, place: Bit) {
        self.0[place as usize / 64] &= !(1 << (place % 64));
    }

    /// Are all bits of a mask as they should be?
    pub(super) fn agrees(&self, mask: &Bits<W>, values: &Bits<W>) -> bool {
        (0..W).all(|word| self.0[word] & mask.0[word] == values.0[word])
    }

    pub(super) fn without(&self, mask: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & !mask.0[word]))
    }

    pub(super) fn hash(&self) -> u64 {
        let mix = |hash: u64, &word: &u64| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        };
        self.0.iter().fold(0x243f_6a88_85a3_08d3, mix)
    }
}
