//! What can be done to a program. Each function changes the program if it finds a place, and says whether it did.

pub(super) mod bodies;
pub(super) mod clauses;
pub(super) mod goals;
pub(super) mod mutations;
pub(super) mod present;
pub(super) mod terms;

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Atom, Clause, Formula, Predicate, Program, Term};

use crate::parts;

/// A rule, any of them.
fn rule<'p>(program: &'p mut Program, rng: &mut ChaCha8Rng) -> Option<&'p mut Clause> {
    clause(program, rng, |clause| !clause.is_fact())
}

/// A clause, any of those that fit.
fn clause<'p>(
    program: &'p mut Program,
    rng: &mut ChaCha8Rng,
    fits: impl Fn(&Clause) -> bool,
) -> Option<&'p mut Clause> {
    let mut fitting: Vec<&mut Clause> =
        program.clauses.iter_mut().filter(|clause| fits(clause)).collect();
    pick(&mut fitting, rng)
}

/// One of a list, taken out of it.
fn pick<T>(list: &mut Vec<T>, rng: &mut ChaCha8Rng) -> Option<T> {
    (!list.is_empty()).then(|| list.swap_remove(below(rng, list.len() as u64) as usize))
}

/// The predicates that have clauses, in the order of their first one.
fn predicates(program: &Program) -> Vec<Predicate> {
    let mut found: Vec<Predicate> = Vec::new();
    for predicate in parts::heads(program).map(Atom::predicate) {
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
        if let Formula::Atom(atom) = part {
            found.extend(atom.args.into_iter().filter(|term| term.variable().is_some()));
        }
    }
    found
}
