//! Names do not matter: of variables, of constants, of predicates.

use randlog_logic::{Atom, Clause, Program, Symbol, Term};

use super::follow_up::{FollowUp, equal_under, equivalent};
use crate::parts::{self, edited};

/// Other names for variables; for constants, in the opposite order; and for predicates, too.
pub(super) fn renaming(program: &Program) -> Vec<FollowUp> {
    let renamed = edited(program, |it| parts::atoms_mut(it).for_each(rename_variables));
    let renamed = Some(renamed).filter(|renamed| renamed != program);
    let mut follow_ups = equivalent(program, renamed.into_iter().collect());

    let constants = parts::constants(program);
    let rename_constants = move |atom: &mut Atom| {
        for term in &mut atom.args {
            if let Ok(place) = constants.binary_search(term) {
                *term = Term::Constant(reversed("k", place, constants.len()));
            }
        }
    };
    follow_ups.extend(renamed_by(program, rename_constants));

    let mut names: Vec<Symbol> = parts::atoms(program).map(|atom| atom.name.clone()).collect();
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
    let renamed = edited(program, |it| parts::atoms_mut(it).for_each(&rename));
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

/// A name for every `_` of a clause, and `_` for every name that occurs once; and a name for every `_` of
/// the queries.
pub(super) fn anonymous(program: &Program) -> Vec<FollowUp> {
    let mut others = Vec::new();
    for place in 0..program.clauses.len() {
        for change in [name_all, forget_all] {
            others.push(edited(program, |other| change(&mut other.clauses[place])));
        }
    }
    others.push(edited(program, |other| {
        for query in &mut other.queries {
            let used: Vec<Term> = query.atom.args.clone();
            let mut names =
                (1..).map(|n| Term::Variable(format!("Q{n}").into())).filter(|t| !used.contains(t));
            for term in query.atom.args.iter_mut().filter(|term| **term == Term::Anonymous) {
                *term = names.next().unwrap_or(Term::Anonymous);
            }
        }
    }));
    others.retain(|other| other != program);
    equivalent(program, others)
}

fn name_all(clause: &mut Clause) {
    let count = clause.atoms().flat_map(|atom| &atom.args).count();
    for _ in 0..count {
        let fresh = parts::fresh_variable(clause);
        let mut terms = parts::clause_atoms_mut(clause).into_iter().flat_map(|atom| &mut atom.args);
        let Some(term) = terms.find(|term| **term == Term::Anonymous) else { return };
        *term = fresh;
    }
}

fn forget_all(clause: &mut Clause) {
    let singles = parts::singles(clause.atoms());
    let atoms = parts::clause_atoms_mut(clause).into_iter();
    atoms.for_each(|atom| parts::forget(atom, &singles));
}
