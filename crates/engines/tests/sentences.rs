//! What the documentation says of other engines in passing is so. (Its tables of differences are in `statements.rs`.)
//!
//! Each sentence is looked for in its page, so that a check is changed with it.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{catalogue, left_out, without_engines};
use crate::statements::answered;

/// A page of the documentation, a part of a sentence in it, and whether it is so.
type Sentence = (&'static str, &'static str, fn());

/// Sentences about engines from Python.
const OF_PYTHON: [Sentence; 14] = [
    (
        "language.md",
        "`integer` truncates, and `round` rounds halves to even, as in ProbLog",
        || {
            let rounded =
                |function| answered("sdd", &format!("p(X) :- X is {function}. query(p(X))."));
            assert_eq!(rounded("integer(2.7)"), "p(2) 1");
            assert_eq!([rounded("round(2.5)"), rounded("round(3.5)")], ["p(2) 1", "p(4) 1"]);
        },
    ),
    ("inference.md", "no answer | `p(X2)` with 0", || {
        assert_eq!(problog(&[], "q(a). p(X) :- q(X), fail. query(p(X))."), "p(X2): 0");
    }),
    ("inference.md", "a negative cycle, in every back-end; with the first two", || {
        for back_end in BACK_ENDS {
            let program = "p :- p. p :- \\+ q. q :- q. query(p).";
            assert_eq!(answered(back_end, program), "negative-cycle", "{back_end}");
        }
    }),
    ("inference.md", "`p` 0.2, in every back-end", || {
        for back_end in BACK_ENDS {
            let program = "0.2::q. p :- q. p :- \\+ p. q :- p. query(p).";
            assert_eq!(answered(back_end, program), "p 0.2", "{back_end}");
        }
    }),
    ("inference.md", "0.3, in all back-ends, though it is a fact", || {
        for back_end in BACK_ENDS {
            let program = "p(X, a) :- c, d(X). 0.3::c. d(b). r :- p(X, X). p(b, a). \
                           query(r). query(p(b, a)).";
            assert_eq!(answered(back_end, program), "p(b, a) 0.3, r 0", "{back_end}");
        }
    }),
    (
        "inference.md",
        "Likewise `\\+ (\\+ true ; t(_))`, unless some `t` is a fact without a probability",
        || {
            let program = |inner, fact| {
                format!("0.4::q(X) :- r(X), \\+ ({inner}). r(a). {fact}. query(q(a)).")
            };
            assert_eq!(answered("sdd", &program("\\+ true ; t(_)", "0.5::t(b)")), "non-ground");
            assert_eq!(answered("sdd", &program("t(_) ; \\+ true", "0.5::t(b)")), "q(a) 0.2");
            assert_eq!(answered("sdd", &program("\\+ true ; t(_)", "t(b)")), "q(a) 0");
        },
    ),
    ("inference.md", "within 20 s; `fsdd` answers", || {
        let program =
            "q(X) :- s(X, Z). s(X, Y) :- s(Z, X), s(Z, a), q(Y). 0.2::s(k, a). query(q(X)).";
        assert_eq!(answered("fsdd", program), "q(a) 0.2, q(k) 0.2");
    }),
    ("engines.md", "and rejects evidence (ProbLog itself would ignore it)", || {
        let program = "0.5::a. 0.3::b. c :- a. c :- b. evidence(c). query(a).";
        assert_eq!(answered("kbest", program), "rejected");
        assert_eq!(problog(&["-k", "kbest"], program), "a: 0.5");
        assert_eq!(problog(&["-k", "sdd"], program), "a: 0.76923077");
    }),
    ("engines.md", "an algebraic model counter; no evidence", || {
        assert_eq!(answered("aspmc", "0.5::a. query(a)."), "a 0.5");
        assert_eq!(answered("aspmc", "0.5::a. evidence(a). query(a)."), "untranslated");
    }),
    ("engines.md", "They read only conjunctions of literals", || {
        assert_eq!(clingo("a. p :- a, not b."), "a p");
        assert!(clingo("a. p :- a, not (b, c).").contains("syntax error"));
    }),
    (
        "engines.md",
        "They get only safe and stratified programs, with plain names and 32-bit",
        || {
            for engine in ["clingo", "aspmc"] {
                for program in [
                    "a(b). p :- \\+ a(X). query(p).",
                    "0.5::a. p :- a, \\+ q. q :- \\+ p. query(p).",
                    "a('B c'). query(a('B c')).",
                    "a(2147483648). query(a(2147483648)).",
                ] {
                    assert_eq!(answered(engine, program), "untranslated", "{engine}: {program}");
                }
                assert_eq!(
                    answered(engine, "a(2147483647). query(a(2147483647))."),
                    "a(2147483647) 1"
                );
            }
        },
    ),
    ("engines.md", "`clingo` has only one stable model to list", || {
        let facts: String = (0..40).map(|fact| format!("e({fact}). ")).collect();
        assert_eq!(answered("clingo", &format!("{facts} p :- e(0). query(p).")), "p 1");
    }),
    ("engines.md", "In `asp`, integers have 32 bits", || {
        assert_eq!(clingo("p(2147483647)."), "p(2147483647)");
        assert_eq!(clingo("p(2147483648)."), "p(-2147483648)");
    }),
    ("engines.md", "ProbLog, clingo and aspmc can do this", || {
        use randlog_base::Stop;
        use randlog_engines::EngineLimits;
        for name in ["sdd", "clingo", "aspmc"] {
            let engine = catalogue().engine(name).unwrap();
            let mut worker = engine.worker();
            for is_first in [true, false] {
                let program = "0.5::a. query(a).".into();
                let run = worker.answer(&program, &EngineLimits::default(), &Stop::NEVER).unwrap();
                assert!(run.outcome.is_ok(), "{name}: {:?}", run.outcome);
                assert_eq!(worker.was_first(), is_first, "{name}");
            }
        }
    }),
];

