//! A fact, or the ground head of a clause, that has a probability is given without one as well.

use randlog_base::random::ChaCha8Rng;
use randlog_logic::{Clause, Formula, Probability, Program};

use super::pick;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let mut ground = heads.map(|head| head.atom.clone()).filter(|atom| atom.is_ground()).collect();
    let Some(atom) = pick(&mut ground, rng) else { return false };
    program.clauses.push(Clause::new(Probability::ONE, atom, Formula::True));
    true
}
