//! Clauses stand in any order.

use randlog_base::random::{ChaCha8Rng, shuffle};
use randlog_logic::Program;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let before = program.clauses.clone();
    shuffle(rng, &mut program.clauses);
    program.clauses != before
}
