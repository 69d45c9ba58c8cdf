//! What makes a problem of a set of rules: facts, evidence, queries.

use super::dice::Dice;
use randlog_logic::{
    Atom, Clause, DependencyGraph, Formula, Goal, Predicate, Probability, Program, Term,
};
use std::collections::BTreeSet;

const PROBABILITIES: [(u128, u128); 8] =
    [(1, 10), (1, 5), (3, 10), (1, 2), (7, 10), (9, 10), (1, 3), (1, 7)];

pub(super) fn probability(dice: &mut Dice) -> Probability {
    let &(numerator, denominator) = dice.pick(&PROBABILITIES);
    Probability::new(numerator, denominator).expect("a probability")
}

/// A fact, usually a probabilistic one.
pub(super) fn fact(predicate: &Predicate, constants: &[Term], dice: &mut Dice) -> Clause {
    let probability = if dice.chance(80) { probability(dice) } else { Probability::ONE };
    Clause::new(probability, ground_atom(predicate, constants, dice), Formula::True)
}

pub(super) fn ground_atom(predicate: &Predicate, constants: &[Term], dice: &mut Dice) -> Atom {
    let args = (0..predicate.arity).map(|_| dice.pick(constants).clone());
    Atom::new(predicate.name.clone(), args.collect())
}

/// The program's constants, and one more.
pub(super) fn constants(program: &Program) -> Vec<Term> {
    let terms = program.clauses.iter().flat_map(Clause::atoms).flat_map(|atom| &atom.args);
    let constants = terms.filter(|term| term.is_ground());
    let mut constants: BTreeSet<Term> = constants.cloned().collect();
    constants.insert(Term::Constant("k".into()));
    constants.into_iter().collect()
}

/// A few facts for predicates of any kind.
pub(super) fn add_facts(program: &mut Program, dice: &mut Dice) {
    let constants = constants(program);
    let predicates = DependencyGraph::new(&program.clauses).predicates().to_vec();
    for _ in 0..dice.between(3, 9) {
        let fact = fact(dice.pick(&predicates), &constants, dice);
        program.clauses.push(fact);
    }
}

pub(super) fn add_evidence(program: &mut Program, dice: &mut Dice) {
    if !dice.chance(35) {
        return;
    }
    let constants = constants(program);
    let predicates = DependencyGraph::new(&program.clauses).predicates().to_vec();
    for _ in 0..dice.between(1, 2) {
        // Heads of clauses are likelier to be possible.
        let atom = match dice.below(10) {
            0 => ground_atom(dice.pick(&predicates), &constants, dice),
            _ => {
                let head = &dice.pick(&program.clauses).heads[0].atom;
                ground_instance(head, &constants, dice)
            }
        };
        program.evidence.push(Goal { negated: !dice.chance(60), ..Goal::new(atom) });
    }
}

fn ground_instance(atom: &Atom, constants: &[Term], dice: &mut Dice) -> Atom {
    let args = atom.args.iter().map(|term| match term {
        Term::Variable(_) | Term::Anonymous => dice.pick(constants).clone(),
        ground => ground.clone(),
    });
    Atom::new(atom.name.clone(), args.collect())
}

/// One to three queries for predicates with a rule, if there are any.
pub(super) fn add_queries(program: &mut Program, dice: &mut Dice) {
    let constants = constants(program);
    let rules: Vec<&Clause> = program.clauses.iter().filter(|clause| !clause.is_fact()).collect();
    let mut queries = Vec::new();
    for _ in 0..dice.between(1, 3) {
        let clause = if rules.is_empty() { dice.pick(&program.clauses) } else { dice.pick(&rules) };
        let head = &dice.pick(&clause.heads).atom;
        queries.push(query(head, &constants, dice).into());
    }
    program.queries = queries;
}

fn query(head: &Atom, constants: &[Term], dice: &mut Dice) -> Atom {
    let open = dice.chance(60);
    let args = head.args.iter().map(|term| match dice.below(6) {
        0 | 1 if open => Term::Variable("X".into()),
        2 if open => Term::Variable("Y".into()),
        3 if open => Term::Anonymous,
        _ => match term {
            Term::Constant(_) | Term::Number(_) => term.clone(),
            _ => dice.pick(constants).clone(),
        },
    });
    Atom::new(head.name.clone(), args.collect())
}
