//! Arguments become simpler, and constants fewer.

use std::collections::BTreeSet;
use std::ops::Range;

use randlog_logic::{Atom, Compound, Formula, Program, Role, Symbol, Term};

use super::Candidates;
use crate::parts::{atoms_mut, edited, lines_mut, terms};

/// Puts one constant in place of another everywhere, or of all others.
pub(super) fn merged(program: &Program) -> Candidates<'_> {
    let all = constants(program);
    let together = (all.len() > 2).then(|| merge(program, &all[1..], &all[0]));
    let pairs: Vec<(Term, Term)> = (1..all.len())
        .flat_map(|gone| (0..gone).map(move |kept| (gone, kept)))
        .map(|(gone, kept)| (all[gone].clone(), all[kept].clone()))
        .collect();
    let pairs = pairs.into_iter().map(|(gone, kept)| merge(program, &[gone], &kept));
    Box::new(together.into_iter().chain(pairs))
}

/// Constants, then numbers and texts, each in the order of their first occurrence.
fn constants(program: &Program) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for atom in atoms_mut(&mut program.clone()) {
        atom.args.iter().for_each(|term| collect(term, &mut found));
    }
    found.sort_by_key(|term| !matches!(term, Term::Constant(_)));
    found
}

fn collect(term: &Term, found: &mut Vec<Term>) {
    match term {
        Term::Constant(_) | Term::Number(_) | Term::Text(_) => {
            if !found.contains(term) && *term != Term::empty_list() {
                found.push(term.clone());
            }
        }
        other => terms(other).into_iter().for_each(|part| collect(part, found)),
    }
}

/// A compound term with other parts.
fn with_parts(term: &Term, mut parts: Vec<Term>) -> Term {
    let Term::Compound(compound) = term else { return term.clone() };
    match &**compound {
        Compound::Function(functor, _) => Term::function(functor.clone(), parts),
        Compound::List(..) => {
            let tail = parts.pop().unwrap_or_else(Term::empty_list);
            Term::list(parts, tail)
        }
    }
}

fn merge(program: &Program, gone: &[Term], kept: &Term) -> Program {
    edited(program, |copy| {
        let by = |term: &Term| gone.contains(term).then(|| kept.clone());
        atoms_mut(copy).for_each(|atom| replace(atom, &by));
    })
}

/// Replaces some terms of an atom.
fn replace(atom: &mut Atom, by: &dyn Fn(&Term) -> Option<Term>) {
    atom.args.iter_mut().for_each(|term| *term = replaced(term, by));
}

/// A term with some of its parts replaced.
fn replaced(term: &Term, by: &dyn Fn(&Term) -> Option<Term>) -> Term {
    let inside = || terms(term).into_iter().map(|part| replaced(part, by)).collect();
    by(term).unwrap_or_else(|| with_parts(term, inside()))
}

/// Gives all variables the same constant for a value, or those of a line, with or without its body, or one of a line, which
/// may become another variable, too; and puts a constant, or a part of it, in place of a compound term.
pub(super) fn simplified(program: &Program) -> Candidates<'_> {
    let mut values = constants(program);
    let names = values.iter().filter(|value| matches!(value, Term::Constant(_))).count();
    // Names come first; one number will do where there is none.
    values.truncate(names.max(1));
    if values.is_empty() {
        values.push(Term::Constant("a".into()));
    }
    let lines = program.clauses.len() + program.evidence.len() + program.queries.len();
    let value = values[0].clone();
    let everywhere = ground(program, 0..lines, &value).into_iter();
    let facts = facts(program, &value).into_iter();
    let in_lines = (0..lines).filter_map(move |line| ground(program, line..line + 1, &value));
    let substituted = (0..lines).flat_map(move |line| {
        substitutions(program, line, &values).into_iter().map(move |(gone, value)| {
            edited(program, |copy| {
                let by = |term: &Term| (*term == gone).then(|| value.clone());
                let atoms = lines_mut(copy).nth(line).into_iter().flatten();
                atoms.for_each(|atom| replace(atom, &by));
            })
        })
    });
    Box::new(everywhere.chain(facts).chain(in_lines).chain(substituted).chain(occurrences(program)))
}

