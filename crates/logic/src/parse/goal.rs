//! From terms to goals.

use super::{ParseProblem, Refusal, fail};
use crate::place::Span;
use crate::unsupported::Unsupported;
use crate::{Atom, Compound, Formula, Symbol, Term};
use std::sync::Arc;

/// A goal written as a term, such as the second argument of `findall/3`.
pub fn goal(term: &Term) -> Result<Formula, ParseProblem> {
    formula(term.clone(), Span { start: 0, end: 0 }).map_err(|refused| refused.problem)
}

/// A term as a goal.
pub(super) fn formula(term: Term, span: Span) -> Result<Formula, Refusal> {
    formula_of(atom(term, span)?, span)
}

/// A term as an atom.
pub(super) fn atom(term: Term, span: Span) -> Result<Atom, Refusal> {
    match term {
        Term::Constant(name) => Ok(Atom::new(name, Vec::new())),
        Term::Compound(compound) => match Arc::unwrap_or_clone(compound) {
            Compound::Function(name, args) => Ok(Atom { name, args }),
            Compound::List(..) => fail(Unsupported::ListGoal, span),
        },
        Term::Variable(_) | Term::Anonymous => fail(Unsupported::VariableGoal, span),
        Term::Number(_) | Term::Text(_) => {
            let found = format!("`{term}`");
            fail(ParseProblem::Expected { expected: "an atom", found }, span)
        }
    }
}

/// An atom as a goal: connectives may be written as atoms, too.
pub(super) fn formula_of(mut atom: Atom, span: Span) -> Result<Formula, Refusal> {
    match (atom.name.as_str(), &mut atom.args[..]) {
        ("\\+" | "not", [inner]) => {
            Ok(Formula::Not(Box::new(formula(std::mem::replace(inner, Term::Anonymous), span)?)))
        }
        (",", [_, _]) => Ok(Formula::And(spine(atom, span)?)),
        (";", [_, _]) => Ok(Formula::Or(spine(atom, span)?)),
        ("forall", [condition, action]) => {
            let part = |term: &mut Term| formula(std::mem::replace(term, Term::Anonymous), span);
            let counter = vec![part(condition)?, Formula::Not(Box::new(part(action)?))];
            Ok(Formula::Not(Box::new(Formula::And(counter))))
        }
        ("call", [_, ..]) => called(atom.args, span),
        ("true", []) => Ok(Formula::True),
        ("fail" | "false", []) => Ok(Formula::Not(Box::new(Formula::True))),
        (name, args) => match Unsupported::refused_form(name, args.len()) {
            Some(problem) => fail(problem, span),
            None => Ok(Formula::Atom(atom)),
        },
    }
}

/// `call(p, X)` is `p(X)`, if it is known what is called.
fn called(mut args: Vec<Term>, span: Span) -> Result<Formula, Refusal> {
    let more = args.split_off(1);
    let Some(goal) = args.pop() else { return fail(Unsupported::VariableGoal, span) };
    if more.is_empty() {
        return formula(goal, span);
    }
    let mut called = atom(goal, span)?;
    called.args.extend(more);
    formula_of(called, span)
}

/// The parts of a chain to the right.
fn spine(chain: Atom, span: Span) -> Result<Vec<Formula>, Refusal> {
    let (operator, mut parts) = (chain.name, Vec::new());
    let mut args = chain.args;
    loop {
        let rest = args.pop();
        for part in args {
            parts.push(formula(part, span)?);
        }
        match rest {
            Some(Term::Compound(compound)) => match Arc::unwrap_or_clone(compound) {
                Compound::Function(functor, more) if functor == operator && more.len() == 2 => {
                    args = more;
                }
                Compound::Function(name, more) => {
                    parts.push(formula_of(Atom { name, args: more }, span)?);
                    return Ok(parts);
                }
                Compound::List(..) => return fail(Unsupported::ListGoal, span),
            },
            Some(last) => {
                parts.push(formula(last, span)?);
                return Ok(parts);
            }
            None => return Ok(parts),
        }
    }
}

/// The inside of a negation, or the term itself; and which.
pub(super) fn without_sign(term: Term) -> (Term, bool) {
    match term.as_function() {
        Some(("\\+" | "not", [inner])) => (inner.clone(), true),
        _ => (term, false),
    }
}

/// Enough of a term to recognise it in a message.
pub(super) fn shorten(term: &Term) -> Symbol {
    let text = term.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => Symbol::from(format!("{}…", &text[..cut])),
        None => Symbol::from(text),
    }
}
