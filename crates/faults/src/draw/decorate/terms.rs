//! Variables and constants are written otherwise.

use randlog_base::random::{ChaCha8Rng, below};
use randlog_logic::{Number, Predicate, Program, Symbol, Term};

use super::{pick, predicates};
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

/// Numbers that are easily confused, cut, or taken for others.
const LARGE: [i64; 10] =
    [10, 11, -1, 100, 1 << 31, -(1 << 31) - 1, (1 << 32) + 10, 1 << 53, i64::MAX, -11];

/// Constants are numbers of several digits, below zero, or beyond 32 bits.
pub(in crate::draw) fn large_numbers(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let start = below(rng, LARGE.len() as u64) as usize;
    let number = |place: usize| match place.checked_sub(LARGE.len()) {
        None => LARGE[(start + place) % LARGE.len()],
        Some(more) => 1000 + more as i64,
    };
    rename(program, |place| Term::Number(Number::Integer(number(place))))
}

/// Predicates and constants have long names, which differ at the end.
pub(in crate::draw) fn long_names(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    const LONG: &str = "a_name_that_is_longer_than_any_buffer_";
    rename(program, |place| Term::Constant(format!("{LONG}{place}").into()));
    for atom in parts::atoms_mut(program) {
        atom.name = format!("{LONG}{}", atom.name).into();
    }
    true
}

/// A predicate gets the name of another one, of another arity.
pub(in crate::draw) fn two_arities(program: &mut Program, rng: &mut ChaCha8Rng) -> bool {
    let all = predicates(program);
    let is_free = |name: &Symbol, arity| !all.contains(&Predicate::new(name.clone(), arity));
    let pairs = all.iter().flat_map(|one| all.iter().map(move |other| (one, other)));
    let mut pairs: Vec<_> = pairs
        .filter(|(one, other)| one.arity != other.arity && is_free(&one.name, other.arity))
        .collect();
    let Some((one, other)) = pick(&mut pairs, rng) else { return false };
    for atom in parts::atoms_mut(program) {
        if atom.predicate() == *other {
            atom.name = one.name.clone();
        }
    }
    true
}

/// Constants need quotes.
pub(in crate::draw) fn quoted(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    // Some are not of ASCII.
    let words = ["the", "número", "то", "名"];
    rename(program, |place| {
        Term::Constant(format!("{} {place}", words[place % words.len()]).into())
    })
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
