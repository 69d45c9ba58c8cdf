//! What can be done to a program, a file each. `decorate` changes the program, if it finds a place.

pub(super) mod annotated_disjunction;
pub(crate) mod anonymous;
pub(super) mod certain_twin;
pub(super) mod clause_order;
pub(super) mod evidence;
pub(super) mod fact_twice;
pub(super) mod literal_order;
pub(super) mod local_variable;
pub(super) mod nameless;
pub(super) mod nested_negation;
pub(super) mod never_fires;
pub(super) mod numbers;
pub(super) mod open_query;
pub(super) mod parentheses;
pub(super) mod present;
pub(super) mod repeated_literal;
pub(super) mod repeated_variable;
pub(super) mod self_support;
pub(super) mod several_queries;

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Atom, Clause, Predicate, Program, Term};

use crate::parts;

/// A rule, any of them.
fn rule<'p>(program: &'p mut Program, rng: &mut ChaCha8Rng) -> Option<&'p mut Clause> {
    let mut rules: Vec<&mut Clause> =
        program.clauses.iter_mut().filter(|clause| !clause.is_fact()).collect();
    pick(&mut rules, rng)
}

/// One of a list, taken out of it.
fn pick<T>(list: &mut Vec<T>, rng: &mut ChaCha8Rng) -> Option<T> {
    (!list.is_empty()).then(|| list.swap_remove(below(rng, list.len() as u64) as usize))
}

/// The predicates that have clauses, in the order of their first one.
fn predicates(program: &Program) -> Vec<Predicate> {
    let mut found: Vec<Predicate> = Vec::new();
    for head in program.clauses.iter().flat_map(|clause| &clause.heads) {
        let predicate = head.atom.predicate();
        if !found.contains(&predicate) {
            found.push(predicate);
        }
    }
    found
}

/// An atom of one of these predicates, with one of these terms for each argument.
fn atom(predicates: &[Predicate], terms: &[Term], rng: &mut ChaCha8Rng) -> Option<Atom> {
    let predicate = choose(rng, predicates)?;
    let args: Option<Vec<Term>> =
        (0..predicate.arity).map(|_| choose(rng, terms).cloned()).collect();
    Some(Atom::new(predicate.name.clone(), args?))
}

/// A ground atom of a predicate that has clauses.
fn ground_atom(program: &Program, rng: &mut ChaCha8Rng) -> Option<Atom> {
    atom(&predicates(program), &parts::constants(program), rng)
}

/// The variables that a body gives values to, whatever happens: those of atoms that it demands.
fn bound_variables(clause: &Clause) -> Vec<Term> {
    let mut found = Vec::new();
    for part in parts::conjuncts(clause.body.clone()) {
        if let randlog_logic::Formula::Atom(atom) = part {
            found.extend(atom.args.into_iter().filter(|term| term.variable().is_some()));
        }
    }
    found
}
