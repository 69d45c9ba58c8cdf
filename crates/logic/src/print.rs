//! From programs to text, shared by the dialects that write clauses as Prolog does.
//!
//! Everything is written straight into the output, without a string per term, and into a string
//! without the detour of [`std::fmt`]: programs are printed by the hundred thousand. The [`Display`]
//! implementations of the syntax use ProbLog's notation and check nothing; for text that surely reads
//! back, use [`crate::Dialect::print`].

use crate::name::{quoted, write_text};
use crate::parse::is_symbol;
use crate::syntax::EMPTY_LIST;
use crate::wide;
use crate::{Atom, Clause, Directive, Evidence, Formula, Head, Number, Predicate, Program, Term};
use std::fmt::{self, Display, Formatter, Write};

/// Which notation is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// What every dialect reads: no operators, no lists.
    Flat,
    /// That of the wide language.
    Wide,
}

/// What a formula is a child of.
#[derive(Clone, Copy)]
pub(crate) enum Context {
    Body,
    Not,
    And,
    Or,
}

impl Context {
    /// Does this formula need parentheses here, to bind tighter or to stay a child of its own?
    pub(crate) fn parenthesises(self, formula: &Formula) -> bool {
        match formula {
            Formula::And(_) => matches!(self, Context::Not | Context::And),
            Formula::Or(_) => !matches!(self, Context::Body),
            Formula::True | Formula::Atom(_) | Formula::Not(_) => false,
        }
    }
}

/// Writes the items of a sequence, and what stands between them.
fn separated<W: Write, T>(
    out: &mut W,
    separator: &str,
    items: &[T],
    mut item: impl FnMut(&mut W, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, element) in items.iter().enumerate() {
        if index > 0 {
            out.write_str(separator)?;
        }
        item(out, element)?;
    }
    Ok(())
}

fn term(out: &mut impl Write, term: &Term, notation: Notation) -> fmt::Result {
    match term {
        Term::Variable(name) => out.write_str(name),
        Term::Anonymous => out.write_char('_'),
        Term::Constant(name) if notation == Notation::Wide && name == EMPTY_LIST => {
            out.write_str(name)
        }
        Term::Constant(name) => quoted(name).write(out),
        Term::Number(Number::Integer(value)) => write!(out, "{value}"),
        Term::Number(Number::Float(text)) => out.write_str(text),
        Term::Text(text) => write_text(out, text),
        Term::Compound(compound) => write!(out, "{}", wide::print::compound(compound)),
    }
}

fn argument(out: &mut impl Write, argument: &Term, notation: Notation) -> fmt::Result {
    match argument {
        Term::Compound(_) => write!(out, "{}", wide::print::argument(argument)),
        _ => term(out, argument, notation),
    }
}

fn atom(out: &mut impl Write, atom: &Atom, notation: Notation) -> fmt::Result {
    if notation == Notation::Wide
        && let Some(written) = wide::print::as_operator(&atom.name, &atom.args)
    {
        return write!(out, "{written}");
    }
    quoted(&atom.name).write(out)?;
    if atom.args.is_empty() {
        return Ok(());
    }
    out.write_char('(')?;
    separated(out, ", ", &atom.args, |out, term| argument(out, term, notation))?;
    out.write_char(')')
}

fn formula(
    out: &mut impl Write,
    tree: &Formula,
    context: Context,
    notation: Notation,
) -> fmt::Result {
    if context.parenthesises(tree) {
        out.write_char('(')?;
        formula(out, tree, Context::Body, notation)?;
        return out.write_char(')');
    }
    match tree {
        Formula::True => out.write_str("true"),
        Formula::Atom(leaf) => atom(out, leaf, notation),
        Formula::Not(child) => {
            out.write_str("\\+ ")?;
            formula(out, child, Context::Not, notation)
        }
        Formula::And(children) => {
            separated(out, ", ", children, |out, child| formula(out, child, Context::And, notation))
        }
        Formula::Or(children) => {
            separated(out, " ; ", children, |out, child| formula(out, child, Context::Or, notation))
        }
    }
}

fn head(out: &mut impl Write, head: &Head, notation: Notation) -> fmt::Result {
    if !head.probability.is_one() {
        write!(out, "{}::", head.probability)?;
    }
    atom(out, &head.atom, notation)
}

fn clause(out: &mut impl Write, clause: &Clause, notation: Notation) -> fmt::Result {
    separated(out, "; ", &clause.heads, |out, alternative| head(out, alternative, notation))?;
    if !clause.is_fact() {
        out.write_str(" :- ")?;
        formula(out, &clause.body, Context::Body, notation)?;
    }
    out.write_char('.')
}

/// The directives and clauses of a program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut String, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|directive| writeln!(out, "{directive}"))?;
    program.clauses.iter().try_for_each(|line| {
        clause(out, line, Notation::Flat)?;
        out.write_char('\n')
    })
}

/// The evidence and the queries of a program, a line for each.
pub(crate) fn evidence_and_queries(out: &mut String, program: &Program) -> fmt::Result {
    program.evidence.iter().try_for_each(|observed| {
        evidence(out, observed, Notation::Flat)?;
        out.write_char('\n')
    })?;
    program.queries.iter().try_for_each(|query| {
        out.write_str("query(")?;
        atom(out, query, Notation::Flat)?;
        out.write_str(").\n")
    })
}

fn evidence(out: &mut impl Write, evidence: &Evidence, notation: Notation) -> fmt::Result {
    out.write_str("evidence(")?;
    atom(out, &evidence.atom, notation)?;
    write!(out, ", {}).", evidence.value)
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", quoted(&self.name), self.arity)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        term(f, self, Notation::Wide)
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        atom(f, self, Notation::Wide)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        formula(f, self, Context::Body, Notation::Wide)
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(f, self, Notation::Wide)
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        clause(f, self, Notation::Wide)
    }
}

impl Display for Directive {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // An operator would swallow the full stop.
        let symbol = self.text.bytes().last().is_some_and(is_symbol);
        write!(f, ":- {}{}", self.text, if symbol { " ." } else { "." })
    }
}

impl Display for Evidence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        evidence(f, self, Notation::Wide)
    }
}
