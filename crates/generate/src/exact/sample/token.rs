//! Clauses while they are drawn: flat, cheap to compare, free of names.

use std::collections::BTreeSet;

use randlog_logic::{Atom, Formula, Term};
use smallvec::SmallVec;

use crate::Spec;
use crate::exact::classes::Classes;

/// A piece of a clause. A clause is its head followed by its body, both in the order of reading:
/// an atom followed by its arguments, a connective followed by its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Token {
    /// The empty body.
    True,
    /// An atom of the predicate at this position.
    Atom(u32),
    /// A negation of what follows.
    Not,
    /// A conjunction of so many children.
    And(u32),
    /// A disjunction of so many children.
    Or(u32),
    /// The variable at this position.
    Variable(u32),
    /// The constant at this position.
    Constant(u32),
}

/// A whole clause.
pub(crate) type FlatClause = Box<[Token]>;

/// Clauses of one program.
pub(crate) type FlatClauses = BTreeSet<FlatClause>;

/// Predicates class by class.
#[derive(Debug)]
pub(crate) struct ByClass {
    predicates: SmallVec<[u32; 8]>,
    /// Where each class ends.
    ends: SmallVec<[u32; 8]>,
}

impl ByClass {
    /// These predicates; those of a class keep their order. Every batch needs two of these, so they are sorted by counting.
    pub(crate) fn new(classes: &Classes, all: impl Iterator<Item = usize> + Clone) -> ByClass {
        let mut ends = SmallVec::from_elem(0, classes.len());
        for predicate in all.clone() {
            ends[classes.class_of[predicate]] += 1;
        }
        let mut count = 0;
        for end in &mut ends {
            // The end of a class is where it starts, until it has its predicates.
            count += std::mem::replace(end, count);
        }
        let mut predicates = SmallVec::from_elem(0, count as usize);
        for predicate in all {
            let end = &mut ends[classes.class_of[predicate]];
            predicates[*end as usize] = predicate as u32;
            *end += 1;
        }
        ByClass { predicates, ends }
    }

    /// Those of one class.
    pub(crate) fn class(&self, class: usize) -> &[u32] {
        let start = class.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.predicates[start as usize..self.ends[class] as usize]
    }
}

/// Number variables by first use.
pub(crate) fn rename(clause: &mut [Token], scratch: &mut Vec<Option<u32>>) {
    scratch.clear();
    let mut used = 0;
    for token in clause {
        if let Token::Variable(variable) = token {
            let position = *variable as usize;
            if position >= scratch.len() {
                scratch.resize(position + 1, None);
            }
            *variable = *scratch[position].get_or_insert_with(|| {
                used += 1;
                used - 1
            });
        }
    }
}

/// The predicates in a body, as bits; those beyond the 64th are left out, as no rule needs them.
pub(crate) fn used(clause: &[Token]) -> u64 {
    clause.iter().skip(1).fold(0, |used, token| match token {
        Token::Atom(predicate) if *predicate < u64::BITS => used | 1 << predicate,
        _ => used,
    })
}

/// Read a whole clause, with names from the spec.
pub(crate) fn read(spec: &Spec, clause: &[Token]) -> (Atom, Formula) {
    let mut reader = Reader { spec, rest: clause.iter() };
    let head = match reader.rest.next() {
        Some(Token::Atom(predicate)) => reader.atom(*predicate),
        _ => unreachable!("a clause begins with its head"),
    };
    (head, reader.formula())
}

struct Reader<'a> {
    spec: &'a Spec,
    rest: std::slice::Iter<'a, Token>,
}

impl Reader<'_> {
    fn formula(&mut self) -> Formula {
        match self.rest.next() {
            Some(Token::Atom(predicate)) => Formula::Atom(self.atom(*predicate)),
            Some(Token::Not) => Formula::Not(Box::new(self.formula())),
            Some(Token::And(count)) => Formula::And(self.children(*count)),
            Some(Token::Or(count)) => Formula::Or(self.children(*count)),
            Some(Token::True | Token::Variable(_) | Token::Constant(_)) | None => Formula::True,
        }
    }

    fn children(&mut self, count: u32) -> Vec<Formula> {
        (0..count).map(|_| self.formula()).collect()
    }

    fn atom(&mut self, predicate: u32) -> Atom {
        let predicate = &self.spec.predicates()[predicate as usize];
        let args = self.rest.by_ref().take(predicate.arity).filter_map(|token| match token {
            Token::Variable(i) => Some(Term::Variable(self.spec.variables()[*i as usize].clone())),
            Token::Constant(i) => Some(Term::Constant(self.spec.constants()[*i as usize].clone())),
            _ => None,
        });
        Atom { name: predicate.name.clone(), args: args.collect() }
    }
}
