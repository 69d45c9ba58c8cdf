//! A rule is added whose body is never true: it has `fail`, or an atom and its negation.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Clause, Formula, Probability, Program};

use super::{atom, ground_atom, predicates};
use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let (predicates, constants) = (predicates(program), parts::constants(program));
    let (Some(head), Some(other)) = (atom(&predicates, &constants, rng), ground_atom(program, rng))
    else {
        return false;
    };
    let other = Formula::Atom(other);
    let body = match below(rng, 4) {
        0 => parts::fail(),
        1 => Formula::And(vec![other, parts::fail()]),
        2 => Formula::And(vec![other.clone(), Formula::Not(Box::new(other))]),
        _ => Formula::And(vec![Formula::Not(Box::new(other.clone())), other]),
    };
    program.clauses.push(Clause::new(Probability::ONE, head, body));
    true
}
