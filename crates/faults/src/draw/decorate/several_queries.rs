//! One to four ground atoms are asked for as well.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::Program;

use super::ground_atom;

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let before = program.queries.len();
    for _ in 0..1 + below(rng, 4) {
        let Some(atom) = ground_atom(program, rng) else { break };
        // A query that is asked twice is answered once by some engines.
        if !program.queries.iter().any(|query| query.atom == atom) {
            program.queries.push(atom.into());
        }
    }
    program.queries.len() > before
}
