//! Walking over the names of a program, to replace them.

use std::sync::Arc;

use crate::{Annotation, Atom, Clause, Compound, Goal, Program, Symbol, Term};

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
        self.rename_by_statement(&mut |_, name, role| rename(name, role));
    }

    /// The same, with the number of each statement: queries, evidence, clauses.
    pub(crate) fn rename_by_statement(
        &mut self,
        rename: &mut dyn FnMut(usize, &Symbol, Role) -> Symbol,
    ) {
        let goals = self.queries.len() + self.evidence.len();
        for (number, goal) in self.queries.iter_mut().chain(&mut self.evidence).enumerate() {
            goal.rename(&mut |name, role| rename(number, name, role));
        }
        for (clause, number) in self.clauses.iter_mut().zip(goals..) {
            clause.rename(&mut |name, role| rename(number, name, role));
        }
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
        self.body.change_atoms(&mut |leaf| atom(leaf, rename));
    }
}

impl Goal {
    /// Gives every name a new one, from left to right.
    pub fn rename(&mut self, rename: Rename<'_>) {
        atom(&mut self.atom, rename);
        self.condition.change_atoms(&mut |leaf| atom(leaf, rename));
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
