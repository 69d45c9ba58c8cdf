//! Walking over the names of a program, to replace them.

use std::sync::Arc;

use crate::{Annotation, Atom, Clause, Compound, Formula, Goal, Program, Symbol, Term};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A predicate of this arity.
    Predicate(usize),
    /// A function symbol of this arity.
    Function(usize),
    /// A constant.
    Constant,
    /// A variable.
    Variable,
}

/// What gives each name its new one.
type Rename<'r> = &'r mut dyn FnMut(&Symbol, Role) -> Symbol;

impl Program {
    /// Gives every name a new one: in the queries, then in the evidence, then in the clauses, from left to
    /// right. Directives stay as they are.
    pub fn rename(&mut self, rename: Rename<'_>) {
        let goals = self.queries.iter_mut().chain(&mut self.evidence);
        goals.for_each(|goal| goal.rename(rename));
        self.clauses.iter_mut().for_each(|clause| clause.rename(rename));
    }
}

impl Clause {
    /// Gives every name a new one, from left to right.
    pub fn rename(&mut self, rename: Rename<'_>) {
        for head in &mut self.heads {
            if let Annotation::Expression(expression) = &mut head.probability {
                term(expression, rename);
            }
            atom(&mut head.atom, rename);
        }
        formula(&mut self.body, rename);
    }
}

impl Goal {
    /// Gives every name a new one, from left to right.
    pub fn rename(&mut self, rename: Rename<'_>) {
        atom(&mut self.atom, rename);
        formula(&mut self.condition, rename);
    }
}

fn formula(tree: &mut Formula, rename: Rename<'_>) {
    match tree {
        Formula::True => {}
        Formula::Atom(leaf) => atom(leaf, rename),
        Formula::Not(child) => formula(child, rename),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| formula(child, rename));
        }
    }
}

fn atom(atom: &mut Atom, rename: Rename<'_>) {
    atom.name = rename(&atom.name, Role::Predicate(atom.args.len()));
    atom.args.iter_mut().for_each(|arg| term(arg, rename));
}

fn term(whole: &mut Term, rename: Rename<'_>) {
    match whole {
        Term::Variable(name) => *name = rename(name, Role::Variable),
        Term::Constant(name) => *name = rename(name, Role::Constant),
        Term::Anonymous | Term::Number(_) | Term::Text(_) => {}
        Term::Compound(compound) => match Arc::make_mut(compound) {
            Compound::Function(functor, args) => {
                *functor = rename(functor, Role::Function(args.len()));
                args.iter_mut().for_each(|arg| term(arg, rename));
            }
            Compound::List(items, tail) => {
                items.iter_mut().for_each(|item| term(item, rename));
                term(tail, rename);
            }
        },
    }
}
