//! All engines pass the suite. Installs those from Python under `target/`, the first time.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::{catalogue, without_engines};
use randlog_engines::compare::{Verdict, compare};
use randlog_engines::known::{FaultKind, KnownFaults};
use randlog_engines::python::Environment;
use randlog_engines::testing::{self, Exceptions};
use randlog_engines::{
    Answered, Answers, Bounds, Catalogue, Engine, EngineLimits, FailureKind, NoAnswer, Phases,
    Status, TestCase, Worker,
};
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Dialect, Goal};
use randlog_recipe::instance::{Completion, Instances};

fn passes_with(name: &str, exceptions: Exceptions<'_>) {
    let is_built_in = ["exact", "worlds"].contains(&name);
    if !is_built_in && without_engines() {
        return;
    }
    let known = if is_built_in { Catalogue::new(Environment::default()) } else { catalogue() };
    let engine = known.engine(name).unwrap();
    assert!(matches!(engine.status(), Status::Installed(_)));
    let directory = tempfile::tempdir().unwrap();
    let wrong = testing::check(&*engine, directory.path(), exceptions);
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    let at_work = AtWork { engine: &*engine, worker: Mutex::new(engine.worker()) };
    let wrong = testing::check(&at_work, directory.path(), exceptions);
    assert!(wrong.is_empty(), "{name}, at work:\n{}", wrong.join("\n"));
}

/// An engine that is not started for each file.
struct AtWork<'e> {
    engine: &'e dyn Engine,
    worker: Mutex<Box<dyn Worker + 'e>>,
}

impl fmt::Debug for AtWork<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)
    }
}

impl Engine for AtWork<'_> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn status(&self) -> Status {
        self.engine.status()
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        self.worker.lock().unwrap().answer(&program.text().into(), limits, stop)
    }
}

