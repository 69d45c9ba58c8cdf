//! Runs steps on states.
//!
//! A state is what is remembered, as bits, with the probability of all that led to it. States with the
//! same bits have the same future, and are one.

use super::super::limit::Stop;
use super::super::number::{Chance, Number};
use super::steps::{Cycle, Place, Program, Step, Test};
use crate::limits::Budget;
use hashbrown::HashTable;

/// What is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    const NONE: Bits<W> = Bits([0; W]);

    fn has(&self, place: Place) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }

    fn set(&mut self, place: Place) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    fn clear(&mut self, place: Place) {
        self.0[place as usize / 64] &= !(1 << (place % 64));
    }

    /// Are all bits of a mask as they should be?
    fn agrees(&self, mask: &Bits<W>, values: &Bits<W>) -> bool {
        (0..W).all(|word| self.0[word] & mask.0[word] == values.0[word])
    }

    fn without(&self, mask: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & !mask.0[word]))
    }

    fn hash(&self) -> u64 {
        let mix = |hash: u64, &word: &u64| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        };
        self.0.iter().fold(0x243f_6a88_85a3_08d3, mix)
    }
}

/// A test, ready for states of this size.
struct Ready<'t, N, const W: usize> {
    mask: Bits<W>,
    /// With these values all literals hold; or, where one suffices, none.
    values: Bits<W>,
    any: bool,
    chance: Option<&'t Chance<N>>,
}

impl<'t, N, const W: usize> Ready<'t, N, W> {
    fn new(test: &'t Test<N>) -> Ready<'t, N, W> {
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

    /// What the state says, if it decides.
    fn outcome(&self, bits: &Bits<W>) -> Option<bool> {
        match bits.agrees(&self.mask, &self.values) {
            true if self.chance.is_some() => None,
            agrees => Some(agrees != self.any),
        }
    }
}

/// States, and what may be done with them.
pub(super) struct States<'a, N, const W: usize> {
    states: Vec<(Bits<W>, N)>,
    numbers: HashTable<u32>,
    steps: &'a mut u64,
    /// How many states there were at once, at most.
    most: usize,
    budget: &'a Budget,
}

/// About how many bytes are needed beside a state.
const BYTES_BESIDE: usize = 8;

impl<'a, N: Number, const W: usize> States<'a, N, W> {
    /// The probabilities that the query holds, and that it does not; and how many states there were
    /// at once.
    pub(super) fn run(
        program: &Program<N>,
        steps: &'a mut u64,
        budget: &'a Budget,
    ) -> Result<(Chance<N>, usize), Stop> {
        let states = vec![(Bits::NONE, N::one())];
        let mut run = States::<N, W> { states, numbers: HashTable::new(), steps, most: 1, budget };
        for step in &program.steps {
            run.step(step)?;
        }
        let (place, value) = program.query;
        let mut chance = Chance { yes: N::zero(), no: N::zero() };
        for (bits, weight) in &run.states {
            let part = if bits.has(place) == value { &mut chance.yes } else { &mut chance.no };
            *part = part.plus(weight);
        }
        Ok((chance, run.most))
    }

