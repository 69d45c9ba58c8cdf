//! From programs to text, shared by the dialects that write clauses as Prolog does.
//!
//! Everything is written straight into the output, without a string per term. The [`Display`]
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
fn separated<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: &[T],
    mut item: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, element) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        item(f, element)?;
    }
    Ok(())
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", quoted(&self.name), self.arity)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(name) => f.write_str(name),
            Term::Anonymous => f.write_char('_'),
            Term::Constant(name) => quoted(name).fmt(f),
            Term::Number(Number::Integer(value)) => write!(f, "{value}"),
            Term::Number(Number::Float(text)) => f.write_str(text),
        }
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        quoted(&self.name).fmt(f)?;
        if self.args.is_empty() {
            return Ok(());
        }
        f.write_char('(')?;
        separated(f, ", ", &self.args, |f, term| term.fmt(f))?;
        f.write_char(')')
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        formula(f, self, Context::Body)
    }
}

fn formula(f: &mut Formatter<'_>, tree: &Formula, context: Context) -> fmt::Result {
    if context.parenthesises(tree) {
        f.write_char('(')?;
        tree.fmt(f)?;
        return f.write_char(')');
    }
    match tree {
        Formula::True => f.write_str("true"),
        Formula::Atom(atom) => atom.fmt(f),
        Formula::Not(child) => {
            f.write_str("\\+ ")?;
            formula(f, child, Context::Not)
        }
        Formula::And(children) => {
            separated(f, ", ", children, |f, child| formula(f, child, Context::And))
        }
        Formula::Or(children) => {
            separated(f, " ; ", children, |f, child| formula(f, child, Context::Or))
        }
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.probability.is_one() {
            write!(f, "{}::", self.probability)?;
        }
        self.atom.fmt(f)
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, "; ", &self.heads, |f, head| head.fmt(f))?;
        if !self.is_fact() {
            f.write_str(" :- ")?;
            self.body.fmt(f)?;
        }
        f.write_char('.')
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

/// The directives and clauses of a program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut dyn Write, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|directive| writeln!(out, "{directive}"))?;
    program.clauses.iter().try_for_each(|clause| writeln!(out, "{clause}"))
}
