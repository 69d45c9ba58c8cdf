//! From programs to text, shared by all dialects.
//!
//! Everything is written straight into the output, without a string per term, and into a string
//! without the detour of [`std::fmt`]: programs are printed by the hundred thousand. The [`Display`]
//! implementations of the syntax use ProbLog's notation and check nothing; for text that surely reads
//! back, use [`crate::Dialect::print`].

use crate::directive::ORGANISING;
use crate::name::{quoted, write_text};
use crate::operators::{ARGUMENT, GOALS, Infix, infix, is_symbol, prefix};
use crate::syntax::EMPTY_LIST;
use crate::{
    Annotation, Atom, Clause, Compound, Formula, Goal, Head, Number, Predicate, Program, Term,
};
use std::fmt::{self, Display, Formatter, Write};

/// How clauses are written.
#[derive(Debug)]
pub(crate) struct Style {
    /// Are goals written with operators, and `[]` without quotes? Function-free programs are written without, as
    /// every dialect reads them.
    pub(crate) operators: bool,
    /// What stands before a negated formula.
    pub(crate) not: &'static str,
    /// What stands after the name of an atom without arguments.
    pub(crate) no_arguments: &'static str,
    /// Are constants and numbers texts, in double quotes?
    pub(crate) quotes: bool,
}

impl Style {
    /// That of function-free programs.
    pub(crate) const FUNCTION_FREE: Style =
        Style { operators: false, not: "\\+ ", no_arguments: "", quotes: false };

    /// That of all programs.
    const FULL: Style = Style { operators: true, ..Style::FUNCTION_FREE };
}

/// What a formula is a child of.
#[derive(Clone, Copy)]
pub(crate) enum FormulaContext {
    Body,
    Not,
    And,
    Or,
}

impl FormulaContext {
    /// Does this formula need parentheses here, to bind tighter or to stay a child of its own?
    pub(crate) fn parenthesises(self, formula: &Formula) -> bool {
        match formula {
            Formula::And(_) => matches!(self, FormulaContext::Not | FormulaContext::And),
            Formula::Or(_) => !matches!(self, FormulaContext::Body),
            Formula::True | Formula::Atom(_) | Formula::Not(_) => false,
        }
    }
}

/// Writes the items of a sequence, and what stands between them.
#[inline]
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

#[inline]
fn term(out: &mut impl Write, term: &Term, style: &Style) -> fmt::Result {
    match term {
        Term::Variable(name) => out.write_str(name),
        Term::Anonymous => out.write_char('_'),
        _ if style.quotes => write!(out, "\"{term}\""),
        Term::Constant(name) if style.operators && name == EMPTY_LIST => out.write_str(name),
        Term::Constant(name) => quoted(name).write(out),
        Term::Number(Number::Integer(value)) => write!(out, "{value}"),
        Term::Number(Number::Float(text)) => out.write_str(text),
        Term::Text(text) => write_text(out, text),
        Term::Compound(term) => compound(out, term),
    }
}

fn compound(out: &mut impl Write, term: &Compound) -> fmt::Result {
    match term {
        Compound::Function(functor, args) => function(out, functor, args),
        Compound::List(items, tail) => {
            out.write_char('[')?;
            arguments(out, items, &Style::FULL)?;
            if *tail != Term::empty_list() {
                out.write_str(" | ")?;
                operand(out, tail, ARGUMENT)?;
            }
            out.write_char(']')
        }
    }
}

/// What binds less than a comma stands in parentheses.
fn arguments(out: &mut impl Write, args: &[Term], style: &Style) -> fmt::Result {
    separated(out, ", ", args, |out, argument| match argument {
        Term::Compound(_) => operand(out, argument, ARGUMENT),
        _ => term(out, argument, style),
    })
}

