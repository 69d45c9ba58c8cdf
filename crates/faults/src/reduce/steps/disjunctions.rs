//! Makes a clause of each part of a disjunction that is the whole body of one.

use randlog_logic::{Formula, Program};

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "split disjunctions", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let parts = |place: usize| match &program.clauses[place].body {
        Formula::Or(parts) => Some((place, parts)),
        _ => None,
    };
    let disjunctions = (0..program.clauses.len()).filter_map(parts);
    Box::new(disjunctions.map(|(place, parts)| {
        let mut copy = program.clone();
        let whole = &program.clauses[place];
        let clauses = parts.iter().map(|part| {
            let mut clause = whole.clone();
            clause.body = part.clone();
            clause
        });
        copy.clauses.splice(place..=place, clauses);
        copy
    }))
}
