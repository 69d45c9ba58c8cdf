//! Numbers for constants and predicates, and which clauses a predicate has.

use super::relation::Constant;
use super::rule::PredicateId;
use hashbrown::HashMap;
use randlog_logic::{Atom, Facts, Index, Term};
use std::ops::Range;

/// Numbers for the constants of a program: first those of the facts in tables, then all others.
pub(super) struct Constants<'p> {
    facts: &'p Facts,
    numbers: HashMap<&'p Term, Constant>,
    others: Vec<&'p Term>,
}

impl<'p> Constants<'p> {
    pub(super) fn new(facts: &'p Facts) -> Constants<'p> {
        Constants { facts, numbers: HashMap::new(), others: Vec::new() }
    }

    pub(super) fn number(&mut self, term: &'p Term) -> Constant {
        let Constants { facts, numbers, others } = self;
        facts.number(term).unwrap_or_else(|| {
            *numbers.entry(term).or_insert_with(|| {
                others.push(term);
                (facts.constants().len() + others.len() - 1) as Constant
            })
        })
    }

    pub(super) fn term(&self, constant: Constant) -> &'p Term {
        let (known, constant) = (self.facts.constants(), constant as usize);
        known.get(constant).unwrap_or_else(|| self.others[constant - known.len()])
    }
}

/// A predicate of the program.
pub(super) struct IndexedPredicate<'p> {
    pub(super) name: &'p str,
    pub(super) arity: usize,
    /// The clauses with a head of this predicate, by position.
    runs: &'p [Range<u32>],
}

impl<'p> IndexedPredicate<'p> {
    /// The positions of the clauses with a head of this predicate, in order.
    pub(super) fn clauses(&self) -> impl Iterator<Item = u32> + 'p {
        self.runs.iter().flat_map(Range::clone)
    }

    /// How many clauses there are.
    pub(super) fn len(&self) -> usize {
        self.runs.iter().map(ExactSizeIterator::len).sum()
    }
}

/// Numbers for the predicates of a program.
pub(super) struct Predicates<'p> {
    numbers: HashMap<(&'p str, usize), PredicateId>,
    pub(super) entries: Vec<IndexedPredicate<'p>>,
}

impl<'p> Predicates<'p> {
    /// All predicates that have clauses.
    pub(super) fn new(index: &'p Index) -> Predicates<'p> {
        let entry = |entry: &'p randlog_logic::PredicateClauses| IndexedPredicate {
            name: &entry.predicate.name,
            arity: entry.predicate.arity,
            runs: &entry.clauses,
        };
        let entries: Vec<IndexedPredicate<'p>> = index.entries().iter().map(entry).collect();
        let numbered = entries.iter().zip(0..);
        let numbers = numbered.map(|(entry, number)| ((entry.name, entry.arity), number)).collect();
        Predicates { numbers, entries }
    }

    /// The number of the atom's predicate; a new one if it has none yet.
    pub(super) fn number(&mut self, atom: &'p Atom) -> PredicateId {
        let key = (atom.name.as_str(), atom.args.len());
        *self.numbers.entry(key).or_insert_with(|| {
            self.entries.push(IndexedPredicate { name: key.0, arity: key.1, runs: &[] });
            (self.entries.len() - 1) as PredicateId
        })
    }

    pub(super) fn entry(&self, number: PredicateId) -> &IndexedPredicate<'p> {
        &self.entries[number as usize]
    }

    /// The predicates, in the order of the program.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}
