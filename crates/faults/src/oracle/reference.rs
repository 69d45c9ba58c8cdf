//! The built-in engine knows better, and is watched.
//!
//! The answer of `exact` is what an engine should say. Where there are few worlds, `worlds` walks through
//! all of them; should the two ever differ, that is a fault of ours, and no other engine is judged.

use std::time::Duration;

use randlog_base::stop;
use randlog_engines::{Answers, Bounds, FailureKind, NoAnswer, TOLERANCE};
use randlog_infer::{Algorithm, Error, Inference, Limits, Solution};
use randlog_logic::{Atom, Clause, Formula, Probability, Program};

use super::{Outcome, Violation, atoms, bounds, shown};
use crate::parts;
use crate::symptom::is_error;

/// What the built-in engines say.
#[derive(Clone, Debug)]
pub enum Truth {
    /// The answers.
    Known(Answers),
    /// The program has no meaning, or finding it takes too long.
    Unknown(Error),
    /// They contradict each other: what each says.
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
            | Error::Inaccurate { .. }
            | Error::TooSmall { .. }
    )
}

/// The built-in engines, with limits.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// What they may use.
    pub limits: Limits,
}

impl Default for Reference {
    /// Two seconds and four thousand worlds.
    fn default() -> Reference {
        let timeout = Some(Duration::from_secs(2));
        Reference { limits: Limits { timeout, worlds: 1 << 12, memory: 1 << 30 } }
    }
}

impl Reference {
    /// What a program means.
    pub fn truth(&self, program: &Program) -> Truth {
        let solving = |algorithm| self.solving(program, algorithm);
        let (exact, worlds) = (solving(Algorithm::Exact), solving(Algorithm::Worlds));
        let said =
            |solved: &Option<_>| solved.as_ref().map_or("nothing, but crashes".to_owned(), words);
        let agreed = match (&exact, &worlds) {
            (Some(exact), Some(worlds)) => agree(exact, worlds),
            _ => false,
        };
        let exact = match exact {
            Some(exact) if agreed => exact,
            other => return Truth::Disputed { exact: said(&other), worlds: said(&worlds) },
        };
        match exact {
            Ok(solution) => Truth::Known(answers(&solution)),
            Err(error) => Truth::Unknown(error),
        }
    }

    /// Nothing if it crashes: that must not end the search for faults of others.
    fn solving(&self, program: &Program, algorithm: Algorithm) -> Option<Result<Solution, Error>> {
        let inference = Inference::new(program).algorithm(algorithm).limits(self.limits);
        stop::catch_panic(|| inference.solve()).ok()
    }

    /// What is wrong with what an engine said, if anything is.
    pub fn judge(&self, program: &Program, truth: &Truth, said: &Outcome) -> Option<Violation> {
        let Truth::Known(right) = truth else { return None };
        match said {
            Ok(said) => atoms([right, said]).into_iter().find_map(|atom| {
                let (expected, answered) = (bounds(right, atom), bounds(said, atom));
                let wrong = !answered.contains(expected.low);
                wrong.then(|| Violation::wrong(atom, shown(expected), shown(answered)))
            }),
            Err(failure) if self.is_legitimate(program, failure) => None,
            Err(failure) => Some(Violation::failure(failure, listed(right))),
        }
    }

    /// May an engine refuse for this reason what has a meaning here?
    fn is_legitimate(&self, program: &Program, failure: &NoAnswer) -> bool {
        match failure.kind {
            // What is safe only for what is asked may be refused.
            FailureKind::NonGround => !parts::is_safe_throughout(program),
            // So may a cycle through a negation that only something certain cuts.
            FailureKind::NegativeCycle => {
                self.solving(&doubted(program), Algorithm::Exact).is_none_or(|found| found.is_err())
            }
            // What an engine does not know it may refuse, but not by an error of its own.
            FailureKind::Rejected => !is_error(failure),
            FailureKind::Memory | FailureKind::Missing | FailureKind::Untranslated => true,
            _ => false,
        }
    }
}

/// The program with nothing certain in it, not even `true` and `fail`.
fn doubted(program: &Program) -> Program {
    let half = Probability::new(1, 2).unwrap_or(Probability::ONE);
    let doubt = Atom::new(parts::fresh_predicate(program, "doubt"), Vec::new());
    let mut program = program.clone();
    // What is observed does not change which atoms depend on which.
    program.evidence.clear();
    for clause in &mut program.clauses {
        if clause.is_certain() {
            clause.heads[0].probability = half.into();
        }
        if !clause.is_fact() {
            doubt_constants(&mut clause.body, &doubt);
        }
    }
    program.clauses.push(Clause::new(half, doubt, Formula::True));
    program
}

