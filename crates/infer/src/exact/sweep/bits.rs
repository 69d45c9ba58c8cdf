//! What a state remembers, as bits, and conditions on them.

use super::super::number::Chance;
use super::steps::{Place, Test};

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Bits<W> = Bits([0; W]);

    pub(super) fn has(&self, place: Place) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, place: Place) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    pub(super) fn clear(&mut self, place: Place) {
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

/// A test, ready for states of this size.
pub(super) struct Ready<'t, N, const W: usize> {
    mask: Bits<W>,
    /// With these values all literals hold; or, where one suffices, none.
    values: Bits<W>,
    any: bool,
    chance: Option<&'t Chance<N>>,
}

impl<'t, N, const W: usize> Ready<'t, N, W> {
    pub(super) fn new(test: &'t Test<N>) -> Ready<'t, N, W> {
        let (mut mask, mut values) = (Bits::NONE, Bits::NONE);
        let mut contradiction = false;
        for &(place, value) in &test.literals {
            contradiction |= mask.has(place) && values.has(place) != (value != test.any);
            mask.set(place);
            if value != test.any {
                values.set(place);
            }
        }
        if contradiction {
            // A literal and its negation: no state has a bit where nothing is asked for.
            (mask, values) = (Bits::NONE, Bits([1; W]));
        }
        Ready { mask, values, any: test.any, chance: test.chance.as_ref() }
    }

    /// What the state says, if it decides; else the chance that does.
    pub(super) fn outcome(&self, bits: &Bits<W>) -> Result<&'t Chance<N>, bool> {
        match (bits.agrees(&self.mask, &self.values), self.chance) {
            (true, Some(chance)) => Ok(chance),
            (agrees, _) => Err(agrees != self.any),
        }
    }
}
