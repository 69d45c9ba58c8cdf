//! ProbLog: probabilities on heads, `query/1`, `evidence/1` and `evidence/2`.

use super::{Notation, Unprintable};
use crate::parse::{Grammar, Kind, ParseProblem, Parser, Refusal, Unsupported, fail};
use crate::{Atom, Evidence, Program, print};
use std::fmt::{self, Write};

pub(super) static NOTATION: Notation = Notation {
    name: "problog",
    grammar: Grammar { annotations: true, negated_arguments: true, statement_of, statement },
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

fn write(out: &mut dyn Write, program: &Program) -> fmt::Result {
    print::directives_and_clauses(out, program)?;
    program.evidence.iter().try_for_each(|evidence| writeln!(out, "{evidence}"))?;
    program.queries.iter().try_for_each(|query| writeln!(out, "query({query})."))
}

fn statement_of(name: &str, arity: usize) -> Option<&'static str> {
    match (name, arity) {
        ("query", 1) => Some("query"),
        ("evidence", 1 | 2) => Some("evidence"),
        _ => None,
    }
}

fn statement(parser: &mut Parser<'_>, program: &mut Program) -> Result<(), Refusal> {
    let name = parser.slice(parser.span());
    if name.contains("query") {
        program.queries.push(query(parser)?);
    } else {
        program.evidence.push(evidence(parser)?);
    }
    Ok(())
}

/// `query(atom).`
fn query(parser: &mut Parser<'_>) -> Result<Atom, Refusal> {
    let start = parser.advance()?;
    parser.advance()?;
    if parser.at(Kind::Not) {
        return fail(Unsupported::NegatedQuery, parser.span());
    }
    let atom = argument(parser, "a query")?;
    parser.expect(Kind::Close, "`)` after the query")?;
    parser.end_of_statement("query", start)?;
    Ok(atom)
}

/// `evidence(atom).`, `evidence(\+ atom).`, `evidence(atom, true).` or `evidence(atom, false).`
fn evidence(parser: &mut Parser<'_>) -> Result<Evidence, Refusal> {
    let start = parser.advance()?;
    parser.advance()?;
    let negation = parser.span();
    let negated = parser.accept(Kind::Not)?;
    let atom = argument(parser, "evidence")?;
    let value = if parser.accept(Kind::Comma)? {
        let value = parser.advance()?;
        match parser.slice(value) {
            _ if negated => return fail(ParseProblem::Evidence, negation),
            "true" => true,
            "false" => false,
            _ => return fail(ParseProblem::Evidence, value),
        }
    } else {
        !negated
    };
    parser.expect(Kind::Close, "`)` after the evidence")?;
    parser.end_of_statement("evidence", start)?;
    Ok(Evidence { atom, value })
}

fn argument(parser: &mut Parser<'_>, role: &'static str) -> Result<Atom, Refusal> {
    match parser.at_name() {
        true => parser.own_atom(role),
        false => Err(parser.unexpected("an atom")),
    }
}