fn doubt_constants(formula: &mut Formula, doubt: &Atom) {
    match formula {
        Formula::True => *formula = Formula::Atom(doubt.clone()),
        Formula::Atom(_) => {}
        Formula::Not(child) => doubt_constants(child, doubt),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| doubt_constants(child, doubt));
        }
    }
}

fn answers(solution: &Solution) -> Answers {
    let answer =
        |answer: &randlog_infer::Answer| (answer.atom.clone(), Bounds::exactly(answer.probability));
    solution.answers.iter().map(answer).collect()
}

/// Do both say the same? Limits are no disagreement.
fn agree(exact: &Result<Solution, Error>, worlds: &Result<Solution, Error>) -> bool {
    match (exact, worlds) {
        (Err(error), _) | (_, Err(error)) if is_limit(error) => true,
        (Ok(exact), Ok(worlds)) => {
            let (exact, worlds) = (answers(exact), answers(worlds));
            let same =
                |atom| (bounds(&exact, atom).low - bounds(&worlds, atom).low).abs() < TOLERANCE;
            atoms([&exact, &worlds]).into_iter().all(same)
        }
        (Err(one), Err(other)) => one.kind() == other.kind(),
        _ => false,
    }
}

fn words(solved: &Result<Solution, Error>) -> String {
    solved.as_ref().map_or_else(ToString::to_string, |solution| listed(&answers(solution)))
}

/// Answers in a line.
fn listed(answers: &Answers) -> String {
    let each = answers.iter().map(|(atom, bounds)| format!("{atom}: {}", shown(*bounds)));
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use randlog_logic::Dialect;

    fn is_fault(program: &str, kind: FailureKind) -> bool {
        let program = Dialect::ProbLog.parse(program).unwrap();
        let reference = Reference::default();
        let truth = reference.truth(&program);
        assert!(matches!(truth, Truth::Known(_)), "{truth:?}");
        let said = Err(NoAnswer { kind, words: String::new() });
        reference.judge(&program, &truth, &said).is_some()
    }

    #[test]
    fn a_cycle_that_only_certainty_cuts_may_be_refused() {
        for decision in [
            "p :- \\+ p, \\+ q. q. query(p).",
            "p :- \\+ p, q. q :- fail. query(p).",
            "p :- \\+ q. q :- true ; p. query(p).",
            "p. p :- \\+ q(_). q(_) :- p. query(p).",
        ] {
            assert!(!is_fault(decision, FailureKind::NegativeCycle), "{decision}");
        }
        for fault in [
            "p :- p. p :- \\+ q. q :- q. query(p).",
            "r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).",
            "p :- q, p. q :- \\+ q. query(p).",
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
        let program = Dialect::ProbLog.parse(program).unwrap();
        let reference = Reference::default();
        let truth = reference.truth(&program);
        assert!(truth.is_refused());
        let said = Ok(vec![(program.queries[0].atom.clone(), Bounds::exactly(0.2))]);
        assert_eq!(reference.judge(&program, &truth, &said), None);
    }

    #[test]
    fn what_takes_too_long_is_not_refused() {
        let program = Dialect::ProbLog.parse("0.5::p. 0.5::q. query(p). query(q).").unwrap();
        let limits = Limits { timeout: Some(Duration::ZERO), worlds: 1, memory: 1 << 20 };
        assert!(!Reference { limits }.truth(&program).is_refused());
    }

    #[test]
    fn a_number_is_wrong_if_it_is_another_one() {
        let program = Dialect::ProbLog.parse("0.5::a. 0.5::a. query(a).").unwrap();
        let reference = Reference::default();
        let truth = reference.truth(&program);
        let said = |number| Ok(vec![(program.queries[0].atom.clone(), Bounds::exactly(number))]);
        assert_eq!(reference.judge(&program, &truth, &said(0.75)), None);
        let wrong = reference.judge(&program, &truth, &said(0.5)).unwrap();
        assert_eq!((wrong.expected.as_str(), wrong.answered.as_str()), ("0.75", "0.5"));
        // What is not mentioned is false.
        assert!(reference.judge(&program, &truth, &Ok(Vec::new())).is_some());
    }
}
