//! Programs without probabilities: what is true in their one world.
#![cfg(unix)]

use std::process::Command;

use crate::common::{catalogue, left_out, without_engines};
use randlog_engines::compare::{Verdict, compare};
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, Lack, Status, TestCase};
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Atom, Dialect, Formula, Goal, Probability, Program, Term};

/// SWI-Prolog, where it is installed.
fn swipl() -> Option<Box<dyn Engine>> {
    let engine = Catalogue::new(Environment::new("/nowhere")).engine("swipl").unwrap();
    match engine.status() {
        Status::Installed(version) => {
            assert!(version.contains('.'), "{version}");
            Some(engine)
        }
        Status::Missing(Lack::Command { name, remedy }) => {
            assert_eq!(name, "swipl");
            left_out(&format!("swipl: {remedy}"));
            None
        }
        Status::Missing(other) => panic!("{other}"),
    }
}

#[test]
fn swipl_answers_plain_programs() {
    let Some(swipl) = swipl() else { return };
    for (text, expected) in [
        ("yes. no :- yes, \\+ yes. query(yes). query(no).", vec![("yes", 1.0), ("no", 0.0)]),
        (
            "e(a, b). e(b, a). t(X, Y) :- t(X, Z), e(Z, Y). t(X, Y) :- e(X, Y). query(t(a, X)).",
            vec![("t(a, a)", 1.0), ("t(a, b)", 1.0)],
        ),
        (
            "q(a). q(b). r(a). p(X) :- q(X), \\+ (r(X), q(_)). query(p(X)). query(p(a)).",
            vec![("p(b)", 1.0), ("p(a)", 0.0)],
        ),
        (
            "'A b'(1). 'A b'('it''s'). query('A b'(X)).",
            vec![("'A b'('it\\'s')", 1.0), ("'A b'(1)", 1.0)],
        ),
    ] {
        let run =
            swipl.answer(&TestCase::from(text), &EngineLimits::default(), &Stop::NEVER).unwrap();
        let mut answers: Vec<(String, f64)> = run
            .outcome
            .unwrap_or_else(|failure| panic!("{text}: {failure}"))
            .into_iter()
            .map(|(atom, said)| (atom.to_string(), said.low))
            .collect();
        answers.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let expected: Vec<_> = expected.into_iter().map(|(a, p)| (a.to_owned(), p)).collect();
        assert_eq!(answers, expected, "{text}");
    }
}

#[test]
fn what_cannot_be_put_to_swipl_is_not_held_against_it() {
    let Some(swipl) = swipl() else { return };
    for (text, words) in [
        ("0.5::a. query(a).", "probabilities"),
        ("a. evidence(a). query(a).", "evidence"),
        ("a :- b. query(a).", "b/0"),
        ("a :- \\+ a. query(a).", "cycle"),
        ("a(X). query(a(b)).", "X"),
        ("a(X) :- X = 1. query(a(1)).", "translated"),
    ] {
        let failure = swipl
            .answer(&TestCase::from(text), &EngineLimits::default(), &Stop::NEVER)
            .unwrap()
            .outcome
            .unwrap_err();
        assert_eq!(failure.kind, FailureKind::Untranslated, "{text}: {}", failure.words);
        assert!(failure.words.contains(words), "{text}: {}", failure.words);
    }
}

#[test]
fn the_predicates_of_a_program_are_none_of_swipls_own() {
    let Some(swipl) = swipl() else { return };
    let desk = tempfile::tempdir().unwrap();
    let mark = desk.path().join("executed");
    let defined = "open(a, b, c). write(a, b). close(a). halt. nl(a). shell(a, 0).";
    let place = mark.display();
    for (body, truth) in [
        (format!("open('{place}', append, S), write(S, so), close(S)"), 0.0),
        (format!("open('{place}', append, S), \\+ write(S, so)"), 0.0),
        (format!("shell('echo > {place}', X)"), 0.0),
        ("nl(b), halt".to_owned(), 0.0),
        ("nl(a), halt, open(X, b, c), (write(X, b) ; close(X))".to_owned(), 1.0),
    ] {
        let text = format!("{defined} q :- {body}. query(q).");
        assert!(randlog_engines::loading::check(&text).is_ok() || text.contains("shell"));
        let outcome = swipl
            .answer(&text.as_str().into(), &EngineLimits::default(), &Stop::NEVER)
            .unwrap()
            .outcome;
        let said: Vec<_> =
            outcome.unwrap().iter().map(|(atom, said)| (atom.to_string(), said.low)).collect();
        assert_eq!(said, [("q".to_owned(), truth)], "{text}");
        assert!(!mark.exists(), "{text}");
    }
    // Neither are the ones that it is asked about.
    let text = "atom_length(a, b). 'the q'(a). query(atom_length(a, X)). query('the q'(X)).";
    let answers = swipl
        .answer(&TestCase::from(text), &EngineLimits::default(), &Stop::NEVER)
        .unwrap()
        .outcome
        .unwrap();
    let atoms: Vec<String> = answers.iter().map(|(atom, _)| atom.to_string()).collect();
    assert_eq!(atoms, ["atom_length(a, b)", "'the q'(a)"]);
}

