//! Prolog: plain clauses.

use super::{Notation, Unprintable};
use crate::parse::Grammar;
use crate::{Program, print};

pub(super) static NOTATION: Notation = Notation {
    name: "prolog",
    grammar: Grammar {
        annotations: false,
        negated_arguments: false,
        statement_of: |_, _| None,
        statement: |_, _| Ok(()),
    },
    check,
    write: print::directives_and_clauses,
};

fn check(program: &Program) -> Result<(), Unprintable> {
    if !program.evidence.is_empty() {
        return Err(Unprintable::Evidence);
    }
    if !program.queries.is_empty() {
        return Err(Unprintable::Query);
    }
    program.clauses.iter().try_for_each(|clause| match &clause.heads[..] {
        [head] if head.probability.is_one() => Ok(()),
        [head] => Err(Unprintable::Probability(head.probability)),
        [] => Err(Unprintable::NoHead),
        _ => Err(Unprintable::AnnotatedDisjunction),
    })
}
