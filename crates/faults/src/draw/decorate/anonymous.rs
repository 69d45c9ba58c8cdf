//! Variables that occur once in a clause, or in a query, are written `_`.

use randlog_base::random::ChaCha8Rng;
use randlog_logic::{Atom, Clause, Program, Symbol, Term};

use crate::parts;

pub(in crate::draw) fn decorate(program: &mut Program, _: &mut ChaCha8Rng) -> bool {
    let mut changed = false;
    for clause in &mut program.clauses {
        changed |= parts::change(clause, |clause| {
            let singles = singles(clause);
            parts::body_atoms_mut(clause).into_iter().for_each(|atom| forget(atom, &singles));
        });
    }
    for query in &mut program.queries {
        let names: Vec<Symbol> = query.atom.variables().cloned().collect();
        let singles = once(names);
        changed |= !singles.is_empty();
        forget(&mut query.atom, &singles);
    }
    changed
}

/// The variables that occur once.
pub(crate) fn singles(clause: &Clause) -> Vec<Symbol> {
    once(clause.atoms().flat_map(Atom::variables).cloned().collect())
}

fn once(names: Vec<Symbol>) -> Vec<Symbol> {
    let times = |name: &Symbol| names.iter().filter(|other| *other == name).count();
    names.iter().filter(|name| times(name) == 1).cloned().collect()
}

/// Write `_` for these.
pub(crate) fn forget(atom: &mut Atom, names: &[Symbol]) {
    for term in &mut atom.args {
        if term.variable().is_some_and(|name| names.contains(name)) {
            *term = Term::Anonymous;
        }
    }
}
