//! Compound terms as text: lists in brackets, operators between their operands.

use crate::name::quoted;
use crate::operators::{ARGUMENT, Infix, infix, prefix};
use crate::parse::is_symbol;
use crate::{Compound, Number, Symbol, Term};
use std::fmt::{self, Display, Formatter, Write};

pub(crate) fn compound(compound: &Compound) -> impl Display {
    fmt::from_fn(move |f| match compound {
        Compound::Function(functor, args) => function(f, functor, args),
        Compound::List(items, tail) => {
            f.write_char('[')?;
            separated(f, items)?;
            if *tail != Term::empty_list() {
                write!(f, " | {}", argument(tail))?;
            }
            f.write_char(']')
        }
    })
}

/// The text of an atom whose predicate is a comparison, `is`, `\+` or `:`. Other operators are
/// written like any other predicate.
pub(crate) fn as_operator<'a>(name: &'a Symbol, args: &'a [Term]) -> Option<impl Display + 'a> {
    let written = match args {
        [_, _] => infix(name).is_some_and(|operator| matches!(operator.priority, 600 | 700)),
        [_] => name == "\\+",
        _ => false,
    };
    written.then(|| fmt::from_fn(move |f| function(f, name, args)))
}

fn function(f: &mut Formatter<'_>, functor: &str, args: &[Term]) -> fmt::Result {
    match args {
        [left, right] if let Some(operator) = infix(functor) => {
            operand(f, left, operator.left)?;
            let between = between(functor, operator);
            f.write_str(&between)?;
            // An operand that starts with a sign would run into the operator.
            if !between.ends_with(' ') && starts_symbolic(right) {
                f.write_char(' ')?;
            }
            operand(f, right, operator.right)
        }
        [inner] if let Some(priority) = prefix(functor) => {
            f.write_str(functor)?;
            // `-1` is a number, `- 1` is the operator before one; `-(1)` would be a function.
            let written = fmt::from_fn(|f| operand(f, inner, priority)).to_string();
            let is_taken = written.starts_with(|c: char| c == '(' || c.is_ascii_digit());
            if is_taken || starts_symbolic(inner) {
                f.write_char(' ')?;
            }
            f.write_str(&written)
        }
        _ => {
            quoted(functor).fmt(f)?;
            f.write_char('(')?;
            separated(f, args)?;
            f.write_char(')')
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
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => match &args[..] {
                [_] => prefix(functor).is_some(),
                [left, _] if infix(functor).is_some() => starts_symbolic(left),
                _ => false,
            },
            Compound::List(..) => false,
        },
        _ => false,
    }
}

/// The priority of the outermost operator.
fn priority(term: &Term) -> u16 {
    let Term::Compound(compound) = term else { return 0 };
    match &**compound {
        Compound::Function(functor, args) => match args.len() {
            1 => prefix(functor).unwrap_or(0),
            2 => infix(functor).map_or(0, |operator| operator.priority),
            _ => 0,
        },
        Compound::List(..) => 0,
    }
}

fn operand(f: &mut Formatter<'_>, term: &Term, highest: u16) -> fmt::Result {
    if priority(term) > highest { write!(f, "({term})") } else { term.fmt(f) }
}

/// A term as an argument: what binds less than a comma stands in parentheses.
pub(crate) fn argument(term: &Term) -> impl Display {
    operand_of(term, ARGUMENT)
}

/// A term where operators have at most this priority.
pub(crate) fn operand_of(term: &Term, highest: u16) -> impl Display {
    fmt::from_fn(move |f| operand(f, term, highest))
}

fn separated(f: &mut Formatter<'_>, terms: &[Term]) -> fmt::Result {
    for (index, term) in terms.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        operand(f, term, ARGUMENT)?;
    }
    Ok(())
}
