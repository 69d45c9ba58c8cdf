//! Which clauses a predicate has.

use crate::{Clause, Predicate, Symbol};
use std::collections::HashMap;
use std::ops::Range;

/// The clauses of each predicate, by position in the list of clauses.
///
/// It is made while a program is read, for next to nothing. Whoever asks for a few predicates of a large
/// program need not look at the clauses of all others then.
///
/// ```
/// use randlog_logic::{Dialect, Index, Predicate};
///
/// let program = Dialect::ProbLog.parse("q(a). q(b). p(X) :- q(X). q(c).")?;
/// let index = Index::new(&program.clauses);
/// let entry = &index.entries()[0];
/// assert_eq!(entry.predicate, Predicate::new("q", 1));
/// assert_eq!(entry.clauses, [0..2, 3..4]);
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    entries: Vec<PredicateClauses>,
    numbers: HashMap<Predicate, usize>,
    /// Entries of late, each in a place that follows from a few letters: most heads are of few predicates.
    recent: [usize; PLACES],
}

const PLACES: usize = 32;

/// The place in `recent` of a predicate.
fn place(name: &str, arity: usize) -> usize {
    let name = name.as_bytes();
    let [first, last] =
        [name.first(), name.last()].map(|byte| byte.copied().map_or(0, usize::from));
    (first + 3 * last + 5 * name.len() + 7 * arity) % PLACES
}

/// A predicate with clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateClauses {
    /// The predicate.
    pub predicate: Predicate,
    /// The positions of the clauses with a head of it, in order.
    pub clauses: Vec<Range<u32>>,
}

impl Index {
    /// The index of these clauses.
    pub fn new(clauses: &[Clause]) -> Index {
        let mut index = Index::default();
        for (position, clause) in clauses.iter().enumerate() {
            index.add(clause, position as u32);
        }
        index
    }

    /// The predicates with clauses, in the order in which they first occur as heads.
    pub fn entries(&self) -> &[PredicateClauses] {
        &self.entries
    }

    /// Adds the clause at this position, which comes after all others.
    pub(crate) fn add(&mut self, clause: &Clause, position: u32) {
        for head in &clause.heads {
            let number = self.number_of(&head.atom.name, head.atom.args.len());
            let clauses = &mut self.entries[number].clauses;
            match clauses.last_mut() {
                Some(run) if run.end > position => {}
                Some(run) if run.end == position => run.end += 1,
                _ => clauses.push(position..position + 1),
            }
        }
    }

    /// The number of a predicate among [`Index::entries`], if it is there.
    pub(crate) fn number(&self, name: &str, arity: usize) -> Option<usize> {
        let is_same = |entry: &PredicateClauses| {
            entry.predicate.arity == arity && entry.predicate.name == name
        };
        let recent = self.recent[place(name, arity)];
        if self.entries.get(recent).is_some_and(is_same) {
            return Some(recent);
        }
        self.numbers.get(&Predicate::new(name, arity)).copied()
    }

    /// The same; it is there from now on.
    pub(crate) fn number_of(&mut self, name: &str, arity: usize) -> usize {
        let number = self.number(name, arity).unwrap_or_else(|| {
            let predicate = Predicate::new(Symbol::new(name), arity);
            self.numbers.insert(predicate.clone(), self.entries.len());
            self.entries.push(PredicateClauses { predicate, clauses: Vec::new() });
            self.entries.len() - 1
        });
        self.recent[place(name, arity)] = number;
        number
    }
}
