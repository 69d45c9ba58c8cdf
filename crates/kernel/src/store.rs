//! Domains, the trail that restores them, and the queue of propagators to run.
//!
//! All reversible memory is one array of 64-bit words. A domain of up to 64 values is one word, a
//! larger one several; a [`Cell`] is a word that a propagator keeps for itself. Writing a word
//! first saves the old value on the *trail*, at most once per search level; going back a level
//! pops the trail. So what a propagator keeps in cells is always right after backtracking,
//! without any code to undo it.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use crate::schedule::{Cost, Event, Status, Var, Watch, Watcher};
use randlog_base::bits::{BitSet, members};
use randlog_base::{Stop, Stopped};

/// A reversible word of a propagator's own: a handle into a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub(crate) u32);

/// Some constraint cannot be satisfied any more. The search goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// What the queue knows of a propagator.
#[derive(Clone, Copy, Debug)]
struct Task {
    /// Non-zero once the propagator has nothing more to say below this search node.
    retired: Cell,
    cost: Cost,
    idempotent: bool,
    /// Whether it need not be woken: it is in the queue, or idempotent and at work.
    awake: bool,
}

/// The state of a problem: domains, reversible cells, and which propagators are due.
#[derive(Clone, Debug, Default)]
pub struct Store {
    words: Vec<u64>,
    /// The stamp under which each word was last saved.
    saved: Vec<u64>,
    trail: Vec<(u32, u64)>,
    /// Length of the trail at the start of each level.
    levels: Vec<usize>,
    /// Changes with every step between levels, so that `saved` need never be cleared.
    stamp: u64,
    /// For the first word of a domain of several words: how many there are.
    lengths: Vec<u32>,
    /// For the first word of a domain: where its list of watchers begins. The next entry is where
    /// it ends.
    watched_by: Vec<u32>,
    watchers: Vec<Watcher>,
    tasks: Vec<Task>,
    /// How often a domain has changed.
    changes: u64,
    /// Those that are due, by cost.
    queues: [VecDeque<u32>; 2],
    /// What stops a propagator that may take long.
    stop: Stop,
    /// Why a propagator was stopped, until the search has seen it.
    stopped: Option<Stopped>,
}

/// Reading domains.
impl Store {
    fn domain(&self, x: Var) -> &[u64] {
        let words = if x.is_large() { self.lengths[x.position()] as usize } else { 1 };
        &self.words[x.position()..x.position() + words]
    }

    /// Whether `value` is still possible for `x`.
    #[inline]
    pub fn contains(&self, x: Var, value: u32) -> bool {
        if !x.is_large() {
            return value < 64 && self.words[x.position()] & (1 << value) != 0;
        }
        let domain = self.domain(x);
        domain.get(value as usize / 64).is_some_and(|word| word & (1 << (value % 64)) != 0)
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, x: Var) -> bool {
        if !x.is_large() {
            let word = self.words[x.position()];
            return word & word.wrapping_sub(1) == 0;
        }
        self.size(x) == 1
    }

    /// Whether each of these has one value left.
    pub fn all_fixed(&self, xs: &[Var]) -> bool {
        xs.iter().all(|&x| self.is_fixed(x))
    }

    /// The value of `x`, if it is fixed.
    #[inline]
    pub fn value(&self, x: Var) -> Option<u32> {
        self.is_fixed(x).then(|| self.min(x))
    }

    /// The number of values left.
    #[inline]
    pub fn size(&self, x: Var) -> u32 {
        if !x.is_large() {
            return self.words[x.position()].count_ones();
        }
        self.domain(x).iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest value left.
    #[inline]
    pub fn min(&self, x: Var) -> u32 {
        if !x.is_large() {
            return self.words[x.position()].trailing_zeros();
        }
        let domain = self.domain(x);
        let index = domain.iter().position(|&word| word != 0).expect("domains are never empty");
        index as u32 * 64 + domain[index].trailing_zeros()
    }

    /// The largest value left.
    #[inline]
    pub fn max(&self, x: Var) -> u32 {
        if !x.is_large() {
            return 63 - self.words[x.position()].leading_zeros();
        }
        let domain = self.domain(x);
        let index = domain.iter().rposition(|&word| word != 0).expect("domains are never empty");
        index as u32 * 64 + 63 - domain[index].leading_zeros()
    }

    /// The values left, in ascending order.
    pub fn values(&self, x: Var) -> impl Iterator<Item = u32> + '_ {
        members(self.domain(x))
    }

    /// The set of the values left.
    #[inline]
    pub fn set_of(&self, x: Var) -> BitSet {
        if !x.is_large() {
            return BitSet::from(self.words[x.position()]);
        }
        self.values(x).collect()
    }

