//! Bad usage and bad input: exit code 2, a message with place and remedy, and nothing written.

use std::fmt::Write;

use super::{Desk, assert_snapshot};

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
    desk.write("rules.pl", "p(X) :- q(X).\nq(a).\n");
    desk.write("facts.pl", "edge(a, b).\n0.5::edge(b, c).\n");
    desk.write("empty.pl", "% nothing\n");
    desk.write("broken.pl", "p(X) :- q(X.\n");
    desk.write("latin.pl", b"p :- q.\n% caf\xe9\n");
    desk.write("talk.pl", "p :- writeln(hello).\nquery(p).\n");
    let many: String = (0..300).map(|n| format!("p{n} :- q{n}.\n")).collect();
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
