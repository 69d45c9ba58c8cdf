//! Leaves out half of all lines, a quarter, …, one: directives, clauses, evidence and queries alike.

use randlog_logic::Program;

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "leave out lines", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let count = program.directives.len()
        + program.clauses.len()
        + program.evidence.len()
        + program.queries.len();
    let lengths = std::iter::successors(Some(count / 2), |length| Some(length / 2));
    let lengths = lengths.take_while(|length| *length > 1).chain([1]);
    let ranges = lengths.flat_map(move |length| {
        (0..count).step_by(length).map(move |start| start..(start + length).min(count))
    });
    Box::new(ranges.map(|range| without(program, |line| range.contains(&line))))
}

/// A program without some of its lines, by their numbers in the order of printing.
pub(super) fn without(program: &Program, gone: impl Fn(usize) -> bool) -> Program {
    let mut line = 0;
    let mut stays = || {
        line += 1;
        !gone(line - 1)
    };
    let mut rest = program.clone();
    rest.directives.retain(|_| stays());
    rest.clauses.retain(|_| stays());
    rest.evidence.retain(|_| stays());
    rest.queries.retain(|_| stays());
    rest
}
