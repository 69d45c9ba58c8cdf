//! The built-in engine knows better, and is watched.
//!
//! The answer of `exact` is what an engine should say. Where there are few worlds, `worlds` walks through
//! all of them. If the two ever differ, the fault is ours, and no other engine is judged.

use std::time::Duration;

use randlog_base::{Stop, Stopped};
use randlog_engines::answers::{disagreements, listed};
use randlog_engines::known::{KnownFaults, Refusals, is_disputed};
use randlog_engines::{Answers, Bounds, FailureKind, NoAnswer, Outcome, TestCase, solve};
use randlog_infer::{Algorithm, Error, Inference, Limits, Solution};
use randlog_logic::Program;

use crate::Fault;

/// What the built-in engines say.
#[derive(Clone, Debug)]
pub enum Truth {
    /// The answers.
    Known(Answers),
    /// The program has no meaning, or finding it takes too long.
    Unknown(Error),
    /// They contradict each other.
    Disputed {
        /// What `exact` says.
        exact: String,
        /// What `worlds` says.
        worlds: String,
    },
}

impl Truth {
    /// Does the reference refuse the program, rather than not come to an end? Whether such a program has a
    /// meaning is disputed: an atom that depends on its own negation has one by some definitions, and an unsafe
    /// rule has one for some calls. So no engine is held to any.
    pub fn is_refused(&self) -> bool {
        matches!(self, Truth::Unknown(error) if !is_limit(error))
    }
}

/// Was there not enough of something?
fn is_limit(error: &Error) -> bool {
    matches!(
        error,
        Error::TooManyWorlds { .. }
            | Error::Memory { .. }
            | Error::NoThread { .. }
            | Error::Timeout { .. }
            | Error::Stopped(_)
            | Error::Inaccurate { .. }
            | Error::TooSmall { .. }
    )
}

/// The built-in engines, with limits, and what other engines may refuse.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What they may use.
    pub limits: Limits,
    /// What is no fault.
    pub refusals: Refusals,
}

impl Default for Reference {
    /// Two seconds and four thousand worlds.
    fn default() -> Reference {
        let timeout = Some(Duration::from_secs(2));
        Reference {
            limits: Limits { timeout, worlds: 1 << 12, memory: 1 << 30 },
            refusals: KnownFaults::shipped().refusals().clone(),
        }
    }
}

impl Reference {
    /// What a program means. A text that is no program asks nothing.
    pub fn truth(&self, program: &TestCase, stop: &Stop) -> Result<Truth, Stopped> {
        let Some(tree) = program.tree() else { return Ok(Truth::Unknown(Error::NoQuery)) };
        let solving = |algorithm| self.solving(tree, algorithm, stop);
        let (exact, worlds) = (solving(Algorithm::Exact)?, solving(Algorithm::Worlds)?);
        let said =
            |solved: &Option<_>| solved.as_ref().map_or("nothing, but crashes".to_owned(), words);
        let is_flat = program.program().is_some();
        Ok(match (exact, worlds) {
            (Some(exact), Some(worlds)) if agree(&exact, &worlds, is_flat) => match exact {
                Ok(answers) => Truth::Known(answers),
                Err(error) => Truth::Unknown(error),
            },
            (exact, worlds) => Truth::Disputed { exact: said(&exact), worlds: said(&worlds) },
        })
    }

    /// The answers of an algorithm. `None` if it crashes: that must not end the search for faults of others.
    fn solving(
        &self,
        program: &Program,
        algorithm: Algorithm,
        stop: &Stop,
    ) -> Result<Option<Result<Answers, Error>>, Stopped> {
        let inference = Inference::new(program).algorithm(algorithm).limits(self.limits);
        Ok(solve(inference, stop)?.ok().map(|solved| solved.map(answers)))
    }

    /// What is wrong with what an engine said, if anything is. Nothing is held against it on a program whose meaning is
    /// disputed.
    pub fn judge(
        &self,
        engine: &str,
        program: &TestCase,
        truth: &Truth,
        said: &Outcome,
    ) -> Option<Fault> {
        let Truth::Known(right) = truth else { return None };
        match said {
            Ok(answers) => {
                let wrong = disagreements(right, answers).next()?;
                let is_open = program.program().is_some_and(|flat| is_disputed(&flat));
                (!is_open).then(|| Fault::wrong(wrong.atom, wrong.expected, wrong.answered))
            }
            Err(failure) => {
                let is_fault = !self.is_legitimate(engine, program, failure);
                is_fault.then(|| Fault::failure(failure, listed(right)))
            }
        }
    }

    /// May an engine refuse for this reason what has a meaning here?
    fn is_legitimate(&self, engine: &str, program: &TestCase, failure: &NoAnswer) -> bool {
        match program.program() {
            Some(program) => self.refusals.excuse(engine, &program, failure).is_some(),
            None => failure.kind == FailureKind::Untranslated,
        }
    }
}

fn answers(solution: Solution) -> Answers {
    let answers = solution.answers.into_iter();
    answers.map(|answer| (answer.atom, Bounds::exactly(answer.probability))).collect()
}

