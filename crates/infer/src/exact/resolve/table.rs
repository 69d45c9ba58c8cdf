//! Goals, their answers, and who waits for them.

use super::compile::{Compiler, PredicateId};
use super::terms::{Frame, TermId};
use crate::exact::ground::GroundLiteral;
use crate::exact::relation::Rows;
use hashbrown::{HashMap, HashSet};

/// An instance of a rule on its way.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) frame: Frame,
    /// What it has used so far.
    pub(super) body: Vec<GroundLiteral>,
}

/// Where an instance stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPosition {
    /// The goal it works for.
    pub(super) table: u32,
    pub(super) rule: u32,
    pub(super) step: u32,
}

/// The rule that a step belongs to, and the goal that it works for, if it is tabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) rule: u32,
    pub(super) table: Option<u32>,
}

impl BodyPosition {
    pub(super) fn site(self) -> Site {
        Site { rule: self.rule, table: Some(self.table) }
    }
}

/// An instance that waits for answers.
pub(super) struct Consumer {
    pub(super) place: BodyPosition,
    pub(super) instance: Instance,
    pub(super) taken: usize,
}

/// What is known of a goal.
#[derive(Default)]
pub(super) struct SubgoalTable {
    pub(super) variables: u32,
    /// Who asked first.
    pub(super) parent: Option<u32>,
    pub(super) answers: Vec<u32>,
    known: HashSet<u32>,
    pub(super) consumers: Vec<Consumer>,
    pub(super) started: bool,
    waiting: bool,
    /// How many consumers have taken how many answers at least.
    served: (usize, usize),
}

/// About how many bytes an allocation, or an entry of a map, takes beside what it holds.
const BESIDE: usize = 32;

#[derive(Default)]
pub(super) struct Tables {
    pub(super) all: Vec<SubgoalTable>,
    /// The goals: predicates, and arguments with their variables numbered in order.
    goals: Rows<PredicateId>,
    /// Tables with something to do.
    pub(super) agenda: Vec<u32>,
    /// How many bytes the lists of answers and consumers take.
    pub(super) lists: usize,
}

impl Tables {
    /// The table of a goal, a new one if nobody has asked it yet.
    pub(super) fn ask(
        &mut self,
        predicate: PredicateId,
        args: &[TermId],
        variables: u32,
        parent: Option<u32>,
    ) -> u32 {
        let (number, new) = self.goals.insert(predicate, args);
        if new {
            self.all.push(SubgoalTable { variables, parent, ..SubgoalTable::default() });
            self.wake(number);
        }
        number
    }

    /// The predicate and the arguments of a table.
    pub(super) fn goal(&self, table: u32) -> (PredicateId, &[TermId]) {
        (self.goals.owners[table as usize], self.goals.row(table))
    }

    /// About how many bytes this holds.
    pub(super) fn bytes(&self) -> usize {
        self.goals.bytes() + self.all.capacity() * size_of::<SubgoalTable>() + self.lists
    }

    pub(super) fn wake(&mut self, table: u32) {
        if !std::mem::replace(&mut self.all[table as usize].waiting, true) {
            self.agenda.push(table);
        }
    }

    pub(super) fn next(&mut self) -> Option<u32> {
        let table = self.agenda.pop()?;
        self.all[table as usize].waiting = false;
        Some(table)
    }

    /// The first consumer that may have something to take: a goal with many of them is not looked through
    /// for each new one.
    pub(super) fn serve(&mut self, table: u32) -> usize {
        let found = &mut self.all[table as usize];
        let (consumers, answers) = found.served;
        found.served = (found.consumers.len(), found.answers.len());
        if answers < found.answers.len() { 0 } else { consumers }
    }

    /// Adds an answer, by the number of its atom.
    pub(super) fn add(&mut self, table: u32, atom: u32) {
        let found = &mut self.all[table as usize];
        if found.known.insert(atom) {
            found.answers.push(atom);
            self.lists += BESIDE;
            self.wake(table);
        }
    }

    pub(super) fn consume(&mut self, table: u32, place: BodyPosition, instance: Instance) {
        self.lists += 2 * BESIDE + 4 * instance.frame.len() + 8 * instance.body.len();
        let consumers = &mut self.all[table as usize].consumers;
        let before = consumers.capacity();
        consumers.push(Consumer { place, instance, taken: 0 });
        self.lists += (consumers.capacity() - before) * size_of::<Consumer>();
        self.wake(table);
    }
}

/// For each predicate and column: the rules whose head has a ground term there, and the others.
#[derive(Default)]
pub(super) struct Index {
    columns: HashMap<(PredicateId, usize), Column>,
}

#[derive(Default)]
struct Column {
    by_term: HashMap<TermId, Vec<u32>>,
    others: Vec<u32>,
}

impl Index {
    /// The rules that may fit a goal, in the order of the program.
    pub(super) fn candidates(
        &mut self,
        compiler: &Compiler<'_>,
        predicate: PredicateId,
        args: &[TermId],
    ) -> Vec<u32> {
        let rules = &compiler.predicates[predicate as usize].rules;
        /// With fewer rules than this, an index is not worth its while.
        const FEW: usize = 8;
        if rules.len() < FEW {
            return rules.clone();
        }
        let mut best: Option<(usize, usize)> = None;
        for (position, &arg) in args.iter().enumerate() {
            if !compiler.store.is_ground(arg) {
                continue;
            }
            let column = self.columns.entry((predicate, position)).or_insert_with(|| {
                let mut column = Column::default();
                for &rule in rules {
                    let term = compiler.rules[rule as usize].head[position];
                    match compiler.store.is_ground(term) {
                        true => column.by_term.entry(term).or_default().push(rule),
                        false => column.others.push(rule),
                    }
                }
                column
            });
            let count = column.by_term.get(&arg).map_or(0, Vec::len) + column.others.len();
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, position));
            }
        }
        let Some((_, position)) = best else { return rules.clone() };
        let column = &self.columns[&(predicate, position)];
        let mut found = column.by_term.get(&args[position]).cloned().unwrap_or_default();
        found.extend(&column.others);
        found.sort_unstable();
        found
    }
}
