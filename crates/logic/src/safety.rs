//! Left-to-right safety: does every variable get a value before it is needed?
//!
//! Walk the body with a set of bound variables, empty at first. An atom binds its variables. A
//! negation binds nothing, and needs all of its variables bound already. A conjunction passes the
//! set on from child to child. The branches of a disjunction all start from the same set, and must
//! end with the same set. At the end the variables of the heads must be bound. So a safe fact is
//! ground.
//!
//! Every `_` is a variable of its own. In an atom outside of negations it is harmless; anywhere
//! else nothing could have bound it.

use crate::{Atom, Clause, Formula, Symbol, Term};
use std::collections::HashSet;

/// A variable that makes a clause unsafe: the first one met from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the variable `{variable}` {place}")]
pub struct UnsafeVariable<'c> {
    /// The variable, possibly `_`.
    pub variable: &'c Term,
    /// Where it offends.
    pub place: UnsafePlace<'c>,
}

/// The part of a clause in which a variable offends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsafePlace<'c> {
    /// The variable is not bound before this negation.
    #[error("is not bound before the negation `{0}`")]
    Negation(&'c Formula),
    /// Another branch of the same disjunction binds the variable, this one does not.
    #[error("is not bound by the branch `{0}`, but by another branch of the same disjunction")]
    Branch(&'c Formula),
    /// The body does not bind this variable of the head.
    #[error("of the head `{0}` is not bound by the body")]
    Head(&'c Atom),
}

impl Clause {
    /// Is every variable bound before it is needed? If not, which one is the first, and where?
    pub fn check_safety(&self) -> Result<(), UnsafeVariable<'_>> {
        let mut bound = Bound::default();
        bound.formula(&self.body)?;
        for head in &self.heads {
            if let Some(variable) = bound.missing(&head.atom) {
                return Err(UnsafeVariable { variable, place: UnsafePlace::Head(&head.atom) });
            }
        }
        Ok(())
    }

    /// Is every variable bound before it is needed?
    pub fn is_safe(&self) -> bool {
        self.check_safety().is_ok()
    }
}

/// The bound variables, also in the order they were bound, so that a branch can be undone.
#[derive(Default)]
struct Bound<'c> {
    set: HashSet<&'c Symbol>,
    trail: Vec<&'c Term>,
}

impl<'c> Bound<'c> {
    fn formula(&mut self, formula: &'c Formula) -> Result<(), UnsafeVariable<'c>> {
        match formula {
            Formula::True => Ok(()),
            Formula::Atom(atom) => {
                atom.args.iter().for_each(|term| self.bind(term));
                Ok(())
            }
            Formula::Not(child) => {
                match child.atoms().find_map(|occurrence| self.missing(occurrence.atom)) {
                    Some(variable) => {
                        Err(UnsafeVariable { variable, place: UnsafePlace::Negation(formula) })
                    }
                    None => Ok(()),
                }
            }
            Formula::And(children) => children.iter().try_for_each(|child| self.formula(child)),
            Formula::Or(branches) => self.branches(branches),
        }
    }

    fn bind(&mut self, term: &'c Term) {
        if let Term::Variable(name) = term
            && self.set.insert(name)
        {
            self.trail.push(term);
        }
    }

    /// A variable of this atom that is not bound.
    fn missing(&self, atom: &'c Atom) -> Option<&'c Term> {
        atom.args.iter().find(|term| match term {
            Term::Variable(name) => !self.set.contains(name),
            Term::Anonymous => true,
            Term::Constant(_) | Term::Number(_) => false,
        })
    }

    fn branches(&mut self, branches: &'c [Formula]) -> Result<(), UnsafeVariable<'c>> {
        let Some((first, others)) = branches.split_first() else { return Ok(()) };
        let mark = self.trail.len();
        self.formula(first)?;
        let by_first = self.undo_to(mark);
        for branch in others {
            self.formula(branch)?;
            if let Some(&variable) = by_first.iter().find(|variable| !self.is_bound(variable)) {
                return Err(UnsafeVariable { variable, place: UnsafePlace::Branch(branch) });
            }
            // All of the first branch's variables are bound, so any surplus is this branch's own.
            let by_this = self.undo_to(mark);
            if by_this.len() > by_first.len() {
                by_first.iter().for_each(|variable| self.bind(variable));
                let surplus = by_this.into_iter().find(|variable| !self.is_bound(variable));
                let place = UnsafePlace::Branch(first);
                return surplus.map_or(Ok(()), |variable| Err(UnsafeVariable { variable, place }));
            }
        }
        by_first.iter().for_each(|variable| self.bind(variable));
        Ok(())
    }

    fn is_bound(&self, variable: &Term) -> bool {
        matches!(variable, Term::Variable(name) if self.set.contains(name))
    }

    /// Unbinds and returns what was bound since the trail had this length.
    fn undo_to(&mut self, mark: usize) -> Vec<&'c Term> {
        let undone = self.trail.split_off(mark);
        for term in &undone {
            if let Term::Variable(name) = term {
                self.set.remove(name);
            }
        }
        undone
    }
}
