//! `randlog check`.

use super::{Desk, Outcome, assert_snapshot};

const SMOKERS: &str = r"% Who smokes?
0.3::stress(X) :- person(X).
0.2::influences(X, Y) :- person(X), person(Y).
smokes(X) :- stress(X).
smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
person(ann). person(bob).
friend(ann, bob).
calm(X) :- person(X), \+ smokes(X).
query(smokes(ann)).
";

fn show(outcome: &Outcome) -> String {
    format!(
        "exit code {}\n--- stdout\n{}--- stderr\n{}",
        outcome.code, outcome.stdout, outcome.stderr
    )
}

#[test]
fn what_holds_of_a_program() {
    let desk = Desk::new();
    desk.write("smokers.pl", SMOKERS);
    assert_snapshot("check_smokers", &show(&desk.run("check smokers.pl")));
}

#[test]
fn faults_are_told_but_are_no_failure_without_a_spec() {
    let desk = Desk::new();
    desk.write("odd.pl", "p(X) :- \\+ q(X).\nq(X) :- p(X).\nr(a).\n");
    let outcome = desk.run("check odd.pl");
    assert_eq!(outcome.code, 0);
    assert_snapshot("check_odd", &show(&outcome));
}

#[test]
fn a_program_that_does_not_belong() {
    let desk = Desk::with_spec();
    desk.write("p.pl", "p(a).\nq(a, X) :- \\+ p(X), \\+ r(X).\n");
    let outcome = desk.run("check p.pl --spec spec.toml");
    assert_eq!(outcome.code, 1);
    assert_snapshot("check_alien", &show(&outcome));
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_does_nothing_to_a_terminal() {
    let desk = Desk::new();
    desk.write("a\u{1b}[2Jb.pl", "p.\n");
    desk.write("c\u{1b}[2Jd.pl", "p(.\n");
    let outcome = desk.run("check .");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout.contains("a\\u{1b}[2Jb.pl: parses"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("c\\u{1b}[2Jd.pl: does not parse"), "{}", outcome.stdout);
    assert!(!(outcome.stdout + &outcome.stderr).contains('\u{1b}'));
}

#[test]
fn flags_alone_can_be_the_spec() {
    let desk = Desk::new();
    desk.write("p.pl", "p(a).\n");
    let spec = "--predicates p/1 --constants 1 --max-nodes 1";
    assert_eq!(desk.run(&format!("check p.pl {spec} --max-clauses 1")).code, 0);
    assert_eq!(
        desk.run(&format!("check p.pl {spec} --max-clauses 1 --empty-bodies false")).code,
        1
    );
    assert_eq!(desk.run(&format!("check p.pl {spec}")).code, 2);
}

#[test]
fn a_header_is_the_spec_unless_another_is_given() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml -n 3 --seed 2 --output three.pl");
    let outcome = desk.run("check three.pl");
    assert_eq!(outcome.code, 0);
    assert_snapshot("check_header", &show(&outcome));
    assert_eq!(desk.run("check three.pl --max-clauses 2 --cycles acyclic").code, 1);
    desk.write("other.toml", "predicates = [\"r/0\"]\nmax_nodes = 1\nmax_clauses = 1\n");
    let other = desk.run("check three.pl --spec other.toml");
    assert_eq!(other.code, 1);
    assert!(
        other.stdout.contains("does not belong to the space of the spec\n"),
        "{}",
        other.stdout
    );
}

#[test]
fn errors_in_the_middle_of_a_file_point_into_the_file() {
    let desk = Desk::with_spec();
    let output = desk.output("sample spec.toml -n 2 --seed 2");
    desk.write("broken.pl", output + "\n% program 2\np(X) :- q(X, f(X)).\n");
    let outcome = desk.run("check broken.pl");
    assert_eq!(outcome.code, 2);
    assert_snapshot("check_broken", &show(&outcome));
}

#[test]
fn an_error_far_to_the_right_is_told_without_its_line() {
    let desk = Desk::new();
    desk.write("wide.pl", format!("{}p :- .\n", "p. ".repeat(50_000)));
    let outcome = desk.run("check wide.pl");
    assert_eq!(outcome.code, 2);
    assert_snapshot("check_wide", &show(&outcome));
}

#[test]
fn a_header_that_was_tampered_with() {
    let desk = Desk::with_spec();
    let output = desk.output("sample spec.toml --seed 2").replace("max_nodes = 4", "max_nodes = 0");
    desk.write("tampered.pl", output);
    let outcome = desk.run("check tampered.pl");
    assert_eq!(outcome.code, 2);
    assert_snapshot("check_tampered", &show(&outcome));
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let desk = Desk::new();
    let outcome = Outcome::of(desk.command("check -").write_stdin("p :- q ; r.\n"));
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.starts_with("-: parses\n"), "{}", outcome.stdout);
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let desk = Desk::new();
    desk.write("good.pl", "p.\n");
    desk.write("bad.pl", "p :- q\nr.\n");
    desk.write("latin1.pl", b"% caf\xe9\np.\n");
    let outcome = desk.run("check bad.pl nowhere.pl latin1.pl good.pl");
    assert_eq!(outcome.code, 2);
    assert_snapshot("check_many", &show(&outcome));
    assert_eq!(desk.run("check bad.pl good.pl").code, 2);
}

#[test]
fn prolog_is_read_as_prolog() {
    let desk = Desk::new();
    desk.write("q.pl", "query(a).\n");
    assert!(desk.output("check q.pl --language prolog").contains("query/1"));
    assert!(!desk.output("check q.pl").contains("query/1"));
}

#[test]
fn all_broken_rules_are_told() {
    let desk = Desk::with_spec();
    desk.write("p.pl", "p(a).\nr(X) :- \\+ p(X), \\+ r(X).\np(a).\n");
    let text = desk.run("check p.pl --spec spec.toml").stdout;
    let broken: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("broken rule")).collect();
    assert_eq!(broken.len(), 5, "{text}");
    desk.write("many.pl", "z(a).\n".repeat(60));
    let text = desk.run("check many.pl --spec spec.toml").stdout;
    assert_eq!(text.matches("broken rule").count(), 21, "{text}");
    assert!(text.contains("and 102 more"), "{text}");
}

#[test]
fn a_directory_is_checked_and_summed_up() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml -n 12 --seed 1 --output-dir made/below");
    desk.write("made/notes.txt", "not a program");
    desk.write("made/.hidden.pl", "not a program");
    let outcome = desk.run("check made");
    assert_eq!(outcome.code, 0);
    assert_eq!(outcome.stderr, "12 programs: 12 belong to their space\n");
    assert!(outcome.stdout.starts_with("made/below/program-000000.pl: belongs"));
    desk.output("describe made --timeout 0.1");
    let quiet = desk.run("check made --quiet");
    assert_eq!((quiet.stdout, quiet.stderr), (String::new(), String::new()));
    desk.write("made/z.pl", "z.\n");
    let outcome = desk.run("check made --spec spec.toml --quiet");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    assert!(outcome.stdout.starts_with("made/z.pl: does not belong"), "{}", outcome.stdout);
    let outcome = desk.run("check made --spec spec.toml");
    let summary = "13 programs: 12 belong to their space, 1 does not belong to its space\n";
    assert_eq!(outcome.stderr, summary);
    std::fs::create_dir(desk.path("empty")).unwrap();
    let outcome = desk.run("check empty");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("no programs in the directory"), "{}", outcome.stderr);
}
