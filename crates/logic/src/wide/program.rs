//! Wide programs as text, a line for each directive, clause, observation and query, in this order.
//!
//! What was read is written so that it reads back as the same program, but for the numbers of lines.

use super::print::argument;
use super::{Statement, WideClause, WideHead, WideProgram};
use crate::Formula;
use std::fmt::{self, Display, Formatter};

impl Display for WideHead {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(annotation) = &self.annotation {
            write!(f, "{}::", argument(annotation))?;
        }
        write!(f, "{}{}", sign(self.negated), self.atom)
    }
}

impl Display for WideClause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, head) in self.heads.iter().enumerate() {
            write!(f, "{}{head}", if index > 0 { "; " } else { "" })?;
        }
        write!(f, "{}.", Condition(&self.body))
    }
}

/// A body with the sign before it, or nothing.
struct Condition<'f>(&'f Formula);

impl Display for Condition<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Formula::True => Ok(()),
            body => write!(f, " :- {body}"),
        }
    }
}

fn sign(negated: bool) -> &'static str {
    if negated { "\\+ " } else { "" }
}

impl Display for WideProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for directive in &self.directives {
            writeln!(f, ":- {directive}.")?;
        }
        for clause in &self.clauses {
            writeln!(f, "{clause}")?;
        }
        for Statement { atom, negated, condition, .. } in &self.evidence {
            let value = if *negated { ", false" } else { "" };
            writeln!(f, "evidence({}{value}){}.", atom, Condition(condition))?;
        }
        for Statement { atom, negated, condition, .. } in &self.queries {
            writeln!(f, "query({}{}){}.", sign(*negated), atom, Condition(condition))?;
        }
        Ok(())
    }
}
