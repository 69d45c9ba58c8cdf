//! Names for variables without one, and clauses as text.

use randlog_logic::wide::{Statement, WideClause, WideHead};
use randlog_logic::{Atom, Compound, Formula, Symbol, Term};
use std::sync::Arc;

/// Every `_` is a variable of its own: it gets a name, one that cannot be written.
pub(super) fn name_apart(clause: &mut WideClause) {
    let mut next = 0;
    for head in &mut clause.heads {
        head.atom.args.iter_mut().chain(&mut head.annotation).for_each(|t| name_term(t, &mut next));
    }
    name_formula(&mut clause.body, &mut next);
}

pub(super) fn name_apart_statement(statement: &mut Statement) {
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

/// A clause as text.
pub(crate) fn clause_text(clause: &WideClause) -> String {
    let head = |head: &WideHead| {
        let annotation = head.annotation.as_ref().map(|term| format!("{term}::"));
        let sign = if head.negated { "\\+ " } else { "" };
        format!("{}{sign}{}", annotation.unwrap_or_default(), with_blanks(&head.atom))
    };
    let heads: Vec<String> = clause.heads.iter().map(head).collect();
    let body = match &clause.body {
        Formula::True => String::new(),
        body => format!(" :- {}", blank_formula(body)),
    };
    let place = if clause.line == 0 { String::new() } else { format!(" (line {})", clause.line) };
    format!("{}{body}.{place}", heads.join("; "))
}

/// The atom with `_` for each variable without a name.
pub(crate) fn with_blanks(atom: &Atom) -> Atom {
    Atom::new(atom.name.clone(), atom.args.iter().map(blank).collect())
}

fn blank(term: &Term) -> Term {
    match term {
        Term::Variable(name) if name.contains(' ') => Term::Anonymous,
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => {
                Term::function(functor.clone(), args.iter().map(blank).collect())
            }
            Compound::List(items, tail) => {
                Term::list(items.iter().map(blank).collect(), blank(tail))
            }
        },
        other => other.clone(),
    }
}

fn blank_formula(formula: &Formula) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(blank_formula).collect();
    match formula {
        Formula::True => Formula::True,
        Formula::Atom(atom) => Formula::Atom(with_blanks(atom)),
        Formula::Not(inner) => Formula::Not(Box::new(blank_formula(inner))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
    }
}