/// Sentences about SWI-Prolog.
const OF_SWIPL: [Sentence; 4] = [
    ("language.md", "in the order of the clauses, with duplicates, as Prolog does", || {
        let program = "n. p(2) :- n. p(1). p(3) :- n. p(1) :- n.";
        assert_eq!(swipl(program, "findall(X, p(X), L), print(L)"), "[2,1,3,1]");
    }),
    ("language.md", "`[1, 2, 1]`, as in Prolog", || {
        let program = "n. p(1) :- n. p(2). p(1) :- n.";
        assert_eq!(swipl(program, "findall(X, p(X), L), print(L)"), "[1,2,1]");
    }),
    ("language.md", "an error: Prolog would not terminate", || {
        let program = "e(a, b). e(b, a). path(X, Y) :- e(X, Y). path(X, Y) :- e(X, Z), path(Z, Y).";
        let goal = "call_with_inference_limit(findall(Y, path(a, Y), _), 1000000, R), print(R)";
        assert_eq!(swipl(program, goal), "inference_limit_exceeded");
    }),
    ("engines.md", "such as `open/3`, because Prolog would call its own", || {
        let said = swipl("open(a, b, c).", "true");
        assert!(said.contains("No permission to modify static procedure `open/3'"), "{said}");
    }),
];

/// All back-ends of ProbLog that `randlog` knows.
const BACK_ENDS: [&str; 6] = ["sdd", "sddx", "bdd", "ddnnf", "kbest", "fsdd"];

/// What a command says on both streams, with one blank between words.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What Python says about a program in a file.
fn python(arguments: &[&str], program: &str) -> String {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("program.pl");
    fs::write(&file, program).unwrap();
    // ProbLog leaves files where it is run.
    let mut python = Command::new(catalogue().environment().python());
    said(python.args(arguments).arg(&file).current_dir(desk.path()))
}

/// What ProbLog's own command line prints.
fn problog(flags: &[&str], program: &str) -> String {
    python(&[&["-W", "ignore", "-m", "problog"], flags].concat(), program)
}

/// The model of a program, as clingo prints it, or what it complains of.
fn clingo(program: &str) -> String {
    const MODEL: &str = "import clingo, sys
control = clingo.Control(['--warn=none'])
control.load(sys.argv[1])
control.ground([('base', [])])
control.solve(on_model=lambda model: print(*sorted(map(str, model.symbols(shown=True)))))
";
    python(&["-c", MODEL], program)
}

/// What SWI-Prolog says when it loads a program and calls a goal.
fn swipl(program: &str, goal: &str) -> String {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("program.pl");
    fs::write(&file, program).unwrap();
    said(Command::new("swipl").args(["-q", "-f", "none", "-g", goal, "-t", "halt"]).arg(&file))
}

fn check(sentences: &[Sentence]) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (page, sentence, check) in sentences {
        // Whoever has the crate alone has no documentation.
        let Ok(text) = fs::read_to_string(docs.join(page)) else { return };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(sentence), "{page} no longer says: {sentence}");
        check();
    }
}

#[test]
fn what_is_said_of_engines_from_python_is_so() {
    if !without_engines() {
        check(&OF_PYTHON);
    }
}

#[test]
fn what_is_said_of_swi_prolog_is_so() {
    match Command::new("swipl").arg("--version").output() {
        Ok(_) => check(&OF_SWIPL),
        Err(_) => left_out("SWI-Prolog"),
    }
}

/// What takes time to find out.
#[test]
#[ignore = "slow: for `./test --all`"]
fn what_is_said_of_the_limits_of_engines_is_so() {
    if without_engines() {
        return;
    }
    check(&[
        ("inference.md", "nor from `ddnnf` and `sddx` within 20 s", || {
            for back_end in ["ddnnf", "sddx"] {
                let program = "q(X) :- s(X, Z). s(X, Y) :- s(Z, X), s(Z, a), q(Y). 0.2::s(k, a). \
                               query(q(X)).";
                assert_eq!(answered(back_end, program), "timeout", "{back_end}");
            }
        }),
        ("engines.md", "For programs of up to 17 probabilistic facts", || {
            let program = |count: u32| {
                let facts: String = (0..count).map(|fact| format!("0.5::e({fact}). ")).collect();
                format!("{facts} p :- e(_). query(p).")
            };
            // It may take a minute, but it is tried.
            assert_ne!(answered("clingo", &program(17)), "untranslated");
            assert_eq!(answered("clingo", &program(18)), "untranslated");
        }),
    ]);
}
