//! Tables: which goals have been asked, what their answers are, and who waits for them.
//!
//! A goal is a predicate with values for some of its columns. Each goal is worked on once, however
//! often it is asked. A rule that needs its answers becomes a *consumer*: it takes those that are
//! there, and is woken for those that come later. So recursion ends by itself.

use super::super::relation::{Columns, Rows};
use super::super::rule::{Constant, PredicateId};
use hashbrown::HashSet;

/// No entry.
pub(super) const NONE: u32 = u32::MAX;

/// A goal.
pub(super) struct Table {
    /// Can there be one answer only?
    pub(super) closed: bool,
    pub(super) explored: bool,
    queued: bool,
    first_answer: u32,
    last_answer: u32,
    first_consumer: u32,
}

/// A rule that waits for answers of a goal.
#[derive(Clone, Copy)]
pub(super) struct Consumer {
    /// The goal that the rule works for.
    pub(super) table: u32,
    pub(super) plan: u32,
    pub(super) step: u32,
    /// Where the values of the rule's variables start in [`Tables::values`].
    pub(super) values: u32,
    last_taken: u32,
    next: u32,
}

/// All goals.
#[derive(Default)]
pub(super) struct Tables {
    tables: Vec<Table>,
    /// Per goal: predicate and known columns, and their values.
    keys: Rows<(PredicateId, Columns)>,
    /// Answers: a row, and the next answer of the same goal.
    answers: Vec<(u32, u32)>,
    /// Answers found by rules, of goals that can have several: goal and row.
    answered: HashSet<(u32, u32)>,
    consumers: Vec<Consumer>,
    /// The values of variables, for the consumers.
    pub(super) values: Vec<Constant>,
    /// Goals with work to do.
    queue: Vec<u32>,
}

impl Tables {
    pub(super) fn table(&self, table: u32) -> &Table {
        &self.tables[table as usize]
    }

    /// The predicate, which columns are known, and their values.
    pub(super) fn goal(&self, table: u32) -> (PredicateId, Columns, &[Constant]) {
        let (predicate, known) = self.keys.owners[table as usize];
        (predicate, known, self.keys.row(table))
    }

    /// The table of a goal.
    pub(super) fn ask(
        &mut self,
        predicate: PredicateId,
        known: Columns,
        key: &[Constant],
        closed: bool,
    ) -> u32 {
        let (number, new) = self.keys.insert((predicate, known), key);
        if new {
            self.tables.push(Table {
                closed,
                explored: false,
                queued: false,
                first_answer: NONE,
                last_answer: NONE,
                first_consumer: NONE,
            });
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

    pub(super) fn consume(&mut self, source: u32, table: u32, plan: u32, step: u32, values: u32) {
        let next = self.tables[source as usize].first_consumer;
        let consumer = Consumer { table, plan, step, values, last_taken: NONE, next };
        self.tables[source as usize].first_consumer = self.consumers.len() as u32;
        self.consumers.push(consumer);
        self.wake(source);
    }

    /// The consumers of a goal, one by one; begin with [`NONE`].
    pub(super) fn consumer_after(&self, table: u32, consumer: u32) -> u32 {
        match consumer {
            NONE => self.tables[table as usize].first_consumer,
            consumer => self.consumers[consumer as usize].next,
        }
    }

    pub(super) fn consumer(&self, consumer: u32) -> Consumer {
        self.consumers[consumer as usize]
    }

    /// The next answer, as a row, that a consumer has not taken.
    pub(super) fn take(&mut self, source: u32, consumer: u32) -> Option<u32> {
        let entry = &mut self.consumers[consumer as usize];
        let next = match entry.last_taken {
            NONE => self.tables[source as usize].first_answer,
            taken => self.answers[taken as usize].1,
        };
        if next == NONE {
            return None;
        }
        entry.last_taken = next;
        Some(self.answers[next as usize].0)
    }

    /// Adds an answer that is surely new.
    pub(super) fn add(&mut self, table: u32, row: u32) {
        let answer = self.answers.len() as u32;
        self.answers.push((row, NONE));
        let entry = &mut self.tables[table as usize];
        match entry.last_answer {
            NONE => entry.first_answer = answer,
            last => self.answers[last as usize].1 = answer,
        }
        entry.last_answer = answer;
        if entry.first_consumer != NONE {
            self.wake(table);
        }
    }

    /// Adds an answer that a rule gives, unless it is known.
    pub(super) fn add_once(&mut self, table: u32, row: u32) {
        let entry = &self.tables[table as usize];
        let new = match entry.closed {
            true => entry.first_answer == NONE,
            false => self.answered.insert((table, row)),
        };
        if new {
            self.add(table, row);
        }
    }

    /// All answers, as rows.
    pub(super) fn answers(&self, table: u32) -> impl Iterator<Item = u32> {
        let mut next = self.tables[table as usize].first_answer;
        std::iter::from_fn(move || {
            let &(row, after) = self.answers.get(next as usize)?;
            next = after;
            Some(row)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.tables.capacity() * size_of::<Table>()
            + self.consumers.capacity() * size_of::<Consumer>()
            + self.keys.bytes()
            + self.values.capacity() * size_of::<Constant>()
            + (self.answers.capacity() + self.answered.capacity()) * 9
    }
}
