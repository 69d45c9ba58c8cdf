//! What is done with states, step by step.
//!
//! Every item that is open has a place in the states, a bit, which others use after it. A gate has two, if it is read
//! before all of its inputs are known: the value that it is *guessed* to have, and what its inputs make of it so far.
//! Of atoms on cycles there is more to remember: which ones would become true if another one did. So each two of
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

    pub(super) fn and(&self, mask: &Mask) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & mask.0[word]))
    }

    pub(super) fn or(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; W]
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

/// Something to do with all states of a table.
pub(super) enum TableStep<N> {
    /// Begin a new table.
    Open,
    /// Draw an event.
    Draw(Bit, Chance<N>),
    /// Go on with both values of what is known elsewhere; but only with *true* if the second place says so.
    Guess(Bit, Option<Bit>),
    /// Take an alternative or not, unless another one was taken, which the second place says. With its probability,
    /// if it is not counted elsewhere.
    Choose(Bit, Bit, Option<N>),
    /// All alternatives are drawn: if none was taken, as the place says, this is the probability of that.
    Close(Bit, N),
    /// Put the outcome of a test into a place.
    Make(Bit, Test<N>),
    /// Keep the states where a test has the outcome that stands in a place.
    Check(Bit, Test<N>),
    /// Set a place if the outcome of a test is this.
    Absorb(Bit, Test<N>, bool),
    /// If a test succeeds, let the second ones of these atoms follow from the first; or, without a first,
    /// be true.
    Link(Test<N>, Option<usize>, Vec<usize>, Rc<CycleBits>),
    /// Keep only states where a place has this value.
    Keep(Bit, bool),
    /// Answer the query with this number: does this place have this value?
    Ask(usize, Bit, bool),
    /// Keep the states in which what inputs make of a gate so far, the first place of each pair, does not exceed what it
    /// was guessed to be.
    AtMost(Vec<(Bit, Bit)>),
    /// Keep the states in which both are the same.
    Equal(Vec<(Bit, Bit)>),
    /// Forget what is in these places.
    Forget(Mask),
    /// Join the two newest tables.
    Join(Box<Join>),
}

/// How two states become one.
pub(super) struct Join {
    /// From which place to which the bits of the newest table go.
    pub(super) moves: Vec<(Bit, Bit)>,
    /// Places where both must have the same value; elsewhere, what one of them says holds.
    pub(super) key: Mask,
    /// Of choices: the place that says that an alternative is taken, and the alternatives that both tables know.
    pub(super) choices: Vec<(Bit, Mask)>,
    /// Cycles on which both know something.
    pub(super) cycles: Vec<Rc<CycleBits>>,
}

impl Join {
    /// A state of the newest table, with all bits in the places of the other one.
    pub(super) fn moved<const W: usize>(&self, bits: &Bits<W>) -> Bits<W> {
        let mut moved = Bits::NONE;
        for &(from, to) in &self.moves {
            if bits.has(from) {
                moved.set(to);
            }
        }
        moved
    }

    /// Both together, if their places for the same value agree.
    pub(super) fn together<const W: usize>(
        &self,
        one: &Bits<W>,
        other: &Bits<W>,
    ) -> Option<Bits<W>> {
        // Of a choice, they cannot take two alternatives.
        let takes_two = |(taken, shared): &(Bit, Mask)| {
            one.has(*taken) && other.has(*taken) && one.and(shared).is_empty()
        };
        if self.choices.iter().any(takes_two) {
            return None;
        }
        let mut bits = one.or(other);
        self.cycles.iter().for_each(|cycle| cycle.close(&mut bits));
        Some(bits)
    }
}

