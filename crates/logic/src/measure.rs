//! Walking over formulas, and counting what is in them.

use crate::{Atom, Clause, Formula, Symbol, Term};

/// An atom of a formula, and how it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence<'f> {
    /// The atom.
    pub atom: &'f Atom,
    /// Is there at least one negation above it? A second one does not undo the first.
    pub negated: bool,
}

impl Term {
    /// Are there no variables?
    pub fn is_ground(&self) -> bool {
        match self {
            Term::Constant(_) | Term::Number(_) | Term::Text(_) => true,
            Term::Variable(_) | Term::Anonymous => false,
            Term::Compound(compound) => compound.terms().all(Term::is_ground),
        }
    }

    /// The name, if this is a named variable.
    pub fn variable(&self) -> Option<&Symbol> {
        match self {
            Term::Variable(name) => Some(name),
            _ => None,
        }
    }
}

impl Atom {
    /// Are there no variables?
    pub fn is_ground(&self) -> bool {
        self.args.iter().all(Term::is_ground)
    }

    /// The named variables, left to right, each as often as it occurs.
    pub fn variables(&self) -> impl Iterator<Item = &Symbol> {
        self.args.iter().filter_map(Term::variable)
    }
}

impl Formula {
    /// The atoms, left to right.
    pub fn atoms(&self) -> impl Iterator<Item = Occurrence<'_>> {
        self.walk().filter_map(|(formula, negated)| match formula {
            Formula::Atom(atom) => Some(Occurrence { atom, negated }),
            _ => None,
        })
    }

    /// Changes the atoms, left to right.
    pub fn change_atoms(&mut self, change: &mut dyn FnMut(&mut Atom)) {
        match self {
            Formula::True => {}
            Formula::Atom(atom) => change(atom),
            Formula::Not(child) => child.change_atoms(change),
            Formula::And(children) | Formula::Or(children) => {
                children.iter_mut().for_each(|child| child.change_atoms(change));
            }
        }
    }

    /// The named variables, left to right, each as often as it occurs.
    pub fn variables(&self) -> impl Iterator<Item = &Symbol> {
        self.atoms().flat_map(|occurrence| occurrence.atom.variables())
    }

    /// All nodes in the order they are written, with whether a negation is above.
    fn walk(&self) -> impl Iterator<Item = (&Formula, bool)> {
        let mut open = Vec::new();
        let mut next = Some((self, false));
        std::iter::from_fn(move || {
            let (formula, negated) = next.take().or_else(|| open.pop())?;
            match formula {
                Formula::True | Formula::Atom(_) => {}
                Formula::Not(child) => next = Some((child, true)),
                Formula::And(children) | Formula::Or(children) => {
                    open.extend(children.iter().rev().map(|child| (child, negated)));
                }
            }
            Some((formula, negated))
        })
    }

    /// The size of the tree: one for each atom, negation, conjunction, disjunction, and `true`
    /// inside of them. A body that is just `true` is empty and has size zero.
    pub fn nodes(&self) -> usize {
        if *self == Formula::True { 0 } else { self.walk().count() }
    }

    /// The number of negations.
    pub fn negations(&self) -> usize {
        self.walk().filter(|(formula, _)| matches!(formula, Formula::Not(_))).count()
    }

    /// The number of disjunctions.
    pub fn disjunctions(&self) -> usize {
        self.walk().filter(|(formula, _)| matches!(formula, Formula::Or(_))).count()
    }

    /// Is this an atom or a negated atom?
    pub fn is_literal(&self) -> bool {
        match self {
            Formula::Atom(_) => true,
            Formula::Not(child) => matches!(**child, Formula::Atom(_)),
            _ => false,
        }
    }

    /// Is this `true`, a literal, or one conjunction of literals?
    pub fn is_conjunctive(&self) -> bool {
        match self {
            Formula::True => true,
            Formula::And(children) => children.iter().all(Formula::is_literal),
            other => other.is_literal(),
        }
    }
}

impl Clause {
    /// Is the body empty?
    pub fn is_fact(&self) -> bool {
        self.body == Formula::True
    }

    /// Does this say for sure, rather than by chance: is there one head, of probability one?
    pub fn is_certain(&self) -> bool {
        matches!(&self.heads[..], [head] if head.probability.is_one())
    }

    /// The atoms of the heads, then those of the body, in the order they are written.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        let heads = self.heads.iter().map(|head| &head.atom);
        heads.chain(self.body.atoms().map(|occurrence| occurrence.atom))
    }

    /// Changes the atoms of the heads, then those of the body, in the order they are written.
    pub fn change_atoms(&mut self, change: &mut dyn FnMut(&mut Atom)) {
        self.heads.iter_mut().for_each(|head| change(&mut head.atom));
        self.body.change_atoms(change);
    }
}
