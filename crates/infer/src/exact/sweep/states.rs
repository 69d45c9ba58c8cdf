//! Runs steps on states.
//!
//! A state is what is remembered, as bits, with the probability of all that led to it. States with the
//! same bits have the same future, and are one.

use super::super::limit::Stop;
use super::super::number::{Chance, Number};
use super::bits::{Bits, Ready};
use super::steps::{Place, Program, Step};
use crate::limits::Budget;
use hashbrown::HashTable;

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
                let split = |bits: &Bits<W>| Some(ready.outcome(bits));
                self.split(split, |bits, yes| set_if(bits, *place, yes));
            }
            Step::Absorb(place, test, when) => {
                let ready = Ready::<N, W>::new(test);
                let split = |bits: &Bits<W>| (!bits.has(*place)).then(|| ready.outcome(bits));
                self.split(split, |bits, yes| set_if(bits, *place, yes == *when));
            }
            Step::Link(test, from, to, cycle) => {
                let ready = Ready::<N, W>::new(test);
                let idle = |bits: &Bits<W>| to.iter().all(|&to| cycle.is_known(bits, *from, to));
                let split = |bits: &Bits<W>| (!idle(bits)).then(|| ready.outcome(bits));
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
