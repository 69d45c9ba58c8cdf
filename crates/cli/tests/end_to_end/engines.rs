//! `randlog engines` and `randlog compare`, with engines that are small shell scripts.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::python::Environment;
use randlog_engines::testing::{self, Exceptions};
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, Wall};

use super::{Desk, Outcome, assert_snapshot};

/// A program, and engines that answer any program with a number.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    for (name, probability) in [("half", "0.5"), ("nearly", "0.5000001"), ("third", "0.333")] {
        let reply = format!("{{\"answers\":[{{\"atom\":\"p\",\"probability\":{probability}}}]}}");
        desk.write(&format!("{name}.sh"), format!("echo '{reply}'\n"));
    }
    desk.write(
        "wide.sh",
        "echo '{\"answers\":[{\"atom\":\"p\",\"low\":0.2,\"high\":0.6}],\"phases\":{\"load_us\":7}}'\n",
    );
    desk.write("broken.sh", "echo 'out of \"luck\"' >&2; exit 3\n");
    desk
}

/// Compare with engines of these names, each the script of its name.
fn compare(desk: &Desk, engines: &[&str], rest: &str) -> Outcome {
    let list: Vec<String> = engines.iter().map(|name| format!("{name}=sh {name}.sh")).collect();
    let mut command = desk.command(rest);
    Outcome::of(command.arg("--engines").arg(list.join(",")))
}

/// Times differ from run to run. Each has a unit.
fn without_times(table: &str) -> String {
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    let is_time = |word: &str| {
        word.strip_suffix('s').is_some_and(|it| is_number(it.trim_end_matches(['m', 'µ', 'n'])))
    };
    let line = |line: &str| {
        let words: Vec<&str> =
            line.split_whitespace().map(|word| if is_time(word) { "TIME" } else { word }).collect();
        words.join(" ") + "\n"
    };
    table.lines().map(line).collect()
}

#[test]
fn engines_that_agree() {
    let desk = desk();
    let outcome = compare(&desk, &["half", "nearly", "wide", "broken"], "compare coin.pl");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert_snapshot("compare_agree", &without_times(&outcome.stdout));
}

#[test]
fn the_command_of_an_engine_may_have_commas() {
    let desk = desk();
    let list = "half=test \"1,2\" != 1 && sh half.sh a,b,nearly=sh nearly.sh";
    let mut command = desk.command("compare coin.pl --engines exact --format csv");
    let outcome = Outcome::of(command.arg("--engines").arg(list));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    for engine in ["exact", "half", "nearly"] {
        assert!(outcome.stdout.contains(&format!(",{engine},")), "{}", outcome.stdout);
    }
}

#[test]
fn engines_that_disagree() {
    let desk = desk();
    desk.write("other.pl", "0.5::p. query(p).\n");
    let outcome = compare(&desk, &["half", "nearly", "third"], "compare coin.pl other.pl");
    assert_eq!(outcome.code, 1);
    assert_snapshot(
        "compare_disagree",
        &format!("{}{}", without_times(&outcome.stdout), outcome.stderr),
    );
}

#[test]
fn a_program_that_loads_code_is_refused_unless_it_is_trusted() {
    let desk = desk();
    desk.write("loads.pl", "0.5::p. query(p).\n:- use_module('x.py').\n");
    // The engine would notice.
    desk.write(
        "half.sh",
        "touch seen\necho '{\"answers\":[{\"atom\":\"p\",\"probability\":0.5}]}'\n",
    );
    let refused = compare(&desk, &["half"], "compare coin.pl loads.pl");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("`loads.pl`, line 2: `use_module` loads other files"));
    assert!(refused.stderr.contains("--trust"), "{}", refused.stderr);
    assert!(!desk.path("seen").exists());
    let outcome = compare(&desk, &["half", "wide"], "compare coin.pl loads.pl --trust");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(desk.path("seen").exists());
}

