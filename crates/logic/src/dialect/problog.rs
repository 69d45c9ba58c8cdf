//! ProbLog: probabilities on heads, `query/1`, `evidence/1` and `evidence/2`.

use super::{Notation, Unprintable};
use crate::parse::{Grammar, Kind, ParseProblem, Parser, Refusal, Unsupported, fail};
use crate::{Atom, Evidence, Program, print};
use std::fmt;

pub(super) static NOTATION: Notation = Notation {
    name: "problog",
    extension: "pl",
    comment: "%",
    grammar: Some(Grammar { annotations: true, negated_arguments: true, statement_of, statement }),
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

fn statement_of(name: &str, arity: usize) -> Option<&'static str> {
    match (name, arity) {
        ("query", 1) => Some("query"),
        ("evidence", 1 | 2) => Some("evidence"),
        _ => None,
    }
}

/// `query(atom).`, `evidence(atom).`, `evidence(\+ atom).`, `evidence(atom, true).` or
/// `evidence(atom, false).`
fn statement(parser: &mut Parser<'_>, program: &mut Program) -> Result<(), Refusal> {
    let is_query = parser.slice(parser.span()).contains("query");
    let (name, role, closing) = match is_query {
        true => ("query", "a query", "`)` after the query"),
        false => ("evidence", "evidence", "`)` after the evidence"),
    };
    let start = parser.advance()?;
    parser.advance()?;
    let negation = parser.span();
    if is_query && parser.at(Kind::Not) {
        return fail(Unsupported::NegatedQuery, negation);
    }
    let negated = parser.accept(Kind::Not)?;
    if !parser.at_name() {
        return Err(parser.unexpected("an atom"));
    }
    let atom = parser.own_atom(role)?;
    let mut value = !negated;
    if !is_query && parser.accept(Kind::Comma)? {
        let word = parser.advance()?;
        value = match parser.slice(word) {
            _ if negated => return fail(ParseProblem::Evidence, negation),
            "true" => true,
            "false" => false,
            _ => return fail(ParseProblem::Evidence, word),
        };
    }
    parser.expect(Kind::Close, closing)?;
    parser.end_of_statement(name, start)?;
    match is_query {
        true => program.queries.push(atom),
        false => program.evidence.push(Evidence { atom, value }),
    }
    Ok(())
}
