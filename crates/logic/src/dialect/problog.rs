//! ProbLog: probabilities on heads, `query/1`, `evidence/1` and `evidence/2`.

use super::{Notation, Unprintable};
use crate::parse::{Grammar, Kind, ParseProblem, Parser, Refusal, fail};
use crate::unsupported::Unsupported;
use crate::{Atom, Formula, Goal, Program, print};
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
    let place = parser.place();
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
    let mut is_false = negated;
    if !is_query && parser.accept(Kind::Comma)? {
        let word = parser.advance()?;
        is_false = match parser.slice(word) {
            _ if negated => return fail(ParseProblem::Evidence, negation),
            "true" => false,
            "false" => true,
            _ => return fail(ParseProblem::Evidence, word),
        };
    }
    parser.expect(Kind::Close, closing)?;
    parser.end_of_statement(name, start)?;
    let goals = if is_query { &mut program.queries } else { &mut program.evidence };
    goals.push(Goal { atom, negated: is_false, condition: Formula::True, place });
    Ok(())
}
