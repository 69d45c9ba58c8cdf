//! One file per kind of step; the first sentence of each is its documentation.

mod arity;
mod bodies;
mod constants;
mod disjunctions;
mod dropped_predicates;
mod heads;
mod lines;
mod merged_predicates;
mod probabilities;
mod reach;
mod signs;
mod terms;

pub(super) use arity::Arity;
pub(super) use bodies::Bodies;
pub(super) use constants::Constants;
pub(super) use disjunctions::Disjunctions;
pub(super) use dropped_predicates::DroppedPredicates;
pub(super) use heads::Heads;
pub(super) use lines::Lines;
pub(super) use merged_predicates::MergedPredicates;
pub(super) use probabilities::Probabilities;
pub(super) use reach::Reach;
pub(super) use signs::Signs;
pub(super) use terms::Terms;

use randlog_logic::built_ins::is_built_in;
use randlog_logic::{Atom, Predicate, Program, Role};

use super::formula::for_each_atom;

/// The predicates of a program in the order in which they are met, queries first.
fn predicates(program: &Program) -> Vec<Predicate> {
    let mut found = Vec::new();
    program.clone().rename(&mut |name, role| {
        if let Role::Predicate(arity) = role {
            let predicate = Predicate::new(name.clone(), arity);
            if !found.contains(&predicate) {
                found.push(predicate);
            }
        }
        name.clone()
    });
    found
}

/// The predicates that are the program's own: not those of the language, unless it defines them itself.
fn own(program: &Program) -> Vec<Predicate> {
    let heads = || program.clauses.iter().flat_map(|clause| &clause.heads);
    let is_defined = |it: &Predicate| heads().any(|head| head.atom.predicate() == *it);
    let is_own = |it: &Predicate| !is_built_in(&it.name, it.arity) || is_defined(it);
    predicates(program).into_iter().filter(is_own).collect()
}

/// Changes every atom of a program.
fn change_atoms(program: &mut Program, change: &mut dyn FnMut(&mut Atom)) {
    for clause in &mut program.clauses {
        clause.heads.iter_mut().for_each(|head| change(&mut head.atom));
        for_each_atom(&mut clause.body, change);
    }
    for statement in program.evidence.iter_mut().chain(&mut program.queries) {
        change(&mut statement.atom);
        for_each_atom(&mut statement.condition, change);
    }
}