/// A function symbol with its arguments: an operator stands between or before them.
fn function(out: &mut impl Write, functor: &str, args: &[Term]) -> fmt::Result {
    match args {
        [left, right] if let Some(operator) = infix(functor) => {
            operand(out, left, operator.left)?;
            let between = between(functor, operator);
            out.write_str(&between)?;
            // An operand that starts with a sign would run into the operator.
            if !between.ends_with(' ') && starts_symbolic(right) {
                out.write_char(' ')?;
            }
            operand(out, right, operator.right)
        }
        [inner] if let Some(priority) = prefix(functor) => {
            // `-1` is a number, `- 1` is the operator before one; `-(1)` would be a function.
            let mut written = String::new();
            operand(&mut written, inner, priority)?;
            let is_taken = written.starts_with(|c: char| c == '(' || c.is_ascii_digit());
            let space = if is_taken || starts_symbolic(inner) { " " } else { "" };
            write!(out, "{functor}{space}{written}")
        }
        _ => {
            quoted(functor).write(out)?;
            out.write_char('(')?;
            arguments(out, args, &Style::FULL)?;
            out.write_char(')')
        }
    }
}

/// The operator with spaces where ProbLog writes them.
fn between(functor: &str, operator: Infix) -> String {
    match functor {
        "," => ", ".to_owned(),
        ";" => "; ".to_owned(),
        _ if operator.priority >= 700 || functor.starts_with(|c: char| c.is_alphabetic()) => {
            format!(" {functor} ")
        }
        _ => functor.to_owned(),
    }
}

/// Would this run into an operator before it?
fn starts_symbolic(term: &Term) -> bool {
    match term {
        Term::Constant(name) => !name.is_empty() && name.bytes().all(is_symbol),
        Term::Number(Number::Integer(value)) => *value < 0,
        Term::Number(Number::Float(text)) => text.starts_with('-'),
        _ => match term.as_function() {
            Some((functor, [_])) => prefix(functor).is_some(),
            Some((functor, [left, _])) => infix(functor).is_some() && starts_symbolic(left),
            _ => false,
        },
    }
}

/// The priority of the outermost operator.
fn priority(term: &Term) -> u16 {
    match term.as_function() {
        Some((functor, [_])) => prefix(functor).unwrap_or(0),
        Some((functor, [_, _])) => infix(functor).map_or(0, |operator| operator.priority),
        _ => 0,
    }
}

/// A term where operators have at most this priority.
fn operand(out: &mut impl Write, operand: &Term, highest: u16) -> fmt::Result {
    if priority(operand) <= highest {
        return term(out, operand, &Style::FULL);
    }
    out.write_char('(')?;
    term(out, operand, &Style::FULL)?;
    out.write_char(')')
}

/// Is the predicate a comparison, `is`, `\+` or `:`? Other operators are written like any other predicate.
fn is_operator(atom: &Atom) -> bool {
    match &atom.args[..] {
        [_, _] => infix(&atom.name).is_some_and(|operator| matches!(operator.priority, 600 | 700)),
        [_] => atom.name == "\\+",
        _ => false,
    }
}

pub(crate) fn atom(out: &mut impl Write, atom: &Atom, style: &Style) -> fmt::Result {
    if style.operators && is_operator(atom) {
        return function(out, &atom.name, &atom.args);
    }
    quoted(&atom.name).write(out)?;
    if atom.args.is_empty() {
        return out.write_str(style.no_arguments);
    }
    out.write_char('(')?;
    arguments(out, &atom.args, style)?;
    out.write_char(')')
}

fn formula(
    out: &mut impl Write,
    tree: &Formula,
    context: FormulaContext,
    style: &Style,
) -> fmt::Result {
    if context.parenthesises(tree) {
        out.write_char('(')?;
        formula(out, tree, FormulaContext::Body, style)?;
        return out.write_char(')');
    }
    match tree {
        Formula::True => out.write_str("true"),
        Formula::Atom(leaf) => atom(out, leaf, style),
        Formula::Not(child) => {
            out.write_str(style.not)?;
            formula(out, child, FormulaContext::Not, style)
        }
        Formula::And(children) => separated(out, ", ", children, |out, child| {
            formula(out, child, FormulaContext::And, style)
        }),
        Formula::Or(children) => separated(out, " ; ", children, |out, child| {
            formula(out, child, FormulaContext::Or, style)
        }),
    }
}

fn head(out: &mut impl Write, head: &Head, style: &Style) -> fmt::Result {
    match &head.probability {
        Annotation::Number(number) if number.is_one() => {}
        annotation => write!(out, "{annotation}::")?,
    }
    out.write_str(sign(head.negated))?;
    atom(out, &head.atom, style)
}