/// Random plain programs with cycles, nested formulas and facts, every atom asked for.
fn programs(count: u64, seed: u64) -> Vec<Program> {
    programs_with("safe = true", count, seed)
}

/// The same under other rules.
fn programs_with(rules: &str, count: u64, seed: u64) -> Vec<Program> {
    let spec = "predicates = [\"p/1\", \"q/2\", \"r/0\", \"s/1\"]\nvariables = 2\nconstants = 2\n\
                max_nodes = 6\nmax_clauses = 8\nprobabilities = [1]";
    let spec = Spec::from_toml("test", &format!("{spec}\n{rules}")).unwrap();
    let spread = SizeSpread { clauses: false, nodes: true };
    let sampler = Sampler::new(&spec, spread, &Stop::NEVER).unwrap();
    let constant = |name: &str| Term::Constant(name.into());
    let facts = [
        Atom::new("p", vec![constant("a")]),
        Atom::new("q", vec![constant("a"), constant("b")]),
        Atom::new("q", vec![constant("b"), constant("c")]),
        Atom::new("s", vec![constant("c")]),
        Atom::new("r", vec![]),
    ];
    let program = |index: u64| {
        let mut program = sampler.sample(seed, index);
        // Some facts, different ones each time, and a clause for each predicate.
        for (place, fact) in facts.iter().enumerate() {
            let body = match (index >> place) & 1 {
                0 => Formula::True,
                _ => Formula::Not(Box::new(Formula::True)),
            };
            program.clauses.push(randlog_logic::Clause::new(Probability::ONE, fact.clone(), body));
        }
        program.queries = ["p(X)", "q(X, Y)", "r", "s(_)"].map(query).to_vec();
        program
    };
    (0..count).map(program).collect()
}

fn query(text: &str) -> Goal {
    Dialect::ProbLog.parse(&format!("query({text}).")).unwrap().queries.remove(0)
}

#[test]
fn engines_agree_on_plain_programs() {
    if without_engines() {
        return;
    }
    let names: &[&str] =
        if swipl().is_some() { &["exact", "swipl", "clingo"] } else { &["exact", "clingo"] };
    let engines = catalogue().select(names).unwrap().engines;
    let known = KnownFaults::default();
    let mut workers: Vec<_> = engines.iter().map(|engine| engine.worker()).collect();
    for program in programs(60, 5) {
        let text = Dialect::ProbLog.print(&program).unwrap().to_string();
        let runs = engines.iter().zip(&mut workers).map(|(engine, worker)| {
            (
                engine.name().to_owned(),
                worker
                    .answer(&text.as_str().into(), &EngineLimits::default(), &Stop::NEVER)
                    .unwrap(),
            )
        });
        let runs: Vec<_> = runs.collect();
        assert!(runs.iter().all(|(_, run)| run.outcome.is_ok()), "{text}\n{runs:?}");
        let comparison = randlog_engines::compare::Comparison::new(runs, Some(&program), &known);
        assert_eq!(comparison.verdict(), Verdict::Agreement, "{text}\n{comparison:?}");
    }
    let one = &programs(1, 6)[0];
    assert_eq!(
        compare(&engines, &one.clone().into(), &EngineLimits::default(), &known, &Stop::NEVER)
            .unwrap()
            .verdict(),
        Verdict::Agreement
    );
}

/// Load texts in one SWI-Prolog, each as a module of its own, `M0` and so on, and call goals. What does it say?
fn load(texts: &[String], goals: &[String]) -> (String, String) {
    let desk = tempfile::tempdir().unwrap();
    for (number, text) in texts.iter().enumerate() {
        let file = desk.path().join(format!("m{number}.pl"));
        std::fs::write(file, format!(":- module(m{number}, []).\n{text}")).unwrap();
    }
    let list: Vec<String> = (0..texts.len()).map(|number| format!("m{number}")).collect();
    let script = format!(
        ":- initialization((maplist(use_module, [{}]), {})).\n",
        list.join(", "),
        goals.join(",\n  ")
    );
    std::fs::write(desk.path().join("all.pl"), script).unwrap();
    let said = Command::new("timeout")
        .args(["300", "swipl", "-q", "-f", "none", "-g", "write(done)", "-t", "halt", "all.pl"])
        .current_dir(desk.path())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (text(&said.stderr), text(&said.stdout))
}

/// Programs of all kinds: safe or not, with and without negative cycles, with predicates without clauses.
fn all_kinds() -> Vec<(Program, Vec<Goal>)> {
    let rules =
        ["safe = true", "safe = false", "safe = false\ncycles = \"any\"", "cycles = \"acyclic\""];
    let programs = rules.iter().flat_map(|rules| programs_with(rules, 50, 7)).enumerate();
    let taken = |(number, mut program): (usize, Program)| {
        let queries = std::mem::take(&mut program.queries);
        // Without the facts some predicates have no clauses.
        let without = if number % 2 == 0 { 5 } else { 0 };
        let kept = program.clauses.len() - without;
        program.clauses.truncate(kept);
        (program, queries)
    };
    programs.map(taken).collect()
}

