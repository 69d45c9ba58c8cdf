//! Prolog: plain clauses.

use super::{Notation, Unprintable};
use crate::parse::{self, Grammar, ParseError};
use crate::{Program, print};
use std::fmt::{self, Write};

pub(super) struct Prolog;

impl Notation for Prolog {
    fn parse(&self, text: &str) -> Result<Program, ParseError> {
        parse::program(text, &GRAMMAR)
    }

    fn check(&self, program: &Program) -> Result<(), Unprintable> {
        if !program.evidence.is_empty() {
            return Err(Unprintable::Evidence);
        }
        if !program.queries.is_empty() {
            return Err(Unprintable::Query);
        }
        for clause in &program.clauses {
            match clause.heads.as_slice() {
                [head] if head.probability.is_one() => {}
                [head] => return Err(Unprintable::Probability(head.probability)),
                [] => return Err(Unprintable::NoHead),
                _ => return Err(Unprintable::AnnotatedDisjunction),
            }
        }
        Unprintable::check_common(self, program)
    }

    fn write(&self, program: &Program, out: &mut dyn Write) -> fmt::Result {
        print::directives_and_clauses(out, program)
    }
}

static GRAMMAR: Grammar = Grammar {
    annotations: false,
    negated_arguments: false,
    statement_of: |_, _| None,
    statement: |_, _| Ok(()),
};
