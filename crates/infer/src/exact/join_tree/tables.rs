//! Runs steps on tables of states.
//!
//! A state is what is remembered, as bits, with the probability of all that led to it. States with the
//! same bits have the same future, and are one.
//!
//! One query is remembered to the end. Several would take too many bits: there, all states of all steps
//! are kept, and a second walk, from the root of the tree down, finds for each state the probability of what is not
//! below it. The product of both is what a query needs at the place where it is known. Join trees know this as the
//! two passes of belief propagation (Lauritzen and Spiegelhalter 1988).

use super::super::number::{Chance, Number};
use super::steps::{Bit, Bits, Join, Next, Program, TableStep};
use hashbrown::HashTable;
use randlog_base::stop::{Stop, Stopped};

/// A state and its probability.
type State<N, const W: usize> = (Bits<W>, N);

type Table<N, const W: usize> = Vec<State<N, W>>;

/// Tables, and what may be done with them.
pub(super) struct Tables<'a, N, const W: usize> {
    /// The newest table.
    states: Table<N, W>,
    /// Those that wait to be joined.
    waiting: Vec<Table<N, W>>,
    numbers: HashTable<u32>,
    /// How many steps were made; the token says how many may be.
    steps: &'a mut u64,
    /// How many states there were at once, at most.
    most: usize,
    /// How many of them were different when that was last looked at.
    different: usize,
    /// How many states are kept beside the newest table.
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

/// The tables that a step was made on.
enum Before<N, const W: usize> {
    None,
    One(Table<N, W>),
    Two(Table<N, W>, Table<N, W>),
}

impl<'a, N: Number, const W: usize> Tables<'a, N, W> {
    fn new(steps: &'a mut u64, stop: &'a Stop) -> Tables<'a, N, W> {
        Tables {
            states: Vec::new(),
            waiting: Vec::new(),
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
        let mut run = Tables::<N, W>::new(steps, stop);
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
        let mut run = Tables::<N, W>::new(steps, stop);
        let mut before: Vec<Before<N, W>> = Vec::with_capacity(program.steps.len());
        for step in &program.steps {
            before.push(match (step, run.waiting.last()) {
                (TableStep::Open, _) => Before::None,
                (TableStep::Join(_), Some(other)) => Before::Two(other.clone(), run.states.clone()),
                _ => Before::One(run.states.clone()),
            });
            run.kept += run.states.len();
            run.step(step)?;
        }
        let zero = Chance { yes: N::zero(), no: N::zero() };
        let mut chances = vec![zero; queries];
        // From here on the weight of a state is the probability of what is not below it.
        for (_, weight) in &mut run.states {
            *weight = N::one();
        }
        for (step, before) in program.steps.iter().zip(before).rev() {
            match (step, before) {
                (TableStep::Join(join), Before::Two(one, other)) => run.part(join, one, other)?,
                (_, Before::One(mut states)) => {
                    let asks = matches!(step, TableStep::Ask(..));
                    let past = if asks { states.clone() } else { Vec::new() };
                    run.back(step, &mut states)?;
                    if let TableStep::Ask(query, place, value) = step {
                        let together = past.iter().zip(&states);
                        let together: Table<N, W> =
                            together.map(|((bits, f), (_, b))| (*bits, f.times(b))).collect();
                        chances[*query] = sum(&together, (*place, *value));
                    }
                    run.states = states;
                }
                _ => run.states = run.waiting.pop().unwrap_or_default(),
            }
        }
        Ok((chances, run.most))
    }

    /// Looks at the limits, when this many states are to be looked at.
    fn pause(&mut self, count: usize, each: usize) -> Result<(), Stopped> {
        self.most = self.most.max(self.states.len());
        *self.steps = self.steps.saturating_add((count * each) as u64);
        self.stop.check_at(self.steps.saturating_sub(1))?;
        // A vector that grows is there twice for a moment.
        let bytes = (3 * self.states.len() + self.kept) * (size_of::<State<N, W>>() + BYTES_BESIDE);
        self.stop.check_memory(bytes as u64)?;
        self.unchecked += count;
        if self.unchecked > STATES_BETWEEN_CHECKS {
            self.unchecked = 0;
            self.stop.check()?;
        }
        Ok(())
    }

