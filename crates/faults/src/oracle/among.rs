//! Two engines that differ.

use randlog_engines::Outcome;
use randlog_engines::answers::{Judgement, judge};

use super::relation::follow_up::is_crash;
use crate::Fault;

/// What one engine says against another one: a number that cannot be right if the other's is, or a crash
/// where the other has an answer. Whether a refusal is a fault depends on the meaning of the program, which this oracle
/// does not know.
pub fn difference(other: &str, theirs: &Outcome, own: &Outcome) -> Option<Fault> {
    match judge(theirs.as_ref().ok()?, own) {
        Judgement::Right => None,
        Judgement::Wrong(all) => all.first().map(|wrong| {
            Fault::wrong(wrong.atom, format!("{}, as {other} says", wrong.expected), wrong.answered)
        }),
        Judgement::Failed(failure) => is_crash(failure)
            .then(|| Fault::failure(failure, format!("an answer, as {other} has one"))),
    }
}
