//! The suite that every engine must pass.
//!
//! Small programs whose answers can be worked out by hand. An engine may refuse one
//! ([`Kind::Rejected`]), but must not answer it wrongly, and must say rightly what is wrong with a
//! program that has no answer.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{Answer, Engine, Failure, Kind, Limits};

/// A program and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is about.
    pub name: &'static str,
    /// The program.
    pub program: &'static str,
    /// The probabilities of its queries, or what is wrong with it.
    pub expected: Result<&'static [(&'static str, f64)], Kind>,
}

/// How far from the right number an answer may be.
pub const TOLERANCE: f64 = 1e-6;

/// The programs.
pub const CASES: [Case; 16] = [
    Case { name: "a coin", program: "0.4::heads. query(heads).", expected: Ok(&[("heads", 0.4)]) },
    Case {
        name: "certain, impossible",
        program: "0.5::a. yes. no :- a, \\+ a. query(yes). query(no).",
        expected: Ok(&[("yes", 1.0), ("no", 0.0)]),
    },
    Case {
        name: "impossible from the start",
        program: "0.5::p(a). q(b). query(p(b)).",
        expected: Ok(&[("p(b)", 0.0)]),
    },
    Case {
        // 1 - 0.4 * 0.7
        name: "one of two causes",
        program: "0.6::p :- a. 0.3::p :- b. a. b. query(p).",
        expected: Ok(&[("p", 0.72)]),
    },
    Case {
        // One choice for each of p(1) by q(1) and by q(2): 1 - 0.8 * 0.8.
        name: "a choice for each ground instance",
        program: "0.2::p(X) :- r(X), q(Y). r(1). q(1). q(2). query(p(1)).",
        expected: Ok(&[("p(1)", 0.36)]),
    },
    Case {
        name: "a query with variables",
        program: "0.3::e(a, b). 0.5::e(a, c). e(b, c). query(e(a, X)).",
        expected: Ok(&[("e(a, b)", 0.3), ("e(a, c)", 0.5)]),
    },
    Case {
        name: "alternatives",
        program: "0.2::red; 0.5::green; 0.1::blue. warm :- red. warm :- blue. \
                  query(warm). query(green).",
        expected: Ok(&[("warm", 0.3), ("green", 0.5)]),
    },
    Case {
        // Alarm: 0.7*0.2*0.9 + 0.7*0.8*0.8 + 0.3*0.2*0.1 = 0.58; with a burglary 0.574, with an
        // earthquake 0.132.
        name: "evidence",
        program: "0.7::burglary. 0.2::earthquake. 0.9::alarm :- burglary, earthquake. \
                  0.8::alarm :- burglary, \\+ earthquake. 0.1::alarm :- \\+ burglary, earthquake. \
                  evidence(alarm, true). query(burglary). query(earthquake).",
        expected: Ok(&[("burglary", 0.574 / 0.58), ("earthquake", 0.132 / 0.58)]),
    },
    Case {
        // a-b-d or a-c-d, and b-c in both directions: 1 - (1 - 0.5*0.5)^2 without it; with it,
        // reach d if an edge into it exists whose start is reached:
        // P = 0.4*(0.75*0.75) + 0.6*(1 - 0.75^2), where 0.4 is the edge b-c.
        name: "a cyclic graph",
        program: "0.5::e(a, b). 0.5::e(a, c). 0.5::e(b, d). 0.5::e(c, d). 0.4::bridge. \
                  e(b, c) :- bridge. e(c, b) :- bridge. path(X, Y) :- e(X, Y). \
                  path(X, Y) :- path(X, Z), e(Z, Y). query(path(a, d)).",
        expected: Ok(&[("path(a, d)", 0.4 * 0.5625 + 0.6 * 0.4375)]),
    },
    Case {
        // a, and not both of b and (c or not a): 0.5 * (1 - 0.4 * 0.3).
        name: "nested formulas",
        program: "0.5::a. 0.4::b. 0.3::c. p :- a, \\+ (b, (c ; \\+ a)). query(p).",
        expected: Ok(&[("p", 0.44)]),
    },
    Case {
        // x of q: r or s; the choice is one for both branches. 0.5 * (1 - 0.6 * 0.7)
        name: "branches share their choice",
        program: "0.5::p(X) :- q(X), (r(X) ; s(X)). q(a). 0.4::r(a). 0.3::s(a). query(p(a)).",
        expected: Ok(&[("p(a)", 0.29)]),
    },
    Case {
        name: "negation of what depends on a cycle",
        program: "0.3::a. 0.6::b. q :- r. r :- q. r :- a. p :- b, \\+ q. query(p).",
        expected: Ok(&[("p", 0.42)]),
    },
    Case {
        name: "a predicate without clauses",
        program: "p :- q. query(p).",
        expected: Err(Kind::UnknownClause),
    },
    Case {
        name: "a probabilistic fact with a variable",
        program: "0.5::p(X). query(p(Y)).",
        expected: Err(Kind::NonGround),
    },
    Case {
        name: "a cycle through negation",
        program: "0.5::a. p :- \\+ q, a. q :- \\+ p. query(p).",
        expected: Err(Kind::NegativeCycle),
    },
    Case {
        name: "a syntax error",
        program: "0.5::p :- (a. query(p).",
        expected: Err(Kind::Rejected),
    },
];

/// Run an engine on all cases, except those that a known fault excuses, in files that are written
/// into `directory`; what it got wrong, in words.
pub fn check(engine: &dyn Engine, directory: &Path, excused: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let file = directory.join(format!("case-{number}.pl"));
        if let Err(error) = fs::write(&file, case.program) {
            wrong.push(format!("{}: {error}", case.name));
            continue;
        }
        let outcome = engine.run(&file, &Limits::default()).outcome;
        let is_excused = excused.contains(&case.name);
        match judge(case, &outcome) {
            Err(reason) if !is_excused => wrong.push(format!("{}: {reason}", case.name)),
            Ok(()) if is_excused => wrong.push(format!("{}: there is no fault", case.name)),
            _ => {}
        }
    }
    wrong.extend(check_timeout(engine, &directory.join("case-0.pl")));
    wrong
}

/// A limit is a limit, even if there is no time to start.
fn check_timeout(engine: &dyn Engine, file: &Path) -> Option<String> {
    let limits = Limits { time: Duration::from_micros(100), ..Limits::default() };
    match engine.run(file, &limits).outcome {
        Err(Failure { kind: Kind::Timeout, .. }) => None,
        other => Some(format!("no timeout, but {other:?}")),
    }
}

fn judge(case: &Case, outcome: &Result<Vec<Answer>, Failure>) -> Result<(), String> {
    match (outcome, case.expected) {
        (Err(failure), _) if failure.kind == Kind::Rejected => Ok(()),
        (Err(failure), Err(kind)) if failure.kind == kind => Ok(()),
        (Err(failure), _) => Err(failure.to_string()),
        (Ok(answers), Err(kind)) => Err(format!("no {kind}, but {answers:?}")),
        (Ok(answers), Ok(expected)) => {
            let right = |&(atom, probability): &(&str, f64)| {
                answers.iter().any(|answer| {
                    answer.atom.to_string() == atom
                        && answer.low - TOLERANCE <= probability
                        && probability <= answer.high + TOLERANCE
                })
            };
            match answers.len() == expected.len() && expected.iter().all(right) {
                true => Ok(()),
                false => Err(format!("{answers:?}")),
            }
        }
    }
}
