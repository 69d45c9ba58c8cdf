//! Which clauses have a meaning, and what their variables range over.
//!
//! Read from left to right, every variable must have a value before one is needed. This is the
//! safety of [`Clause::check_safety`], with two freedoms that change no meaning:
//!
//! - A variable with all its occurrences inside one negation belongs to that negation: `\+ r(X, Y)`
//!   says that there is *no* `Y`. Inside, the same rules apply again.
//! - Where no choice depends on it (in a clause without probability, or inside a negation), a
//!   variable with all its occurrences in one branch of a disjunction belongs to that branch.
//!
//! All other variables are the clause's own: each assignment of constants to them is an instance,
//! and makes its own choice.

use crate::Error;
use randlog_logic::{Atom, Clause, Formula, Program, Symbol, Term, UnsafePlace, UnsafeVariable};
use std::collections::{HashMap, HashSet};

/// Is anything asked, and is only what is ground observed?
pub(crate) fn check_goals(program: &Program) -> Result<(), Error> {
    if program.queries.is_empty() {
        return Err(Error::NoQuery);
    }
    match program.evidence.iter().find(|evidence| !evidence.atom.is_ground()) {
        Some(open) => Err(Error::OpenEvidence { atom: open.atom.clone() }),
        None => Ok(()),
    }
}

/// Does every variable have a value before one is needed? If not, which one is the first?
pub(crate) fn check(clause: &Clause) -> Result<(), UnsafeVariable<'_>> {
    if clause.body == Formula::True {
        return heads(clause, &Bound::default());
    }
    let all = Occurrences::of(clause.atoms().flat_map(Atom::variables));
    let mut bound = Bound::default();
    Walk { all: &all, choosing: !clause.is_certain() }.formula(&clause.body, &mut bound)?;
    heads(clause, &bound)
}

/// Do the variables of the heads have values?
fn heads<'c>(clause: &'c Clause, bound: &Bound<'c>) -> Result<(), UnsafeVariable<'c>> {
    for head in &clause.heads {
        let missing = head.atom.args.iter().find(|term| !bound.has(term));
        if let Some(variable) = missing {
            return Err(UnsafeVariable { variable, place: UnsafePlace::Head(&head.atom) });
        }
    }
    Ok(())
}

/// The variables with a value. A nameless one is never needed again.
#[derive(Clone, Default)]
struct Bound<'c> {
    named: HashSet<&'c Symbol>,
}

impl Bound<'_> {
    fn has(&self, term: &Term) -> bool {
        match term {
            Term::Variable(name) => self.named.contains(name),
            Term::Anonymous => false,
            Term::Constant(_) | Term::Number(_) => true,
        }
    }
}

/// How often each variable occurs.
struct Occurrences<'c> {
    counts: HashMap<&'c Symbol, usize>,
}

impl<'c> Occurrences<'c> {
    fn of(variables: impl Iterator<Item = &'c Symbol>) -> Occurrences<'c> {
        let mut counts = HashMap::new();
        variables.for_each(|name| *counts.entry(name).or_default() += 1);
        Occurrences { counts }
    }

    /// Are all of the variable's occurrences, those in `all`, also among these?
    fn hold_all(&self, name: &Symbol, all: &Occurrences<'_>) -> bool {
        self.counts.get(name) == all.counts.get(name)
    }
}

struct Walk<'a, 'c> {
    all: &'a Occurrences<'c>,
    choosing: bool,
}

impl<'c> Walk<'_, 'c> {
    fn formula(
        &self,
        formula: &'c Formula,
        bound: &mut Bound<'c>,
    ) -> Result<(), UnsafeVariable<'c>> {
        match formula {
            Formula::True => Ok(()),
            Formula::Atom(atom) => {
                bound.named.extend(atom.variables());
                Ok(())
            }
            Formula::Not(child) => self.negation(formula, child, bound),
            Formula::And(children) => {
                children.iter().try_for_each(|child| self.formula(child, bound))
            }
            Formula::Or(branches) => self.branches(branches, bound),
        }
    }

    fn negation(
        &self,
        formula: &'c Formula,
        child: &'c Formula,
        bound: &Bound<'c>,
    ) -> Result<(), UnsafeVariable<'c>> {
        let inside = Occurrences::of(child.variables());
        let terms = child.atoms().flat_map(|occurrence| &occurrence.atom.args);
        let escapes = |term: &&Term| {
            term.variable().is_some_and(|n| !bound.has(term) && !inside.hold_all(n, self.all))
        };
        if let Some(variable) = terms.into_iter().find(escapes) {
            return Err(UnsafeVariable { variable, place: UnsafePlace::Negation(formula) });
        }
        Walk { all: self.all, choosing: false }.formula(child, &mut bound.clone())
    }

    fn branches(
        &self,
        branches: &'c [Formula],
        bound: &mut Bound<'c>,
    ) -> Result<(), UnsafeVariable<'c>> {
        let mut after = Vec::with_capacity(branches.len());
        for branch in branches {
            let mut inside = bound.clone();
            self.formula(branch, &mut inside)?;
            after.push(inside);
        }
        for (branch, inside) in branches.iter().zip(&after) {
            let own = Occurrences::of(branch.variables());
            for term in branch.atoms().filter(|o| !o.negated).flat_map(|o| &o.atom.args) {
                let Some(other) = after.iter().position(|other| !self.gives(other, term, inside))
                else {
                    continue;
                };
                let local = term.variable().is_none_or(|name| own.hold_all(name, self.all));
                if self.choosing || !local {
                    let place = UnsafePlace::Branch(&branches[other]);
                    return Err(UnsafeVariable { variable: term, place });
                }
            }
        }
        // What is left over is local to its branch, or bound by all of them.
        if let Some(common) = after.into_iter().reduce(|mut common, other| {
            common.named.retain(|name| other.named.contains(name));
            common
        }) {
            *bound = common;
        }
        Ok(())
    }

    /// Does the branch that ended with `other` give a value to this variable of the branch that
    /// ended with `inside`? A nameless variable is its own branch's only.
    fn gives(&self, other: &Bound<'_>, term: &Term, inside: &Bound<'_>) -> bool {
        match term {
            Term::Anonymous => std::ptr::eq(other, inside),
            _ => other.has(term),
        }
    }
}
