//! Standard output and standard error that cannot be written, and what is quoted on them.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::process::{Command, Output, Stdio};

use super::{Desk, Outcome};

fn desk() -> Desk {
    let desk = Desk::with_spec();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    desk.write("rule.pl", "0.5::p(a). q(X) :- p(X). query(q(a)).\n");
    desk
}

fn run(desk: &Desk, arguments: &str, stdout: Stdio, stderr: Stdio) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(desk.path(""))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .unwrap()
}

/// A device that is always full.
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

const COMMANDS: [&str; 12] = [
    "sample spec.toml",
    "enumerate spec.toml --limit 3",
    "count --predicates p/0 --max-nodes 1 --max-clauses 2",
    "count --predicates p/0 --max-nodes 1 --max-clauses 2 --explain",
    "check coin.pl",
    "describe rule.pl --timeout 0.5",
    "infer coin.pl --explain",
    "compare coin.pl --engines exact,worlds",
    "engines --environment none",
    "completions bash",
    "sample --help",
    "--version",
];

#[test]
fn a_full_standard_output_is_a_failure_and_a_full_standard_error_is_none() {
    let desk = desk();
    for arguments in COMMANDS {
        let output = run(&desk, arguments, full(), Stdio::piped());
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {words}");
        assert!(words.contains("writing `standard output` failed"), "{arguments}: {words}");
        let output = run(&desk, arguments, Stdio::piped(), full());
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert!(!output.stdout.is_empty(), "{arguments}");
        // Nobody hears of a failure, but the exit code tells.
        let output = run(&desk, arguments, full(), full());
        assert_eq!(output.status.code(), Some(1), "{arguments}");
    }
    let output = run(&desk, "sample nowhere.toml", Stdio::piped(), full());
    assert_eq!(output.status.code(), Some(2));
    let output = run(&desk, "sample --no-such-flag", Stdio::piped(), full());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn whoever_has_read_enough_is_no_failure() {
    let desk = desk();
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(&desk, arguments, writer.into(), Stdio::piped());
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}: {words}");
        assert!(!words.contains("panicked"), "{words}");
    }
}

#[test]
fn what_is_quoted_does_nothing_to_a_terminal() {
    let desk = desk();
    desk.write("evil.pl", "p(\u{1b}]0;title\u{7}).\n");
    desk.write("evil.toml", "predicates = [\"\u{1b}[2Jp/1\"]\n");
    desk.write("evil.sh", "printf '\\033[2J' >&2; exit 3\n");
    let mut compare = desk.command("compare coin.pl --engines exact");
    compare.args(["--engines", "evil=sh evil.sh"]);
    let mut runs = vec![Outcome::of(&mut compare)];
    for arguments in ["infer evil.pl", "check evil.pl", "sample evil.toml", "describe evil.pl"] {
        runs.push(desk.run(arguments));
    }
    for arguments in
        [["infer", "\u{1b}[2J.pl"], ["sample", "--\u{1b}[2J"], ["infer", "--memory=\u{1b}c"]]
    {
        runs.push(Outcome::of(desk.command("").args(arguments)));
    }
    for outcome in runs {
        let Outcome { code, stdout, stderr } = outcome;
        assert_ne!(code, 0);
        let text = stdout + &stderr;
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}