/// What becomes of a state.
pub(super) enum Next<'s, N, const W: usize> {
    /// It goes on as this.
    One(Bits<W>),
    /// The same, with this probability.
    Weighted(Bits<W>, &'s N),
    /// As either of these.
    Both(Bits<W>, Bits<W>),
    /// The same, the second with this probability.
    Perhaps(Bits<W>, Bits<W>, &'s N),
    /// As the first if something does not happen, and as the second if it does.
    Two(Bits<W>, Bits<W>, &'s Chance<N>),
    /// It is excluded.
    None,
}

impl<N> TableStep<N> {
    pub(super) fn next<const W: usize>(&self, bits: &Bits<W>) -> Next<'_, N, W> {
        let with = |place: Bit, value: bool| if value { bits.with(place) } else { *bits };
        match self {
            TableStep::Draw(place, chance) => Next::Two(*bits, bits.with(*place), chance),
            TableStep::Guess(place, Some(part)) if bits.has(*part) => Next::One(bits.with(*place)),
            TableStep::Guess(place, _) => Next::Both(*bits, bits.with(*place)),
            TableStep::Choose(_, taken, _) if bits.has(*taken) => Next::One(*bits),
            TableStep::Choose(place, taken, chance) => {
                let other = bits.with(*place).with(*taken);
                match chance {
                    Some(chance) => Next::Perhaps(*bits, other, chance),
                    None => Next::Both(*bits, other),
                }
            }
            TableStep::Close(taken, _) if bits.has(*taken) => Next::One(*bits),
            TableStep::Close(_, rest) => Next::Weighted(*bits, rest),
            TableStep::Check(place, test) => match test.outcome(bits) {
                Ok(chance) if bits.has(*place) => Next::Weighted(*bits, &chance.yes),
                Ok(chance) => Next::Weighted(*bits, &chance.no),
                Err(outcome) if outcome == bits.has(*place) => Next::One(*bits),
                Err(_) => Next::None,
            },
            TableStep::AtMost(pairs) => {
                let exceeds = |&(part, whole): &(Bit, Bit)| bits.has(part) && !bits.has(whole);
                if pairs.iter().any(exceeds) { Next::None } else { Next::One(*bits) }
            }
            TableStep::Equal(pairs) => {
                let differs = |&(part, whole): &(Bit, Bit)| bits.has(part) != bits.has(whole);
                if pairs.iter().any(differs) { Next::None } else { Next::One(*bits) }
            }
            TableStep::Make(place, test) => match test.outcome(bits) {
                Ok(chance) => Next::Two(*bits, bits.with(*place), chance),
                Err(outcome) => Next::One(with(*place, outcome)),
            },
            TableStep::Absorb(place, ..) if bits.has(*place) => Next::One(*bits),
            TableStep::Absorb(place, test, when) => match test.outcome(bits) {
                Ok(chance) => Next::Two(with(*place, !when), with(*place, *when), chance),
                Err(outcome) => Next::One(with(*place, outcome == *when)),
            },
            TableStep::Link(test, from, to, cycle) => {
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
            TableStep::Keep(place, value) if bits.has(*place) != *value => Next::None,
            TableStep::Forget(mask) => Next::One(bits.without(mask)),
            TableStep::Keep(..) | TableStep::Ask(..) => Next::One(*bits),
            // These are not about single states.
            TableStep::Open | TableStep::Join(_) => Next::One(*bits),
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

    /// Adds what follows from all of this together: when two tables are joined, that was known of each alone.
    fn close<const W: usize>(&self, bits: &mut Bits<W>) {
        let atoms = 0..self.truth.len();
        // Warshall's algorithm (1962).
        for by in atoms.clone() {
            for from in atoms.clone().filter(|&from| from != by) {
                if !self.reaches(bits, from, by) {
                    continue;
                }
                for to in atoms.clone().filter(|&to| to != from && to != by) {
                    if self.reaches(bits, by, to) {
                        self.set(bits, from, to);
                    }
                }
            }
        }
        for atom in atoms.clone().filter(|&atom| bits.has(self.truth[atom])).collect::<Vec<_>>() {
            for other in
                atoms.clone().filter(|&other| self.reaches(bits, atom, other)).collect::<Vec<_>>()
            {
                bits.set(self.truth[other]);
            }
        }
        for atom in atoms.filter(|&atom| bits.has(self.truth[atom])).collect::<Vec<_>>() {
            self.isolate(bits, atom);
        }
    }

    fn set<const W: usize>(&self, bits: &mut Bits<W>, from: usize, to: usize) {
        let place = self.reach[from * self.truth.len() + to];
        place.into_iter().for_each(|place| bits.set(place));
    }

    /// Nothing depends on what is true.
    fn isolate<const W: usize>(&self, bits: &mut Bits<W>, atom: usize) {
        for other in 0..self.truth.len() {
            for pair in [(atom, other), (other, atom)] {
                let place = self.reach[pair.0 * self.truth.len() + pair.1];
                place.into_iter().for_each(|place| bits.clear(place));
            }
        }
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
                    self.isolate(bits, atom);
                }
            }
            Some(from) => {
                let before = atoms.clone().filter(|&atom| self.reaches(bits, atom, from));
                let before: Vec<usize> = before.collect();
                let after = atoms.filter(|&atom| self.reaches(bits, to, atom));
                for atom in after.collect::<Vec<_>>() {
                    for &first in before.iter().filter(|&&first| first != atom) {
                        self.set(bits, first, atom);
                    }
                }
            }
        }
    }
}

/// Steps, and what they are expected to cost.
pub(super) struct Program<N> {
    /// They leave one table.
    pub(super) steps: Vec<TableStep<N>>,
    /// Where the query is in the end, and the value that it has if it holds; unless there are several,
    /// which are asked on the way.
    pub(super) query: Option<(Bit, bool)>,
    pub(super) places: usize,
    /// The most items that are open at the same time.
    pub(super) width: usize,
    /// How many states there are if all combinations occur, over all steps.
    pub(super) cost: f64,
}
