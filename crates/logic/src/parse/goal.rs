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
        ("->", [condition, then]) => {
            check_conditions(condition, span)?;
            let part = |term: &mut Term| formula(std::mem::replace(term, Term::Anonymous), span);
            Ok(Formula::And(vec![self::condition(&part(condition)?, span)?, part(then)?]))
        }
        ("forall", [condition, action]) => {
            let part = |term: &mut Term| formula(std::mem::replace(term, Term::Anonymous), span);
            let counter = vec![part(condition)?, Formula::Not(Box::new(part(action)?))];
            Ok(Formula::Not(Box::new(Formula::And(counter))))
        }
        ("call", [_, ..]) => called(atom.args, span),
        // Written as it is read, so that a variable occurs in the term as often as in the goal.
        ("findall" | "all", [_, goal, _]) | ("once", [goal]) if conditions(goal) > 0 => {
            check_conditions(goal, span)?;
            *goal = term(&formula(std::mem::replace(goal, Term::Anonymous), span)?);
            Ok(Formula::Atom(atom))
        }
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
            if operator == ";"
                && let Some(("->", [condition, _])) = part.as_function()
            {
                check_conditions(condition, span)?;
                let condition = self::condition(&formula(condition.clone(), span)?, span)?;
                let fails = Formula::Not(Box::new(condition));
                let otherwise = formula(rest.unwrap_or(Term::Anonymous), span)?;
                parts.push(formula(part, span)?);
                parts.push(Formula::And(vec![fails, otherwise]));
                return Ok(parts);
            }
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

/// How deep conditions may be nested inside conditions: each stands twice.
const MOST_CONDITIONS: usize = 8;

/// The condition of an if-then-else: the first solution of a goal.
pub(super) fn condition(goal: &Formula, span: Span) -> Result<Formula, Refusal> {
    let goal = term(goal);
    check_conditions(&goal, span)?;
    Ok(Formula::Atom(Atom::new("once", vec![goal])))
}

fn check_conditions(goal: &Term, span: Span) -> Result<(), Refusal> {
    if conditions(goal) > MOST_CONDITIONS { fail(ParseProblem::TooDeep, span) } else { Ok(()) }
}

/// How deep conditions are nested in a term.
fn conditions(term: &Term) -> usize {
    match term.as_function() {
        Some((name, args)) => {
            let inside = args.iter().map(conditions).max().unwrap_or(0);
            inside + usize::from(matches!((name, args.len()), ("once", 1) | ("->", 2)))
        }
        None => 0,
    }
}

/// A goal as a term.
fn term(goal: &Formula) -> Term {
    let chain = |operator: &'static str, parts: &[Formula]| {
        let mut parts = parts.iter().rev().map(term);
        let last = parts.next().unwrap_or_else(|| Term::Constant("true".into()));
        parts.fold(last, |rest, part| Term::function(operator, vec![part, rest]))
    };
    match goal {
        Formula::True => Term::Constant("true".into()),
        Formula::Atom(Atom { name, args }) if args.is_empty() => Term::Constant(name.clone()),
        Formula::Atom(Atom { name, args }) => Term::function(name.clone(), args.clone()),
        Formula::Not(inner) => Term::function("\\+", vec![term(inner)]),
        Formula::And(parts) => chain(",", parts),
        Formula::Or(parts) => chain(";", parts),
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
