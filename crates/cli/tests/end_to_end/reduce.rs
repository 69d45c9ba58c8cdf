//! `randlog reduce` and `randlog fuzz report`, with engines and judges that are small shell scripts.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use randlog_engines::known::KnownFaults;
use randlog_faults::Fault;
use randlog_faults::finding::{Filed, Findings};
use serde_json::Value;

use super::{Desk, Outcome};

/// Twelve lines, two of which matter to whoever dislikes negations.
const PROGRAM: &str = "\
0.3::rain(a). 0.2::rain(b). sprinkler(X) :- rain(X), \\+ cloudy(X).
0.4::cloudy(a); 0.4::cloudy(b). wet(X) :- sprinkler(X). wet(X) :- rain(X).
slippery :- wet(a), wet(b). slippery :- \\+ rain(b), rain(a).
garden(b). 0.5::garden(a). evidence(garden(a)). query(slippery). query(wet(_)).
";

/// An engine that says what `exact` says, but fails where there is a negation; and one that is right.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("program.pl", PROGRAM);
    let randlog = assert_cmd::cargo::cargo_bin!("randlog").display().to_string();
    desk.write("right.sh", format!("'{randlog}' infer --format json \"$1\"\n"));
    let complain = r#"echo '{"error": {"kind": "crash", "message": "AssertionError: line 7"}}'"#;
    desk.write(
        "wrong.sh",
        format!("if grep -q '[+]' \"$1\"; then {complain}; else sh right.sh \"$1\"; fi\n"),
    );
    desk.write("judge.sh", "echo once >> asked; grep -q '[+]' \"$1\"\n");
    desk
}

/// What is told, without the breaks of its lines.
fn unwrapped(outcome: &Outcome) -> String {
    let words: Vec<&str> = outcome.stderr.split_whitespace().collect();
    words.join(" ").replace("│ ", "")
}

fn reduce(desk: &Desk, engine: &str, rest: &str) -> Outcome {
    let mut command = desk.command(rest);
    Outcome::of(command.arg("--engine").arg(format!("mine=sh '{}'", desk.path(engine).display())))
}

#[test]
fn the_lines_that_an_engine_fails_on_are_left() {
    let desk = desk();
    let outcome = reduce(&desk, "wrong.sh", "reduce program.pl");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, "p :- \\+ true.\nquery(p).\n"));
    assert!(outcome.stderr.starts_with("mine: crash (AssertionError)\n2 lines, of 13; "));
    assert!(outcome.stderr.contains("\nexpected p: 0, mine says AssertionError: line 7\n"));
    for threads in [1, 3] {
        let again =
            reduce(&desk, "wrong.sh", &format!("reduce program.pl -o out.pl --threads {threads}"));
        assert_eq!((again.code, again.stdout.as_str()), (0, ""));
        assert_eq!(desk.read("out.pl"), outcome.stdout);
    }
}

