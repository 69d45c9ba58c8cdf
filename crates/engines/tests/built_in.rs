//! The built-in engines, within this process.
#![cfg(unix)]

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::compare::{Starts, Tally, Verdict, compare, compare_all};
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, Phases, TestCase};
use randlog_logic::{Dialect, Program};
use tempfile::TempDir;

const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(60), memory: 4 << 30 };

fn engines(names: &[&str]) -> Vec<Box<dyn Engine>> {
    Catalogue::new(Environment::new("/nowhere")).select(names).unwrap().engines
}

fn program(text: &str) -> Program {
    Dialect::ProbLog.parse(text).unwrap()
}

/// Every path through a dense graph: far too many ground clauses.
fn endless() -> Program {
    let edges = (0..60).flat_map(|from| (0..60).map(move |to| format!("0.5::e({from}, {to}).\n")));
    let rules = "t(X, Y, Z, W) :- e(X, Y), e(Y, Z), e(Z, W).\np :- t(_, _, _, _).\nquery(p).\n";
    program(&(edges.collect::<String>() + rules))
}

#[test]
fn time_and_memory_are_limited() {
    let exact = &engines(&["exact"])[0];
    let short = EngineLimits { time: Duration::from_millis(50), ..LIMITS };
    let run = exact.answer(&endless().into(), &short, &Stop::NEVER).unwrap();
    let failure = run.outcome.unwrap_err();
    assert_eq!(
        (failure.kind, failure.words.as_str()),
        (FailureKind::Timeout, "no answer within 50ms")
    );
    assert!(run.wall >= short.time && run.wall < LIMITS.time, "{:?}", run.wall);
    let narrow = EngineLimits { memory: 32 << 20, ..LIMITS };
    let failure =
        exact.answer(&endless().into(), &narrow, &Stop::NEVER).unwrap().outcome.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Memory, "{}", failure.words);
    assert!(
        exact
            .answer(&program("0.5::p. query(p).").into(), &narrow, &Stop::NEVER)
            .unwrap()
            .outcome
            .is_ok()
    );
}

#[test]
fn a_file_takes_time_to_load_and_a_program_does_not_need_one() {
    let desk = TempDir::new().unwrap();
    let file = desk.path().join("program.pl");
    let text = "0.5::a. 0.5::b. p :- a. p :- b. query(p).";
    fs::write(&file, text).unwrap();
    let exact = &engines(&["exact"])[0];
    let (of_file, of_program) = (
        exact.answer(&file.as_path().into(), &LIMITS, &Stop::NEVER).unwrap(),
        exact.answer(&program(text).into(), &LIMITS, &Stop::NEVER).unwrap(),
    );
    assert_eq!(of_file.outcome, of_program.outcome);
    for Phases { load_us, ground_us, .. } in [of_file.phases, of_program.phases] {
        assert!(load_us.is_some() && ground_us.is_some());
    }
    let failure = exact
        .answer(&desk.path().join("none.pl").as_path().into(), &LIMITS, &Stop::NEVER)
        .unwrap()
        .outcome
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Rejected);
    assert!(failure.words.contains("none.pl"), "{}", failure.words);
}

#[test]
fn two_engines_agree_on_a_program_as_on_its_file() {
    let desk = TempDir::new().unwrap();
    let file = desk.path().join("program.pl");
    let text = "0.3::e(a, b). 0.5::e(a, c). p(X) :- e(X, _). query(p(X)). query(e(a, X)).";
    fs::write(&file, text).unwrap();
    let engines = engines(&["exact", "worlds"]);
    let compare = |program: &TestCase| {
        compare(&engines, program, &LIMITS, KnownFaults::shipped(), &Stop::NEVER).unwrap()
    };
    let (one, other) = (compare(&program(text).into()), compare(&file.as_path().into()));
    assert_eq!((one.verdict(), other.verdict()), (Verdict::Agreement, Verdict::Agreement));
    assert_eq!(one.references, other.references);
    assert_eq!(one.references.len(), 3);
}

#[test]
fn many_files_are_compared_in_order_and_summed_up() {
    let desk = TempDir::new().unwrap();
    // Every third program has no answer.
    let files: Vec<PathBuf> = (0..9).map(|n| desk.path().join(format!("{n}.pl"))).collect();
    for (number, file) in files.iter().enumerate() {
        let text = if number % 3 == 0 { "p :- q. query(p)." } else { "0.5::p. query(p)." };
        fs::write(file, text).unwrap();
    }
    let files: Vec<TestCase> = files.iter().map(|file| file.as_path().into()).collect();
    let known = KnownFaults::shipped();
    let mut engines = engines(&["exact", "worlds", "gone=/nowhere/engine"]);
    for (threads, starts) in [(1, Starts::Fresh), (2, Starts::Once), (3, Starts::Fresh)] {
        let how = (starts, NonZero::new(threads).unwrap(), &Stop::NEVER);
        let mut seen = Vec::new();
        let tally = compare_all(&engines, &files, &LIMITS, known, how, |index, comparison| {
            seen.push(index);
            assert_eq!(comparison.parts.len(), 3);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(seen, Vec::from_iter(0..9));
        let Tally { programs, disagreements, too_few_answers, not_run, unparsable } = tally;
        assert_eq!(unparsable, []);
        assert_eq!((programs, disagreements, too_few_answers), (9, 0, 3));
        let [(name, failure)] = not_run.as_slice() else { panic!("{not_run:?}") };
        assert_eq!((name.as_str(), failure.kind), ("gone", FailureKind::Missing));
    }
    // One that always says the same stands against the reference where there is one.
    let reply = r#"mine=echo '{"answers": [{"atom": "p", "probability": 0.4}]}' #"#;
    engines[2] = Catalogue::new(Environment::new("/nowhere")).engine(reply).unwrap();
    let mut left = 5;
    let how = (Starts::Once, NonZero::<usize>::MIN, &Stop::NEVER);
    let tally = compare_all(&engines, &files, &LIMITS, known, how, |_, _| {
        left -= 1;
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    assert_eq!((tally.programs, tally.disagreements, tally.too_few_answers), (5, 3, 2));
}
