//! What relations are made of: follow-ups, most of which compare two programs that have the same answers.

use randlog_base::Stopped;
use randlog_engines::answers::disagreements;
use randlog_engines::{FailureKind, NoAnswer, Outcome, TOLERANCE};
use randlog_logic::{Atom, Clause, DependencyGraph, Program, Term};

use crate::Fault;
use crate::oracle::asker::Asker;

/// Asks an engine about the source and about further programs. Returns what is wrong with the answers, if anything is.
pub type FollowUp = Box<dyn Fn(&mut Asker<'_>) -> Result<Option<Fault>, Stopped> + Send + Sync>;

/// Which failures contradict an answer to a program that means the same.
#[derive(Clone, Copy)]
pub(super) enum Counts {
    /// All that no engine is free to decide.
    Failures,
    /// Crashes alone: a refusal may have its reason in what differs.
    Crashes,
}

impl Counts {
    /// Does this failure count?
    ///
    /// What is given up for want of time or memory may be had in luckier circumstances. A cycle through a negation
    /// may be cut by something certain: an engine may find that out in time or too late.
    fn count(self, asker: &Asker<'_>, program: &Program, failure: &NoAnswer) -> bool {
        let has_strata = || DependencyGraph::new(&program.clauses).strata().is_ok();
        match self {
            Counts::Crashes => is_crash(failure),
            Counts::Failures => match failure.kind {
                FailureKind::Timeout => false,
                FailureKind::NegativeCycle if !has_strata() => false,
                _ => !asker.may_refuse(program, failure),
            },
        }
    }
}

/// Did an engine break down, rather than refuse the program?
pub(crate) fn is_crash(failure: &NoAnswer) -> bool {
    matches!(failure.kind, FailureKind::Crash | FailureKind::Unparsable)
}

/// The engine breaks down on a program that it should answer.
pub(super) fn crash(outcome: &Outcome, program: &Program, expected: &str) -> Option<Fault> {
    let failure = outcome.as_ref().err().filter(|failure| is_crash(failure))?;
    Some(Fault::failure(failure, expected).compared_with([program.clone()]))
}

/// All of these programs have the same answers as the source, and either both have some or neither has.
pub(super) fn equivalent(source: &Program, others: Vec<Program>) -> Vec<FollowUp> {
    others.into_iter().map(|other| equal_under(source, other, Atom::clone)).collect()
}

/// The same of one program, if it has other names for the atoms.
pub(super) fn equal_under(
    source: &Program,
    other: Program,
    rename: impl Fn(&Atom) -> Atom + Send + Sync + 'static,
) -> FollowUp {
    let source = source.clone();
    Box::new(move |asker| {
        let said = asker.ask(&source)?.map(|answers| {
            answers.into_iter().map(|(atom, bounds)| (rename(&atom), bounds)).collect()
        });
        let then = asker.ask(&other)?;
        Ok(contradiction(asker, Counts::Failures, (&source, &said), (&other, &then), |_| true))
    })
}

/// If the engine answers the program, it answers the other one, and both have the same answers for the atoms that
/// matter.
pub(super) fn if_answered(
    program: &Program,
    other: Program,
    counts: Counts,
    matters: impl Fn(&Atom) -> bool + Send + Sync + 'static,
) -> FollowUp {
    let program = program.clone();
    Box::new(move |asker| {
        let said = asker.ask(&program)?;
        if said.is_err() {
            return Ok(None);
        }
        let then = asker.ask(&other)?;
        Ok(contradiction(asker, counts, (&program, &said), (&other, &then), &matters))
    })
}

/// Whether the outcomes of two programs that should be the same contradict each other, for the atoms that matter.
pub(super) fn contradiction(
    asker: &Asker<'_>,
    counts: Counts,
    (program, said): (&Program, &Outcome),
    (other, then): (&Program, &Outcome),
    matters: impl Fn(&Atom) -> bool,
) -> Option<Fault> {
    let found = match (said, then) {
        (Ok(said), Ok(then)) => {
            let wrong = disagreements(said, then).find(|wrong| matters(wrong.atom))?;
            let expected = format!("{}, as for the program itself", wrong.expected);
            Fault::wrong(wrong.atom, expected, wrong.answered)
        }
        (Ok(_), Err(failure)) => failed(asker, counts, other, failure)?,
        (Err(failure), Ok(_)) => failed(asker, counts, program, failure)?,
        (Err(_), Err(_)) => return None,
    };
    Some(found.compared_with([other.clone()]))
}

/// A failure on one of two programs, if it counts.
fn failed(
    asker: &Asker<'_>,
    counts: Counts,
    program: &Program,
    failure: &NoAnswer,
) -> Option<Fault> {
    let is_fault = counts.count(asker, program, failure);
    is_fault.then(|| Fault::failure(failure, "an answer to both programs, or to none"))
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

/// Are two probabilities the same, where each is the result of some arithmetic?
pub(super) fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 2.0 * TOLERANCE
}

/// The facts of a program that have a probability below one, by their places.
pub(super) fn uncertain_facts(program: &Program) -> impl Iterator<Item = usize> + '_ {
    let is_uncertain = |clause: &Clause| {
        clause.is_fact()
            && matches!(&clause.heads[..], [head] if !head.probability.is_one() && head.atom.is_ground())
    };
    (0..program.clauses.len()).filter(move |&place| is_uncertain(&program.clauses[place]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use randlog_logic::Dialect;

    /// Does a refusal of this kind, in these words, contradict an answer to a program that means the same?
    fn counts(program: &str, kind: FailureKind, words: &str) -> bool {
        let program = Dialect::ProbLog.parse(program).unwrap();
        let asker = Asker::new(|_| Ok(Ok(Vec::new())));
        Counts::Failures.count(&asker, &program, &NoAnswer { kind, words: words.to_owned() })
    }

    #[test]
    fn a_negative_cycle_may_be_seen_where_something_certain_cuts_it() {
        let cut = "p. p :- \\+ p. p :- p. query(p).";
        assert!(!counts(cut, FailureKind::NegativeCycle, ""));
        assert!(counts("p :- p. q :- \\+ p. query(q).", FailureKind::NegativeCycle, ""));
    }

    #[test]
    fn what_is_not_safe_for_all_calls_may_be_refused() {
        assert!(!counts("p(a). 0.5::p(X) :- p(Y). query(p(a)).", FailureKind::NonGround, ""));
        assert!(counts("p(a). 0.5::q(X) :- p(X). query(q(a)).", FailureKind::NonGround, ""));
    }

    #[test]
    fn an_engine_may_refuse_what_it_does_not_know_but_not_break_down() {
        for words in ["no negation", "1/3: not a decimal number"] {
            assert!(!counts("1/3::p. query(p).", FailureKind::Rejected, words));
        }
        assert!(counts("p. query(p).", FailureKind::Rejected, "KeyError: 3"));
        assert!(!counts("p. query(p).", FailureKind::Untranslated, ""));
        assert!(counts("p. query(p).", FailureKind::Crash, ""));
    }
}
