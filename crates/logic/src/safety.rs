//! Left-to-right safety: does every variable get a value before it is needed?
//!
//! SafetyWalk the body with a set of bound variables, empty at first. An atom binds its variables. A
//! negation binds nothing, and needs all of its variables bound already. A conjunction passes the
//! set on from child to child. The branches of a disjunction all start from the same set, and must
//! end with the same set. At the end the variables of the heads must be bound. So a safe fact is
//! ground.
//!
//! Every `_` is a variable of its own. In an atom outside of negations it is harmless; anywhere
//! else nothing could have bound it.

use crate::{Atom, Clause, Formula, Symbol, Term};
use std::collections::{HashMap, HashSet};

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
        self.check(SafetyWalk::default())
    }

    /// Safety with two freedoms that change no meaning:
    ///
    /// - A variable with all its occurrences inside one negation belongs to that negation:
    ///   `\+ r(X, Y)` says that there is *no* `Y`. Inside, the same rules apply again.
    /// - Where no choice depends on it (in a clause without probability, or inside a negation), a
    ///   variable with all its occurrences in one branch of a disjunction belongs to that branch.
    ///
    /// All other variables are the clause's own: each assignment of constants to them is an instance,
    /// and makes its own choice. So where there is a choice, no branch may have a `_` of its own.
    pub fn check_safety_in_scope(&self) -> Result<(), UnsafeVariable<'_>> {
        let everywhere = (!self.is_fact()).then(|| count(self.atoms().flat_map(Atom::variables)));
        self.check(SafetyWalk { everywhere, choosing: !self.is_certain(), ..SafetyWalk::default() })
    }

    fn check<'c>(&'c self, mut walk: SafetyWalk<'c>) -> Checked<'c> {
        walk.formula(&self.body)?;
        for head in &self.heads {
            if let Some(variable) = head.atom.args.iter().find(|term| !walk.has_value(term)) {
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

type Checked<'c> = Result<(), UnsafeVariable<'c>>;

type VariableCounts<'c> = HashMap<&'c Symbol, usize>;

/// How often each variable occurs.
fn count<'c>(variables: impl Iterator<Item = &'c Symbol>) -> VariableCounts<'c> {
    let mut counts = VariableCounts::new();
    variables.for_each(|name| *counts.entry(name).or_default() += 1);
    counts
}

#[derive(Default)]
struct SafetyWalk<'c> {
    /// How often each variable occurs in the clause, if variables may belong to parts of it.
    everywhere: Option<VariableCounts<'c>>,
    /// Does a choice depend on the variables here?
    choosing: bool,
    bound: HashSet<&'c Symbol>,
    /// The bound variables in the order they were bound, and every `_`, so that a branch can be
    /// undone.
    trail: Vec<&'c Term>,
}

impl<'c> SafetyWalk<'c> {
    fn formula(&mut self, formula: &'c Formula) -> Checked<'c> {
        match formula {
            Formula::True => Ok(()),
            Formula::Atom(atom) => {
                atom.args.iter().for_each(|term| self.bind(term));
                Ok(())
            }
            Formula::Not(child) => self.negation(formula, child),
            Formula::And(children) => children.iter().try_for_each(|child| self.formula(child)),
            Formula::Or(branches) => self.branches(branches),
        }
    }

    fn bind(&mut self, term: &'c Term) {
        match term {
            Term::Variable(name) if !self.bound.insert(name) => {}
            Term::Variable(_) | Term::Anonymous => self.trail.push(term),
            Term::Constant(_) | Term::Number(_) | Term::Text(_) | Term::Compound(_) => {}
        }
    }

    fn has_value(&self, term: &Term) -> bool {
        match term {
            Term::Variable(name) => self.bound.contains(name),
            Term::Anonymous => false,
            Term::Constant(_) | Term::Number(_) | Term::Text(_) => true,
            // A flat program has none with variables.
            Term::Compound(_) => term.is_ground(),
        }
    }

    /// The variables that belong to this part of the clause, because all their occurrences do.
    fn local_to(&self, part: &'c Formula) -> VariableCounts<'c> {
        let Some(everywhere) = &self.everywhere else { return VariableCounts::new() };
        let mut inside = count(part.variables());
        inside.retain(|name, count| everywhere[name] == *count);
        inside
    }

    fn negation(&mut self, formula: &'c Formula, child: &'c Formula) -> Checked<'c> {
        let local = self.local_to(child);
        let is_own = |term: &Term| match term {
            Term::Anonymous => self.everywhere.is_some(),
            _ => term.variable().is_some_and(|name| local.contains_key(name)),
        };
        let mut terms = child.atoms().flat_map(|occurrence| &occurrence.atom.args);
        if let Some(variable) = terms.find(|term| !self.has_value(term) && !is_own(term)) {
            return Err(UnsafeVariable { variable, place: UnsafePlace::Negation(formula) });
        }
        let (mark, choosing) = (self.trail.len(), std::mem::replace(&mut self.choosing, false));
        self.formula(child)?;
        self.choosing = choosing;
        self.undo_to(mark);
        Ok(())
    }

    fn branches(&mut self, branches: &'c [Formula]) -> Checked<'c> {
        let Some((first, others)) = branches.split_first() else { return Ok(()) };
        let mark = self.trail.len();
        self.formula(first)?;
        let by_first = self.undo_to(mark);
        for branch in others {
            self.formula(branch)?;
            self.check_bound(&by_first, first, branch)?;
            let by_this = self.undo_to(mark);
            by_first.iter().for_each(|variable| self.bind(variable));
            self.check_bound(&by_this, branch, first)?;
            self.undo_to(mark);
        }
        by_first.iter().for_each(|variable| self.bind(variable));
        Ok(())
    }

    /// Has the other branch, which ends here, bound these variables of one, but for its own?
    fn check_bound(&self, terms: &[&'c Term], one: &'c Formula, other: &'c Formula) -> Checked<'c> {
        let mut missing = terms.iter().filter(|term| !self.has_value(term)).peekable();
        if missing.peek().is_none() {
            return Ok(());
        }
        let local = self.local_to(one);
        let is_own = |term: &Term| term.variable().is_none_or(|name| local.contains_key(name));
        match missing.find(|term| self.choosing || !is_own(term)) {
            Some(variable) => Err(UnsafeVariable { variable, place: UnsafePlace::Branch(other) }),
            None => Ok(()),
        }
    }

    /// Unbinds and returns what was bound since the trail had this length.
    fn undo_to(&mut self, mark: usize) -> Vec<&'c Term> {
        let undone = self.trail.split_off(mark);
        undone.iter().filter_map(|term| term.variable()).for_each(|name| {
            self.bound.remove(name);
        });
        undone
    }
}
