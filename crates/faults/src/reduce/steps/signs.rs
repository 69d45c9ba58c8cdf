//! Asks for what was negated, and observes it, and lets clauses speak for what they spoke against.

use randlog_logic::Program;

use super::{Candidates, Step};

pub(super) const STEP: Step =
    Step { name: "drop negations of heads, queries and evidence", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let count = signs(&mut program.clone()).count();
    let negated = move |place: &usize| {
        signs(&mut program.clone()).nth(*place).is_some_and(|negated| *negated)
    };
    Box::new((0..count).filter(negated).map(|place| {
        let mut copy = program.clone();
        signs(&mut copy).nth(place).into_iter().for_each(|negated| *negated = false);
        copy
    }))
}

fn signs(program: &mut Program) -> impl Iterator<Item = &mut bool> {
    let heads = program.clauses.iter_mut().flat_map(|clause| &mut clause.heads);
    let statements = program.evidence.iter_mut().chain(&mut program.queries);
    heads.map(|head| &mut head.negated).chain(statements.map(|statement| &mut statement.negated))
}
