//! The suite that every engine must pass.
//!
//! Small programs whose answers can be worked out by hand. An engine must not answer one wrongly, and
//! must say rightly what is wrong with a program that has no answer. What it cannot do is listed by
//! name ([`Exceptions`]), so that an engine that does less than it is said to do is noticed; and so is
//! one that does more, so that the lists stay honest.

use std::fs;
use std::path::Path;
use std::time::Duration;

use randlog_base::Stop;
use randlog_logic::{Atom, Dialect};

use super::{Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Outcome, TestCase};

/// The probabilities of a program's queries, or what is wrong with it.
pub type Expected = Result<&'static [(&'static str, f64)], FailureKind>;

/// A program and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is about.
    pub name: &'static str,
    /// The program.
    pub program: &'static str,
    /// What an engine should say.
    pub expected: Expected,
}

const fn case(name: &'static str, program: &'static str, expected: Expected) -> Case {
    Case { name, program, expected }
}

/// The programs.
pub const CASES: [Case; 17] = [
    case("a coin", "0.4::heads. query(heads).", Ok(&[("heads", 0.4)])),
    case(
        "certain, impossible",
        "0.5::a. yes. no :- a, \\+ a. query(yes). query(no).",
        Ok(&[("yes", 1.0), ("no", 0.0)]),
    ),
    case("impossible from the start", "0.5::p(a). q(b). query(p(b)).", Ok(&[("p(b)", 0.0)])),
    // 1 - 0.4 * 0.7
    case("one of two causes", "0.6::p :- a. 0.3::p :- b. a. b. query(p).", Ok(&[("p", 0.72)])),
    // One choice for each of p(1) by q(1) and by q(2): 1 - 0.8 * 0.8.
    case(
        "a choice for each ground instance",
        "0.2::p(X) :- r(X), q(Y). r(1). q(1). q(2). query(p(1)).",
        Ok(&[("p(1)", 0.36)]),
    ),
    case(
        "a query with variables",
        "0.3::e(a, b). 0.5::e(a, c). e(b, c). query(e(a, X)).",
        Ok(&[("e(a, b)", 0.3), ("e(a, c)", 0.5)]),
    ),
    case(
        "queries that share answers",
        "0.3::p(a). 0.4::p(b). query(p(a)). query(p(X)). query(p(a)). query(p(Y)).",
        Ok(&[("p(a)", 0.3), ("p(b)", 0.4)]),
    ),
    case(
        "alternatives",
        "0.2::red; 0.5::green; 0.1::blue. warm :- red. warm :- blue. \
         query(warm). query(green).",
        Ok(&[("warm", 0.3), ("green", 0.5)]),
    ),
    // Alarm: 0.7*0.2*0.9 + 0.7*0.8*0.8 + 0.3*0.2*0.1 = 0.58; with a burglary 0.574, with an
    // earthquake 0.132.
    case(
        "evidence",
        "0.7::burglary. 0.2::earthquake. 0.9::alarm :- burglary, earthquake. \
         0.8::alarm :- burglary, \\+ earthquake. 0.1::alarm :- \\+ burglary, earthquake. \
         evidence(alarm, true). query(burglary). query(earthquake).",
        Ok(&[("burglary", 0.574 / 0.58), ("earthquake", 0.132 / 0.58)]),
    ),
    // a-b-d or a-c-d, and b-c in both directions: 1 - (1 - 0.5*0.5)^2 without it; with it,
    // reach d if an edge into it exists whose start is reached:
    // P = 0.4*(0.75*0.75) + 0.6*(1 - 0.75^2), where 0.4 is the edge b-c.
    case(
        "a cyclic graph",
        "0.5::e(a, b). 0.5::e(a, c). 0.5::e(b, d). 0.5::e(c, d). 0.4::bridge. \
         e(b, c) :- bridge. e(c, b) :- bridge. path(X, Y) :- e(X, Y). \
         path(X, Y) :- path(X, Z), e(Z, Y). query(path(a, d)).",
        Ok(&[("path(a, d)", 0.4 * 0.5625 + 0.6 * 0.4375)]),
    ),
    // a, and not both of b and (c or not a): 0.5 * (1 - 0.4 * 0.3).
    case(
        "nested formulas",
        "0.5::a. 0.4::b. 0.3::c. p :- a, \\+ (b, (c ; \\+ a)). query(p).",
        Ok(&[("p", 0.44)]),
    ),
    // x of q: r or s; the choice is one for both branches. 0.5 * (1 - 0.6 * 0.7)
    case(
        "branches share their choice",
        "0.5::p(X) :- q(X), (r(X) ; s(X)). q(a). 0.4::r(a). 0.3::s(a). query(p(a)).",
        Ok(&[("p(a)", 0.29)]),
    ),
    case(
        "negation of what depends on a cycle",
        "0.3::a. 0.6::b. q :- r. r :- q. r :- a. p :- b, \\+ q. query(p).",
        Ok(&[("p", 0.42)]),
    ),
    case("a predicate without clauses", "p :- q. query(p).", Err(FailureKind::UnknownClause)),
    case(
        "a probabilistic fact with a variable",
        "0.5::p(X). query(p(Y)).",
        Err(FailureKind::NonGround),
    ),
    case(
        "a cycle through negation",
        "0.5::a. p :- \\+ q, a. q :- \\+ p. query(p).",
        Err(FailureKind::NegativeCycle),
    ),
    case("a syntax error", "0.5::p :- (a. query(p).", Err(FailureKind::Rejected)),
];

