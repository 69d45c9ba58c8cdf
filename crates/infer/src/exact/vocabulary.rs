//! Numbers for constants and predicates, and which clauses a predicate has.

use super::rule::{Constant, PredicateId};
use hashbrown::HashMap;
use randlog_logic::{Atom, Program, Term};

/// Numbers for the constants of a program.
#[derive(Default)]
pub(super) struct Constants<'p> {
    numbers: HashMap<&'p Term, Constant>,
    terms: Vec<&'p Term>,
}

impl<'p> Constants<'p> {
    pub(super) fn number(&mut self, term: &'p Term) -> Constant {
        *self.numbers.entry(term).or_insert_with(|| {
            self.terms.push(term);
            (self.terms.len() - 1) as Constant
        })
    }

    pub(super) fn term(&self, constant: Constant) -> &'p Term {
        self.terms[constant as usize]
    }
}

/// A predicate of the program.
pub(super) struct Entry<'p> {
    pub(super) name: &'p str,
    pub(super) arity: usize,
    /// The clauses with a head of this predicate, by position.
    pub(super) clauses: Vec<u32>,
}

/// Numbers for the predicates of a program.
pub(super) struct Predicates<'p> {
    numbers: HashMap<(&'p str, usize), PredicateId>,
    pub(super) entries: Vec<Entry<'p>>,
}

impl<'p> Predicates<'p> {
    /// All predicates that have clauses.
    pub(super) fn new(program: &'p Program) -> Predicates<'p> {
        let mut predicates = Predicates { numbers: HashMap::new(), entries: Vec::new() };
        // Files list the facts of a predicate one after another: mostly the last one is meant.
        let mut last = None;
        for (position, clause) in program.clauses.iter().enumerate() {
            for head in &clause.heads {
                let number = match last {
                    Some(last) if predicates.is(last, &head.atom) => last,
                    _ => predicates.number(&head.atom),
                };
                last = Some(number);
                let clauses = &mut predicates.entries[number as usize].clauses;
                if clauses.last() != Some(&(position as u32)) {
                    clauses.push(position as u32);
                }
            }
        }
        predicates
    }

    fn is(&self, number: PredicateId, atom: &Atom) -> bool {
        let entry = &self.entries[number as usize];
        entry.arity == atom.args.len() && entry.name == atom.name
    }

    /// The number of the atom's predicate; a new one if it has none yet.
    pub(super) fn number(&mut self, atom: &'p Atom) -> PredicateId {
        let key = (atom.name.as_str(), atom.args.len());
        *self.numbers.entry(key).or_insert_with(|| {
            self.entries.push(Entry { name: key.0, arity: key.1, clauses: Vec::new() });
            (self.entries.len() - 1) as PredicateId
        })
    }

    pub(super) fn entry(&self, number: PredicateId) -> &Entry<'p> {
        &self.entries[number as usize]
    }

    /// The predicates, in the order of the program.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}