/// A rule with variables becomes a fact about a constant.
fn facts(program: &Program, value: &Term) -> Vec<Program> {
    let rules = program.clauses.iter().enumerate().filter(|(_, it)| it.body != Formula::True);
    let ground = rules.filter_map(|(line, _)| {
        let fact = edited(program, |copy| copy.clauses[line].body = Formula::True);
        ground(&fact, line..line + 1, value)
    });
    ground.collect()
}

/// All variables of these lines replaced by a constant, if there are any.
fn ground(program: &Program, lines: Range<usize>, value: &Term) -> Option<Program> {
    let grounded =
        |term: &Term| matches!(term, Term::Variable(_) | Term::Anonymous).then(|| value.clone());
    let ground = edited(program, |copy| {
        let atoms = lines_mut(copy).skip(lines.start).take(lines.len()).flatten();
        atoms.for_each(|atom| replace(atom, &grounded));
    });
    (ground != *program).then_some(ground)
}

/// What each variable of a line may become: a constant, `_` if it occurs once, or an earlier variable.
fn substitutions(program: &Program, line: usize, values: &[Term]) -> Vec<(Term, Term)> {
    let named = variables(program, line);
    let mut found = Vec::new();
    for (place, (variable, occurrences)) in named.iter().enumerate() {
        let alone = (*occurrences == 1).then_some(Term::Anonymous);
        let earlier = named[..place].iter().map(|(other, _)| Term::Variable(other.clone()));
        let simpler = values.iter().cloned().chain(alone).chain(earlier);
        found.extend(simpler.map(|value| (Term::Variable(variable.clone()), value)));
    }
    found
}

/// The variables of a line and how often each occurs, in order.
fn variables(program: &Program, line: usize) -> Vec<(Symbol, usize)> {
    let mut found: Vec<(Symbol, usize)> = Vec::new();
    let mut note = |name: &Symbol, role| {
        if role == Role::Variable {
            match found.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += 1,
                None => found.push((name.clone(), 1)),
            }
        }
        name.clone()
    };
    match line.checked_sub(program.clauses.len()) {
        None => program.clauses[line].clone().rename(&mut note),
        Some(line) => {
            let goal = program.evidence.iter().chain(&program.queries).nth(line);
            goal.into_iter().for_each(|goal| goal.clone().rename(&mut note));
        }
    }
    found
}

/// Terms that are no variables of a line: each `_` and each compound term becomes a constant or, if it has
/// parts, one of them.
fn occurrences(program: &Program) -> impl Iterator<Item = Program> {
    let all: Vec<Atom> = atoms_mut(&mut program.clone()).map(|atom| atom.clone()).collect();
    let value = constants(program).into_iter().next().unwrap_or_else(|| Term::Constant("a".into()));
    let places = all.into_iter().enumerate().flat_map(move |(index, atom)| {
        let value = value.clone();
        atom.args.into_iter().enumerate().flat_map(move |(place, term)| {
            let simpler = simpler(&term, &value);
            simpler.into_iter().map(move |term| (index, place, term))
        })
    });
    places.map(|(index, place, term)| {
        edited(program, |copy| {
            if let Some(atom) = atoms_mut(copy).nth(index) {
                atom.args[place] = term;
            }
        })
    })
}

/// What can stand in place of a term that is no variable with a name.
fn simpler(term: &Term, value: &Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let Term::Compound(compound) = term else {
        found.extend((*term == Term::Anonymous).then(|| value.clone()));
        return found;
    };
    found.insert(value.clone());
    let all: Vec<Term> = terms(term).into_iter().cloned().collect();
    found.extend(all.iter().cloned());
    for (index, part) in all.iter().enumerate() {
        for less in simpler(part, value) {
            let mut parts = all.clone();
            parts[index] = less;
            found.insert(with_parts(term, parts));
        }
    }
    if let Compound::List(items, tail) = &**compound {
        for gone in 0..items.len() {
            let mut fewer = items.clone();
            fewer.remove(gone);
            found.insert(Term::list(fewer, tail.clone()));
        }
    }
    found
}