/// The cases that an engine does not answer as it should, by name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exceptions<'a> {
    /// It refuses these, as it may ([`FailureKind::Rejected`]), or they cannot be translated for it
    /// ([`FailureKind::Untranslated`]).
    pub rejected: &'a [&'a str],
    /// It gets these wrong: known faults.
    pub wrong: &'a [&'a str],
}

/// Run an engine on all cases, in files that are written into `directory`; what it got wrong, in
/// words. Nothing means that it has passed.
pub fn check(engine: &dyn Engine, directory: &Path, exceptions: Exceptions<'_>) -> Vec<String> {
    let mut wrong = exceptions.strangers();
    let mut answered = 0;
    for (number, case) in CASES.iter().enumerate() {
        let file = directory.join(format!("case-{number}.pl"));
        if let Err(error) = fs::write(&file, case.program) {
            wrong.push(format!("{}: {error}", case.name));
            continue;
        }
        let outcome = said(engine, &file.as_path().into(), &EngineLimits::default());
        answered += usize::from(outcome.is_ok());
        if let Err(reason) = exceptions.judge(case, &outcome) {
            wrong.push(format!("{}: {reason}", case.name));
        }
    }
    if answered == 0 {
        wrong.push("it answers nothing".to_owned());
    }
    wrong.extend(check_program(engine, &CASES[0]));
    wrong.extend(check_timeout(engine, &directory.join("case-0.pl")));
    wrong
}

/// What an engine says, which nobody stops.
fn said(engine: &dyn Engine, program: &TestCase, limits: &EngineLimits) -> Outcome {
    let run = engine.answer(program, limits, &Stop::NEVER);
    run.map_err(|stopped| FailureKind::Missing.because(stopped.to_string()))?.outcome
}

/// A program is answered like a file that holds it.
fn check_program(engine: &dyn Engine, case: &Case) -> Option<String> {
    let program = Dialect::ProbLog.parse(case.program).map_err(|error| error.to_string());
    let judged = program
        .and_then(|program| judge(case, &said(engine, &program.into(), &EngineLimits::default())));
    Some(format!("{}, as a program: {}", case.name, judged.err()?))
}

/// A limit is a limit, even if there is no time to start.
fn check_timeout(engine: &dyn Engine, file: &Path) -> Option<String> {
    let limits = EngineLimits { time: Duration::ZERO, ..EngineLimits::default() };
    match said(engine, &file.into(), &limits) {
        Err(NoAnswer { kind: FailureKind::Timeout, .. }) => None,
        other => Some(format!("no timeout, but {other:?}")),
    }
}

