//! Dialects: how programs are written.
//!
//! One file per dialect, with its [`Notation`]: how texts are read, which programs it can express,
//! and how those are written. To add a dialect, add a file with its notation and a variant of
//! [`Dialect`]; the parser in [`crate::parse`] and the printer in [`crate::print`] are there to be
//! shared.

mod asp;
mod datalog;
mod plain;
mod problog;
mod prolog;
mod unprintable;

pub use unprintable::Unprintable;

use crate::parse::{self, Language};
use crate::{ParseError, Program};
use randlog_base::Stop;
use std::fmt;

/// A way to write programs.
///
/// What ProbLog prints, it reads back as the same program. The others print a program with the same meaning in
/// place of the given one: Prolog the [arranged](Program::arranged) one, which it reads back, and
/// [`Dialect::Tabled`] the [tabled](Program::tabled) one; the rest is not read.
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
    /// Plain clauses, which a Prolog loads without a warning. `query(a)` and `evidence(a)` are facts like any others.
    Prolog,
    /// Prolog with all predicates tabled; see [`Program::tabled`].
    Tabled,
    /// clingo's language: plain clauses without nested formulas, for safe programs.
    Asp,
    /// Soufflé's language: the same, for programs with strata, and relations are declared.
    Datalog,
}

/// What makes a dialect.
#[derive(Debug)]
struct Notation {
    /// The usual name, in lower case.
    name: &'static str,
    /// What names of files end with.
    extension: &'static str,
    /// What a comment up to the end of a line starts with.
    comment: &'static str,
    /// What texts may hold, if texts are read at all.
    language: Option<Language>,
    /// What this dialect asks of a program beyond [`Unprintable::check_common`], so that it reads back
    /// as the same program.
    check: fn(&Program) -> Result<(), Unprintable>,
    /// Writes a program that passed the checks.
    write: fn(&mut String, &Program) -> fmt::Result,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 5] =
        [Dialect::ProbLog, Dialect::Prolog, Dialect::Tabled, Dialect::Asp, Dialect::Datalog];

    /// Those that are read, too.
    pub const READ: [Dialect; 2] = [Dialect::ProbLog, Dialect::Prolog];

    fn notation(self) -> &'static Notation {
        match self {
            Dialect::ProbLog => &problog::NOTATION,
            Dialect::Prolog => &prolog::NOTATION,
            Dialect::Tabled => &prolog::TABLED,
            Dialect::Asp => &asp::NOTATION,
            Dialect::Datalog => &datalog::NOTATION,
        }
    }

    /// The usual name, in lower case.
    pub fn name(self) -> &'static str {
        self.notation().name
    }

    /// What names of files end with, after a dot.
    pub fn extension(self) -> &'static str {
        self.notation().extension
    }

    /// What a comment up to the end of a line starts with.
    pub fn comment(self) -> &'static str {
        self.notation().comment
    }

    /// Reads a function-free program; see [`Dialect::READ`].
    pub fn parse(self, text: &str) -> Result<Program, ParseError> {
        let language = self.notation().language.ok_or_else(|| parse::unreadable(self.name()))?;
        parse::program(text, language, &Stop::NEVER)
    }

    /// The text of a program: directives, clauses, evidence, queries, one per line. Fails, before
    /// anything is written, on a program the dialect cannot express.
    pub fn print(self, program: &Program) -> Result<Printed<'_>, Unprintable> {
        let notation = self.notation();
        (notation.check)(program)?;
        Unprintable::check_common(program)?;
        Ok(Printed { notation, program })
    }
}

impl Program {
    /// Reads a ProbLog program.
    ///
    /// ```
    /// use randlog_logic::Program;
    ///
    /// let text = "P::heads(X) :- coin(X, P). coin([a, b], 0.5). query(heads(X)) :- coin(X, _).";
    /// let program = Program::parse(text)?;
    /// assert_eq!((program.clauses.len(), program.queries.len()), (2, 1));
    /// assert_eq!(program.queries[0].place.to_string(), "line 1, column 47");
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Program, ParseError> {
        Program::parse_within(text, &Stop::NEVER)
    }

    /// Reads a ProbLog program, unless that is stopped. It accounts for about as much memory as the text and what is
    /// made of it take.
    pub fn parse_within(text: &str, stop: &Stop) -> Result<Program, ParseError> {
        parse::program(text, Language::Full, stop)
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
    notation: &'static Notation,
    program: &'p Program,
}

impl Printed<'_> {
    /// Appends the text to a buffer.
    pub fn write_to(&self, out: &mut String) -> fmt::Result {
        (self.notation.write)(out, self.program)
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text)?;
        f.write_str(&text)
    }
}