    fn step(&mut self, step: &TableStep<N>) -> Result<(), Stopped> {
        match step {
            TableStep::Open => {
                self.kept += self.states.len();
                let before = std::mem::replace(&mut self.states, vec![(Bits::NONE, N::one())]);
                self.waiting.push(before);
                self.different = 1;
                return Ok(());
            }
            TableStep::Join(join) => return self.join(join),
            TableStep::Link(.., cycle) => self.pause(self.states.len(), cycle.truth.len())?,
            _ => self.pause(self.states.len(), 1)?,
        }
        let mut gone = false;
        for index in 0..self.states.len() {
            let (bits, weight) = &mut self.states[index];
            let other = match step.next(bits) {
                Next::One(next) => {
                    *bits = next;
                    continue;
                }
                Next::Weighted(next, chance) => {
                    (*bits, *weight) = (next, weight.times(chance));
                    gone |= weight.is_zero();
                    continue;
                }
                Next::None => {
                    *weight = N::zero();
                    gone = true;
                    continue;
                }
                Next::Both(no, yes) => {
                    *bits = no;
                    (yes, weight.clone())
                }
                Next::Perhaps(no, yes, chance) => {
                    *bits = no;
                    (yes, weight.times(chance))
                }
                Next::Two(no, yes, chance) => {
                    let other = (yes, weight.times(&chance.yes));
                    (*bits, *weight) = (no, weight.times(&chance.no));
                    gone |= weight.is_zero();
                    other
                }
            };
            gone |= other.1.is_zero();
            self.states.push(other);
        }
        if gone {
            self.states.retain(|(_, weight)| !weight.is_zero());
        }
        // Other steps may make states equal, too, but mostly do not.
        if matches!(step, TableStep::Forget(_))
            || self.states.len() > 2 * self.different + MERGE_FROM
        {
            self.merge();
        }
        Ok(())
    }

