//! Prolog: plain clauses, written as systems like them; and the same with all predicates tabled.

use super::{Notation, Unprintable};
use crate::built_ins::is_kept_by_prolog;
use crate::parse::Language;
use crate::{Clause, Program, print};

/// See [`Program::arranged`].
pub(super) static NOTATION: Notation = Notation {
    name: "prolog",
    extension: "pl",
    comment: "%",
    language: Some(Language::Prolog),
    check,
    write: |out, program| print::directives_and_clauses(out, &program.arranged()),
};

/// See [`Program::tabled`].
pub(super) static TABLED: Notation = Notation {
    name: "prolog-tabled",
    extension: "pl",
    comment: "%",
    language: Some(Language::Prolog),
    check: |program| check(&program.tabled()),
    write: |out, program| print::directives_and_clauses(out, &program.tabled()),
};

fn check(program: &Program) -> Result<(), Unprintable> {
    if !program.evidence.is_empty() {
        return Err(Unprintable::Evidence);
    }
    if !program.queries.is_empty() {
        return Err(Unprintable::Query);
    }
    let mut atoms = program.clauses.iter().flat_map(Clause::atoms);
    // Its clauses would be refused, and theirs be called: a program with a predicate `open/3` would write files.
    match atoms.find(|atom| is_kept_by_prolog(&atom.name, atom.args.len())) {
        Some(atom) => Err(Unprintable::Reserved(atom.predicate())),
        None => check_clauses(&program.clauses),
    }
}

/// Does every clause have one head, which is certain?
pub(super) fn check_clauses(clauses: &[Clause]) -> Result<(), Unprintable> {
    clauses.iter().try_for_each(|clause| match &clause.heads[..] {
        [head] if head.negated => Err(Unprintable::NegatedHead),
        [head] if head.probability.is_one() => Ok(()),
        [head] => Err(Unprintable::Probability(head.probability.to_string().into())),
        [] => Err(Unprintable::NoHead),
        _ => Err(Unprintable::AnnotatedDisjunction),
    })
}
