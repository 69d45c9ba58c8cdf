//! Bad usage and bad input: exit code 2, a message with place and remedy, and nothing written.

use std::fmt::Write;

use super::{Desk, Outcome, assert_snapshot};

/// Run each command, check that it is refused and leaves nothing behind, and collect the messages.
fn refuse(name: &str, desk: &Desk, commands: &[&str]) {
    let before = desk.files("");
    let mut gallery = String::new();
    for arguments in commands {
        let outcome = desk.run(arguments);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (2, ""),
            "{arguments}: {}",
            outcome.stderr
        );
        assert_eq!(desk.files(""), before, "{arguments} left something behind");
        writeln!(gallery, "$ randlog {arguments}\n{}\n", outcome.stderr.trim_end()).unwrap();
    }
    assert_snapshot(name, &gallery);
}

#[test]
fn usage() {
    let desk = Desk::with_spec();
    refuse(
        "usage",
        &desk,
        &[
            "smaple spec.toml",
            "sample spec.toml --sede 5",
            "sample spec.toml --seed five",
            "sample spec.toml --count 0",
            "sample spec.toml --count 1e3",
            "sample spec.toml --threads 0",
            "sample spec.toml --threads 1000000",
            "sample spec.toml --timeout 0",
            "sample spec.toml --timeout -1",
            "sample spec.toml --timeout soon",
            "sample spec.toml --format xml",
            "sample spec.toml --output a.pl --output-dir b",
            "sample spec.toml --index 18446744073709551615",
            "check",
        ],
    );
}

#[test]
fn no_command_at_all() {
    let outcome = Desk::new().run("");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("Usage: randlog <COMMAND>"), "{}", outcome.stderr);
}

#[test]
fn specs() {
    let desk = Desk::with_spec();
    desk.write("typo.toml", "predicates = [\"p/1\"]\nmax_node = 5\n");
    desk.write("broken.toml", "predicates = [\"p/1\"\n");
    desk.write("latin1.toml", b"predicates = [\"caf\xe9/1\"]\n");
    refuse(
        "specs",
        &desk,
        &[
            "sample",
            "sample nowhere.toml --output out.pl",
            "sample . --output out.pl",
            "sample typo.toml --output out.pl",
            "sample broken.toml --output out.pl",
            "sample latin1.toml --output out.pl",
            "sample spec.toml --max-clauses 1 --output out.pl",
            "sample spec.toml --max-nodes 0 --output-dir out",
            "sample spec.toml --variables 0 --constants 0 --output-dir out",
            "sample spec.toml --probabilities 0.5,1.5 --output-dir out",
            "sample spec.toml --independent p:p --output-dir out",
            "sample spec.toml --independent p:s --output-dir out",
            "enumerate spec.toml --predicates p/1,p/1 --output out.pl",
            "enumerate spec.toml --predicates Parent/2 --output out.pl",
            "enumerate spec.toml --constants a,B --output out.pl",
            "enumerate spec.toml --safe=maybe --output out.pl",
        ],
    );
}

#[test]
fn outputs() {
    let desk = Desk::with_spec();
    std::fs::create_dir(desk.path("full")).unwrap();
    desk.write("full/notes.txt", "keep me");
    desk.write("file", "");
    refuse(
        "outputs",
        &desk,
        &[
            "sample spec.toml --output-dir full",
            "sample spec.toml --output-dir file",
            "sample spec.toml --output full",
            "sample spec.toml --output nowhere/out.pl",
            "enumerate spec.toml --output nowhere/out.pl",
        ],
    );
    assert_eq!(desk.files("full"), ["notes.txt"]);
}

#[test]
fn programs_to_be_like() {
    let desk = Desk::new();
    desk.write("rules.pl", "p(X) :- q(X).\nq(X) :- r(X).\n");
    desk.write("facts.pl", "edge(a, b).\n0.5::edge(b, c).\n");
    desk.write("empty.pl", "% nothing\n");
    desk.write("broken.pl", "p(X) :- q(X.\n");
    desk.write("latin.pl", b"p :- q.\n% caf\xe9\n");
    desk.write("talk.pl", "p :- writeln(hello).\nquery(p).\n");
    let many: String = (0..1100).map(|n| format!("p{n} :- q{n}.\n")).collect();
    desk.write("many.pl", many);
    refuse(
        "programs_to_be_like",
        &desk,
        &[
            "sample --like missing.pl",
            "sample --like rules.pl facts.pl",
            "sample --like empty.pl --save-spec spec.toml",
            "sample --like broken.pl --save-spec spec.toml",
            "sample --like latin.pl",
            "sample --like talk.pl",
            "sample --like many.pl --save-spec spec.toml",
            "sample --like",
            "sample spec.toml --like rules.pl",
            "sample --like rules.pl --max-clauses 1 --save-spec spec.toml",
            "sample --like rules.pl --save-spec missing/spec.toml",
            "instance --like facts.pl",
            "describe facts.pl",
            "describe",
        ],
    );
}

