//! Dialects: how programs are written.
//!
//! One file per dialect, behind the [`Notation`] trait: it reads texts, knows which programs it
//! can express, and writes those. To add a dialect, add a file that implements the trait and a
//! variant of [`Dialect`]; the parser in [`crate::parse`] and the printer in [`crate::print`] are
//! there to be shared.

mod problog;
mod prolog;
mod unprintable;

pub use unprintable::Unprintable;

use crate::{ParseError, Program};
use std::fmt;

/// A way to write programs.
///
/// What a dialect can print, it reads back as the same program:
///
/// ```
/// use randlog_logic::Dialect;
///
/// let program = Dialect::ProbLog.parse("0.4::q(X,a):-r(X),\\+s(a). query(q(b,_)).")?;
/// let text = Dialect::ProbLog.print(&program)?.to_string();
/// assert_eq!(text, "0.4::q(X, a) :- r(X), \\+ s(a).\nquery(q(b, _)).\n");
/// assert_eq!(Dialect::ProbLog.parse(&text)?, program);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Clauses with probabilities, annotated disjunctions, queries and evidence.
    ProbLog,
    /// Plain clauses. `query(a)` and `evidence(a)` are facts like any others.
    Prolog,
}

/// What every dialect does.
trait Notation {
    /// Reads a text.
    fn parse(&self, text: &str) -> Result<Program, ParseError>;

    /// Can this program be written so that it reads back as the same program?
    fn check(&self, program: &Program) -> Result<(), Unprintable>;

    /// Writes a program that passed the check.
    fn write(&self, program: &Program, out: &mut dyn fmt::Write) -> fmt::Result;
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 2] = [Dialect::ProbLog, Dialect::Prolog];

    fn notation(self) -> &'static dyn Notation {
        match self {
            Dialect::ProbLog => &problog::ProbLog,
            Dialect::Prolog => &prolog::Prolog,
        }
    }

    /// The usual name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::ProbLog => "problog",
            Dialect::Prolog => "prolog",
        }
    }

    /// Reads a text.
    pub fn parse(self, text: &str) -> Result<Program, ParseError> {
        self.notation().parse(text)
    }

    /// The text of a program: directives, clauses, evidence, queries, one per line. Fails, before
    /// anything is written, on a program the dialect cannot express.
    pub fn print(self, program: &Program) -> Result<Printed<'_>, Unprintable> {
        self.notation().check(program)?;
        Ok(Printed { dialect: self, program })
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text of a program in a dialect; see [`Dialect::print`].
#[derive(Clone, Copy, Debug)]
pub struct Printed<'p> {
    dialect: Dialect,
    program: &'p Program,
}

impl Printed<'_> {
    /// Appends the text to a buffer.
    pub fn write_to(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dialect.notation().write(self.program, out)
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}