#[test]
fn for_other_programs() {
    let desk = desk();
    let engines = ["half", "third", "nearly", "broken"];
    let json = compare(&desk, &engines, "compare coin.pl --format json").stdout;
    let line = json.lines().next().unwrap();
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(value["references"][0]["probability"], 0.5);
    assert_eq!(value["runs"][1]["disputed"][0], "p");
    assert_eq!(value["runs"][2]["answers"][0]["low"], 0.500_000_1);
    assert_eq!(value["runs"][3]["error"]["kind"], "crash");
    let csv = compare(&desk, &engines, "compare coin.pl --format csv").stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[2].ends_with(",,p,0.333,0.333,0.5,true,,"), "{csv}");
    assert!(lines[4].ends_with(",\"out of \"\"luck\"\" (exit status: 3)\""), "{csv}");
}

#[test]
fn a_run_without_any_answer_has_its_row() {
    let desk = desk();
    desk.write("silent.sh", "echo '{\"answers\":[]}'\n");
    let csv = compare(&desk, &["silent"], "compare coin.pl --format csv").stdout;
    assert!(csv.lines().nth(1).unwrap().starts_with("coin.pl,silent,"), "{csv}");
}

#[test]
fn the_order_of_files_is_kept_on_any_number_of_threads() {
    let desk = desk();
    let files: Vec<String> = (0..6).map(|number| format!("{number}.pl")).collect();
    files.iter().for_each(|file| desk.write(file, "0.5::p. query(p).\n"));
    let rest = format!("compare {} --format csv --threads 3", files.join(" "));
    let csv = compare(&desk, &["half"], &rest).stdout;
    let told: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(told, files);
}

/// What a comparison says, and its exit code.
fn told(outcome: &Outcome) -> String {
    format!("{}{}exit code {}\n", without_times(&outcome.stdout), outcome.stderr, outcome.code)
}

#[test]
fn an_engine_that_was_asked_for_and_is_missing_is_a_failure() {
    let desk = desk();
    let rest = "compare coin.pl --environment none --engines clingo";
    let outcome = compare(&desk, &["half", "nearly"], rest);
    assert_snapshot("compare_missing", &told(&outcome));
    let outcome = desk.run("compare coin.pl --environment none --engines clingo,sdd");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("no engine to run is installed"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("clingo is not installed"), "{}", outcome.stderr);
}

#[test]
fn an_engine_that_cannot_be_run_is_a_failure() {
    let desk = desk();
    let rest = "compare coin.pl --engines gone=/nowhere/engine";
    let outcome = compare(&desk, &["half", "nearly"], rest);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.contains("nearly"), "the others were compared: {}", outcome.stdout);
    let words = "the engine `gone` cannot be run";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    // Alone, too.
    let outcome = desk.run(rest);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
}

#[test]
fn one_answer_is_no_agreement() {
    let desk = desk();
    desk.write("other.pl", "0.5::p. query(p).\n");
    let outcome = compare(&desk, &["half", "broken"], "compare coin.pl other.pl");
    assert_snapshot("compare_one_answer", &told(&outcome));
    assert_eq!(compare(&desk, &["half", "broken", "wide"], "compare coin.pl").code, 0);
}

#[test]
fn one_engine_alone_agrees_with_nobody() {
    let desk = desk();
    for (engine, said) in [("half", "p 0.5"), ("broken", "crash")] {
        let outcome = compare(&desk, &[engine], "compare coin.pl");
        assert_eq!(outcome.code, 1);
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
        assert!(outcome.stderr.contains("so there is no agreement"), "{}", outcome.stderr);
    }
}

#[test]
fn an_engine_that_prints_what_is_no_answer_is_a_failure() {
    let desk = desk();
    desk.write("odd.sh", "echo '{\"answers\":[{\"atom\":\"p\",\"low\":0.6,\"high\":0.4}]}'\n");
    let outcome = compare(&desk, &["half", "nearly", "odd"], "compare coin.pl");
    assert_eq!(outcome.code, 1);
    let words = "the engine `odd` printed no valid answer: the bounds of `p` are 0.6";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
}