#[test]
fn the_same_mistake_has_the_same_exit_code_in_every_command() {
    let desk = Desk::with_spec();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    desk.write("broken.pl", "p(.\n");
    desk.write("occupied", "");
    let endless = "--predicates p/1,q/2,r/3,s/2,t/1 --variables 6 --constants 6 --max-nodes 60 --max-clauses 60";
    let codes: [(i32, &[&str]); 4] = [
        // A file that is not there.
        (
            2,
            &[
                "sample nowhere",
                "sample --like nowhere",
                "enumerate nowhere",
                "count nowhere",
                "instance nowhere",
                "check nowhere",
                "check coin.pl --spec nowhere",
                "describe nowhere",
                "infer nowhere",
                "compare nowhere",
                "compare coin.pl --known nowhere",
                "reduce nowhere --judge true",
                "experiment report nowhere",
                "fuzz report nowhere",
            ],
        ),
        // A program that does not parse.
        (
            2,
            &[
                "check broken.pl",
                "check broken.pl coin.pl",
                "describe broken.pl",
                "infer broken.pl",
                "sample --like broken.pl",
                "reduce broken.pl --judge true",
            ],
        ),
        // A place that cannot be written to.
        (
            2,
            &[
                "sample spec.toml -o nowhere/out.pl",
                "sample spec.toml --output-dir occupied/out",
                "instance spec.toml --output-dir occupied",
                "enumerate spec.toml --limit 1 -o nowhere/out.pl",
                "engines setup --environment occupied/env",
            ],
        ),
        // Out of time.
        (
            1,
            &[
                "sample ENDLESS --method exact --timeout 0.1",
                "count ENDLESS --timeout 0.1",
                "enumerate ENDLESS --timeout 0.1 -o out.pl",
                "verify --timeout 0.01",
                "check /dev/zero --timeout 0.1",
                "describe /dev/zero --timeout 0.1",
                "sample --like /dev/zero --timeout 0.1",
                "instance --like /dev/zero --timeout 0.1",
            ],
        ),
    ];
    for (code, all) in codes {
        for arguments in all {
            let outcome = desk.run(&arguments.replace("ENDLESS", endless));
            assert_eq!(outcome.code, code, "{arguments}: {}", outcome.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn an_output_behind_a_dangling_link_appears_there() {
    let desk = Desk::with_spec();
    std::os::unix::fs::symlink("there/out.pl", desk.path("link.pl")).unwrap();
    let outcome = desk.run("sample spec.toml -o link.pl");
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    std::fs::create_dir(desk.path("there")).unwrap();
    desk.output("sample spec.toml --seed 1 -o link.pl");
    assert!(desk.path("link.pl").is_symlink());
    assert!(desk.read("there/out.pl").starts_with("% # randlog"));
    std::os::unix::fs::symlink("circle.pl", desk.path("circle.pl")).unwrap();
    assert_eq!(desk.run("sample spec.toml -o circle.pl").code, 2);
}

#[test]
fn a_file_whose_name_looks_like_a_flag_is_a_file() {
    let desk = Desk::new();
    desk.write("-x.pl", "0.5::p. query(p).\n");
    let answer = "{\"answers\":[{\"atom\":\"p\",\"probability\":0.5}]}";
    desk.write("half.sh", format!("test -f \"$1\" && echo '{answer}'\n"));
    let mut command = desk.command("compare --engines exact,worlds");
    let outcome = Outcome::of(command.args(["--engines", "half=sh half.sh", "--", "-x.pl"]));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}

#[test]
fn a_missing_directory_for_temporary_files_is_named() {
    let desk = Desk::new();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    let mut command = desk.command("compare coin.pl --engines exact,worlds");
    let outcome = Outcome::of(command.env("TMPDIR", "/no/such/place"));
    assert_eq!(outcome.code, 1);
    let words = "no temporary files can be made in";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("TMPDIR"), "{}", outcome.stderr);
}

#[test]
fn a_number_that_is_no_probability_is_shown_where_it_is() {
    let desk = Desk::new();
    for (text, words, place) in [
        ("a.\n1.5::p. query(p).\n", "a probability is above 0 and at most 1", "bad.pl:2:1"),
        (
            "0.3::a; 0.9::b. query(a).\n",
            "probabilities may sum to\n        1 at most",
            "bad.pl:1:1",
        ),
        ("0.5::P(x). query(p).\n", "starts with a small letter", "bad.pl:1:1"),
    ] {
        desk.write("bad.pl", text);
        // `check` reads heads in another way.
        let commands = if text.contains("P(") {
            &["infer bad.pl"][..]
        } else {
            &["infer bad.pl", "check bad.pl"]
        };
        for command in commands {
            let outcome = desk.run(command);
            let said = outcome.stdout + &outcome.stderr;
            assert!(outcome.code > 0 && said.contains(place), "{command}: {said}");
            let is_told = said.contains(words) && !said.contains("built-in predicates");
            assert!(is_told, "{command}: {said}");
        }
    }
    // An expression has no excerpt, but it has a remedy.
    desk.write("bad.pl", "1.5 * X::p(X) :- q(X). q(1). query(p(X)).\n");
    let outcome = desk.run("infer bad.pl");
    assert!(outcome.stderr.contains("probabilities may be"), "{}", outcome.stderr);
}

#[test]
fn a_spec_is_not_taken_for_a_program_and_a_number_is_written_in_digits() {
    let desk = Desk::with_spec();
    let outcome = desk.run("infer spec.toml");
    assert!(outcome.stderr.contains("`spec.toml` is a spec, not a program"), "{}", outcome.stderr);
    let outcome = desk.run("sample spec.toml --count 1e3");
    assert!(outcome.stderr.contains("in digits, 1 or more, such as 1000"), "{}", outcome.stderr);
}

#[test]
fn characters_that_do_something_to_a_terminal_are_shown_in_names_of_files() {
    let desk = Desk::new();
    desk.write("a\u{1b}[31m.pl", "0.5::p. query(p).\n");
    for command in ["check", "infer", "describe", "compare --engines exact,worlds"] {
        let mut command = desk.command(command);
        let outcome = Outcome::of(command.arg("a\u{1b}[31m.pl"));
        let said = outcome.stdout + &outcome.stderr;
        assert!(!said.contains('\u{1b}'), "{command:?}: {said}");
    }
}
