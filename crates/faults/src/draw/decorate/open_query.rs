//! An argument of a query, or all of them, becomes a variable.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Program, Term};

use super::pick;

const NAMES: [&str; 4] = ["X", "Y", "Z", "W"];

pub(in crate::draw) fn decorate(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let mut places =
        program.queries.iter_mut().filter(|query| !query.atom.args.is_empty()).collect();
    let Some(query) = pick(&mut places, rng) else { return false };
    let all = below(rng, 2) == 0;
    let chosen = below(rng, query.atom.args.len() as u64) as usize;
    for (place, (term, name)) in query.atom.args.iter_mut().zip(NAMES).enumerate() {
        if all || place == chosen {
            *term = Term::Variable(name.into());
        }
    }
    true
}
