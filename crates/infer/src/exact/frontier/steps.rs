//! What is done with states, step by step.
//!
//! Every item that is open has a place in the states, a bit, which others use after it. Of atoms on
//! cycles there is more to remember: which ones would become true if another one did. So each two of
//! them have two bits more.

use super::super::number::Chance;
use std::rc::Rc;

/// A bit of a state, by number.
pub(super) type Bit = u16;

/// The most places that states can have.
pub(super) const MOST_BITS: usize = 512;

/// What a state remembers, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>([u64; W]);

/// Some places of states, however many these have.
pub(super) type Mask = Bits<{ MOST_BITS / 64 }>;

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Bits<W> = Bits([0; W]);

    pub(super) fn has(&self, place: Bit) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, place: Bit) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    fn with(&self, place: Bit) -> Bits<W> {
        let mut bits = *self;
        bits.set(place);
        bits
    }

    fn clear(&mut self, place: Bit) {
        self.0[place as usize / 64] &= !(1 << (place % 64));
    }

    fn without(&self, mask: &Mask) -> Bits<W> {
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

/// A condition on a state, and on one more event.
pub(super) struct Test<N> {
    mask: Mask,
    /// With these values all literals hold; or, where one suffices, none.
    values: Mask,
    any: bool,
    /// If the places leave it open, this decides.
    chance: Option<Chance<N>>,
}

impl<N> Test<N> {
    /// Do these places have the values that they should have? Does one of them suffice?
    pub(super) fn new(literals: &[(Bit, bool)], any: bool, chance: Option<Chance<N>>) -> Test<N> {
        let (mut mask, mut values) = (Mask::NONE, Mask::NONE);
        let mut contradiction = false;
        for &(place, value) in literals {
            contradiction |= mask.has(place) && values.has(place) != (value != any);
            mask.set(place);
            if value != any {
                values.set(place);
            }
        }
        if contradiction {
            // A literal and its negation: no state has a bit where nothing is asked for.
            (mask, values) = (Mask::NONE, Bits([1; MOST_BITS / 64]));
        }
        Test { mask, values, any, chance }
    }

    /// What the state says, if it decides; else the chance that does.
    fn outcome<const W: usize>(&self, bits: &Bits<W>) -> Result<&Chance<N>, bool> {
        let agrees = (0..W).all(|word| bits.0[word] & self.mask.0[word] == self.values.0[word]);
        match &self.chance {
            Some(chance) if agrees => Ok(chance),
            _ => Err(agrees != self.any),
        }
    }
}

/// Something to do with all states.
pub(super) enum FrontierStep<N> {
    /// Draw an event.
    Draw(Bit, Chance<N>),
    /// Draw an alternative, unless one before it was taken, which the second place says.
    Choose(Bit, Bit, Chance<N>),
    /// Put the outcome of a test into a place.
    Make(Bit, Test<N>),
    /// Set a place if the outcome of a test is this.
    Absorb(Bit, Test<N>, bool),
    /// If a test succeeds, let the second ones of these atoms follow from the first; or, without a first,
    /// be true.
    Link(Test<N>, Option<usize>, Vec<usize>, Rc<CycleBits>),
    /// Keep only states where a place has this value.
    Keep(Bit, bool),
    /// Answer the query with this number: does this place have this value?
    Ask(usize, Bit, bool),
    /// Forget what is in these places.
    Forget(Mask),
}

/// What becomes of a state.
pub(super) enum Next<'s, N, const W: usize> {
    /// It goes on as this.
    One(Bits<W>),
    /// As the first if something does not happen, and as the second if it does.
    Two(Bits<W>, Bits<W>, &'s Chance<N>),
    /// It is excluded.
    None,
}

impl<N> FrontierStep<N> {
    pub(super) fn next<const W: usize>(&self, bits: &Bits<W>) -> Next<'_, N, W> {
        let with = |place: Bit, value: bool| if value { bits.with(place) } else { *bits };
        match self {
            FrontierStep::Draw(place, chance) => Next::Two(*bits, bits.with(*place), chance),
            FrontierStep::Choose(_, taken, _) if bits.has(*taken) => Next::One(*bits),
            FrontierStep::Choose(place, taken, chance) => {
                Next::Two(*bits, bits.with(*place).with(*taken), chance)
            }
            FrontierStep::Make(place, test) => match test.outcome(bits) {
                Ok(chance) => Next::Two(*bits, bits.with(*place), chance),
                Err(outcome) => Next::One(with(*place, outcome)),
            },
            FrontierStep::Absorb(place, ..) if bits.has(*place) => Next::One(*bits),
            FrontierStep::Absorb(place, test, when) => match test.outcome(bits) {
                Ok(chance) => Next::Two(with(*place, !when), with(*place, *when), chance),
                Err(outcome) => Next::One(with(*place, outcome == *when)),
            },
            FrontierStep::Link(test, from, to, cycle) => {
                if to.iter().all(|&to| cycle.is_known(bits, *from, to)) {
                    return Next::One(*bits);
                }
                let linked = || {
                    let mut linked = *bits;
                    to.iter().for_each(|&to| cycle.link(&mut linked, *from, to));
                    linked
                };
                match test.outcome(bits) {
                    Ok(chance) => Next::Two(*bits, linked(), chance),
                    Err(true) => Next::One(linked()),
                    Err(false) => Next::One(*bits),
                }
            }
            FrontierStep::Keep(place, value) if bits.has(*place) != *value => Next::None,
            FrontierStep::Forget(mask) => Next::One(bits.without(mask)),
            FrontierStep::Keep(..) | FrontierStep::Ask(..) => Next::One(*bits),
        }
    }
}

