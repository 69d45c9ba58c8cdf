//! Runs steps on states.
//!
//! A state is what is remembered, as bits, with the probability of all that led to it. States with the
//! same bits have the same future, and are one.
//!
//! One query is remembered to the end. Several would take too many bits: there, all states of all steps
//! are kept, and a second walk, backwards, finds for each state the probability of the observations
//! that are still to come. The product of both is what a query needs at the time when it is known.

use super::super::number::{Chance, Number};
use super::steps::{Bit, Bits, FrontierStep, Next, Program};
use hashbrown::HashTable;
use randlog_base::stop::{Stop, Stopped};

/// A state and its probability.
type State<N, const W: usize> = (Bits<W>, N);

/// States, and what may be done with them.
pub(super) struct States<'a, N, const W: usize> {
    states: Vec<State<N, W>>,
    numbers: HashTable<u32>,
    /// How many steps were made; the token says how many may be.
    steps: &'a mut u64,
    /// How many states there were at once, at most.
    most: usize,
    /// How many of them were different when that was last looked at.
    different: usize,
    /// How many there were before.
    kept: usize,
    /// How many were looked at since the last look at the clock.
    unchecked: usize,
    stop: &'a Stop,
}

/// How many states are looked at between two looks at the clock. With long fractions, each takes its time.
const STATES_BETWEEN_CHECKS: usize = 1 << 10;

/// About how many bytes are needed beside a state.
const BYTES_BESIDE: usize = 8;

/// With fewer states than this, it does not matter if some are equal.
const MERGE_FROM: usize = 16;

