//! Datalog, as Soufflé reads it: declared relations over symbols, plain clauses, and what is to be output.
//!
//! ```text
//! .decl p(a1: symbol)
//! .decl q(a1: symbol, a2: symbol)
//! .decl r(a1: symbol)
//! p(X) :- q(X, Y), !r(Y).
//! q("a", "b").
//! .output p
//! ```
//!
//! Everything is a symbol, numbers too. The relations of the queries are output; all that are the
//! program's own, if there is no query.

use super::{Notation, Unprintable, plain};
use crate::print::{self, Style};
use crate::{Clause, DependencyGraph, Predicate, Program};
use std::fmt::{self, Write};

pub(super) static NOTATION: Notation =
    Notation { name: "datalog", extension: "dl", comment: "//", language: None, check, write };

const STYLE: Style = Style { not: "!", no_arguments: "()", quotes: true, ..Style::FUNCTION_FREE };

/// What is no name of a relation.
const WORDS: [&str; 27] = [
    "as", "band", "bnot", "bor", "bshl", "bshr", "bxor", "cat", "choice", "contains", "count",
    "eqrel", "inline", "land", "lnot", "lor", "lxor", "match", "max", "mean", "min", "nil", "ord",
    "range", "strlen", "substr", "sum",
];

fn check(program: &Program) -> Result<(), Unprintable> {
    let flat = plain::flat(program, &WORDS)?;
    // A relation has one number of columns.
    let relations = relations(&flat);
    let is_overloaded = |relation: &&Predicate| {
        relations.iter().any(|other| other.name == relation.name && other != *relation)
    };
    if let Some(relation) = relations.iter().find(is_overloaded) {
        return Err(Unprintable::Name(relation.to_string().into()));
    }
    match DependencyGraph::new(&flat.clauses).strata() {
        Ok(_) => Ok(()),
        Err(cycle) => Err(Unprintable::NotStratified(cycle.to_string())),
    }
}

/// All relations, in the order of their first occurrence.
fn relations(program: &Program) -> Vec<Predicate> {
    let mut relations: Vec<Predicate> = Vec::new();
    for atom in program.clauses.iter().flat_map(Clause::atoms).chain(program.goals()) {
        let predicate = atom.predicate();
        if !relations.contains(&predicate) {
            relations.push(predicate);
        }
    }
    relations
}

fn write(out: &mut String, program: &Program) -> fmt::Result {
    let flat = plain::flat(program, &WORDS).map_err(|_| fmt::Error)?;
    for Predicate { name, arity } in relations(&flat) {
        let columns: Vec<String> = (1..=arity).map(|n| format!("a{n}: symbol")).collect();
        writeln!(out, ".decl {name}({})", columns.join(", "))?;
    }
    print::clauses(out, &flat.clauses, &STYLE)?;
    let mut wanted: Vec<Predicate> =
        flat.queries.iter().map(|query| query.atom.predicate()).collect();
    if wanted.is_empty() {
        wanted = relations(program);
    }
    wanted.sort();
    wanted.dedup();
    wanted.iter().try_for_each(|relation| writeln!(out, ".output {}", relation.name))
}
