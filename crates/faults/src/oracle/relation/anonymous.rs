//! `_` and a variable that occurs nowhere else mean the same.

use randlog_logic::{Clause, Program, Term};

use super::{MadeBy, Relation};
use crate::draw::{forget, singles};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "anonymous",
    sentence: "`_` and a variable that occurs nowhere else mean the same.",
    needs_meaning: true,
    made_by: MadeBy::Equivalents(equivalents),
};

/// A name for every `_` of a clause, and `_` for every name that occurs once; and a name for every `_` of
/// the queries.
fn equivalents(program: &Program) -> Vec<Program> {
    let mut others = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        for change in [name_all, forget_all] {
            let mut changed = clause.clone();
            change(&mut changed);
            if changed != *clause {
                let mut other = program.clone();
                other.clauses[place] = changed;
                others.push(other);
            }
        }
    }
    let mut other = program.clone();
    for query in &mut other.queries {
        let used: Vec<Term> = query.atom.args.clone();
        let mut names =
            (1..).map(|n| Term::Variable(format!("Q{n}").into())).filter(|t| !used.contains(t));
        for term in query.atom.args.iter_mut().filter(|term| **term == Term::Anonymous) {
            *term = names.next().unwrap_or(Term::Anonymous);
        }
    }
    if other != *program {
        others.push(other);
    }
    others
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
    let singles = singles(clause);
    parts::clause_atoms_mut(clause).into_iter().for_each(|atom| forget(atom, &singles));
}