    /// How often any domain has changed: the same number before and after means that none has.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Whether `x` can still take a value of `set`.
    #[inline]
    pub fn meets(&self, x: Var, set: &BitSet) -> bool {
        if !x.is_large() {
            return self.words[x.position()] & set.word(0) != 0;
        }
        self.domain(x).iter().enumerate().any(|(i, word)| word & set.word(i) != 0)
    }

    /// Whether `x` can take no value outside `set`.
    #[inline]
    pub fn within(&self, x: Var, set: &BitSet) -> bool {
        if !x.is_large() {
            return self.words[x.position()] & !set.word(0) == 0;
        }
        self.domain(x).iter().enumerate().all(|(i, word)| word & !set.word(i) == 0)
    }
}

/// Changing domains. Each change puts the propagators that watch for it into the queue.
impl Store {
    /// Make `value` the only value of `x`.
    #[inline]
    pub fn assign(&mut self, x: Var, value: u32) -> Result<(), Conflict> {
        if !self.contains(x, value) {
            return Err(Conflict);
        }
        self.keep(x, |index| if index == value / 64 { 1 << (value % 64) } else { 0 })
    }

    /// Remove `value` from `x`.
    #[inline]
    pub fn remove(&mut self, x: Var, value: u32) -> Result<(), Conflict> {
        self.keep(x, |index| if index == value / 64 { !(1 << (value % 64)) } else { !0 })
    }

    /// Remove all values above `bound`.
    #[inline]
    pub fn at_most(&mut self, x: Var, bound: u32) -> Result<(), Conflict> {
        self.keep(x, |index| bits_below(bound.saturating_add(1), index))
    }

    /// Remove all values below `bound`.
    #[inline]
    pub fn at_least(&mut self, x: Var, bound: u32) -> Result<(), Conflict> {
        self.keep(x, |index| !bits_below(bound, index))
    }

    /// Remove all values from `bounds.start` up to but not including `bounds.end`.
    #[inline]
    pub fn remove_between(&mut self, x: Var, bounds: Range<u32>) -> Result<(), Conflict> {
        self.keep(x, |index| bits_below(bounds.start, index) | !bits_below(bounds.end, index))
    }

    /// Keep only the values in `set`.
    #[inline]
    pub fn intersect(&mut self, x: Var, set: &BitSet) -> Result<(), Conflict> {
        self.keep(x, |index| set.word(index as usize))
    }

    /// Remove the values in `set`.
    #[inline]
    pub fn subtract(&mut self, x: Var, set: &BitSet) -> Result<(), Conflict> {
        self.keep(x, |index| !set.word(index as usize))
    }

    /// Intersect the domain, word by word, with `mask`. Everything above comes down to this, and most
    /// of the time nothing changes: so much is worth having in place.
    #[inline(always)]
    pub(crate) fn keep(&mut self, x: Var, mask: impl Fn(u32) -> u64) -> Result<(), Conflict> {
        if x.is_large() {
            return self.keep_words(x, mask);
        }
        let old = self.words[x.position()];
        let new = old & mask(0);
        if new == old { Ok(()) } else { self.change(x, old, new) }
    }

    /// The domain of one word becomes smaller.
    fn change(&mut self, x: Var, old: u64, new: u64) -> Result<(), Conflict> {
        if new == 0 {
            return Err(Conflict);
        }
        self.write(x.position(), new);
        let smallest = old & old.wrapping_neg();
        // Among the bits of two words that have none in common, the highest decides.
        let is_lowered = old ^ new > new;
        self.notify(x, Event::loss(new & (new - 1) == 0, new & smallest == 0, is_lowered));
        Ok(())
    }

    /// The same for domains of several words.
    #[inline(never)]
    fn keep_words(&mut self, x: Var, mask: impl Fn(u32) -> u64) -> Result<(), Conflict> {
        let (min, max) = (self.min(x), self.max(x));
        let mut changed = false;
        let mut left = 0;
        for index in 0..self.lengths[x.position()] {
            let at = x.position() + index as usize;
            let old = self.words[at];
            let new = old & mask(index);
            left |= new;
            if new != old {
                self.write(at, new);
                changed = true;
            }
        }
        if left == 0 {
            return Err(Conflict);
        }
        if changed {
            let (is_raised, is_lowered) = (self.min(x) > min, self.max(x) < max);
            self.notify(x, Event::loss(self.is_fixed(x), is_raised, is_lowered));
        }
        Ok(())
    }

