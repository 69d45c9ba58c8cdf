//! What languages of plain clauses share that know conjunctions of literals only.
//!
//! They write a program that is not the given one, but flat, with the same meaning; so what they write
//! is not read back. The header of a file tells how the program itself is made again.

use super::Unprintable;
use crate::name::is_plain_atom;
use crate::{Atom, Clause, Number, Program, Symbol, Term};

/// Is this a program of plain clauses, with names that need no quotes and are none of these words, that
/// can be written without nested formulas? Then it is that one.
pub(super) fn flat(program: &Program, words: &[&str]) -> Result<Program, Unprintable> {
    if let Some(directive) = program.directives.first() {
        return Err(Unprintable::Directive(directive.to_string().into()));
    }
    if !program.evidence.is_empty() {
        return Err(Unprintable::Evidence);
    }
    super::prolog::check_clauses(&program.clauses)?;
    let mut atoms = program
        .clauses
        .iter()
        .flat_map(Clause::atoms)
        .chain(program.queries.iter().map(|query| &query.atom));
    atoms.try_for_each(|atom| check_names(atom, words))?;
    program.flattened().map_err(Unprintable::NotFlat)
}

fn check_names(atom: &Atom, words: &[&str]) -> Result<(), Unprintable> {
    let odd = |name: &Symbol| Err(Unprintable::Name(name.clone()));
    let is_plain = |name: &str| is_plain_atom(name) && !words.contains(&name);
    if !is_plain(&atom.name) {
        return odd(&atom.name);
    }
    atom.args.iter().try_for_each(|term| match term {
        Term::Constant(name) if !is_plain(name) => odd(name),
        Term::Variable(name) if !starts_with_capital(name) => odd(name),
        Term::Number(Number::Float(text)) => odd(text),
        Term::Text(text) => odd(text),
        Term::Compound(_) => Err(Unprintable::Name(term.to_string().into())),
        _ => Ok(()),
    })
}

/// `X`, `_X1`: what is a variable in any of these languages.
fn starts_with_capital(name: &str) -> bool {
    name.is_ascii() && name.trim_start_matches('_').starts_with(|c: char| c.is_ascii_uppercase())
}
