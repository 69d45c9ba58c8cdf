//! A body has a literal twice, next to each other or apart.

use randlog_base::random::{ChaCha8Rng, below, choose};
use randlog_logic::{Formula, Program};

use super::rule;
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    parts::change(clause, |clause| {
        let mut all = parts::conjuncts(std::mem::replace(&mut clause.body, Formula::True));
        if let Some(literal) = choose(rng, &all).cloned() {
            let place = below(rng, all.len() as u64 + 1) as usize;
            all.insert(place, literal);
        }
        clause.body = parts::conjunction(all);
    })
}
