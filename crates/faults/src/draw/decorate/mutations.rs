//! Small changes of a given program: mutation, as in mutation-based fuzzing (Zeller et al., *The Fuzzing Book*). Each takes
//! back what would make a safe clause unsafe.

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Clause, Formula, Program, Symbol, Term};

use super::super::Decoration;
use super::{bound_variables, clause, pick, rule};
use crate::parts;

/// All changes of one program.
const MUTATIONS: [Decoration; 6] =
    [swap, swap_arguments, duplicate, negate, generalise, specialise];

/// At most so many changes are made to a program.
const MOST: u64 = 4;

/// A program of the corpus, now and then joined with another one, and changed in one to four places.
pub(in crate::draw) fn mutant(corpus: &[Program], rng: &mut ChaCha8Rng) -> Option<Program> {
    let mut program = choose(rng, corpus)?.clone();
    if below(rng, 4) == 0 {
        let other = choose(rng, corpus)?;
        program.clauses.extend(other.clauses.iter().cloned());
    }
    for _ in 0..=below(rng, MOST) {
        let mutate = choose(rng, &MUTATIONS)?;
        mutate(&mut program, rng);
    }
    Some(program)
}

/// Two rules exchange a part that they demand.
fn swap(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let is_rule = |place: &usize| !program.clauses[*place].is_fact();
    let mut rules: Vec<usize> = (0..program.clauses.len()).filter(is_rule).collect();
    let (Some(one), Some(other)) = (pick(&mut rules, rng), pick(&mut rules, rng)) else {
        return false;
    };
    let mut part = |place: usize| {
        let demanded = parts::conjuncts(program.clauses[place].body.clone());
        let number = below(rng, demanded.len() as u64) as usize;
        (number, demanded[number].clone())
    };
    let (first, second) = (part(one), part(other));
    let with = |place: usize, number: usize, part: &Formula| {
        let mut changed = program.clauses[place].clone();
        let is_changed = parts::change(&mut changed, |clause| {
            parts::change_conjuncts(clause, |all| all[number] = part.clone());
        });
        is_changed.then_some(changed)
    };
    let (Some(new), Some(other_new)) =
        (with(one, first.0, &second.1), with(other, second.0, &first.1))
    else {
        return false;
    };
    program.clauses[one] = new;
    program.clauses[other] = other_new;
    true
}

/// An atom of a clause gets its arguments the other way round.
fn swap_arguments(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = clause(program, rng, |_| true) else { return false };
    parts::change(clause, |clause| {
        if let Some(atom) = pick(&mut parts::clause_atoms_mut(clause), rng) {
            atom.args.reverse();
        }
    })
}

/// A clause is there twice.
fn duplicate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(twice) = clause(program, rng, |_| true).map(|clause| clause.clone()) else {
        return false;
    };
    let place = below(rng, program.clauses.len() as u64 + 1) as usize;
    program.clauses.insert(place, twice);
    true
}

/// A part that a rule demands is negated, or loses its negation.
fn negate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(rule) = rule(program, rng) else { return false };
    parts::change(rule, |rule| {
        parts::change_conjuncts(rule, |all| {
            let number = below(rng, all.len() as u64) as usize;
            all[number] = match std::mem::replace(&mut all[number], Formula::True) {
                Formula::Not(inside) => *inside,
                part => parts::not(part),
            };
        });
    })
}

/// A constant of a rule becomes a variable.
fn generalise(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(rule) = rule(program, rng) else { return false };
    let mut constants: Vec<Term> =
        rule.atoms().flat_map(|atom| &atom.args).filter(|term| term.is_ground()).cloned().collect();
    let Some(constant) = pick(&mut constants, rng) else { return false };
    let variable = parts::fresh_variable(rule);
    parts::change(rule, |rule| replace(rule, &constant, &variable))
}

/// A variable of a rule gets a value, or that of another variable.
fn specialise(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut values = parts::constants(program);
    let Some(rule) = rule(program, rng) else { return false };
    let mut names: Vec<Symbol> = rule.atoms().flat_map(|atom| atom.variables().cloned()).collect();
    let Some(name) = pick(&mut names, rng) else { return false };
    values.extend(bound_variables(rule));
    let Some(value) = choose(rng, &values).cloned() else { return false };
    parts::change(rule, |rule| replace(rule, &Term::Variable(name), &value))
}

fn replace(clause: &mut Clause, old: &Term, new: &Term) {
    for atom in parts::clause_atoms_mut(clause) {
        for term in atom.args.iter_mut().filter(|term| *term == old) {
            *term = new.clone();
        }
    }
}
