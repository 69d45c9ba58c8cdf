//! Leaves out a part of a body or of a condition, or puts a part of it in place of the whole.

use randlog_logic::{Formula, Program};

use crate::reduce::formula::simplified;

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "leave out parts of bodies", candidates };

pub(super) fn candidates(program: &Program) -> Candidates<'_> {
    let mut edits: Vec<(usize, usize, Formula)> = Vec::new();
    for (place, body) in bodies(program).enumerate() {
        let whole = body.nodes();
        let parts = simplified(body).into_iter();
        edits.extend(parts.map(|part| (whole.saturating_sub(part.nodes()), place, part)));
    }
    // Most first; within that, in the order of the program.
    edits.sort_by_key(|(gone, place, _)| (usize::MAX - gone, *place));
    Box::new(edits.into_iter().map(|(_, place, part)| {
        let mut copy = program.clone();
        if let Some(body) = bodies_mut(&mut copy).nth(place) {
            *body = part;
        }
        copy
    }))
}

fn bodies(program: &Program) -> impl Iterator<Item = &Formula> {
    let statements = program.evidence.iter().chain(&program.queries);
    let conditions = statements.map(|statement| &statement.condition);
    program.clauses.iter().map(|clause| &clause.body).chain(conditions)
}

fn bodies_mut(program: &mut Program) -> impl Iterator<Item = &mut Formula> {
    let statements = program.evidence.iter_mut().chain(&mut program.queries);
    let conditions = statements.map(|statement| &mut statement.condition);
    program.clauses.iter_mut().map(|clause| &mut clause.body).chain(conditions)
}