    /// Pretend, one after the other, that `x` has each of its values, without telling anybody.
    /// Stops early if `visit` breaks; in any case the domain is as before.
    pub(crate) fn for_each_value(
        &mut self,
        x: Var,
        mut visit: impl FnMut(&Store) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let words = x.position()..x.position() + self.domain(x).len();
        let mark = self.trail.len();
        for at in words.clone() {
            self.trail.push((at as u32, std::mem::take(&mut self.words[at])));
        }
        let mut flow = ControlFlow::Continue(());
        for (index, at) in words.enumerate() {
            let mut left = self.trail[mark + index].1;
            while left != 0 && flow.is_continue() {
                self.words[at] = left & left.wrapping_neg();
                left &= left - 1;
                flow = visit(self);
            }
            self.words[at] = 0;
        }
        self.undo(mark);
        flow
    }
}

/// The bits of word `index` that stand for values below `bound`.
#[inline]
fn bits_below(bound: u32, index: u32) -> u64 {
    match bound.saturating_sub(index * 64) {
        count @ 0..64 => (1 << count) - 1,
        _ => !0,
    }
}

/// Reversible cells.
impl Store {
    /// What the cell holds.
    #[inline]
    pub fn get(&self, cell: Cell) -> u64 {
        self.words[cell.0 as usize]
    }

    /// Change what the cell holds, until the search goes back above this point.
    #[inline]
    pub fn set(&mut self, cell: Cell, value: u64) {
        if self.words[cell.0 as usize] != value {
            self.write(cell.0 as usize, value);
        }
    }

    #[inline]
    fn write(&mut self, at: usize, value: u64) {
        if self.saved[at] != self.stamp {
            self.saved[at] = self.stamp;
            self.trail.push((at as u32, self.words[at]));
        }
        self.words[at] = value;
    }
}

/// Stopping.
impl Store {
    /// The token of the search, for a propagator that may take long. It does not limit steps, which are search nodes.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// What a propagator that was stopped returns as its conflict. The search ends with this.
    pub fn stopped(&mut self, why: Stopped) -> Conflict {
        self.stopped = Some(why);
        Conflict
    }

    pub(crate) fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    pub(crate) fn take_stopped(&mut self) -> Option<Stopped> {
        self.stopped.take()
    }
}

/// Levels.
impl Store {
    /// How many levels lie below the root.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.trail.len());
        self.stamp += 1;
    }

    pub(crate) fn pop_level(&mut self) {
        let mark = self.levels.pop().expect("a level to go back from");
        self.undo(mark);
        self.stamp += 1;
    }

    /// Take back what the trail saved from this length on, last first: what a word held at first is
    /// what it holds in the end.
    fn undo(&mut self, mark: usize) {
        for (at, old) in self.trail.drain(mark..).rev() {
            self.words[at as usize] = old;
        }
    }
}

/// Building, and the queue.
impl Store {
    /// Make room for so many words and propagators.
    pub(crate) fn reserve(&mut self, words: usize, tasks: usize) {
        self.words.reserve(words);
        self.saved.reserve(words);
        self.trail.reserve(words);
        self.tasks.reserve(tasks);
        self.queues[Cost::Low as usize].reserve(tasks);
    }

    pub(crate) fn new_variables(
        &mut self,
        count: usize,
        domain: &BitSet,
    ) -> impl Iterator<Item = Var> + use<> {
        let largest = domain.max().expect("a variable needs at least one value");
        let length = largest / 64 + 1;
        let first = self.words.len() as u32;
        for _ in 0..count {
            if length > 1 {
                self.lengths.resize(self.words.len(), 0);
                self.lengths.push(length);
            }
            self.words.extend((0..length).map(|index| domain.word(index as usize)));
        }
        // No stamp was ever u64::MAX: the first write is always saved.
        self.saved.resize(self.words.len(), u64::MAX);
        let flag = if length > 1 { Var::LARGE } else { 0 };
        (0..count as u32).map(move |number| Var((first + number * length) | flag))
    }

    pub(crate) fn new_cell(&mut self, value: u64) -> Cell {
        self.words.push(value);
        self.saved.push(u64::MAX);
        Cell(self.words.len() as u32 - 1)
    }

    pub(crate) fn new_task(&mut self, cost: Cost, idempotent: bool) {
        let retired = self.new_cell(0);
        self.tasks.push(Task { retired, cost, idempotent, awake: false });
    }

    /// Lay the watch lists out, variable after variable.
    pub(crate) fn set_watchers(&mut self, watch: &Watch) {
        // First the length of each list, two places on; then, one place on, where it begins.
        let mut begins = vec![0; self.words.len() + 2];
        watch.entries.iter().for_each(|(x, _)| begins[x.position() + 2] += 1);
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        // Each entry moves the beginning of its list on, in the end to that of the next list.
        self.watchers = vec![Watcher::default(); watch.entries.len()];
        for (x, watcher) in &watch.entries {
            let next = &mut begins[x.position() + 1];
            self.watchers[*next as usize] = *watcher;
            *next += 1;
        }
        self.watched_by = begins;
    }