/// What is printed for a Prolog with tabling is loaded without a warning, and every query ends.
#[test]
fn swipl_loads_tabled_programs_without_a_warning() {
    if swipl().is_none() {
        return;
    }
    let programs = all_kinds();
    let print =
        |(program, _): &(Program, Vec<Goal>)| Dialect::Tabled.print(program).unwrap().to_string();
    let texts: Vec<String> = programs.iter().map(print).collect();
    let ask = |(number, (_, queries)): (usize, &(Program, Vec<Goal>))| {
        queries.iter().map(|query| format!("forall(m{number}:{query}, true)")).collect::<Vec<_>>()
    };
    let goals: Vec<String> = programs.iter().enumerate().flat_map(ask).collect();
    assert_eq!((texts.len(), goals.len()), (200, 800));
    assert_eq!(load(&texts, &goals), (String::new(), "done".to_owned()));
}

/// So is plain Prolog, though queries may not end there.
#[test]
fn swipl_loads_plain_programs_without_a_warning() {
    if swipl().is_none() {
        return;
    }
    let programs = all_kinds();
    let text = |(program, _): &(Program, Vec<Goal>)| {
        // As they were drawn, with the clauses of predicates apart.
        let mut program = program.clone();
        program.clauses.reverse();
        Dialect::Prolog.print(&program).unwrap().to_string()
    };
    let texts: Vec<String> = programs.iter().map(text).collect();
    assert_eq!(load(&texts, &["true".to_owned()]), (String::new(), "done".to_owned()));
}

/// What is printed for clingo has one model, whose atoms are those that are true.
#[test]
fn clingo_reads_what_is_printed_for_it() {
    if without_engines() {
        return;
    }
    const MODEL: &str = "import clingo, sys
for path in sys.argv[1:]:
    control = clingo.Control(['--warn=none'])
    control.load(path)
    control.ground([('base', [])])
    with control.solve(yield_=True) as models:
        for model in models:
            print(' '.join(sorted(map(str, model.symbols(shown=True)))))
";
    let desk = tempfile::tempdir().unwrap();
    let programs = programs(100, 9);
    let mut files = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let file = desk.path().join(format!("{number}.lp"));
        std::fs::write(&file, Dialect::Asp.print(program).unwrap().to_string()).unwrap();
        files.push(file);
    }
    let python = catalogue().environment().python();
    let said = Command::new(python).args(["-I", "-c", MODEL]).args(files).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let stdout = String::from_utf8_lossy(&said.stdout);
    let models: Vec<&str> = stdout.lines().collect();
    assert_eq!(models.len(), programs.len());
    let exact = catalogue().engine("exact").unwrap();
    for (program, model) in programs.iter().zip(models) {
        let answers = exact
            .answer(&program.clone().into(), &EngineLimits::default(), &Stop::NEVER)
            .unwrap()
            .outcome
            .unwrap();
        let is_true = |(_, said): &&(Atom, randlog_engines::Bounds)| said.contains(1.0);
        let mut atoms: Vec<String> = answers
            .iter()
            .filter(is_true)
            .map(|(atom, _)| atom.to_string().replace(", ", ","))
            .collect();
        atoms.sort();
        assert_eq!(atoms.join(" "), model, "{}", Dialect::Asp.print(program).unwrap());
    }
}

/// What a probe of `crates/logic/built-ins` prints: the predicates that a system does not let programs define.
fn refused(command: &mut Command) -> Vec<String> {
    let probes = concat!(env!("CARGO_MANIFEST_DIR"), "/../logic/built-ins");
    let said = command.current_dir(probes).output().unwrap();
    let names: Vec<String> =
        String::from_utf8_lossy(&said.stdout).lines().map(str::to_owned).collect();
    assert!(names.len() > 100, "{names:?} {}", String::from_utf8_lossy(&said.stderr));
    names
}

#[test]
fn what_an_engine_does_not_let_programs_define_is_no_name_in_a_spec() {
    if without_engines() {
        return;
    }
    let mut python = Command::new(catalogue().environment().python());
    let mut names = refused(python.args(["-B", "probe_problog.py"]));
    if swipl().is_some() {
        let mut swipl = Command::new("swipl");
        names.extend(refused(swipl.args(["-q", "-f", "none", "probe_swi_prolog.pl"])));
    }
    let spec = |name: &str| {
        let toml =
            format!("predicates = [\"{name}\"]\nvariables = 1\nmax_nodes = 1\nmax_clauses = 1");
        Spec::from_toml("spec.toml", &toml)
    };
    for name in names {
        let error = spec(&name).map(drop).unwrap_err();
        let reserved = "cannot be a predicate: it has a meaning of its own";
        assert!(error.message.contains(reserved), "{name}: {error}");
    }
    assert!(spec("probe/3").is_ok());
}
