//! Makes a clause of each part of a disjunction that is the whole body of one.

use randlog_logic::{Formula, Program};

use crate::reduce::step::{Candidates, Step};

pub(in crate::reduce) struct Disjunctions;

impl Step for Disjunctions {
    fn name(&self) -> &'static str {
        "split disjunctions"
    }

    fn candidates<'p>(&self, program: &'p Program) -> Candidates<'p> {
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
}