macro_rules! passes {
    ($($(#[$attribute:meta])* $name:ident),*) => {$(
        #[test]
        $(#[$attribute])*
        fn $name() {
            passes_with(stringify!($name), Exceptions::default());
        }
    )*};
}

passes!(
    exact,
    worlds,
    sdd,
    #[ignore = "slow: for `./test --all`"]
    sddx,
    #[ignore = "slow: for `./test --all`"]
    bdd,
    ddnnf
);

/// What is no safe and stratified program is not translated.
const UNTRANSLATED: [&str; 3] = [
    "a predicate without clauses",
    "a probabilistic fact with a variable",
    "a cycle through negation",
];

#[test]
fn clingo() {
    passes_with("clingo", Exceptions { rejected: &UNTRANSLATED, wrong: &[] });
}

#[test]
#[ignore = "slow: for `./test --all`"]
fn kbest() {
    passes_with("kbest", Exceptions { rejected: &["evidence"], wrong: &[] });
}

#[test]
#[ignore = "slow: for `./test --all`"]
fn aspmc() {
    let rejected = [&["evidence"][..], &UNTRANSLATED].concat();
    passes_with("aspmc", Exceptions { rejected: &rejected, wrong: &[] });
}

#[test]
#[ignore = "slow: for `./test --all`"]
fn fsdd() {
    let wrong = &["negation of what depends on a cycle"];
    passes_with("fsdd", Exceptions { rejected: &[], wrong });
}

#[test]
fn known_faults_are_still_there_and_recognised() {
    if without_engines() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("fault.pl");
    for fault in KnownFaults::shipped().iter() {
        // What never ends is not waited for as long as the others, which may be slow.
        let seconds = if fault.effect == FaultKind::Failure(FailureKind::Timeout) { 5 } else { 60 };
        let limits = EngineLimits { time: Duration::from_secs(seconds), ..EngineLimits::default() };
        std::fs::write(&file, &fault.example).unwrap();
        // One back-end stands for all: faults of several are in what they share.
        let engine = catalogue().engine(&fault.engines[0]).unwrap();
        let outcome = engine.answer(&file.as_path().into(), &limits, &Stop::NEVER).unwrap().outcome;
        let right = fault.answers.as_ref();
        if let (Ok(answers), Some(right)) = (&outcome, right) {
            assert!(!agrees(answers, right), "{} is fixed", fault.name);
        }
        let found = KnownFaults::shipped().of_reduced(
            engine.name(),
            &fault.example.as_str().into(),
            outcome.as_ref().err(),
        );
        assert_eq!(found.map(|found| &found.name), Some(&fault.name));
        // The answers are what engines without the fault say.
        for name in ["exact", "worlds", "clingo"] {
            match (
                catalogue()
                    .engine(name)
                    .unwrap()
                    .answer(&file.as_path().into(), &limits, &Stop::NEVER)
                    .unwrap()
                    .outcome,
                right,
            ) {
                (Ok(answers), Some(right)) => assert!(agrees(&answers, right), "{}", fault.name),
                (Ok(_), None) => panic!("{}: {name} answers", fault.name),
                (Err(failure), None) if name != "clingo" => {
                    assert_eq!(failure.kind, FailureKind::NegativeCycle);
                }
                // It gets only what is stratified and safe.
                (Err(failure), _) => {
                    assert_eq!(failure.kind, FailureKind::Untranslated, "{}", fault.name);
                }
            }
        }
    }
}

/// Do answers say what is right? What they do not mention is false.
fn agrees(answers: &Answers, right: &BTreeMap<String, f64>) -> bool {
    right.iter().all(|(atom, probability)| {
        let said = answers.iter().find(|(other, _)| other.to_string() == *atom);
        said.map_or(Bounds::exactly(0.0), |(_, said)| *said).contains(*probability)
    })
}

/// Ways to load code, some of which no text shows.
const LOADING: [&str; 6] = [
    ":- use_module('x.py'). a. query(a).",
    "a :- use_module('x.py'). query(a).",
    "a :- X =.. [use_module, 'x.py'], call(X). query(a).",
    ":- ['y.pl']. a. query(a).",
    "a :- consult('y.pl'). query(a).",
    ":- use_module(library('PLACE/x.py')). a. query(a).",
];

#[test]
fn no_program_executes_code_unless_it_is_trusted() {
    if without_engines() {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let place = desk.path().display().to_string();
    let mark = desk.path().join("executed");
    std::fs::write(desk.path().join("x.py"), format!("open('{}', 'w')", mark.display())).unwrap();
    std::fs::write(desk.path().join("y.pl"), ":- use_module('x.py').").unwrap();
    let file = desk.path().join("program.pl");
    let run = |catalogue: Catalogue, program: &str| {
        std::fs::write(&file, program.replace("PLACE", &place)).unwrap();
        catalogue
            .engine("sdd")
            .unwrap()
            .answer(&file.as_path().into(), &EngineLimits::default(), &Stop::NEVER)
            .unwrap()
            .outcome
    };
    for program in LOADING {
        assert!(randlog_engines::loading::check(program).is_err(), "{program}");
        let failure = run(catalogue(), program).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Rejected, "{program}: {}", failure.words);
        assert!(failure.words.contains("which is no library"), "{}", failure.words);
        assert!(!mark.exists(), "{program}");
    }
    let _ = run(catalogue().trusting_programs(), LOADING[0]);
    assert!(mark.exists(), "it can be executed");
    let library = ":- use_module(library(lists)). a :- member(1, [1, 2]). query(a).";
    assert_eq!(run(catalogue(), library).unwrap().len(), 1);
}

#[test]
fn nnf_is_another_name_of_ddnnf() {
    if without_engines() {
        return;
    }
    assert_eq!(catalogue().engine("nnf").unwrap().name(), "ddnnf");
    assert!(catalogue().engine("fbdd").is_err());
}

#[test]
fn nothing_is_left_in_the_directory_that_an_engine_is_run_in() {
    if without_engines() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("program.pl");
    std::fs::write(&file, "0.5::a. 0.5::b. p :- a. p :- b. query(p).").unwrap();
    let names = || -> std::collections::BTreeSet<_> {
        let here = std::env::current_dir().unwrap();
        std::fs::read_dir(here).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    };
    let before = names();
    let run = catalogue()
        .engine("kbest")
        .unwrap()
        .answer(&file.as_path().into(), &EngineLimits::default(), &Stop::NEVER)
        .unwrap();
    assert!(run.outcome.is_ok(), "{run:?}");
    assert_eq!(names(), before);
}

/// How `ddnnf` fails with a compiler that is this script.
fn failure_of_compiler(script: &str) -> NoAnswer {
    let desk = tempfile::tempdir().unwrap();
    let bin = desk.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let python = catalogue().environment().python();
    let with_path = format!(
        "#!/bin/sh\nPATH='{}':\"$PATH\" exec '{}' \"$@\"\n",
        bin.display(),
        python.display()
    );
    for (name, text) in [("python", with_path.as_str()), ("dsharp", script)] {
        std::fs::write(bin.join(name), text).unwrap();
        std::fs::set_permissions(bin.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    let file = desk.path().join("program.pl");
    std::fs::write(&file, "0.5::a. 0.5::b. p :- a. p :- b. query(p).").unwrap();
    // What stands for Python starts another one, which is installed elsewhere.
    let catalogue = Catalogue::new(Environment::new(desk.path())).without_wall();
    catalogue
        .engine("ddnnf")
        .unwrap()
        .answer(&file.as_path().into(), &EngineLimits::default(), &Stop::NEVER)
        .unwrap()
        .outcome
        .unwrap_err()
}

#[test]
fn a_compiler_that_fails_rejects_nothing() {
    if without_engines() {
        return;
    }
    for (script, kind, words) in [
        ("#!/bin/sh\nkill -SEGV $$", FailureKind::Crash, "DSharpError"),
        ("#!/bin/sh\necho std::bad_alloc >&2; kill -ABRT $$", FailureKind::Memory, "DSharpError"),
        ("#!/bin/sh\nkill -KILL $$", FailureKind::Memory, "DSharpError"),
        ("#!/nowhere/sh\n", FailureKind::Crash, "MissingCompilerError"),
    ] {
        let failure = failure_of_compiler(script);
        assert_eq!(failure.kind, kind, "{script}: {}", failure.words);
        assert!(failure.words.contains(words), "{script}: {}", failure.words);
    }
}

#[test]
fn phases_add_up() {
    if without_engines() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("program.pl");
    std::fs::write(&file, "0.5::a. p :- a. query(p).").unwrap();
    let run = catalogue()
        .engine("sdd")
        .unwrap()
        .answer(&file.as_path().into(), &EngineLimits::default(), &Stop::NEVER)
        .unwrap();
    let Phases { load_us, ground_us, compile_us, evaluate_us } = run.phases;
    let phases = [load_us, ground_us, compile_us, evaluate_us].map(|phase| phase.unwrap());
    assert!(u128::from(phases.iter().sum::<u64>()) < run.wall.as_micros());
    assert!(phases.iter().all(|&phase| phase > 0));
}

/// Random programs with nested formulas: three engines that share little but the meaning, two of
/// which get a translation.
#[test]
fn translations_keep_the_meaning() {
    if without_engines() {
        return;
    }
    let spec = "predicates = [\"p/1\", \"q/2\", \"r/0\"]\nvariables = 2\nconstants = 1\n\
                max_nodes = 6\nmax_clauses = 5\nprobabilities = [0.1, \"1/3\", 1]\n\
                cycles = \"acyclic\"\nsafe = true";
    let spec = Spec::from_toml("test", spec).unwrap();
    let spread = SizeSpread { clauses: false, nodes: true };
    let sampler = Sampler::new(&spec, spread, &Stop::NEVER).unwrap();
    let instances = Instances { domain: 2, facts: 4.into(), ..Instances::default() };
    let completion = Completion::new(&spec, instances).unwrap();
    let engines = ["sdd", "clingo", "aspmc"].map(|name| catalogue().engine(name).unwrap());
    let mut nested = 0;
    for index in 0..6 {
        let mut program =
            completion.complete(sampler.sample(3, index), 3, index, &Stop::NEVER).unwrap().program;
        // Ask for everything: the query of an instance is often impossible.
        program.queries = ["p(X)", "q(X, Y)", "r"].map(query).to_vec();
        let text = Dialect::ProbLog.print(&program).unwrap().to_string();
        nested += text.matches("\\+ (").count() + text.matches(" ; ").count();
        let comparison = compare(
            &engines,
            &program.clone().into(),
            &EngineLimits::default(),
            KnownFaults::shipped(),
            &Stop::NEVER,
        )
        .unwrap();
        for part in &comparison.parts {
            assert!(part.run.outcome.is_ok(), "{text}\n{part:?}");
        }
        assert_eq!(comparison.verdict(), Verdict::Agreement, "{text}\n{comparison:?}");
    }
    assert!(nested > 5);
}

fn query(text: &str) -> Goal {
    Dialect::ProbLog.parse(&format!("query({text}).")).unwrap().queries.remove(0)
}
