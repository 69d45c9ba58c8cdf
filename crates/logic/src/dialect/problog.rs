//! ProbLog: probabilities on heads, `query/1`, `evidence/1` and `evidence/2`.

use super::{Notation, Unprintable};
use crate::parse::{Language, statement_of};
use crate::{Atom, Program, print};
use std::fmt;

pub(super) static NOTATION: Notation = Notation {
    name: "problog",
    extension: "pl",
    comment: "%",
    language: Some(Language::FunctionFree),
    check,
    write,
};

fn check(program: &Program) -> Result<(), Unprintable> {
    let mut heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let is_statement = |atom: &Atom| statement_of(&atom.name, atom.args.len()).is_some();
    match heads.find(|head| is_statement(&head.atom)) {
        Some(head) => Err(Unprintable::Reserved(head.atom.predicate())),
        None => Ok(()),
    }
}

fn write(out: &mut String, program: &Program) -> fmt::Result {
    print::directives_and_clauses(out, program)?;
    print::evidence_and_queries(out, program)
}