/// The places of the open atoms of a cycle.
pub(super) struct CycleBits {
    /// Is the atom true?
    pub(super) truth: Vec<Bit>,
    /// Row by row: would the second atom be true if the first were?
    pub(super) reach: Vec<Option<Bit>>,
}

impl CycleBits {
    fn reaches<const W: usize>(&self, bits: &Bits<W>, from: usize, to: usize) -> bool {
        from == to || self.reach[from * self.truth.len() + to].is_some_and(|place| bits.has(place))
    }

    /// Would a link change nothing?
    fn is_known<const W: usize>(&self, bits: &Bits<W>, from: Option<usize>, to: usize) -> bool {
        bits.has(self.truth[to]) || from.is_some_and(|from| self.reaches(bits, from, to))
    }

    /// Lets an atom follow from another, or be true, and whatever follows from that.
    fn link<const W: usize>(&self, bits: &mut Bits<W>, from: Option<usize>, to: usize) {
        if self.is_known(bits, from, to) {
            return;
        }
        let atoms = 0..self.truth.len();
        match from.filter(|&from| !bits.has(self.truth[from])) {
            None => {
                let follow = atoms.clone().filter(|&atom| self.reaches(bits, to, atom));
                for atom in follow.collect::<Vec<_>>() {
                    bits.set(self.truth[atom]);
                    // Nothing depends on what is true.
                    for other in atoms.clone() {
                        for pair in [(atom, other), (other, atom)] {
                            let place = self.reach[pair.0 * self.truth.len() + pair.1];
                            place.into_iter().for_each(|place| bits.clear(place));
                        }
                    }
                }
            }
            Some(from) => {
                let before = atoms.clone().filter(|&atom| self.reaches(bits, atom, from));
                let before: Vec<usize> = before.collect();
                let after = atoms.filter(|&atom| self.reaches(bits, to, atom));
                for atom in after.collect::<Vec<_>>() {
                    for &first in before.iter().filter(|&&first| first != atom) {
                        let place = self.reach[first * self.truth.len() + atom];
                        place.into_iter().for_each(|place| bits.set(place));
                    }
                }
            }
        }
    }
}

/// Steps, and what they are expected to cost.
pub(super) struct Program<N> {
    pub(super) steps: Vec<FrontierStep<N>>,
    /// Where the query is in the end, and the value that it has if it holds; unless there are several,
    /// which are asked on the way.
    pub(super) query: Option<(Bit, bool)>,
    pub(super) places: usize,
    /// The most items that are open at the same time.
    pub(super) width: usize,
    /// How many states there are if all combinations occur, over all steps.
    pub(super) cost: f64,
}
