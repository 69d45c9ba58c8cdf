//! From programs to text, shared by the dialects that write clauses as Prolog does.
//!
//! Everything is written straight into the output, without a string per term. The [`fmt::Display`]
//! implementations of the syntax live here too. They use ProbLog's notation and check nothing;
//! for text that surely reads back, use [`crate::Dialect::print`].

use crate::name::write_atom;
use crate::parse::is_symbol;
use crate::{Atom, Clause, Directive, Evidence, Formula, Head, Number, Predicate, Program, Term};
use std::fmt::{self, Write};

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

/// Writes what stands between the items of a sequence, and the items.
fn separated<T>(
    out: &mut dyn Write,
    separator: &str,
    items: &[T],
    mut item: impl FnMut(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, element) in items.iter().enumerate() {
        if index > 0 {
            out.write_str(separator)?;
        }
        item(out, element)?;
    }
    Ok(())
}

fn term(out: &mut dyn Write, term: &Term) -> fmt::Result {
    match term {
        Term::Variable(name) => out.write_str(name),
        Term::Anonymous => out.write_char('_'),
        Term::Constant(name) => write_atom(out, name),
        Term::Number(Number::Integer(value)) => write!(out, "{value}"),
        Term::Number(Number::Float(text)) => out.write_str(text),
    }
}

fn atom(out: &mut dyn Write, atom: &Atom) -> fmt::Result {
    write_atom(out, &atom.name)?;
    if atom.args.is_empty() {
        return Ok(());
    }
    out.write_char('(')?;
    separated(out, ", ", &atom.args, |out, argument| term(out, argument))?;
    out.write_char(')')
}

fn formula(out: &mut dyn Write, tree: &Formula, context: Context) -> fmt::Result {
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

fn head(out: &mut dyn Write, head: &Head) -> fmt::Result {
    if !head.probability.is_one() {
        write!(out, "{}::", head.probability)?;
    }
    atom(out, &head.atom)
}

fn clause(out: &mut dyn Write, clause: &Clause) -> fmt::Result {
    separated(out, "; ", &clause.heads, head)?;
    if clause.body != Formula::True {
        out.write_str(" :- ")?;
        formula(out, &clause.body, Context::Body)?;
    }
    out.write_char('.')
}

fn directive(out: &mut dyn Write, directive: &Directive) -> fmt::Result {
    // An operator would swallow the full stop.
    let symbol = directive.text.bytes().last().is_some_and(is_symbol);
    write!(out, ":- {}{}", directive.text, if symbol { " ." } else { "." })
}

fn evidence(out: &mut dyn Write, evidence: &Evidence) -> fmt::Result {
    out.write_str("evidence(")?;
    atom(out, &evidence.atom)?;
    write!(out, ", {}).", evidence.value)
}

/// The directives and clauses of a program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut dyn Write, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|directive| writeln!(out, "{directive}"))?;
    program.clauses.iter().try_for_each(|item| {
        clause(out, item)?;
        out.write_char('\n')
    })
}

macro_rules! display {
    ($($type:ty => $write:expr;)*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $write(f, self)
            }
        }
    )*};
}

display! {
    Term => term;
    Atom => atom;
    Formula => |out, tree| formula(out, tree, Context::Body);
    Clause => clause;
    Directive => directive;
    Evidence => evidence;
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_atom(f, &self.name)?;
        write!(f, "/{}", self.arity)
    }
}
