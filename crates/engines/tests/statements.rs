//! What the documentation says of ProbLog is what ProbLog does.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use randlog_base::Stop;
use randlog_engines::{EngineLimits, TestCase};

use crate::common::{catalogue, without_engines};

/// What a row says: how it starts, and programs with what a back-end answers, or the kind of its failure.
type Row = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

/// The table of `docs/language.md`.
const LANGUAGE: [Row; 8] = [
    ("`p(1.0). query(p(1.00)).`", &[("sdd", "p(1.0). query(p(1.00)).", "p(1.0) 1")]),
    (
        "`p('a'). query(p(a)).`",
        &[
            ("sdd", "p('a'). query(p(a)).", "p(a) 0"),
            ("sdd", "u(a). p :- u('a'). query(p).", "p 0"),
            ("sdd", "p('a'). query(p(X)).", "p(a) 1"),
        ],
    ),
    (
        "`X == a` with an unbound `X`",
        &[
            ("sdd", "p :- X \\= a. query(p).", "p 0"),
            ("sdd", "p :- X = b, X \\= a. query(p).", "p 1"),
            ("sdd", "p :- is_list([a | T]). query(p).", "p 1"),
        ],
    ),
    (
        "`memberchk(X, [1, 2])`",
        &[(
            "sdd",
            ":- use_module(library(lists)). p(X) :- memberchk(X, [1, 2]). query(p(X)).",
            "p(1) 1",
        )],
    ),
    (
        "`findall/3` over a goal that calls itself",
        &[(
            "sdd",
            "e(a,b). e(b,a). path(X,Y) :- e(X,Y). path(X,Y) :- e(X,Z), path(Z,Y). \
             q :- findall(Y, path(a,Y), L), L = [_, _ | _]. query(q).",
            "q 1",
        )],
    ),
    (
        "`p(1) :- n. p(2). p(1) :- n.` in",
        &[(
            "sdd",
            "n. p(1) :- n. p(2). p(1) :- n. q(L) :- findall(X, p(X), L). query(q(L)).",
            "q([1, 1, 2]) 1",
        )],
    ),
    ("`0.6::a; 0.6::b.`", &[("sdd", "0.6::a; 0.6::b. query(a).", "a 0.6")]),
    ("`member/2` and similar", &[("sdd", "p :- member(1, [1]). query(p).", "unknown-clause")]),
];