    /// Who watches `x`, as positions in the list of all watchers.
    #[inline]
    fn watching(&self, x: Var) -> Range<usize> {
        match self.watched_by.get(x.position()..x.position() + 2) {
            Some(&[from, to]) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    /// Whether every propagator that watches `x` is retired or in `settling`.
    pub(crate) fn is_left_to(&self, x: Var, settling: &[bool]) -> bool {
        self.watchers[self.watching(x)].iter().all(|watcher| {
            let propagator = watcher.propagator() as usize;
            settling[propagator] || self.get(self.tasks[propagator].retired) != 0
        })
    }

    #[inline]
    fn notify(&mut self, x: Var, event: Event) {
        self.changes += 1;
        let watching = self.watching(x);
        let Store { watchers, tasks, words, queues, .. } = self;
        for watcher in &watchers[watching] {
            if watcher.is_woken_by(event) {
                wake(watcher.propagator(), tasks, words, queues);
            }
        }
    }

    pub(crate) fn enqueue(&mut self, propagator: u32) {
        let Store { tasks, words, queues, .. } = self;
        wake(propagator, tasks, words, queues);
    }

    /// The next propagator to run: the cheapest first. Some retired while they waited.
    pub(crate) fn dequeue(&mut self) -> Option<u32> {
        loop {
            let [low, high] = &mut self.queues;
            let propagator = low.pop_front().or_else(|| high.pop_front())?;
            let task = &mut self.tasks[propagator as usize];
            let is_retired = self.words[task.retired.0 as usize] != 0;
            // What an idempotent propagator changes itself need not wake it.
            task.awake = task.idempotent && !is_retired;
            if !is_retired {
                return Some(propagator);
            }
        }
    }

    /// The run that [`Store::dequeue`] asked for is over.
    pub(crate) fn end_run(&mut self, propagator: u32, status: Status) {
        let task = &mut self.tasks[propagator as usize];
        task.awake &= !task.idempotent;
        if status == Status::Entailed {
            let retired = task.retired;
            self.set(retired, 1);
        }
    }

    /// The run ended in a conflict: forget what was due.
    pub(crate) fn abandon(&mut self, propagator: u32) {
        self.end_run(propagator, Status::Active);
        for due in self.queues.iter_mut().flat_map(|queue| queue.drain(..)) {
            self.tasks[due as usize].awake = false;
        }
    }
}

/// Put a propagator into the queue, unless it is there or retired.
#[inline]
fn wake(propagator: u32, tasks: &mut [Task], words: &[u64], queues: &mut [VecDeque<u32>; 2]) {
    let task = &mut tasks[propagator as usize];
    if !task.awake && words[task.retired.0 as usize] == 0 {
        task.awake = true;
        queues[task.cost as usize].push_back(propagator);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store_with(domain: &[u32]) -> (Store, Var) {
        let mut store = Store::default();
        let x = store.new_variables(1, &domain.iter().copied().collect()).next().unwrap();
        (store, x)
    }

    #[test]
    fn large_domains_behave_like_small_ones() {
        let (mut store, x) = store_with(&[0, 63, 64, 130, 399]);
        assert_eq!((store.min(x), store.max(x), store.size(x)), (0, 399, 5));
        store.at_least(x, 64).unwrap();
        store.at_most(x, 130).unwrap();
        assert_eq!(store.values(x).collect::<Vec<_>>(), [64, 130]);
        assert!(!store.is_fixed(x));
        store.remove(x, 64).unwrap();
        assert_eq!(store.value(x), Some(130));
        assert_eq!(store.assign(x, 64), Err(Conflict));
    }

    #[test]
    fn going_back_restores_domains_and_cells() {
        let (mut store, x) = store_with(&[1, 2, 70]);
        let cell = store.new_cell(7);
        store.push_level();
        store.remove(x, 2).unwrap();
        store.set(cell, 8);
        store.push_level();
        store.assign(x, 70).unwrap();
        store.set(cell, 9);
        store.pop_level();
        assert_eq!((store.size(x), store.get(cell)), (2, 8));
        store.set(cell, 10);
        store.pop_level();
        assert_eq!((store.size(x), store.get(cell)), (3, 7));
    }

    #[test]
    fn removing_the_last_value_is_a_conflict() {
        let (mut store, x) = store_with(&[5]);
        assert_eq!(store.remove(x, 4), Ok(()));
        assert_eq!(store.remove(x, 5), Err(Conflict));
    }
}
