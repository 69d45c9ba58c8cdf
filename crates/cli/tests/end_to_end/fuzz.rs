//! `randlog fuzz`, with an engine that is a small shell script and ignores evidence.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Desk, Outcome};

fn desk() -> Desk {
    let desk = Desk::new();
    let randlog = assert_cmd::cargo::cargo_bin!("randlog").display().to_string();
    let infer = format!("'{randlog}' infer --format json -");
    desk.write("deaf.sh", format!("grep -v '^evidence' \"$1\" | {infer}\n"));
    desk.write("right.sh", format!("{infer} < \"$1\"\n"));
    desk
}

fn fuzz(desk: &Desk, engine: &str, rest: &str) -> Outcome {
    let mut command = desk.command(&format!("fuzz --seed 3 --oracles reference {rest}"));
    let engine = format!("mine=sh '{}'", desk.path(engine).display());
    Outcome::of(command.arg("--engines").arg(engine))
}

#[test]
fn a_fault_is_found_reduced_and_filed() {
    let desk = desk();
    let outcome = fuzz(&desk, "deaf.sh", "--programs 100 --output faults --threads 2");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("mine-wrong-answer-1: "), "{}", outcome.stderr);
    let program = desk.read("faults/mine-wrong-answer-1/program.pl");
    assert!(program.contains("evidence(") && program.lines().count() <= 4, "{program}");
    let record = desk.read("faults/mine-wrong-answer-1/fault.toml");
    assert!(
        record.contains("oracle = \"reference\"") && record.contains("seed = \"3\""),
        "{record}"
    );
    assert!(desk.read("faults/summary.txt").contains("\nevidence "));

    let listed = Outcome::of(&mut desk.command("fuzz report faults"));
    assert_eq!(listed.code, 0);
    assert!(listed.stdout.contains("mine-wrong-answer-1"), "{}", listed.stdout);

    let again = fuzz(&desk, "deaf.sh", "--programs 100 --output faults");
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let before = desk.read("faults/run.toml");
    assert!(before.contains("next = 100"), "{before}");
    let resumed = fuzz(&desk, "deaf.sh", "--programs 2 --output faults --resume");
    assert!(resumed.code <= 1, "{}", resumed.stderr);
    assert!(desk.read("faults/run.toml").contains("next = 102"));
}

#[test]
fn nothing_in_a_report_is_a_tag() {
    let desk = desk();
    desk.write("crash.sh", "echo 'no <b>luck</b>' >&2\nexit 3\n");
    let outcome = fuzz(&desk, "crash.sh", "--programs 1 --output faults");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("1 new fault in `faults`"), "{}", outcome.stderr);
    let report = desk.output("fuzz report faults --format markdown");
    assert!(report.contains("&lt;b>luck") && !report.contains("<b>"), "{report}");
}

#[test]
fn an_engine_that_is_right_has_no_faults() {
    let desk = desk();
    let outcome = fuzz(&desk, "right.sh", "--programs 20 --threads 2 --without unsafe");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("20 programs"), "{}", outcome.stderr);
    assert!(!desk.path("faults/mine-wrong-answer-1").exists());
}

#[test]
fn an_engine_that_answers_nothing_is_no_success() {
    let desk = desk();
    desk.write(
        "mute.sh",
        "echo '{\"error\": {\"kind\": \"rejected\", \"message\": \"not today\"}}'\n",
    );
    let outcome = fuzz(&desk, "mute.sh", "--programs 24 --threads 2");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("did not answer a single program"), "{}", outcome.stderr);
}

#[test]
fn the_engine_that_most_others_contradict_is_blamed() {
    let desk = desk();
    desk.write("one.sh", "echo '{\"answers\": [{\"atom\": \"p\", \"probability\": 0.123}]}'\n");
    let engine = |name: &str, file: &str| format!("{name}=sh '{}'", desk.path(file).display());
    let engines = [engine("odd", "one.sh"), engine("a", "right.sh"), engine("b", "right.sh")];
    let mut command = desk.command("fuzz --seed 3 --oracles engines --programs 3 --output faults");
    let outcome = Outcome::of(command.arg("--engines").arg(engines.join(",")));
    assert!(outcome.stderr.contains("odd-wrong-answer-1: "), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("a-wrong-answer-1"), "{}", outcome.stderr);
    let record = desk.read("faults/odd-wrong-answer-1/fault.toml");
    assert!(record.contains("--oracles engines") && record.contains("odd=sh"), "{record}");
}

#[test]
fn bad_names_are_refused_with_those_that_there_are() {
    let desk = desk();
    for (flags, word) in
        [("--without elephants", "annotated-disjunction"), ("--oracles delphi", "clause-order")]
    {
        let outcome = Outcome::of(&mut desk.command(&format!("fuzz --engines worlds {flags}")));
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains(word), "{}", outcome.stderr);
    }
    assert!(!desk.path("faults").exists());
}

#[test]
fn an_interrupt_leaves_nothing_half_written() {
    let desk = desk();
    let engine = format!("mine=sh '{}'", desk.path("deaf.sh").display());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .args(["fuzz", "--seed", "3", "--output", "faults", "--engines", &engine])
        .current_dir(desk.path(""))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !desk.path("faults/mine-wrong-answer-1").exists() {
        assert!(started.elapsed() < Duration::from_secs(300), "nothing was found");
        sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    for entry in fs::read_dir(desk.path("faults")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let whole = name.starts_with("mine-") || ["run.toml", "summary.txt"].contains(&&*name);
        assert!(whole, "{name} was left behind");
        if name.starts_with("mine-") {
            assert!(desk.path(&format!("faults/{name}/REPORT.md")).exists());
        }
    }
    let resumed = fuzz(&desk, "deaf.sh", "--programs 1 --output faults --resume");
    assert!(resumed.stderr.contains("oracles"), "{}", resumed.stderr);
}
