//! Two engines that differ.

use randlog_engines::Outcome;
use randlog_engines::answers::disagreements;

use super::relation::follow_up::is_crash;
use crate::Fault;

/// What one engine says against another one: a number that cannot be right if the other's is, or a crash
/// where the other has an answer. Whether a refusal is a fault depends on the meaning of the program, which this oracle
/// does not know.
pub fn difference(other: &str, theirs: &Outcome, own: &Outcome) -> Option<Fault> {
    match own {
        Ok(answers) => disagreements(theirs.as_ref().ok()?, answers).next().map(|wrong| {
            Fault::wrong(wrong.atom, format!("{}, as {other} says", wrong.expected), wrong.answered)
        }),
        Err(failure) => (theirs.is_ok() && is_crash(failure))
            .then(|| Fault::failure(failure, format!("an answer, as {other} has one"))),
    }
}
