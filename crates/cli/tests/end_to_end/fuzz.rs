//! `randlog fuzz`, with an engine that is a small shell script and ignores evidence.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

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
fn the_first_new_fault_may_be_the_last() {
    let desk = desk();
    let all = fuzz(&desk, "deaf.sh", "--programs 100 --threads 2 --output all --oracles alone");
    let first = fuzz(&desk, "deaf.sh", "--programs 100 --threads 2 --output faults --first");
    assert_eq!((all.code, first.code), (1, 1), "{}", first.stderr);
    assert!(first.stderr.contains("1 new fault in `faults`"), "{}", first.stderr);
    // What was cut short is looked at when the run is continued.
    assert!(!desk.read("faults/run.toml").contains("next = 100"));
    let line: Value =
        serde_json::from_str(&desk.output("fuzz report faults --format json")).unwrap();
    assert_eq!(line["name"], "mine-wrong-answer-1");
}

#[test]
fn programs_of_ones_own_are_changed() {
    let desk = desk();
    fs::create_dir(desk.path("corpus")).unwrap();
    desk.write("corpus/a.pl", "0.5::p(a). q(X) :- p(X). evidence(p(a)). query(q(a)).");
    desk.write("corpus/lists.pl", "p([a]). query(p(X)).");
    desk.write("corpus/large.pl", "p(a).\n".repeat(1001));
    let outcome = fuzz(&desk, "deaf.sh", "--programs 40 --corpus corpus --output faults");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("2 programs of the corpus cannot be changed"),
        "{}",
        outcome.stderr
    );
    let shown = desk.output("again faults --show");
    assert!(shown.contains("--corpus corpus"), "{shown}");
    let wide = fuzz(&desk, "deaf.sh", "--programs 9 --corpus corpus/lists.pl --output wide");
    assert_eq!(wide.code, 2, "{}", wide.stderr);
}

#[test]
fn nothing_in_a_report_is_a_tag() {
    let desk = desk();
    desk.write("crash.sh", "echo 'no <b>luck</b>' >&2\nexit 3\n");
    let outcome = fuzz(&desk, "crash.sh", "--programs 8 --output faults");
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
        [("--without elephants", "constants"), ("--oracles delphi", "clause-order")]
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

/// The words of a failure of `fuzz` with an engine that is a command, and whether anything was left.
fn failing(command: &str, rest: &str) -> (Outcome, Desk) {
    let desk = desk();
    let mut fuzz = desk.command(&format!("fuzz --programs 3 {rest}"));
    let outcome = Outcome::of(fuzz.arg("--engines").arg(format!("mine={command}")));
    (outcome, desk)
}

#[test]
fn an_engine_that_cannot_be_started_is_refused_at_once() {
    for command in ["./no-such-engine", "/no/such/engine --fast"] {
        let (outcome, desk) = failing(command, "--output faults");
        assert_eq!(outcome.code, 1, "{}", outcome.stderr);
        assert!(outcome.stderr.contains("`mine` cannot be run"), "{}", outcome.stderr);
        assert!(!desk.path("faults/summary.txt").exists());
    }
}

#[test]
fn what_cannot_be_written_is_refused_at_once() {
    let (outcome, desk) = failing("touch asked; echo", "--output /proc/faults");
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("/proc/faults"), "{}", outcome.stderr);
    assert!(!desk.path("asked").exists());
}

#[test]
fn no_program_is_no_success() {
    let desk = desk();
    desk.write(
        "cyclic.toml",
        "predicates = [\"p/0\"]\nmax_nodes = 1\nmax_clauses = 1\nempty_bodies = false\n",
    );
    let rest = "--programs 40 --spec cyclic.toml --without cycles --output faults";
    let outcome = fuzz(&desk, "right.sh", rest);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no program was drawn"), "{}", outcome.stderr);
    let outcome = fuzz(&desk, "right.sh", "--programs 8 --without cycles --output others");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("8 programs"), "{}", outcome.stderr);
}

#[test]
fn what_was_killed_can_be_continued() {
    let desk = desk();
    let engine = format!("mine=sh '{}'", desk.path("deaf.sh").display());
    let flags = ["fuzz", "--seed", "3", "--oracles", "reference", "--output", "faults"];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .args(flags)
        .args(["--engines", &engine])
        .current_dir(desk.path(""))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    super::wait_until("a fault is filed", || desk.path("faults/mine-wrong-answer-1").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = fuzz(&desk, "deaf.sh", "--programs 12 --output faults --resume");
    assert!(resumed.stderr.contains(" new, "), "{}", resumed.stderr);
    // What was found before is found again, and not filed twice.
    assert!(!desk.path("faults/mine-wrong-answer-2").exists(), "{}", resumed.stderr);
}

#[test]
fn two_runs_do_not_share_a_directory() {
    let desk = desk();
    desk.write("slow.sh", "touch asked; sleep 60\n");
    let engine = format!("mine=sh '{}'", desk.path("slow.sh").display());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .args(["fuzz", "--output", "faults", "--engines", &engine, "--no-wall"])
        .current_dir(desk.path(""))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    super::wait_until("the first run is at work", || desk.path("asked").exists());
    for resume in ["", "--resume"] {
        let second = fuzz(&desk, "right.sh", &format!("--programs 1 --output faults {resume}"));
        assert_eq!(second.code, 1, "{}", second.stderr);
        assert!(second.stderr.contains("another"), "{}", second.stderr);
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    sleep(Duration::from_millis(300));
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_sleeping_engine_does_not_make_a_run_endless() {
    let desk = desk();
    // The first question is whether it can be run at all.
    desk.write("sleeping.sh", "if [ -e awake ]; then sleep 600; fi\ntouch awake\n");
    let rest = "--time 2 --timeout 1 --no-wall --output faults --threads 1";
    let outcome = fuzz(&desk, "sleeping.sh", rest);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    // It is not lost, though nothing was confirmed.
    let record = desk.read("faults/mine-timeout-1/fault.toml");
    assert!(record.contains("cut_short = true"), "{record}");
    let report = desk.read("faults/mine-timeout-1/REPORT.md");
    assert!(report.contains("The time of the run was up"), "{report}");
}

#[test]
fn an_engine_in_its_own_language_needs_no_parser() {
    let desk = desk();
    // Whatever is asked holds.
    let engine = "prolog:mine=sed -n 's/^query(\\(.*\\))\\.$/\\1/p'";
    let mut command = desk.command("fuzz --seed 3 --programs 60 --output faults");
    let outcome = Outcome::of(command.arg("--engines").arg(engine));
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no probabilities and no evidence"), "{}", outcome.stderr);
    let report = desk.read("faults/mine-wrong-answer-1/REPORT.md");
    let again = "randlog compare program.pl --engines exact --engines 'prolog:mine=sed ";
    assert!(report.contains(again), "{report}");
    assert!(!desk.read("faults/mine-wrong-answer-1/original.pl").contains("::"));
}
