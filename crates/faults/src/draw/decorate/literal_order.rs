//! The parts of a conjunction or a disjunction stand in another order, as far as safety allows.

use randlog_base::random::{ChaCha8Rng, below, shuffle};
use randlog_logic::Program;

use super::rule;
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    let count = parts::lists(&clause.body);
    if count == 0 {
        return false;
    }
    let number = below(rng, count as u64) as usize;
    parts::change(clause, |clause| {
        if let Some(children) = parts::list_mut(&mut clause.body, number) {
            shuffle(rng, children);
        }
    })
}
