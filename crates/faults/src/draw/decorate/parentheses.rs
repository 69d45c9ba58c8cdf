//! Neighbours in a conjunction or a disjunction are put into parentheses, which changes nothing.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Formula, Program};

use super::rule;
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let Some(clause) = rule(program, rng) else { return false };
    parts::change(clause, |clause| match &mut clause.body {
        Formula::And(children) => group(children, Formula::And, rng),
        Formula::Or(children) => group(children, Formula::Or, rng),
        // A literal becomes one of two.
        body => {
            let literal = std::mem::replace(body, Formula::True);
            *body = Formula::And(vec![literal, Formula::True]);
        }
    })
}

fn group(children: &mut Vec<Formula>, join: fn(Vec<Formula>) -> Formula, rng: &mut ChaCha8Rng) {
    if children.len() > 2 {
        let start = below(rng, children.len() as u64 - 1) as usize;
        let pair: Vec<Formula> = children.drain(start..start + 2).collect();
        children.insert(start, join(pair));
    }
}
