//! Which clauses a predicate has.

use crate::{Atom, Clause, Predicate};
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
    entries: Vec<Entry>,
    numbers: HashMap<Predicate, usize>,
    /// Entries of late, each in a place that follows from a few letters: most heads are of few predicates.
    recent: [usize; PLACES],
}

const PLACES: usize = 32;

/// The place in `recent` of the atom's predicate.
fn place(atom: &Atom) -> usize {
    let name = atom.name.as_bytes();
    let [first, last] =
        [name.first(), name.last()].map(|byte| byte.copied().map_or(0, usize::from));
    (first + 3 * last + 5 * name.len() + 7 * atom.args.len()) % PLACES
}

/// A predicate with clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
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
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds the clause at this position, which comes after all others.
    pub(crate) fn add(&mut self, clause: &Clause, position: u32) {
        for head in &clause.heads {
            let number = self.number(&head.atom);
            let clauses = &mut self.entries[number].clauses;
            match clauses.last_mut() {
                Some(run) if run.end > position => {}
                Some(run) if run.end == position => run.end += 1,
                _ => clauses.push(position..position + 1),
            }
        }
    }

    fn number(&mut self, atom: &Atom) -> usize {
        let is_same = |entry: &Entry| {
            entry.predicate.arity == atom.args.len() && entry.predicate.name == atom.name
        };
        let place = place(atom);
        if !self.entries.get(self.recent[place]).is_some_and(is_same) {
            let predicate = atom.predicate();
            self.recent[place] = *self.numbers.entry(predicate).or_insert_with_key(|predicate| {
                self.entries.push(Entry { predicate: predicate.clone(), clauses: Vec::new() });
                self.entries.len() - 1
            });
        }
        self.recent[place]
    }
}
