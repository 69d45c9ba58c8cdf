//! An atom of a body, or a query, has the same variable twice.

use randlog_base::random::ChaCha8Rng;
use randlog_logic::{Clause, Program, Term};

use super::pick;
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let has_place = |clause: &Clause| clause.body.atoms().any(|found| found.atom.args.len() > 1);
    let mut rules: Vec<&mut Clause> =
        program.clauses.iter_mut().filter(|clause| has_place(clause)).collect();
    let Some(clause) = pick(&mut rules, rng) else { return false };
    let fresh = parts::fresh_variable(clause);
    parts::change(clause, |clause| {
        let atoms = parts::body_atoms_mut(clause).into_iter();
        let mut places: Vec<_> = atoms.filter(|atom| atom.args.len() > 1).collect();
        if let Some(atom) = pick(&mut places, rng) {
            let variable = atom.args.iter().find(|term| term.variable().is_some()).cloned();
            atom.args.fill(variable.unwrap_or(fresh));
        }
    })
}

pub(in crate::draw) fn query(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut places = program.queries.iter_mut().filter(|query| query.atom.args.len() > 1).collect();
    let Some(query) = pick(&mut places, rng) else { return false };
    query.atom.args.fill(Term::Variable("X".into()));
    true
}
