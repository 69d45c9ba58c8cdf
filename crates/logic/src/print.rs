//! From programs to text, shared by the dialects that write clauses as Prolog does.
//!
//! Everything is written straight into the output, without a string per term, and into a string
//! without the detour of [`std::fmt`]: programs are printed by the hundred thousand. The [`Display`]
//! implementations of the syntax use ProbLog's notation and check nothing; for text that surely reads
//! back, use [`crate::Dialect::print`].

use crate::name::quoted;
use crate::parse::is_symbol;
use crate::{Atom, Clause, Directive, Evidence, Formula, Head, Number, Predicate, Program, Term};
use std::fmt::{self, Display, Formatter, Write};

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

fn term(out: &mut impl Write, term: &Term) -> fmt::Result {
    match term {
        Term::Variable(name) => out.write_str(name),
        Term::Anonymous => out.write_char('_'),
        Term::Constant(name) => quoted(name).write(out),
        Term::Number(Number::Integer(value)) => write!(out, "{value}"),
        Term::Number(Number::Float(text)) => out.write_str(text),
    }
}

fn atom(out: &mut impl Write, atom: &Atom) -> fmt::Result {
    quoted(&atom.name).write(out)?;
    if atom.args.is_empty() {
        return Ok(());
    }
    out.write_char('(')?;
    separated(out, ", ", &atom.args, |out, argument| term(out, argument))?;
    out.write_char(')')
}

fn formula(out: &mut impl Write, tree: &Formula, context: Context) -> fmt::Result {
    if context.parenthesises(tree) {
        out.write_char('(')?;
        formula(out, tree, Context::Body)?;
        return out.write_char(')');
    }
    match tree {
        Formula::True => out.write_str("true"),
        Formula::Atom(leaf) => atom(out, leaf),
        Formula::Not(child) => {
            out.write_str("\\+ ")?;
            formula(out, child, Context::Not)
        }
        Formula::And(children) => {
            separated(out, ", ", children, |out, child| formula(out, child, Context::And))
        }
        Formula::Or(children) => {
            separated(out, " ; ", children, |out, child| formula(out, child, Context::Or))
        }
    }
}

fn head(out: &mut impl Write, head: &Head) -> fmt::Result {
    if !head.probability.is_one() {
        write!(out, "{}::", head.probability)?;
    }
    atom(out, &head.atom)
}

fn clause(out: &mut impl Write, clause: &Clause) -> fmt::Result {
    separated(out, "; ", &clause.heads, |out, alternative| head(out, alternative))?;
    if !clause.is_fact() {
        out.write_str(" :- ")?;
        formula(out, &clause.body, Context::Body)?;
    }
    out.write_char('.')
}

/// The directives and clauses of a program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut String, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|directive| writeln!(out, "{directive}"))?;
    program.clauses.iter().try_for_each(|line| {
        clause(out, line)?;
        out.write_char('\n')
    })
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", quoted(&self.name), self.arity)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        term(f, self)
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        atom(f, self)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        formula(f, self, Context::Body)
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(f, self)
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        clause(f, self)
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
        write!(f, "evidence({}, {}).", self.atom, self.value)
    }
}