/// Do both say the same? Limits are no disagreement.
fn agree(exact: &Result<Answers, Error>, worlds: &Result<Answers, Error>, is_flat: bool) -> bool {
    match (exact, worlds) {
        (Err(error), _) | (_, Err(error)) if is_limit(error) => true,
        (Ok(exact), Ok(worlds)) => disagreements(exact, worlds).next().is_none(),
        // `worlds` does not know all of the wide language.
        (Ok(_), Err(error)) => !is_flat && !matches!(error, Error::NegativeCycle { .. }),
        (Err(_), _) if !is_flat => true,
        (Err(one), Err(other)) => one.kind() == other.kind(),
        (Err(_), Ok(_)) => false,
    }
}

fn words(solved: &Result<Answers, Error>) -> String {
    solved.as_ref().map_or_else(ToString::to_string, listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_fault(program: &str, kind: FailureKind) -> bool {
        let program = TestCase::from(program);
        let reference = Reference::default();
        let truth = reference.truth(&program, &Stop::NEVER).unwrap();
        assert!(matches!(truth, Truth::Known(_)), "{truth:?}");
        let said = Err(NoAnswer { kind, words: String::new() });
        reference.judge("mine", &program, &truth, &said).is_some()
    }

    #[test]
    fn a_cycle_that_only_certainty_cuts_may_be_refused() {
        for decision in [
            "p :- \\+ p, \\+ q. q. query(p).",
            "p :- \\+ p, q. q :- fail. query(p).",
            "p :- \\+ q. q :- true ; p. query(p).",
            "p. p :- \\+ q(_). q(_) :- p. query(p).",
            "p :- q, p. q :- \\+ q. query(p).",
            "q. p. q :- \\+ q. evidence(q, true). query(p).",
        ] {
            assert!(!is_fault(decision, FailureKind::NegativeCycle), "{decision}");
        }
        for fault in [
            "p :- p. p :- \\+ q. q :- q. query(p).",
            "r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).",
        ] {
            assert!(is_fault(fault, FailureKind::NegativeCycle), "{fault}");
        }
    }

    #[test]
    fn what_is_safe_only_for_the_query_may_be_refused() {
        let program = "p(a). 0.5::p(X) :- p(Y). query(p(a)).";
        assert!(!is_fault(program, FailureKind::NonGround));
        let program =
            "0.4::q(X) :- r(X), \\+ (\\+ r(c), e(X, Y)). r(a). r(c). e(a, b). query(q(a)).";
        assert!(is_fault(program, FailureKind::NonGround));
        assert!(is_fault(program, FailureKind::Crash));
        assert!(!is_fault(program, FailureKind::Memory));
        assert!(!is_fault(program, FailureKind::Rejected));
    }

    #[test]
    fn what_cannot_be_translated_is_no_fault() {
        for program in ["p :- p, \\+ p. query(p).", "p('the 1'). query(p(_))."] {
            assert!(!is_fault(program, FailureKind::Untranslated), "{program}");
        }
    }

    #[test]
    fn whatever_is_said_of_a_program_without_meaning_is_no_fault() {
        let program = "0.2::q. p :- q. p :- \\+ p. q :- p. query(p).";
        let program = TestCase::from(program);
        let reference = Reference::default();
        let truth = reference.truth(&program, &Stop::NEVER).unwrap();
        assert!(truth.is_refused());
        let said =
            Ok(vec![(program.tree().unwrap().queries[0].atom.clone(), Bounds::exactly(0.2))]);
        assert_eq!(reference.judge("mine", &program, &truth, &said), None);
        // Without the cycle, which no query reaches, there would be an answer by every semantics.
        let program = TestCase::from("0.5::q. p :- q. r :- \\+ r. query(p).");
        let truth = reference.truth(&program, &Stop::NEVER).unwrap();
        assert!(matches!(truth, Truth::Known(_)));
        assert_eq!(reference.judge("mine", &program, &truth, &Ok(Vec::new())), None);
    }

    #[test]
    fn what_takes_too_long_is_not_refused() {
        let program = TestCase::from("0.5::p. 0.5::q. query(p). query(q).");
        let limits = Limits { timeout: Some(Duration::ZERO), worlds: 1, memory: 1 << 20 };
        assert!(
            !Reference { limits, ..Reference::default() }
                .truth(&program, &Stop::NEVER)
                .unwrap()
                .is_refused()
        );
    }

    #[test]
    fn a_number_is_wrong_if_it_is_another_one() {
        let program = TestCase::from("0.5::a. 0.5::a. query(a).");
        let reference = Reference::default();
        let truth = reference.truth(&program, &Stop::NEVER).unwrap();
        let said = |number| {
            Ok(vec![(program.tree().unwrap().queries[0].atom.clone(), Bounds::exactly(number))])
        };
        let judge = |said| reference.judge("mine", &program, &truth, &said);
        assert_eq!(judge(said(0.75)), None);
        let wrong = judge(said(0.5)).unwrap();
        assert_eq!((wrong.expected.as_str(), wrong.answered.as_str()), ("a: 0.75", "a: 0.5"));
        // What is not mentioned is false.
        assert!(judge(Ok(Vec::new())).is_some());
    }
}
