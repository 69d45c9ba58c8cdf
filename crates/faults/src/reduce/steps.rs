//! The steps of a reduction: one file per step, whose first sentence is its documentation.

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

use randlog_logic::built_ins::is_built_in;
use randlog_logic::{Atom, Predicate, Program, Role};

use super::formula::for_each_atom;

/// Programs that are a little smaller than a given one.
pub type Candidates<'p> = Box<dyn Iterator<Item = Program> + Send + 'p>;

/// One way to make a program smaller.
pub struct Step {
    /// What it does, in a few words.
    pub name: &'static str,
    candidates: for<'p> fn(&'p Program) -> Candidates<'p>,
}

impl Step {
    /// The programs that it makes of one, those with most gone first. Some may not be smaller after all.
    pub fn candidates<'p>(&self, program: &'p Program) -> Candidates<'p> {
        (self.candidates)(program)
    }
}

/// All steps, coarse to fine.
pub static STEPS: [Step; 12] = [
    reach::STEP,
    lines::STEP,
    dropped_predicates::STEP,
    bodies::STEP,
    disjunctions::STEP,
    heads::STEP,
    arity::STEP,
    constants::STEP,
    terms::STEP,
    merged_predicates::STEP,
    probabilities::STEP,
    signs::STEP,
];

/// Those that make the same of what was different. Easier while much else is there.
pub(super) static NAMES: [Step; 4] =
    [arity::STEP, constants::STEP, merged_predicates::STEP, terms::STEP];

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
