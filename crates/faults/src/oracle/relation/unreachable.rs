//! Clauses that the queries cannot reach do not matter.

use randlog_logic::{Atom, Clause, Clauses, Formula, Probability, Program};

use super::{MadeBy, Relation};
use crate::parts;

pub(super) const RELATION: Relation = Relation {
    name: "unreachable",
    sentence: "Clauses that queries and evidence cannot reach do not matter.",
    needs_meaning: false,
    made_by: MadeBy::Equivalents(equivalents),
};

/// Without them, and with a further one for each predicate.
fn equivalents(program: &Program) -> Vec<Program> {
    let relevant: Clauses = program.relevant().clauses.into_iter().cloned().collect();
    let mut others = Vec::new();
    if relevant.len() < program.clauses.len() {
        others.push(Program { clauses: relevant, ..program.clone() });
    }
    let stray = Atom::new(parts::fresh_predicate(program, "stray"), Vec::new());
    let mut seen = Vec::new();
    for head in program.clauses.iter().flat_map(|clause| &clause.heads) {
        if seen.contains(&head.atom.predicate()) {
            continue;
        }
        seen.push(head.atom.predicate());
        for (front, probability) in
            [(true, Probability::ONE), (false, Probability::new(1, 2).unwrap_or(Probability::ONE))]
        {
            let ground = head.atom.is_ground();
            let atom = Formula::Atom(head.atom.clone());
            let body = if ground { Formula::Not(Box::new(atom)) } else { atom };
            let clause = Clause::new(probability, stray.clone(), body);
            let mut other = program.clone();
            let place = if front { 0 } else { other.clauses.len() };
            other.clauses.insert(place, clause);
            others.push(other);
        }
    }
    others
}