#[test]
fn a_fault_of_ones_own_list_is_recognised() {
    let desk = desk();
    desk.write(
        "known.toml",
        "[[fault]]\nname = 'no-negation'\nwords = 'negations are not understood'\nengines = ['mine']\n\
         effect = 'crash'\nmessage = 'AssertionError'\nexample = 'a :- \\+ true. query(a).'\n",
    );
    let outcome = reduce(&desk, "wrong.sh", "reduce program.pl --known known.toml");
    let expected = "this is the known fault no-negation: negations are not understood\n";
    assert!(outcome.stderr.ends_with(expected), "{}", outcome.stderr);
    desk.write("known.toml", "[[fault]]\nname = 3\n");
    let outcome = reduce(&desk, "wrong.sh", "reduce program.pl --known known.toml");
    assert_eq!(outcome.code, 2);
    assert!(
        unwrapped(&outcome).contains("line 2: invalid type: integer `3`"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_script_is_asked_once_for_each_program() {
    let desk = desk();
    for judge in ["sh judge.sh {}", "sh judge.sh"] {
        let mut command = desk.command("reduce program.pl --threads 1 --judge");
        let outcome = Outcome::of(command.arg(judge));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (0, "p :- \\+ true.\n"));
        let calls = desk.read("asked").lines().count();
        // The first is to see whether it can be run.
        assert!(outcome.stderr.contains(&format!("; {} programs judged", calls - 1)));
        desk.write("asked", "");
    }
}

#[test]
fn what_cannot_be_reduced_is_told_why() {
    let desk = desk();
    let told = |outcome: Outcome, code: i32, words: &str| {
        assert_eq!((outcome.code, outcome.stdout.as_str()), (code, ""), "{}", outcome.stderr);
        assert!(unwrapped(&outcome).contains(words), "{}", outcome.stderr);
    };
    told(
        reduce(&desk, "right.sh", "reduce program.pl"),
        1,
        "the engine `mine` is right: there is no fault to keep",
    );
    let gone = Outcome::of(desk.command("reduce program.pl --engine").arg("mine=/nowhere/engine"));
    told(gone, 1, "the engine `mine` cannot be run");
    desk.write("bad.pl", "p :- q\nr.\n");
    told(reduce(&desk, "wrong.sh", "reduce bad.pl"), 2, "a full stop is missing");
    desk.write("loads.pl", ":- consult(other).\nquery(p).\n");
    let loads = "line 1: `consult` loads other files";
    told(reduce(&desk, "wrong.sh", "reduce loads.pl"), 2, loads);
    let trusted = "the directive `consult(other)` is not supported";
    told(reduce(&desk, "wrong.sh", "reduce loads.pl --trust"), 2, trusted);
    told(reduce(&desk, "wrong.sh", "reduce nowhere.pl"), 2, "cannot read `nowhere.pl`");
    told(Outcome::of(&mut desk.command("reduce program.pl")), 2, "--engine <ENGINE>");
    told(
        Outcome::of(&mut desk.command("reduce program.pl --engine nobody")),
        2,
        "there is no engine `nobody`",
    );
    let never = Outcome::of(desk.command("reduce program.pl --judge").arg("false"));
    told(never, 1, "the program is not interesting to begin with");
    let gone = Outcome::of(desk.command("reduce program.pl --judge").arg("./gone.sh {}"));
    told(gone, 1, "the judge `./gone.sh {}` cannot be run");
    let slow =
        desk.command("reduce program.pl --timeout 0.2 --judge").arg("sleep 60 #").output().unwrap();
    assert_eq!(slow.status.code(), Some(1), "a judge that takes too long says no");
}

#[test]
fn an_interrupt_keeps_the_best_so_far() {
    let desk = desk();
    desk.write("slow.sh", "echo once >> asked; sleep 0.05; grep -q '[+]' \"$1\"\n");
    let child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(desk.path(""))
        .args(["reduce", "program.pl", "--threads", "1", "--judge", "sh slow.sh {}"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    let asked = || std::fs::read_to_string(desk.path("asked")).unwrap_or_default().lines().count();
    while asked() < 12 {
        assert!(Instant::now() < deadline, "it takes too long");
        sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let program = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{program}");
    assert!(program.contains("\\+") && program.lines().count() < 13);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the best program so far"));
}

#[test]
fn findings_are_listed_as_a_table() {
    let desk = Desk::new();
    let fault = Fault {
        program: "0.5::a. 0.5::a.\nquery(a).\n".into(),
        original: "0.5::a. 0.5::a. b. query(a).\n".into(),
        engine: "mine".to_owned(),
        oracle: "reference".to_owned(),
        version: "1.0".to_owned(),
        expected: "a: 0.75".to_owned(),
        answered: "a: 0.5".to_owned(),
        ..Fault::default()
    };
    let mut findings = Findings::open(&desk.path("faults"), KnownFaults::default()).unwrap();
    assert_eq!(findings.file(&fault).unwrap(), Filed::New("mine-wrong-answer-1".to_owned()));
    let report = |rest: &str| Outcome::of(&mut desk.command(&format!("fuzz report faults {rest}")));
    let table = report("").stdout;
    let words: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
    let expected = "mine-wrong-answer-1 mine 1.0 reference wrong-answer 3 a: 0.75, not a: 0.5";
    assert_eq!(words.join(" "), expected);
    let markdown = report("--format markdown").stdout;
    assert!(markdown.contains("| mine-wrong-answer-1 | mine | 1.0 |"), "{markdown}");
    assert!(markdown.contains("```prolog\n0.5::a. 0.5::a.\nquery(a).\n```"), "{markdown}");
    assert!(report("--format html").stdout.contains("<td>mine-wrong-answer-1</td>"));
    let junit = report("--format junit").stdout;
    assert!(junit.contains(r#"<testsuite name="randlog fuzz" tests="1" failures="1">"#), "{junit}");
    assert!(
        junit.contains(r#"<failure type="wrong-answer" message="expected a: 0.75, not a: 0.5">"#)
    );
    let sarif: Value = serde_json::from_str(&report("--format sarif").stdout).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "wrong-answer");
    let location = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(desk.path("faults").join(location.as_str().unwrap()).exists());
    let nowhere = Outcome::of(&mut desk.command("fuzz report nowhere"));
    assert_eq!(nowhere.code, 2);
}

#[test]
fn a_judge_that_flips_a_coin_is_no_judge() {
    let desk = Desk::new();
    desk.write("program.pl", "p :- q, r. q :- s. r. s. query(p).");
    // Yes, no, yes, no, …
    desk.write("coin.sh", "if [ -e heads ]; then rm heads; exit 1; fi\ntouch heads\n");
    let mut command = desk.command("reduce program.pl --threads 1 -o reduced.pl");
    let outcome = Outcome::of(command.args(["--judge", "sh coin.sh {}"]));
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("does not always say the same"), "{}", outcome.stderr);
    assert!(!desk.path("reduced.pl").exists());
}
