//! Gives all variables the same constant for a value, or those of a line, with or without its body, or one of a line, which
//! may become another variable, too; and puts a constant, or a part of it, in place of a compound term.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

use randlog_logic::{Atom, Compound, Formula, Program, Role, Symbol, Term};

use super::constants::{constants, replaced};
use crate::reduce::formula::for_each_atom;

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "simplify arguments", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
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
    let edits = (0..lines).flat_map(move |line| {
        let named = variables(program, line).into_iter();
        let values = values.clone();
        let of_variables = named.clone().flat_map(move |(variable, occurrences)| {
            let others = named.clone().map(|(other, _)| other);
            let earlier = others.take_while({
                let variable = variable.clone();
                move |other| *other != variable
            });
            let alone = (occurrences == 1).then_some(Term::Anonymous);
            let simpler = values.clone().into_iter().chain(alone);
            simpler.chain(earlier.map(Term::Variable)).map({
                let variable = Term::Variable(variable);
                move |value| (line, variable.clone(), value)
            })
        });
        of_variables.collect::<Vec<_>>()
    });
    let substituted = edits.map(|(line, gone, value)| {
        let mut copy = program.clone();
        change_line(&mut copy, line, &mut |atom| {
            for term in &mut atom.args {
                *term = replaced(term, &|term| (*term == gone).then(|| value.clone()));
            }
        });
        copy
    });
    Box::new(everywhere.chain(facts).chain(in_lines).chain(substituted).chain(occurrences(program)))
}

/// A rule with variables becomes a fact about a constant.
fn facts(program: &Program, value: &Term) -> Vec<Program> {
    let rules = program.clauses.iter().enumerate().filter(|(_, it)| it.body != Formula::True);
    let ground = rules.filter_map(|(line, _)| {
        let mut copy = program.clone();
        copy.clauses[line].body = Formula::True;
        ground(&copy, line..line + 1, value)
    });
    ground.collect()
}

/// All variables of these lines replaced by a constant, if there are any.
fn ground(program: &Program, lines: Range<usize>, value: &Term) -> Option<Program> {
    let (mut copy, count) = (program.clone(), Cell::new(0));
    let grounded = |term: &Term| {
        let is_open = matches!(term, Term::Variable(_) | Term::Anonymous);
        count.set(count.get() + usize::from(is_open));
        is_open.then(|| value.clone())
    };
    for line in lines {
        change_line(&mut copy, line, &mut |atom| {
            atom.args.iter_mut().for_each(|term| *term = replaced(term, &grounded));
        });
    }
    (count.get() > 0).then_some(copy)
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
    let mut copy = program.clone();
    let (clauses, evidence) = (copy.clauses.len(), copy.evidence.len());
    match line.checked_sub(clauses) {
        None => copy.clauses[line].rename(&mut note),
        Some(line) if line < evidence => copy.evidence[line].rename(&mut note),
        Some(line) => copy.queries[line - evidence].rename(&mut note),
    }
    found
}

/// Changes the atoms of a line.
fn change_line(program: &mut Program, line: usize, change: &mut dyn FnMut(&mut Atom)) {
    let (clauses, evidence) = (program.clauses.len(), program.evidence.len());
    let statement = match line.checked_sub(clauses) {
        None => {
            let clause = &mut program.clauses[line];
            clause.heads.iter_mut().for_each(|head| change(&mut head.atom));
            return for_each_atom(&mut clause.body, change);
        }
        Some(line) if line < evidence => &mut program.evidence[line],
        Some(line) => &mut program.queries[line - evidence],
    };
    change(&mut statement.atom);
    for_each_atom(&mut statement.condition, change);
}

/// Terms that are no variables of a line: each `_` and each compound term becomes a constant or, if it has
/// parts, one of them.
fn occurrences(program: &Program) -> impl Iterator<Item = Program> {
    let mut all: Vec<Atom> = Vec::new();
    super::change_atoms(&mut program.clone(), &mut |atom| all.push(atom.clone()));
    let value = constants(program).into_iter().next().unwrap_or_else(|| Term::Constant("a".into()));
    let places = all.into_iter().enumerate().flat_map(move |(index, atom)| {
        let value = value.clone();
        atom.args.into_iter().enumerate().flat_map(move |(place, term)| {
            let simpler = simpler(&term, &value);
            simpler.into_iter().map(move |term| (index, place, term))
        })
    });
    places.map(|(index, place, term)| {
        let (mut copy, mut at) = (program.clone(), 0);
        super::change_atoms(&mut copy, &mut |atom| {
            if at == index {
                atom.args[place] = term.clone();
            }
            at += 1;
        });
        copy
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
    let all: Vec<&Term> = match &**compound {
        Compound::Function(_, args) => args.iter().collect(),
        Compound::List(items, tail) => items.iter().chain([tail]).collect(),
    };
    found.extend(all.iter().copied().cloned());
    for (index, part) in all.iter().enumerate() {
        for less in simpler(part, value) {
            let with = all.iter().enumerate().map(|(at, other)| match at == index {
                true => less.clone(),
                false => (*other).clone(),
            });
            let mut parts: Vec<Term> = with.collect();
            found.insert(match &**compound {
                Compound::Function(functor, _) => Term::function(functor.clone(), parts),
                Compound::List(..) => {
                    let tail = parts.pop().unwrap_or_else(Term::empty_list);
                    Term::list(parts, tail)
                }
            });
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
