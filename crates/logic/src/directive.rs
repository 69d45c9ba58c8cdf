//! Directives: which of them change no answer.

use crate::{Number, Predicate, Program, Symbol, Term};

impl Program {
    /// The predicates that may go without clauses, because a directive says so.
    pub fn dynamic(&self) -> impl Iterator<Item = Predicate> {
        self.directives.iter().flat_map(dynamic)
    }

    /// May any predicate go without clauses, because a directive says so?
    pub fn unknown_fails(&self) -> bool {
        let unknown = Term::function("unknown", vec![Term::Constant("fail".into())]);
        self.directives.contains(&unknown)
    }
}

/// Directives that organise texts and evaluation.
pub(crate) const ORGANISING: [&str; 7] =
    ["table", "discontiguous", "multifile", "dynamic", "style_check", "set_prolog_flag", "module"];

/// Can a program with this directive be understood without it, but for [`Program::dynamic`] and
/// [`Program::unknown_fails`]?
///
/// A library is harmless, because all that it brings are predicates, and one that is missing is an
/// error of its own.
///
/// ```
/// use randlog_logic::{Dialect, is_harmless};
/// let text = ":- use_module(library(lists)). :- table path/2. :- consult('other.pl').";
/// let program = Dialect::Prolog.parse(text)?;
/// let harmless: Vec<bool> = program.directives.iter().map(is_harmless).collect();
/// assert_eq!(harmless, [true, true, false]);
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
pub fn is_harmless(term: &Term) -> bool {
    match term.as_function() {
        // The library `scope` gives goals another meaning; all others bring predicates only.
        Some(("use_module" | "ensure_loaded", [file, ..])) => {
            let scope = Term::Constant(Symbol::new_static("scope"));
            matches!(file.as_function(), Some(("library", [name, ..])) if *name != scope)
        }
        Some(("unknown", [Term::Constant(flag)])) => flag == "fail" || flag == "error",
        Some(("unknown", [_])) | None => false,
        Some((name, _)) => ORGANISING.contains(&name),
    }
}

/// The predicates that a directive allows to go without clauses.
pub(crate) fn dynamic(term: &Term) -> Vec<Predicate> {
    let mut found = Vec::new();
    if let Some(("dynamic", args)) = term.as_function() {
        args.iter().for_each(|arg| indicators(arg, &mut found));
    }
    found
}

/// `p/1`, or several in a conjunction or a list.
fn indicators(term: &Term, found: &mut Vec<Predicate>) {
    match (term, term.as_function()) {
        (_, Some(("/", [Term::Constant(name), Term::Number(Number::Integer(arity))]))) => {
            found.extend(usize::try_from(*arity).map(|arity| Predicate::new(name.clone(), arity)));
        }
        (Term::Compound(compound), None | Some((",", _))) => {
            compound.terms().for_each(|part| indicators(part, found));
        }
        _ => {}
    }
}

/// `p/1`.
pub(crate) fn indicator(predicate: &Predicate) -> Term {
    let arity = i64::try_from(predicate.arity).unwrap_or(i64::MAX);
    let arity = Term::Number(Number::Integer(arity));
    Term::function("/", vec![Term::Constant(predicate.name.clone()), arity])
}