#[test]
fn what_is_missing_by_default_is_only_mentioned() {
    let desk = desk();
    let outcome = desk.run("compare coin.pl --environment none");
    let line = "clingo is not installed; install it with `randlog engines setup`\n";
    assert!(outcome.stderr.contains(line), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("the engine `clingo`"), "{}", outcome.stderr);
    // But the one that is built in agrees with nobody.
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("so there is no agreement"), "{}", outcome.stderr);
    // Nothing is found by its name in an empty place.
    let outcome = Outcome::of(desk.command("engines --environment none").env("PATH", "none"));
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    // What is walled depends on the machine.
    let (rest, wall) = said.trim_end().rsplit_once('\n').unwrap();
    let here = Wall::here().to_string();
    assert!(wall.contains("wall") && wall.ends_with(&here) || here.is_empty(), "{wall}");
    assert_snapshot("engines_missing", &format!("{rest}\n"));
}

#[test]
fn the_built_in_engines_agree() {
    let desk = desk();
    let outcome = desk.run("compare coin.pl --engines exact,worlds");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout.matches("p 0.5").count(), 2, "{}", outcome.stdout);
    desk.write(
        "terms.pl",
        "0.5::p([a, f(X)]) :- q(X). q(1). query(p(_)). query(\\+ p([a, f(1)])).\n",
    );
    let outcome = desk.run("compare terms.pl --engines exact,worlds");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}

#[test]
fn bad_usage_of_compare() {
    let desk = desk();
    for arguments in [
        "compare nowhere.pl",
        "compare coin.pl --engines sat",
        "compare coin.pl --engines exact,exact",
        "compare",
    ] {
        let outcome = desk.run(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{arguments}");
    }
    desk.write("bytes.pl", b"p(\xb2).");
    let outcome = compare(&desk, &["half"], "compare bytes.pl");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("UTF-8"), "{}", outcome.stderr);
}

/// Three programs in one file, of which the last one has no answer.
fn several(desk: &Desk) {
    let header = "% # randlog 0.1.0, by hand\n% # randlog sample SPEC\n\n";
    let two = "% program 3\n0.5::p.\n\n% program 4\n0.25::p.\n";
    desk.write("several.pl", format!("{header}{two}query(p).\n\n% program 9\np :- q.\n"));
}

#[test]
fn programs_in_one_file_are_compared_each_for_itself() {
    let desk = desk();
    several(&desk);
    let outcome = desk.run("compare several.pl --engines exact,worlds --format csv");
    let told: Vec<String> =
        outcome.stdout.lines().map(|line| line.split("\",").next().unwrap().to_owned()).collect();
    let wanted = ["3", "3", "4", "4", "9", "9"];
    assert_eq!(told.len(), 1 + wanted.len(), "{}", outcome.stdout);
    for (title, number) in told[1..].iter().zip(wanted) {
        assert_eq!(*title, format!("\"several.pl, program {number}"));
    }
    // A stream is as good as a file.
    let mut command = desk.command("compare - --engines exact,worlds");
    let outcome = Outcome::of(command.write_stdin("0.5::p. query(p)."));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
}

#[test]
fn programs_in_one_file_are_answered_each_for_itself() {
    let desk = desk();
    several(&desk);
    let outcome = desk.run("infer several.pl --query p");
    assert_eq!(outcome.code, 1);
    let wanted = "several.pl, program 3:\np:  0.5\nseveral.pl, program 4:\np:  0.25\n\
                  several.pl, program 9:\n";
    assert_eq!(outcome.stdout, wanted);
    let json = desk.run("infer several.pl --query p --format json").stdout;
    assert_eq!(json.lines().count(), 3);
    assert!(json.lines().nth(1).unwrap().contains("\"program\":4"));
    let reduced = desk.run("reduce several.pl --judge true");
    assert_eq!((reduced.code, reduced.stdout.as_str()), (2, ""));
    assert!(reduced.stderr.contains("`several.pl` holds 3 programs"), "{}", reduced.stderr);
}

/// The engine `exact`, which is the command under test.
fn built_in(desk: &Desk) -> Box<dyn Engine> {
    let catalogue = Catalogue::new(Environment::new(desk.path("none")));
    catalogue.with_executable(assert_cmd::cargo::cargo_bin!("randlog")).engine("exact").unwrap()
}

