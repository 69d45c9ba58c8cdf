//! Variables and constants are written otherwise.

use randlog_base::random::ChaCha8Rng;
use randlog_logic::{Number, Program, Term};

use crate::parts;

/// Variables that occur once in a clause, or in a query, are written `_`.
pub(in crate::draw) fn anonymous(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    let mut changed = false;
    for clause in &mut program.clauses {
        changed |= parts::change(clause, |clause| {
            let singles = parts::singles(clause.atoms());
            let atoms = parts::body_atoms_mut(clause).into_iter();
            atoms.for_each(|atom| parts::forget(atom, &singles));
        });
    }
    for query in &mut program.queries {
        let singles = parts::singles(std::iter::once(&query.atom));
        changed |= !singles.is_empty();
        parts::forget(&mut query.atom, &singles);
    }
    changed
}

/// Constants are numbers.
pub(in crate::draw) fn numbers(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    rename(program, |place| Term::Number(Number::Integer(place as i64)))
}

/// Constants need quotes.
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
