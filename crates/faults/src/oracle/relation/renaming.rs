//! Names do not matter: of variables, of constants, of predicates.

use randlog_logic::{Atom, Program, Symbol, Term};

use super::equal::{equal_under, equivalent};
use super::{FollowUp, MadeBy, Relation};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "renaming",
    sentence: "The names of variables, constants and predicates do not matter.",
    needs_meaning: false,
    made_by: MadeBy::Checks(follow_ups),
};

/// Other names for variables; for constants, in the opposite order; and for predicates, too.
fn follow_ups(program: &Program) -> Vec<FollowUp> {
    let mut follow_ups = Vec::new();
    let mut renamed = program.clone();
    parts::atoms_mut(&mut renamed).for_each(rename_variables);
    if renamed != *program {
        follow_ups.push(equivalent(program, renamed));
    }

    let constants = parts::constants(program);
    let rename_constants = move |atom: &mut Atom| {
        for term in &mut atom.args {
            if let Ok(place) = constants.binary_search(term) {
                *term = Term::Constant(reversed("k", place, constants.len()));
            }
        }
    };
    follow_ups.extend(renamed_by(program, rename_constants));

    let mut names: Vec<Symbol> = program
        .clauses
        .iter()
        .flat_map(|clause| clause.atoms())
        .chain(program.goals())
        .map(|atom| atom.name.clone())
        .collect();
    names.sort_unstable();
    names.dedup();
    let rename_predicate = move |atom: &mut Atom| {
        if let Ok(place) = names.binary_search(&atom.name) {
            atom.name = reversed("n", place, names.len());
        }
    };
    follow_ups.extend(renamed_by(program, rename_predicate));
    follow_ups
}

fn renamed_by(
    program: &Program,
    rename: impl Fn(&mut Atom) + Send + Sync + 'static,
) -> Option<FollowUp> {
    let mut renamed = program.clone();
    parts::atoms_mut(&mut renamed).for_each(&rename);
    let rename = move |atom: &Atom| {
        let mut atom = atom.clone();
        rename(&mut atom);
        atom
    };
    (renamed != *program).then(|| equal_under(program, renamed, rename))
}

/// A name such that what came first comes last.
fn reversed(stem: &str, place: usize, count: usize) -> Symbol {
    format!("{stem}{}", count - place).into()
}

fn rename_variables(atom: &mut Atom) {
    for term in &mut atom.args {
        if let Term::Variable(name) = term {
            *term = Term::Variable(format!("Other{name}").into());
        }
    }
}
