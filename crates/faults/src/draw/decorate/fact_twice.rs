//! A fact is given again, with the same probability or with another one.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Clause, Probability, Program};

use super::pick;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut facts: Vec<&Clause> =
        program.clauses.iter().filter(|clause| clause.is_fact()).collect();
    let Some(mut fact) = pick(&mut facts, rng).cloned() else { return false };
    if let ([head], 0, Some(other)) = (&mut fact.heads[..], below(rng, 2), Probability::new(3, 5)) {
        head.probability = other.into();
    }
    program.clauses.push(fact);
    true
}
