//! One to three atoms are observed to be true or false; more often one that has a clause of its own.

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Atom, Goal, Program};

use super::ground_atom;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads).map(|head| &head.atom);
    let known: Vec<Atom> = heads.filter(|atom| atom.is_ground()).cloned().collect();
    for _ in 0..1 + below(rng, 3) {
        let any = ground_atom(program, rng);
        let atom = choose(rng, &known).filter(|_| below(rng, 3) > 0).cloned().or(any);
        let negated = below(rng, 2) != 0;
        let Some(atom) = atom else { continue };
        if !program.evidence.iter().any(|evidence| evidence.atom == atom) {
            program.evidence.push(Goal { negated, ..Goal::new(atom) });
        }
    }
    !program.evidence.is_empty()
}