fn sign(negated: bool) -> &'static str {
    if negated { "\\+ " } else { "" }
}

fn clause(out: &mut impl Write, clause: &Clause, style: &Style) -> fmt::Result {
    let is_alone = clause.heads.len() == 1;
    separated(out, "; ", &clause.heads, |out, alternative| {
        // Each of several heads needs a probability.
        if !is_alone && alternative.probability.is_one() {
            out.write_str("1::")?;
        }
        head(out, alternative, style)
    })?;
    condition(out, &clause.body, style)?;
    out.write_char('.')
}

/// A body with the sign before it, or nothing.
fn condition(out: &mut impl Write, body: &Formula, style: &Style) -> fmt::Result {
    if matches!(body, Formula::True) {
        return Ok(());
    }
    out.write_str(" :- ")?;
    formula(out, body, FormulaContext::Body, style)
}

/// Clauses, a line for each.
pub(crate) fn clauses(out: &mut String, clauses: &[Clause], style: &Style) -> fmt::Result {
    clauses.iter().try_for_each(|line| {
        clause(out, line, style)?;
        out.write_char('\n')
    })
}

/// The directives and clauses of a function-free program, a line for each.
pub(crate) fn directives_and_clauses(out: &mut String, program: &Program) -> fmt::Result {
    program.directives.iter().try_for_each(|it| directive(out, it, &Style::FUNCTION_FREE))?;
    clauses(out, &program.clauses, &Style::FUNCTION_FREE)
}

/// `:- directive.`, and the end of the line.
fn directive(out: &mut impl Write, directive: &Term, style: &Style) -> fmt::Result {
    let mut text = String::new();
    match directive.as_function() {
        // `dynamic p/1, q/2`
        Some((name, [inner])) if !style.operators && ORGANISING.contains(&name) => {
            write!(text, "{name} ")?;
            operand(&mut text, inner, GOALS)?;
        }
        _ => term(&mut text, directive, &Style::FULL)?,
    }
    // An operator would swallow the full stop.
    let symbol = text.bytes().last().is_some_and(is_symbol);
    writeln!(out, ":- {text}{}", if symbol { " ." } else { "." })
}

/// The evidence and the queries of a function-free program, a line for each.
pub(crate) fn evidence_and_queries(out: &mut String, program: &Program) -> fmt::Result {
    program.evidence.iter().try_for_each(|seen| evidence(out, seen, &Style::FUNCTION_FREE))?;
    program.queries.iter().try_for_each(|asked| query(out, asked, &Style::FUNCTION_FREE))
}

fn evidence(out: &mut impl Write, seen: &Goal, style: &Style) -> fmt::Result {
    out.write_str("evidence(")?;
    atom(out, &seen.atom, style)?;
    out.write_str(match (seen.negated, style.operators) {
        (true, _) => ", false)",
        (false, false) => ", true)",
        (false, true) => ")",
    })?;
    condition(out, &seen.condition, style)?;
    out.write_str(".\n")
}

fn query(out: &mut impl Write, asked: &Goal, style: &Style) -> fmt::Result {
    out.write_str("query(")?;
    out.write_str(sign(asked.negated))?;
    atom(out, &asked.atom, style)?;
    out.write_char(')')?;
    condition(out, &asked.condition, style)?;
    out.write_str(".\n")
}

impl Display for Program {
    /// A line for each directive, clause, observation and query, in this order. What was read is written so that
    /// it reads back as the same program.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.directives.iter().try_for_each(|it| directive(f, it, &Style::FULL))?;
        self.clauses.iter().try_for_each(|clause| writeln!(f, "{clause}"))?;
        self.evidence.iter().try_for_each(|seen| evidence(f, seen, &Style::FULL))?;
        self.queries.iter().try_for_each(|asked| query(f, asked, &Style::FULL))
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
            Annotation::Expression(term) => operand(f, term, ARGUMENT),
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
        term(f, self, &Style::FULL)
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        atom(f, self, &Style::FULL)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        formula(f, self, FormulaContext::Body, &Style::FULL)
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        head(f, self, &Style::FULL)
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        clause(f, self, &Style::FULL)
    }
}
