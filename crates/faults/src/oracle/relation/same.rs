//! Two programs that have the same answers.

use randlog_engines::{Bounds, FailureKind, TOLERANCE};
use randlog_logic::{Atom, Program, Term};

use super::Way;
use crate::oracle::{Outcome, Violation, atoms, bounds, shown};

/// Which failures contradict an answer to the other program.
pub(super) type Counts = fn(FailureKind) -> bool;

/// All but those that tell of limits, since what is given up for want of time may be had in luckier
/// circumstances, and those of translations, about which the engine was not asked.
pub(super) fn all_failures(kind: FailureKind) -> bool {
    use FailureKind::{Memory, Missing, Timeout, Untranslated};
    !matches!(kind, Timeout | Memory | Missing | Untranslated)
}

/// Crashes alone: a refusal may have its reason in what differs.
pub(super) fn crashes(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Crash | FailureKind::Unparsable)
}

/// Both programs have the same answers, and either both have some or none has.
pub(super) fn same(program: &Program, other: Program, counts: Counts) -> Way {
    same_under(program, other, counts, Atom::clone)
}

/// The same, if the atoms of the program are called otherwise by the other one.
pub(super) fn same_under(
    program: &Program,
    other: Program,
    counts: Counts,
    rename: impl Fn(&Atom) -> Atom + Send + Sync + 'static,
) -> Way {
    let program = program.clone();
    Box::new(move |asker| {
        let said = asker.ask(&program).map(|answers| {
            answers.into_iter().map(|(atom, bounds)| (rename(&atom), bounds)).collect()
        });
        let then = asker.ask(&other);
        contradiction(&said, &then, counts, |_| true).map(|found| found.with([other.clone()]))
    })
}

/// What the answers to two programs that should be the same tell, for the atoms that matter.
pub(super) fn contradiction(
    said: &Outcome,
    then: &Outcome,
    counts: Counts,
    matters: impl Fn(&Atom) -> bool,
) -> Option<Violation> {
    match (said, then) {
        (Ok(said), Ok(then)) => {
            let mut all = atoms([said, then]).into_iter().filter(|atom| matters(atom));
            all.find_map(|atom| {
                let (one, other) = (bounds(said, atom), bounds(then, atom));
                let words = || format!("{}, as for the program itself", shown(one));
                (!overlap(one, other)).then(|| Violation::wrong(atom, words(), shown(other)))
            })
        }
        (Ok(_), Err(failure)) | (Err(failure), Ok(_)) if counts(failure.kind) => {
            Some(Violation::failure(failure, "an answer to both programs, or to none"))
        }
        _ => None,
    }
}

/// Can both be right?
fn overlap(one: Bounds, other: Bounds) -> bool {
    one.low <= other.high + TOLERANCE && other.low <= one.high + TOLERANCE
}

/// Is an atom an instance of a query?
pub(super) fn is_instance(atom: &Atom, query: &Atom) -> bool {
    if atom.name != query.name || atom.args.len() != query.args.len() {
        return false;
    }
    let mut values: Vec<(&Term, &Term)> = Vec::new();
    atom.args.iter().zip(&query.args).all(|(value, term)| match term {
        Term::Anonymous => true,
        Term::Variable(_) => match values.iter().find(|(known, _)| *known == term) {
            Some((_, before)) => *before == value,
            None => {
                values.push((term, value));
                true
            }
        },
        ground => ground == value,
    })
}

#[cfg(test)]
mod tests {
    use randlog_engines::NoAnswer;

    use super::*;

    #[test]
    fn what_was_not_translated_contradicts_nothing() {
        let contradicts = |kind| {
            let failure = Err(NoAnswer { kind, words: String::new() });
            let one = contradiction(&Ok(Vec::new()), &failure, all_failures, |_| true);
            one.or_else(|| contradiction(&failure, &Ok(Vec::new()), all_failures, |_| true))
        };
        assert_eq!(contradicts(FailureKind::Untranslated), None);
        assert!(contradicts(FailureKind::Crash).is_some());
    }
}