#[test]
fn the_built_in_engine_passes_the_suite() {
    let desk = Desk::new();
    let wrong = testing::check(&*built_in(&desk), &desk.path(""), Exceptions::default());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_built_in_engine_needs_little_memory_for_little_and_stays_within_it() {
    let desk = desk();
    let limits = EngineLimits { time: Duration::from_secs(60), memory: 32 << 20 };
    let run = built_in(&desk)
        .answer(&desk.path("coin.pl").as_path().into(), &limits, &Stop::NEVER)
        .unwrap();
    assert_eq!(run.outcome.unwrap()[0].1.low, 0.5);
    assert!(run.phases.load_us.is_some() && run.phases.ground_us.is_some());
    // Every path through a dense graph: far too many ground clauses.
    let edges: String = (0..60)
        .flat_map(|from| (0..60).map(move |to| format!("0.5::e({from}, {to}).\n")))
        .collect();
    let rules = "t(X, Y, Z, W) :- e(X, Y), e(Y, Z), e(Z, W).\np :- t(_, _, _, _).\nquery(p).\n";
    desk.write("dense.pl", edges + rules);
    let failure = built_in(&desk)
        .answer(&desk.path("dense.pl").as_path().into(), &limits, &Stop::NEVER)
        .unwrap()
        .outcome
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Memory, "{}", failure.words);
}

/// Set the engines up with a `python3` that is a shell script.
fn set_up(desk: &Desk, python: &str) -> Outcome {
    fs::create_dir_all(desk.path("bin")).unwrap();
    desk.write("bin/python3", format!("#!/bin/sh\n{python}\n"));
    fs::set_permissions(desk.path("bin/python3"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", desk.path("bin").display());
    Outcome::of(desk.command("engines setup --environment made/engines").env("PATH", path))
}

/// Makes an environment whose Python does what it is told.
fn venv(then: &str) -> String {
    format!(
        "mkdir -p \"$3/bin\" && touch \"$3/pyvenv.cfg\" && \
         printf '#!/bin/sh\\n{then}\\n' > \"$3/bin/python\" && chmod +x \"$3/bin/python\""
    )
}

#[test]
fn a_setup_that_fails_leaves_nothing_behind() {
    let desk = Desk::new();
    for python in ["exit 1".to_owned(), venv("echo no network >&2; exit 1")] {
        let outcome = set_up(&desk, &python);
        assert_eq!(outcome.code, 1, "{}", outcome.stderr);
        assert_eq!(desk.files("made"), [""; 0]);
    }
    let outcome = set_up(&desk, &venv("echo no network >&2; exit 1"));
    assert!(outcome.stderr.contains("no network"), "{}", outcome.stderr);
}

#[test]
fn a_setup_that_works_is_done_once_and_an_unfinished_one_again() {
    let desk = Desk::new();
    assert_eq!(set_up(&desk, &venv("exit 0")).code, 0);
    let listed = desk.output("engines --environment made/engines");
    // A machine need not have Prolog, which is not set up here.
    let missing = |line: &&str| line.contains("missing") && !line.contains("swipl");
    assert_eq!(listed.lines().find(missing), None, "{listed}");
    let again = set_up(&desk, "exit 1");
    assert_eq!(again.code, 0);
    assert!(again.stderr.contains("everything is installed"), "{}", again.stderr);
    fs::remove_file(desk.path("made/engines/randlog-engines.txt")).unwrap();
    assert!(desk.output("engines --environment made/engines").contains("missing"));
    assert_eq!(set_up(&desk, &venv("exit 0")).code, 0);
}

#[test]
fn an_environment_is_found_by_a_relative_path() {
    let desk = desk();
    assert_eq!(set_up(&desk, &venv("exit 0")).code, 0);
    let python = format!("#!/bin/sh\n{}", desk.read("half.sh"));
    desk.write("made/engines/bin/python", python);
    let outcome = desk.run("compare coin.pl --environment made/engines --engines exact,clingo,sdd");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn a_setup_does_not_touch_the_files_of_others() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("made/engines")).unwrap();
    desk.write("made/engines/thesis.tex", "precious");
    let outcome = set_up(&desk, &venv("exit 0"));
    assert_eq!(outcome.code, 2);
    assert_eq!(desk.read("made/engines/thesis.tex"), "precious");
}
