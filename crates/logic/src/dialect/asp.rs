//! Answer set programming, as clingo reads it: plain clauses, and what is to be shown for queries.
//!
//! ```text
//! p(X) :- q(X, Y), not r(Y).
//! #show.
//! #show p(X) : p(X).
//! ```
//!
//! (The first line of the two says that nothing else is shown.)

use super::{Notation, Unprintable, plain};
use crate::print::{self, Style};
use crate::{Clause, Number, Program, Term, name};
use std::fmt::{self, Write};

pub(super) static NOTATION: Notation =
    Notation { name: "asp", extension: "lp", comment: "%", language: None, check, write };

const STYLE: Style = Style { not: "not ", ..Style::FUNCTION_FREE };

/// What is no name.
const WORDS: [&str; 1] = ["not"];

fn check(program: &Program) -> Result<(), Unprintable> {
    flat(program).map(drop)
}

fn flat(program: &Program) -> Result<Program, Unprintable> {
    let flat = plain::flat(program, &WORDS)?;
    let atoms = flat
        .clauses
        .iter()
        .flat_map(Clause::atoms)
        .chain(flat.queries.iter().map(|query| &query.atom));
    // clingo counts modulo 2^32.
    let is_large = |term: &&Term| match term {
        Term::Number(Number::Integer(number)) => i32::try_from(*number).is_err(),
        _ => false,
    };
    let large = atoms.flat_map(|atom| &atom.args).find(is_large).map(ToString::to_string);
    large.map_or(Ok(flat), |number| Err(Unprintable::Integer(number.into())))
}

fn write(out: &mut String, program: &Program) -> fmt::Result {
    let flat = flat(program).map_err(|_| fmt::Error)?;
    print::clauses(out, &flat.clauses, &STYLE)?;
    if !flat.queries.is_empty() {
        out.write_str("#show.\n")?;
    }
    for query in &flat.queries {
        let mut query = query.atom.clone();
        let names = query.args.clone();
        let names = names.iter().filter_map(|term| match term {
            Term::Variable(name) => Some(name.as_str()),
            _ => None,
        });
        // What is shown must have values.
        let prefix = name::unused_prefix("X", names);
        for (place, term) in query.args.iter_mut().enumerate() {
            if *term == Term::Anonymous {
                *term = Term::Variable(format!("{prefix}{place}").into());
            }
        }
        out.write_str("#show ")?;
        print::atom(out, &query, &STYLE)?;
        out.write_str(" : ")?;
        print::atom(out, &query, &STYLE)?;
        out.write_str(".\n")?;
    }
    Ok(())
}
