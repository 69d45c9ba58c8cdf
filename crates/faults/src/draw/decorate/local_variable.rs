//! An argument below a negation becomes a variable that occurs nowhere else.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Clause, Program};

use super::pick;
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let has_place = |clause: &Clause| {
        clause.body.atoms().any(|found| found.negated && !found.atom.args.is_empty())
    };
    let mut rules: Vec<&mut Clause> =
        program.clauses.iter_mut().filter(|clause| has_place(clause)).collect();
    let Some(clause) = pick(&mut rules, rng) else { return false };
    let fresh = parts::fresh_variable(clause);
    let negated: Vec<bool> = clause.body.atoms().map(|found| found.negated).collect();
    parts::change(clause, |clause| {
        let atoms = parts::body_atoms_mut(clause).into_iter().zip(negated);
        let mut places: Vec<_> =
            atoms.filter(|(atom, negated)| *negated && !atom.args.is_empty()).collect();
        if let Some((atom, _)) = pick(&mut places, rng) {
            let place = below(rng, atom.args.len() as u64) as usize;
            atom.args[place] = fresh;
        }
    })
}