    /// Makes one state of those that are equal.
    fn merge(&mut self) {
        let Tables { states, numbers, .. } = self;
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

    /// Joins the two newest tables: each two states that agree become one.
    fn join(&mut self, join: &Join) -> Result<(), Stopped> {
        let newest = std::mem::take(&mut self.states);
        let waiting = self.waiting.pop().unwrap_or_default();
        self.kept = self.kept.saturating_sub(waiting.len());
        let pairs = Pairs::new(join, &newest);
        self.numbers.clear();
        for (bits, weight) in &waiting {
            let before = self.states.len();
            let mut count = 0;
            for (other, with) in pairs.of(join, bits) {
                count += 1;
                let Some(together) = join.together(bits, &with) else { continue };
                let product = weight.times(&newest[other].1);
                let Tables { states, numbers, .. } = self;
                let hash = together.hash();
                match numbers.find(hash, |&known| states[known as usize].0 == together) {
                    Some(&known) => {
                        let sum = states[known as usize].1.plus(&product);
                        states[known as usize].1 = sum;
                    }
                    None => {
                        let number = states.len() as u32;
                        states.push((together, product));
                        numbers.insert_unique(hash, number, |&n| states[n as usize].0.hash());
                    }
                }
            }
            self.pause(1 + count.max(self.states.len() - before), 1)?;
        }
        self.different = self.states.len();
        Ok(())
    }

    /// Gives the states before a join the weights that follow from those after it.
    fn part(
        &mut self,
        join: &Join,
        mut waiting: Table<N, W>,
        mut newest: Table<N, W>,
    ) -> Result<(), Stopped> {
        let after = std::mem::take(&mut self.states);
        let numbers = numbered(std::mem::take(&mut self.numbers), &after);
        let pairs = Pairs::new(join, &newest);
        let mut outside = vec![N::zero(); newest.len()];
        for (bits, weight) in &mut waiting {
            let mut own = N::zero();
            let mut count = 1;
            for (other, with) in pairs.of(join, bits) {
                count += 1;
                let Some(together) = join.together(bits, &with) else { continue };
                let found =
                    numbers.find(together.hash(), |&known| after[known as usize].0 == together);
                let Some(&found) = found else { continue };
                let beyond = &after[found as usize].1;
                own = own.plus(&newest[other].1.times(beyond));
                outside[other] = outside[other].plus(&weight.times(beyond));
            }
            *weight = own;
            self.pause(count, 1)?;
        }
        for ((_, weight), outside) in newest.iter_mut().zip(outside) {
            *weight = outside;
        }
        self.numbers = numbers;
        self.waiting.push(waiting);
        self.states = newest;
        Ok(())
    }

    /// Gives the states before a step the weights that follow from those after it. What is not there
    /// after it is excluded.
    fn back(&mut self, step: &TableStep<N>, before: &mut [State<N, W>]) -> Result<(), Stopped> {
        self.pause(self.states.len(), 1)?;
        let numbers = numbered(std::mem::take(&mut self.numbers), &self.states);
        let states = &self.states;
        let after = |bits: &Bits<W>| {
            let found = numbers.find(bits.hash(), |&other| states[other as usize].0 == *bits);
            found.map_or_else(N::zero, |&other| states[other as usize].1.clone())
        };
        for (bits, weight) in before {
            *weight = match step.next(bits) {
                Next::One(next) => after(&next),
                Next::Weighted(next, chance) => chance.times(&after(&next)),
                Next::Both(no, yes) => after(&no).plus(&after(&yes)),
                Next::Perhaps(no, yes, chance) => after(&no).plus(&chance.times(&after(&yes))),
                Next::Two(no, yes, chance) => {
                    chance.no.times(&after(&no)).plus(&chance.yes.times(&after(&yes)))
                }
                Next::None => N::zero(),
            };
        }
        self.numbers = numbers;
        Ok(())
    }
}

/// The numbers of states, by their bits. Of those that are equal, one is there.
fn numbered<N, const W: usize>(
    mut numbers: HashTable<u32>,
    states: &[State<N, W>],
) -> HashTable<u32> {
    numbers.clear();
    for (bits, index) in states.iter().map(|(bits, _)| bits).zip(0..) {
        let same = |&other: &u32| states[other as usize].0 == *bits;
        if numbers.find(bits.hash(), same).is_none() {
            let rehash = |&other: &u32| states[other as usize].0.hash();
            numbers.insert_unique(bits.hash(), index, rehash);
        }
    }
    numbers
}

/// The states of a table, found by what a join compares: a hash join.
struct Pairs<const W: usize> {
    /// In the places of the other table.
    moved: Vec<Bits<W>>,
    /// Of the states with the same key, the last one; and per state the one before it.
    last: HashTable<u32>,
    before: Vec<Option<u32>>,
}

impl<const W: usize> Pairs<W> {
    fn new<N>(join: &Join, table: &[State<N, W>]) -> Pairs<W> {
        let moved: Vec<Bits<W>> = table.iter().map(|(bits, _)| join.moved(bits)).collect();
        let key = |number: u32| moved[number as usize].and(&join.key);
        let mut last: HashTable<u32> = HashTable::with_capacity(table.len());
        let mut before = Vec::with_capacity(table.len());
        for number in 0..moved.len() as u32 {
            let hash = key(number).hash();
            match last.find_mut(hash, |&other| key(other) == key(number)) {
                Some(other) => before.push(Some(std::mem::replace(other, number))),
                None => {
                    before.push(None);
                    last.insert_unique(hash, number, |&other| key(other).hash());
                }
            }
        }
        Pairs { moved, last, before }
    }

    /// The states that agree with this one, by number.
    fn of(&self, join: &Join, bits: &Bits<W>) -> impl Iterator<Item = (usize, Bits<W>)> {
        let key = bits.and(&join.key);
        let same = |&other: &u32| self.moved[other as usize].and(&join.key) == key;
        let first = self.last.find(key.hash(), same).copied();
        let numbers = std::iter::successors(first, |&number| self.before[number as usize]);
        numbers.map(|number| (number as usize, self.moved[number as usize]))
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
