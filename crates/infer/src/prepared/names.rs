//! Names for variables without one, and clauses as text.

use super::Reserved;
use crate::Quotation;
use randlog_logic::{Atom, Clause, Compound, Formula, Goal, Role, Symbol, Term};
use std::sync::Arc;

/// Every `_` is a variable of its own: it gets a name, one that cannot be written.
pub(super) fn name_apart(clause: &mut Clause) {
    let mut next = 0;
    for head in &mut clause.heads {
        let terms = head.atom.args.iter_mut().chain(head.probability.expression_mut());
        terms.for_each(|term| name_term(term, &mut next));
    }
    name_formula(&mut clause.body, &mut next);
}

pub(super) fn name_apart_goal(statement: &mut Goal) {
    let mut next = 0;
    statement.atom.args.iter_mut().for_each(|term| name_term(term, &mut next));
    name_formula(&mut statement.condition, &mut next);
}

fn name_formula(formula: &mut Formula, next: &mut usize) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => atom.args.iter_mut().for_each(|term| name_term(term, next)),
        Formula::Not(inner) => name_formula(inner, next),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter_mut().for_each(|part| name_formula(part, next));
        }
    }
}

fn name_term(term: &mut Term, next: &mut usize) {
    match term {
        Term::Anonymous => {
            *next += 1;
            *term = Term::Variable(Symbol::from(format!("_ {next}")));
        }
        Term::Compound(compound) if !compound_is_named(compound) => {
            let mut copy = (**compound).clone();
            match &mut copy {
                Compound::Function(_, args) => args.iter_mut().for_each(|arg| name_term(arg, next)),
                Compound::List(items, tail) => {
                    items.iter_mut().for_each(|item| name_term(item, next));
                    name_term(tail, next);
                }
            }
            *term = Term::Compound(Arc::new(copy));
        }
        _ => {}
    }
}

/// Is there no `_` inside?
fn compound_is_named(compound: &Compound) -> bool {
    let is_named = |term: &Term| match term {
        Term::Anonymous => false,
        Term::Compound(inner) => compound_is_named(inner),
        _ => true,
    };
    match compound {
        Compound::Function(_, args) => args.iter().all(is_named),
        Compound::List(items, tail) => items.iter().all(is_named) && is_named(tail),
    }
}

/// The variable as it was written.
pub(crate) fn written(name: &str) -> &str {
    if name.starts_with("_ ") { "_" } else { name }
}

/// A clause as it was written.
pub(super) fn quoted_clause(clause: &Clause, reserved: &Reserved, of_library: bool) -> Quotation {
    let mut clause = clause.clone();
    clause.rename(&mut blank);
    clause.heads.iter_mut().for_each(|head| head.atom = reserved.known(&head.atom));
    make_known(&mut clause.body, reserved);
    let origin = if of_library { " (of the library)" } else { "" };
    Quotation::new(format!("{clause}{origin}"), clause.place)
}

/// A query or evidence as it was written.
pub(super) fn quoted_goal(statement: &Goal, kind: &str) -> Quotation {
    let mut goal = statement.clone();
    goal.rename(&mut blank);
    let condition = match &goal.condition {
        Formula::True => String::new(),
        condition => format!(" :- {condition}"),
    };
    Quotation::new(format!("{kind}({goal}){condition}."), goal.place)
}

/// The atom with `_` for each variable without a name.
pub(crate) fn with_blanks(atom: &Atom) -> Atom {
    let mut goal = Goal::new(atom.clone());
    goal.rename(&mut blank);
    goal.atom
}

pub(super) fn blank(name: &Symbol, role: Role) -> Symbol {
    match role {
        Role::Variable if name.contains(' ') => Symbol::new_static("_"),
        _ => name.clone(),
    }
}

/// Makes all atoms those that people know.
fn make_known(formula: &mut Formula, reserved: &Reserved) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => *atom = reserved.known(atom),
        Formula::Not(inner) => make_known(inner, reserved),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter_mut().for_each(|part| make_known(part, reserved));
        }
    }
}
