//! From programs to text, shared by the dialects that write clauses as Prolog does.
//!
//! Everything is written straight into the output, without a string per term, and into a string
//! without the detour of [`std::fmt`]: programs are printed by the hundred thousand. The [`Display`]
//! implementations of the syntax use ProbLog's notation and check nothing; for text that surely reads
//! back, use [`crate::Dialect::print`].

mod compound;

use crate::directive::ORGANISING;
use crate::name::{quoted, write_text};
use crate::operators::GOALS;
use crate::parse::is_symbol;
use crate::syntax::EMPTY_LIST;
use crate::{
    Annotation, Atom, Clause, Compound, Formula, Goal, Head, Number, Predicate, Program, Term,
};
use compound::as_operator;
use std::fmt::{self, Display, Formatter, Write};

/// Which notation is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// That of function-free programs, which every dialect reads: goals without operators, `[]` in quotes.
    FunctionFree,
    /// That of all programs.
    Full,
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
        Term::Constant(name) if notation == Notation::Full && name == EMPTY_LIST => {
            out.write_str(name)
        }
        Term::Constant(name) => quoted(name).write(out),
        Term::Number(Number::Integer(value)) => write!(out, "{value}"),
        Term::Number(Number::Float(text)) => out.write_str(text),
        Term::Text(text) => write_text(out, text),
        Term::Compound(compound) => write!(out, "{}", compound::compound(compound)),
    }
}

fn argument(out: &mut impl Write, argument: &Term, notation: Notation) -> fmt::Result {
    match argument {
        Term::Compound(_) => write!(out, "{}", compound::argument(argument)),
        _ => term(out, argument, notation),
    }
}

fn atom(out: &mut impl Write, atom: &Atom, notation: Notation) -> fmt::Result {
    if notation == Notation::Full
        && let Some(written) = as_operator(&atom.name, &atom.args)
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
    match &head.probability {
        Annotation::Number(number) if number.is_one() => {}
        annotation => write!(out, "{annotation}::")?,
    }
    out.write_str(sign(head.negated))?;
    atom(out, &head.atom, notation)
}

fn sign(negated: bool) -> &'static str {
    if negated { "\\+ " } else { "" }
}

fn clause(out: &mut impl Write, clause: &Clause, notation: Notation) -> fmt::Result {
    let is_alone = clause.heads.len() == 1;
    separated(out, "; ", &clause.heads, |out, alternative| {
        // Each of several heads needs a probability.
        if !is_alone && alternative.probability.is_one() {
            out.write_str("1::")?;
        }
        head(out, alternative, notation)
    })?;
    condition(out, &clause.body, notation)?;
    out.write_char('.')
}

/// A body with the sign before it, or nothing.
fn condition(out: &mut impl Write, body: &Formula, notation: Notation) -> fmt::Result {
    if *body == Formula::True {
        return Ok(());
    }
    out.write_str(" :- ")?;
    formula(out, body, Context::Body, notation)
}

/// The directives and clauses of a program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut String, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|it| directive(out, it, Notation::FunctionFree))?;
    program.clauses.iter().try_for_each(|line| {
        clause(out, line, Notation::FunctionFree)?;
        out.write_char('\n')
    })
}

/// `:- directive.`, and the end of the line.
fn directive(out: &mut impl Write, directive: &Term, notation: Notation) -> fmt::Result {
    let text = match directive {
        Term::Compound(compound) => match &**compound {
            // `dynamic p/1, q/2`
            Compound::Function(name, args)
                if notation == Notation::FunctionFree
                    && args.len() == 1
                    && ORGANISING.contains(&name.as_str()) =>
            {
                format!("{name} {}", compound::operand_of(&args[0], GOALS))
            }
            compound => compound::compound(compound).to_string(),
        },
        other => other.to_string(),
    };
    // An operator would swallow the full stop.
    let symbol = text.bytes().last().is_some_and(is_symbol);
    writeln!(out, ":- {text}{}", if symbol { " ." } else { "." })
}

/// The evidence and the queries of a program, a line for each.
pub(crate) fn evidence_and_queries(out: &mut String, program: &Program) -> fmt::Result {
    program.evidence.iter().try_for_each(|seen| evidence(out, seen, Notation::FunctionFree))?;
    program.queries.iter().try_for_each(|asked| query(out, asked, Notation::FunctionFree))
}

fn evidence(out: &mut impl Write, seen: &Goal, notation: Notation) -> fmt::Result {
    out.write_str("evidence(")?;
    atom(out, &seen.atom, notation)?;
    out.write_str(match (seen.negated, notation) {
        (true, _) => ", false)",
        (false, Notation::FunctionFree) => ", true)",
        (false, Notation::Full) => ")",
    })?;
    condition(out, &seen.condition, notation)?;
    out.write_str(".\n")
}

fn query(out: &mut impl Write, asked: &Goal, notation: Notation) -> fmt::Result {
    out.write_str("query(")?;
    out.write_str(sign(asked.negated))?;
    atom(out, &asked.atom, notation)?;
    out.write_char(')')?;
    condition(out, &asked.condition, notation)?;
    out.write_str(".\n")
}

impl Display for Program {
    /// A line for each directive, clause, observation and query, in this order. What was read is written so that
    /// it reads back as the same program.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.directives.iter().try_for_each(|it| directive(f, it, Notation::Full))?;
        self.clauses.iter().try_for_each(|clause| writeln!(f, "{clause}"))?;
        self.evidence.iter().try_for_each(|seen| evidence(f, seen, Notation::Full))?;
        self.queries.iter().try_for_each(|asked| query(f, asked, Notation::Full))
    }
}

impl Display for Goal {
    /// What is asked, or observed, without its condition.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", sign(self.negated), self.atom)
    }
}

impl Display for Annotation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Annotation::Number(number) => number.fmt(f),
            Annotation::Expression(term) => compound::argument(term).fmt(f),
        }
    }
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", quoted(&self.name), self.arity)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        term(f, self, Notation::Full)
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        atom(f, self, Notation::Full)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        formula(f, self, Context::Body, Notation::Full)
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(f, self, Notation::Full)
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        clause(f, self, Notation::Full)
    }
}