    /// Looks at the limits before a step.
    fn pause(&mut self, step: &Step<N>) -> Result<(), Stop> {
        let count = self.states.len();
        self.most = self.most.max(count);
        let each = if let Step::Link(.., cycle) = step { cycle.truth.len() } else { 1 };
        *self.steps = self.steps.checked_sub((count * each) as u64).ok_or(Stop::Spent)?;
        if count > 1 << 10 {
            self.budget.check_time()?;
            let bytes = 2 * count * (size_of::<(Bits<W>, N)>() + BYTES_BESIDE);
            if bytes > self.budget.limits.memory {
                return Err(Stop::Full);
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step<N>) -> Result<(), Stop> {
        self.pause(step)?;
        match step {
            Step::Draw(place, chance) => {
                self.split(|_| Some(Ok(chance)), |bits, yes| set_if(bits, *place, yes));
            }
            Step::Choose(place, taken, chance) => self.split(
                |bits| Some(if bits.has(*taken) { Err(false) } else { Ok(chance) }),
                |bits, yes| {
                    set_if(bits, *place, yes);
                    set_if(bits, *taken, yes);
                },
            ),
            Step::Make(place, test) => {
                let ready = Ready::<N, W>::new(test);
                let split = |bits: &Bits<W>| Some(decided(&ready, bits));
                self.split(split, |bits, yes| set_if(bits, *place, yes));
            }
            Step::Absorb(place, test, when) => {
                let ready = Ready::<N, W>::new(test);
                let split = |bits: &Bits<W>| (!bits.has(*place)).then(|| decided(&ready, bits));
                self.split(split, |bits, yes| set_if(bits, *place, yes == *when));
            }
            Step::Link(test, from, to, cycle) => {
                let ready = Ready::<N, W>::new(test);
                let idle = |bits: &Bits<W>| to.iter().all(|&to| cycle.is_known(bits, *from, to));
                let split = |bits: &Bits<W>| (!idle(bits)).then(|| decided(&ready, bits));
                self.split(split, |bits, yes| {
                    if yes {
                        to.iter().for_each(|&to| cycle.link(bits, *from, to));
                    }
                });
            }
            Step::Keep(place, value) => self.states.retain(|(bits, _)| bits.has(*place) == *value),
            Step::Forget(places) => self.forget(places),
        }
        Ok(())
    }

    /// Lets every state that is not left alone go on, as one whose outcome is known, or as two.
    fn split<'c>(
        &mut self,
        decide: impl Fn(&Bits<W>) -> Option<Result<&'c Chance<N>, bool>>,
        change: impl Fn(&mut Bits<W>, bool),
    ) where
        N: 'c,
    {
        for index in 0..self.states.len() {
            let (bits, weight) = &mut self.states[index];
            match decide(bits) {
                None => {}
                Some(Err(outcome)) => change(bits, outcome),
                Some(Ok(chance)) if chance.no.is_zero() => {
                    *weight = weight.times(&chance.yes);
                    change(bits, true);
                }
                Some(Ok(chance)) => {
                    let mut other = (*bits, weight.times(&chance.yes));
                    *weight = weight.times(&chance.no);
                    change(bits, false);
                    change(&mut other.0, true);
                    if !other.1.is_zero() {
                        self.states.push(other);
                    }
                }
            }
        }
    }

    fn forget(&mut self, places: &[Place]) {
        let mut mask = Bits::<W>::NONE;
        places.iter().for_each(|&place| mask.set(place));
        let States { states, numbers, .. } = self;
        numbers.clear();
        let mut kept = 0;
        for index in 0..states.len() {
            let bits = states[index].0.without(&mask);
            let hash = bits.hash();
            match numbers.find(hash, |&other| states[other as usize].0 == bits) {
                Some(&other) => {
                    let sum = states[other as usize].1.plus(&states[index].1);
                    states[other as usize].1 = sum;
                }
                None => {
                    states.swap(kept, index);
                    states[kept].0 = bits;
                    numbers.insert_unique(hash, kept as u32, |&n| states[n as usize].0.hash());
                    kept += 1;
                }
            }
        }
        states.truncate(kept);
    }
}

fn set_if<const W: usize>(bits: &mut Bits<W>, place: Place, value: bool) {
    if value {
        bits.set(place);
    }
}

fn decided<'t, N, const W: usize>(
    ready: &Ready<'t, N, W>,
    bits: &Bits<W>,
) -> Result<&'t Chance<N>, bool> {
    match (ready.outcome(bits), ready.chance) {
        (Some(outcome), _) => Err(outcome),
        (None, Some(chance)) => Ok(chance),
        (None, None) => Err(!ready.any),
    }
}

impl Cycle {
    fn reaches<const W: usize>(&self, bits: &Bits<W>, from: usize, to: usize) -> bool {
        from == to
            || self.reach[from * self.truth.len() + to].is_some_and(|place| bits.has(place))
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
