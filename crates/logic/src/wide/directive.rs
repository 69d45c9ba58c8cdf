//! Directives: which of them change no answer.

use super::read::Reader;
use crate::{Compound, Predicate, Term};

/// Can a program with this directive, written without `:-` and full stop, be understood without it?
///
/// A library is harmless, because all that it brings are predicates, and one that is missing is an
/// error of its own.
///
/// ```
/// use randlog_logic::wide::is_harmless;
/// assert!(is_harmless("use_module(library(lists))") && is_harmless("table path/2"));
/// assert!(!is_harmless("consult('other.pl')"));
/// ```
pub fn is_harmless(text: &str) -> bool {
    Reader::whole_term(text).is_ok_and(|term| without_effect(&term))
}

/// Directives that organise texts and evaluation.
const ORGANISING: [&str; 7] =
    ["table", "discontiguous", "multifile", "dynamic", "style_check", "set_prolog_flag", "module"];

pub(super) fn without_effect(term: &Term) -> bool {
    let Term::Compound(compound) = term else { return false };
    let Compound::Function(functor, args) = &**compound else { return false };
    match (functor.as_str(), &args[..]) {
        ("use_module" | "ensure_loaded", [file, ..]) => is_library(file),
        ("unknown", [flag]) => {
            matches!(flag, Term::Constant(flag) if flag == "fail" || flag == "error")
        }
        (name, _) => ORGANISING.contains(&name),
    }
}

/// The library `scope` gives goals another meaning; all others bring predicates only.
fn is_library(file: &Term) -> bool {
    let Term::Compound(compound) = file else { return false };
    let Compound::Function(functor, args) = &**compound else { return false };
    functor == "library" && args[0] != Term::Constant("scope".into())
}

/// Does the directive let predicates without clauses fail?
pub(super) fn lets_unknown_fail(term: &Term) -> bool {
    *term == Term::function("unknown", vec![Term::Constant("fail".into())])
}

/// The predicates that a directive allows to go without clauses.
pub(super) fn dynamic(term: &Term) -> Vec<Predicate> {
    let mut found = Vec::new();
    if let Term::Compound(compound) = term
        && let Compound::Function(functor, args) = &**compound
        && functor == "dynamic"
    {
        args.iter().for_each(|arg| indicators(arg, &mut found));
    }
    found
}

/// `p/1`, or several in a conjunction or a list.
fn indicators(term: &Term, found: &mut Vec<Predicate>) {
    let Term::Compound(compound) = term else { return };
    match &**compound {
        Compound::List(items, _) => items.iter().for_each(|item| indicators(item, found)),
        Compound::Function(functor, args) => match (functor.as_str(), &args[..]) {
            ("/", [Term::Constant(name), Term::Number(crate::Number::Integer(arity))]) => {
                found.extend(
                    usize::try_from(*arity).map(|arity| Predicate::new(name.clone(), arity)),
                );
            }
            (",", parts) => parts.iter().for_each(|part| indicators(part, found)),
            _ => {}
        },
    }
}
