//! What stands where does not matter.

use randlog_engines::known::has_negative_cycle;
use randlog_logic::{Atom, Clause, Clauses, Formula, Probability, Program};

use super::follow_up::{Counts, FollowUp, equivalent, if_answered};
use crate::parts::{self, edited};

/// All clauses the other way round, and each clause in front of the one before it.
pub(super) fn clauses(program: &Program) -> Vec<FollowUp> {
    let reversed = edited(program, |other| other.clauses.reverse());
    let swapped = (1..program.clauses.len())
        .map(|place| edited(program, |other| other.clauses.swap(place - 1, place)));
    let others = std::iter::once(reversed).chain(swapped);
    equivalent(program, others.filter(|other| other.clauses != program.clauses).collect())
}

/// Each part of a conjunction or disjunction in front of the one before it.
pub(super) fn literals(program: &Program) -> Vec<FollowUp> {
    if !parts::is_safe_throughout(program) {
        return Vec::new();
    }
    let mut others = Vec::new();
    for (place, clause) in program.clauses.iter().enumerate() {
        for number in 0..parts::lists(&clause.body) {
            let length =
                parts::list_mut(&mut clause.body.clone(), number).map_or(0, |all| all.len());
            for second in 1..length {
                let mut swapped = clause.clone();
                if let Some(children) = parts::list_mut(&mut swapped.body, number) {
                    children.swap(second - 1, second);
                }
                if swapped != *clause && parts::is_safe(&swapped) {
                    others.push(edited(program, |other| other.clauses[place] = swapped));
                }
            }
        }
    }
    equivalent(program, others)
}

/// Without the clauses that are not reached, and with a further one for each predicate.
pub(super) fn unreachable(program: &Program) -> Vec<FollowUp> {
    let relevant: Clauses = program.relevant().clauses.into_iter().cloned().collect();
    let mut others = Vec::new();
    if relevant.len() < program.clauses.len() {
        others.push(Program { clauses: relevant, ..program.clone() });
    }
    let stray = Atom::new(parts::fresh_predicate(program, "stray"), Vec::new());
    let mut seen = Vec::new();
    for head in parts::heads(program) {
        if seen.contains(&head.predicate()) {
            continue;
        }
        seen.push(head.predicate());
        let atom = Formula::Atom(head.clone());
        let body = if head.is_ground() { parts::not(atom) } else { atom };
        for (place, probability) in [(0, Probability::ONE), (program.clauses.len(), parts::half())]
        {
            let clause = Clause::new(probability, stray.clone(), body.clone());
            others.push(edited(program, |other| other.clauses.insert(place, clause)));
        }
    }
    if has_negative_cycle(program) {
        // By some semantics, what is not reached takes all answers away.
        let crashing = |other| if_answered(program, other, Counts::Crashes, |_| false);
        return others.into_iter().map(crashing).collect();
    }
    equivalent(program, others)
}