impl<'a, N: Number, const W: usize> States<'a, N, W> {
    fn new(steps: &'a mut u64, stop: &'a Stop) -> States<'a, N, W> {
        let states = vec![(Bits::NONE, N::one())];
        States {
            states,
            numbers: HashTable::new(),
            steps,
            most: 1,
            different: 1,
            kept: 0,
            unchecked: 0,
            stop,
        }
    }

    /// The probabilities that the query holds, and that it does not; and how many states there were at
    /// once.
    pub(super) fn one(
        program: &Program<N>,
        query: (Bit, bool),
        steps: &'a mut u64,
        stop: &'a Stop,
    ) -> Result<(Chance<N>, usize), Stopped> {
        let mut run = States::<N, W>::new(steps, stop);
        for step in &program.steps {
            run.step(step)?;
        }
        Ok((sum(&run.states, query), run.most))
    }

    /// The same for each of several queries.
    pub(super) fn all(
        program: &Program<N>,
        queries: usize,
        steps: &'a mut u64,
        stop: &'a Stop,
    ) -> Result<(Vec<Chance<N>>, usize), Stopped> {
        let mut run = States::<N, W>::new(steps, stop);
        let mut before: Vec<Vec<State<N, W>>> = Vec::with_capacity(program.steps.len());
        for step in &program.steps {
            run.kept += run.states.len();
            before.push(run.states.clone());
            run.step(step)?;
        }
        let zero = Chance { yes: N::zero(), no: N::zero() };
        let mut chances = vec![zero; queries];
        // From here on the weight of a state is the probability of what is still to come.
        for (_, weight) in &mut run.states {
            *weight = N::one();
        }
        for (step, mut states) in program.steps.iter().zip(before).rev() {
            let asks = matches!(step, FrontierStep::Ask(..));
            let past = if asks { states.clone() } else { Vec::new() };
            run.back(step, &mut states)?;
            if let FrontierStep::Ask(query, place, value) = step {
                let together = past.iter().zip(&states);
                let together: Vec<State<N, W>> =
                    together.map(|((bits, f), (_, b))| (*bits, f.times(b))).collect();
                chances[*query] = sum(&together, (*place, *value));
            }
            run.states = states;
        }
        Ok((chances, run.most))
    }

    /// Looks at the limits before a step.
    fn pause(&mut self, step: &FrontierStep<N>) -> Result<(), Stopped> {
        let count = self.states.len();
        self.most = self.most.max(count);
        let each = if let FrontierStep::Link(.., cycle) = step { cycle.truth.len() } else { 1 };
        *self.steps = self.steps.saturating_add((count * each) as u64);
        self.stop.check_at(self.steps.saturating_sub(1))?;
        // A vector that grows is there twice for a moment.
        let bytes = (3 * count + self.kept) * (size_of::<State<N, W>>() + BYTES_BESIDE);
        self.stop.check_memory(bytes as u64)?;
        self.unchecked += count;
        if self.unchecked > STATES_BETWEEN_CHECKS {
            self.unchecked = 0;
            self.stop.check()?;
        }
        Ok(())
    }

    fn step(&mut self, step: &FrontierStep<N>) -> Result<(), Stopped> {
        self.pause(step)?;
        let mut gone = false;
        for index in 0..self.states.len() {
            let (bits, weight) = &mut self.states[index];
            match step.next(bits) {
                Next::One(next) => *bits = next,
                Next::Two(no, yes, chance) => {
                    let other = (yes, weight.times(&chance.yes));
                    (*bits, *weight) = (no, weight.times(&chance.no));
                    gone |= weight.is_zero() || other.1.is_zero();
                    self.states.push(other);
                }
                Next::None => {
                    *weight = N::zero();
                    gone = true;
                }
            }
        }
        if gone {
            self.states.retain(|(_, weight)| !weight.is_zero());
        }
        // Other steps may make states equal, too, but mostly do not.
        if matches!(step, FrontierStep::Forget(_))
            || self.states.len() > 2 * self.different + MERGE_FROM
        {
            self.merge();
        }
        Ok(())
    }

    /// Makes one state of those that are equal.
    fn merge(&mut self) {
        let States { states, numbers, .. } = self;
        numbers.clear();
        let mut kept = 0;
        for index in 0..states.len() {
            let bits = states[index].0;
            let hash = bits.hash();
            match numbers.find(hash, |&other| states[other as usize].0 == bits) {
                Some(&other) => {
                    let sum = states[other as usize].1.plus(&states[index].1);
                    states[other as usize].1 = sum;
                }
                None => {
                    states.swap(kept, index);
                    numbers.insert_unique(hash, kept as u32, |&n| states[n as usize].0.hash());
                    kept += 1;
                }
            }
        }
        states.truncate(kept);
        self.different = kept;
    }

    /// Gives the states before a step the weights that follow from those after it. What is not there
    /// after it is excluded by an observation.
    fn back(&mut self, step: &FrontierStep<N>, before: &mut [State<N, W>]) -> Result<(), Stopped> {
        self.pause(step)?;
        let States { states, numbers, .. } = self;
        numbers.clear();
        for (index, (bits, _)) in states.iter().enumerate() {
            let same = |&other: &u32| states[other as usize].0 == *bits;
            if numbers.find(bits.hash(), same).is_none() {
                let rehash = |&other: &u32| states[other as usize].0.hash();
                numbers.insert_unique(bits.hash(), index as u32, rehash);
            }
        }
        let after = |bits: &Bits<W>| {
            let found = numbers.find(bits.hash(), |&other| states[other as usize].0 == *bits);
            found.map_or_else(N::zero, |&other| states[other as usize].1.clone())
        };
        for (bits, weight) in before {
            *weight = match step.next(bits) {
                Next::One(next) => after(&next),
                Next::Two(no, yes, chance) => {
                    chance.no.times(&after(&no)).plus(&chance.yes.times(&after(&yes)))
                }
                Next::None => N::zero(),
            };
        }
        Ok(())
    }
}

/// The weights of the states where a place has this value, and of the others.
fn sum<N: Number, const W: usize>(
    states: &[State<N, W>],
    (place, value): (Bit, bool),
) -> Chance<N> {
    let mut chance = Chance { yes: N::zero(), no: N::zero() };
    for (bits, weight) in states {
        let part = if bits.has(place) == value { &mut chance.yes } else { &mut chance.no };
        *part = part.plus(weight);
    }
    chance
}