impl Exceptions<'_> {
    /// Names that are those of no case.
    fn strangers(&self) -> Vec<String> {
        let names = self.rejected.iter().chain(self.wrong);
        let unknown = names.filter(|name| !CASES.iter().any(|case| case.name == **name));
        unknown.map(|name| format!("{name}: there is no such case")).collect()
    }

    fn judge(&self, case: &Case, outcome: &Outcome) -> Result<(), String> {
        if self.rejected.contains(&case.name) {
            return match outcome {
                Err(NoAnswer { kind, .. }) if may_reject(*kind) => Ok(()),
                other => Err(format!("not rejected, as listed, but {other:?}")),
            };
        }
        match judge(case, outcome) {
            Ok(()) if self.wrong.contains(&case.name) => Err("there is no fault".to_owned()),
            Err(_) if self.wrong.contains(&case.name) => Ok(()),
            verdict => verdict,
        }
    }
}

fn may_reject(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::Rejected | FailureKind::Untranslated)
}

fn judge(case: &Case, outcome: &Outcome) -> Result<(), String> {
    match (outcome, case.expected) {
        (Err(failure), Err(kind)) if failure.kind == kind => Ok(()),
        (Err(failure), _) => Err(failure.to_string()),
        (Ok(answers), Err(kind)) => Err(format!("no {kind}, but {answers:?}")),
        (Ok(answers), Ok(expected)) => {
            // What answers several queries may be said for each.
            let is_said =
                |(atom, _): &(&str, f64)| answers.iter().any(|(a, _)| a.to_string() == *atom);
            let is_expected = |(atom, said): &(Atom, Bounds)| {
                let (atom, mut expected) = (atom.to_string(), expected.iter());
                expected.any(|(a, probability)| *a == atom && said.contains(*probability))
            };
            let is_right = expected.iter().all(is_said) && answers.iter().all(is_expected);
            if is_right { Ok(()) } else { Err(format!("{answers:?}")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::python::Environment;
    use crate::{Answered, Answers, Catalogue, Phases, Run, Status, Usage};

    /// An engine that says the same about every program, unless there is no time.
    #[derive(Debug)]
    struct Fake(Result<Answers, NoAnswer>);

    impl Engine for Fake {
        fn name(&self) -> &str {
            "fake"
        }

        fn status(&self) -> Status {
            Status::Installed(String::new())
        }

        fn answer(&self, _: &TestCase, limits: &EngineLimits, _: &Stop) -> Answered {
            let is_late = limits.time == Duration::ZERO;
            let late = || Err(FailureKind::Timeout.because(""));
            let outcome = if is_late { late() } else { self.0.clone() };
            Ok(Run {
                outcome,
                phases: Phases::default(),
                wall: Duration::ZERO,
                usage: Usage::default(),
            })
        }
    }

    fn wrong(engine: &dyn Engine, exceptions: Exceptions<'_>) -> Vec<String> {
        check(engine, tempfile::tempdir().unwrap().path(), exceptions)
    }

    fn all_names() -> Vec<&'static str> {
        CASES.iter().map(|case| case.name).collect()
    }

    #[test]
    fn an_engine_that_rejects_everything_fails() {
        let fake = Fake(Err(FailureKind::Rejected.because("no")));
        let complaints = wrong(&fake, Exceptions::default());
        // All cases but the one that is to be rejected, the program, and the whole.
        assert_eq!(complaints.len(), CASES.len() - 1 + 2, "{complaints:?}");
        let rejected = all_names();
        let complaints = wrong(&fake, Exceptions { rejected: &rejected, wrong: &[] });
        assert!(complaints.iter().any(|words| words == "it answers nothing"), "{complaints:?}");
    }

    #[test]
    fn an_engine_that_answers_wrongly_fails() {
        let heads = Atom::new("heads", Vec::new());
        let fake = Fake(Ok(vec![(heads, Bounds::exactly(0.400_01))]));
        let complaints = wrong(&fake, Exceptions::default());
        assert_eq!(complaints.len(), CASES.len() + 1, "{complaints:?}");
    }

    #[test]
    fn an_engine_that_does_better_than_listed_is_noticed() {
        let exact = Catalogue::new(Environment::new("nowhere")).engine("exact").unwrap();
        assert_eq!(wrong(&*exact, Exceptions::default()), [""; 0]);
        let (rejected, faulty) = (["a coin"], ["evidence", "dragons"]);
        let complaints = wrong(&*exact, Exceptions { rejected: &rejected, wrong: &faulty });
        let about: Vec<&str> = complaints.iter().map(|c| c.split_once(':').unwrap().0).collect();
        assert_eq!(about, ["dragons", "a coin", "evidence"], "{complaints:?}");
    }
}
