//! Two engines that differ.

use super::{Outcome, Violation, atoms, bounds, shown};
use randlog_engines::{FailureKind, TOLERANCE};

/// What one engine says against another one: a number that cannot be right if the other's is, or a crash
/// where the other has an answer. Refusals are left to those who know what has a meaning.
pub fn difference(other: &str, theirs: &Outcome, own: &Outcome) -> Option<Violation> {
    let theirs = theirs.as_ref().ok()?;
    let own = match own {
        Ok(own) => own,
        Err(failure) if matches!(failure.kind, FailureKind::Crash | FailureKind::Unparsable) => {
            return Some(Violation::failure(failure, format!("an answer, as {other} has one")));
        }
        Err(_) => return None,
    };
    atoms([theirs, own]).into_iter().find_map(|atom| {
        let (one, two) = (bounds(theirs, atom), bounds(own, atom));
        let differ = one.low > two.high + TOLERANCE || two.low > one.high + TOLERANCE;
        differ
            .then(|| Violation::wrong(atom, format!("{}, as {other} says", shown(one)), shown(two)))
    })
}
