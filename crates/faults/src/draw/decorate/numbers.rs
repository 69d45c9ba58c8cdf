//! Constants are numbers, or need quotes.

use randlog_base::random::ChaCha8Rng;
use randlog_logic::{Number, Program, Term};

use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    rename(program, |place| Term::Number(Number::Integer(place as i64)))
}

pub(in crate::draw) fn quoted(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    rename(program, |place| Term::Constant(format!("the {place}").into()))
}

fn rename(program: &mut Program, name: impl Fn(usize) -> Term) -> bool {
    let constants = parts::constants(program);
    for term in parts::atoms_mut(program).flat_map(|atom| &mut atom.args) {
        if let Ok(place) = constants.binary_search(term) {
            *term = name(place);
        }
    }
    !constants.is_empty()
}