/// Both tables of `docs/inference.md`.
const INFERENCE: [Row; 22] = [
    (
        "`p(X) :- \\+ q(X). q(a). query(p(Y)).`",
        &[
            ("sdd", "p(X) :- \\+ q(X). q(a). query(p(Y)).", ""),
            ("sdd", "p(X) :- \\+ q(X). q(a). query(p(b)).", "p(b) 1"),
        ],
    ),
    (
        "`p :- \\+ q(X), r(X). q(a). r(b).`",
        &[
            ("sdd", "p :- \\+ q(X), r(X). q(a). r(b). query(p).", "p 0"),
            ("sdd", "p :- r(X), \\+ q(X). q(a). r(b). query(p).", "p 1"),
        ],
    ),
    (
        "`p :- q, u. q :- fail.`",
        &[
            ("sdd", "p :- q, u. q :- fail. query(p).", "p 0"),
            ("sdd", "p :- u, q. q :- fail. query(p).", "unknown-clause"),
        ],
    ),
    (
        "`0.5::b(1). 0.5::b(2). evidence(b(X)).`",
        &[(
            "sdd",
            "0.5::b(1). 0.5::b(2). evidence(b(X)). query(b(1)). query(b(2)).",
            "b(1) 1, b(2) 1",
        )],
    ),
    (
        "`p :- \\+ p, \\+ q. q.`",
        &[
            ("sdd", "p :- \\+ p, \\+ q. q. query(p).", "negative-cycle"),
            ("sdd", "p :- \\+ q, \\+ p. q. query(p).", "p 0"),
        ],
    ),
    (
        "`p(a). 0.5::p(X) :- p(Y). query(p(a)).`",
        &[("sdd", "p(a). 0.5::p(X) :- p(Y). query(p(a)).", "non-ground")],
    ),
    (
        "`0.6::p(X) :- \\+ q(X). q(a). r :- p(_).`",
        &[("sdd", "0.6::p(X) :- \\+ q(X). q(a). r :- p(_). query(r).", "r 0")],
    ),
    (
        "`p :- \\+ p, q. q :- fail.`",
        &[
            ("sdd", "p :- \\+ p, q. q :- fail. query(p).", "negative-cycle"),
            ("sdd", "p :- q, \\+ p. q :- fail. query(p).", "p 0"),
        ],
    ),
    ("`0.6::a; 0.6::b.`", &[("sdd", "0.6::a; 0.6::b. query(b).", "b 0.6")]),
    // What is not ground is not an answer to our driver, which drops it.
    ("`query(p(X))` without answers", &[("sdd", "q(a). p(X) :- q(X), fail. query(p(X)).", "")]),
    ("a query asked twice", &[("sdd", "0.5::p. query(p). query(p).", "p 0.5")]),
    (
        "`0.5::a. q :- q. q :- a. p :- \\+ q. p :- a.`",
        &[("fsdd", "0.5::a. q :- q. q :- a. p :- \\+ q. p :- a. query(p).", "p 0.5")],
    ),
    (
        "`p :- p. p :- \\+ q. q :- q.`",
        &[
            ("sdd", "p :- p. p :- \\+ q. q :- q. query(p).", "negative-cycle"),
            ("ddnnf", "p :- p. p :- \\+ q. q :- q. query(p).", "negative-cycle"),
            ("sdd", "p :- \\+ q. p :- p. q :- q. query(p).", "p 1"),
        ],
    ),
    (
        "`0.2::q. p :- q. p :- \\+ p. q :- p.`",
        &[
            ("sdd", "0.2::q. p :- q. p :- \\+ p. q :- p. query(p).", "p 0.2"),
            ("ddnnf", "0.2::q. p :- q. p :- \\+ p. q :- p. query(p).", "p 0.2"),
            ("sdd", "0.2::q. p :- \\+ p. p :- q. q :- p. query(p).", "negative-cycle"),
        ],
    ),
    (
        "`r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).`",
        &[
            ("sdd", "r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).", "negative-cycle"),
            ("sdd", "r(X) :- r(X). r(b) :- \\+ r(a). query(r(b)).", "r(b) 1"),
        ],
    ),
    ("`p :- q, p. q :- \\+ q.`", &[("sdd", "p :- q, p. q :- \\+ q. query(p).", "negative-cycle")]),
    (
        "`0.4::q(X) :- r(X), \\+ (\\+ r(c), e(X, Y)).`",
        &[
            (
                "sdd",
                "0.4::q(X) :- r(X), \\+ (\\+ r(c), e(X, Y)). r(a). r(c). e(a, b). query(q(a)).",
                "non-ground",
            ),
            (
                "sdd",
                "0.4::q(X) :- r(X), \\+ (e(X, Y), \\+ r(c)). r(a). r(c). e(a, b). query(q(a)).",
                "q(a) 0.4",
            ),
        ],
    ),
    (
        "`p :- \\+ (u(X, _), \\+ w, v(X), \\+ t(_)).`",
        &[
            (
                "sdd",
                "p :- \\+ (u(X, _), \\+ w, v(X), \\+ t(_)). u(a, b). v(a). w :- fail. 0.5::t(c). query(p).",
                "p 0",
            ),
            (
                "sdd",
                "p :- \\+ (u(X, A), \\+ w, v(X), \\+ t(B)). u(a, b). v(a). w :- fail. 0.5::t(c). query(p).",
                "p 0.5",
            ),
        ],
    ),
    (
        "`p(X, a) :- e(X). e(b). query(p(X, X)).`",
        &[("sdd", "p(X, a) :- e(X). e(b). query(p(X, X)).", "p(b, a) 1")],
    ),
    (
        "`p(X, a) :- c, d(X). 0.3::c. d(b). r :- p(X, X).",
        &[(
            "sdd",
            "p(X, a) :- c, d(X). 0.3::c. d(b). r :- p(X, X). p(b, a). query(r). query(p(b, a)).",
            "p(b, a) 0.3, r 0",
        )],
    ),
    (
        "`r :- r. 0.5::r. r. evidence(r). query(r).`",
        &[("sdd", "r :- r. 0.5::r. r. evidence(r). query(r).", "crash")],
    ),
    (
        "`q(X) :- s(X, Z). s(X, Y) :- s(Z, X), s(Z, a), q(Y).",
        &[(
            "sdd",
            "q(X) :- s(X, Z). s(X, Y) :- s(Z, X), s(Z, a), q(Y). 0.2::s(k, a). query(q(X)).",
            "timeout",
        )],
    ),
];

/// The rows below the heading, in all its tables.
fn rows(page: &str) -> Option<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    // Whoever has the crate alone has no documentation.
    let page = fs::read_to_string(path).ok()?;
    let section = page.split("## Where ProbLog 2.3.0 differs").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let lines = section.lines().filter_map(|line| line.strip_prefix("| "));
    Some(lines.filter(|line| !line.starts_with("program ")).map(str::to_owned).collect())
}

/// What a back-end of ProbLog answers, in one line.
pub(crate) fn answered(back_end: &str, program: &str) -> String {
    let limits =
        EngineLimits { time: std::time::Duration::from_secs(20), ..EngineLimits::default() };
    let engine = catalogue().engine(back_end).unwrap();
    match engine.answer(&TestCase::from(program), &limits, &Stop::NEVER).unwrap().outcome {
        Err(failure) => failure.kind.to_string(),
        Ok(answers) => {
            let mut words: Vec<String> = answers
                .iter()
                .map(|(atom, bounds)| format!("{atom} {}", (bounds.low * 1e9).round() / 1e9))
                .collect();
            words.sort();
            words.join(", ")
        }
    }
}

fn check(page: &str, known: &[Row]) {
    let Some(rows) = rows(page) else { return };
    if without_engines() {
        return;
    }
    assert_eq!(rows.len(), known.len(), "each row of {page} has a test");
    let mut wrong = Vec::new();
    for (row, (start, tests)) in rows.iter().zip(known) {
        assert!(row.starts_with(start), "in {page}, instead of {start}: {row}");
        for (back_end, program, expected) in *tests {
            let answered = answered(back_end, program);
            if answered != *expected {
                wrong.push(format!("{program}: {answered} instead of {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_differences_of_the_language_are_there() {
    check("language.md", &LANGUAGE);
}

#[test]
fn the_differences_of_the_semantics_are_there() {
    check("inference.md", &INFERENCE);
}
