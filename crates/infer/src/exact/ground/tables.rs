//! Tables: which goals have been asked, what their answers are, and who waits for them.
//!
//! A goal is a predicate with values for some of its columns. Each goal is worked on once, however
//! often it is asked. A rule that needs its answers becomes a *consumer*: it takes those that are
//! there, and is woken for those that come later. So recursion ends by itself.

use super::super::relation::{Columns, Constant, Rows};
use super::super::rule::{Literal, PredicateId};
use hashbrown::HashSet;

/// A goal.
#[derive(Default)]
pub(super) struct GoalTable {
    /// Can there be one answer only?
    pub(super) closed: bool,
    /// Is the only answer certain? Then no other proof of it matters.
    pub(super) settled: bool,
    explored: bool,
    queued: bool,
    /// As rows.
    pub(super) answers: Vec<u32>,
    pub(super) consumers: Vec<Consumer>,
}

/// How far a rule has got.
#[derive(Clone, Copy)]
pub(super) struct PlanPosition {
    /// The goal that the rule works for.
    pub(super) table: u32,
    pub(super) plan: u32,
    pub(super) step: u32,
}

impl PlanPosition {
    pub(super) fn next(self) -> PlanPosition {
        PlanPosition { step: self.step + 1, ..self }
    }
}

/// A rule that waits for answers of a goal.
#[derive(Clone, Copy)]
pub(super) struct Consumer {
    pub(super) place: PlanPosition,
    /// Where the values of the rule's variables start in [`Tables::values`].
    pub(super) values: u32,
    /// How many of the answers it has taken.
    pub(super) taken: u32,
}

/// All goals.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) tables: Vec<GoalTable>,
    /// Per goal: predicate and known columns, and their values.
    keys: Rows<(PredicateId, Columns)>,
    /// How many bytes the lists of answers and consumers take.
    lists: usize,
    /// Answers found by rules, of goals that can have several: goal and row.
    answered: HashSet<(u32, u32)>,
    /// The values of variables, for the consumers.
    pub(super) values: Vec<Constant>,
    /// Goals with work to do.
    queue: Vec<u32>,
}

impl Tables {
    /// The predicate, which columns are known, and their values.
    pub(super) fn goal(&self, table: u32) -> (PredicateId, Columns, &[Constant]) {
        let (predicate, known) = self.keys.owners[table as usize];
        (predicate, known, self.keys.row(table))
    }

    /// The table of a goal.
    pub(super) fn ask(&mut self, goal: &Literal, known: Columns, key: &[Constant]) -> u32 {
        let (number, new) = self.keys.insert((goal.predicate, known), key);
        if new {
            let closed = key.len() == goal.slots.len();
            self.tables.push(GoalTable { closed, ..GoalTable::default() });
            self.wake(number);
        }
        number
    }

    fn wake(&mut self, table: u32) {
        if !std::mem::replace(&mut self.tables[table as usize].queued, true) {
            self.queue.push(table);
        }
    }

    /// A goal with work to do.
    pub(super) fn next(&mut self) -> Option<u32> {
        let table = self.queue.pop()?;
        self.tables[table as usize].queued = false;
        Some(table)
    }

    /// Says whether nobody has worked on the goal yet, and that somebody does now.
    pub(super) fn start(&mut self, table: u32) -> bool {
        !std::mem::replace(&mut self.tables[table as usize].explored, true)
    }

    /// The answer of a goal that can have one only is certain.
    pub(super) fn settle(&mut self, table: u32) {
        let entry = &mut self.tables[table as usize];
        entry.settled = entry.closed;
    }

    pub(super) fn consume(&mut self, source: u32, place: PlanPosition, values: u32) {
        let consumers = &mut self.tables[source as usize].consumers;
        self.lists += push(consumers, Consumer { place, values, taken: 0 });
        self.wake(source);
    }

    /// Adds an answer that is surely new.
    pub(super) fn add(&mut self, table: u32, row: u32) {
        let entry = &mut self.tables[table as usize];
        self.lists += push(&mut entry.answers, row);
        if !entry.consumers.is_empty() {
            self.wake(table);
        }
    }

    /// Adds an answer that a rule gives, unless it is known.
    pub(super) fn add_once(&mut self, table: u32, row: u32) {
        let entry = &self.tables[table as usize];
        let new = match entry.closed {
            true => entry.answers.is_empty(),
            false => self.answered.insert((table, row)),
        };
        if new {
            self.add(table, row);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.tables.capacity() * size_of::<GoalTable>()
            + self.lists
            + self.keys.bytes()
            + self.values.capacity() * size_of::<Constant>()
            + self.answered.capacity() * BYTES_PER_ANSWER
    }
}

/// A pair in a set, with its share of what is empty, and of what is there twice while the set grows.
const BYTES_PER_ANSWER: usize = 15;

/// Adds to a list; says by how many bytes it grew.
fn push<T>(list: &mut Vec<T>, item: T) -> usize {
    /// What an allocation takes beside what it holds.
    const BESIDE: usize = 16;
    let before = list.capacity();
    list.push(item);
    let more = (list.capacity() - before) * size_of::<T>();
    if before == 0 { more + BESIDE } else { more }
}
