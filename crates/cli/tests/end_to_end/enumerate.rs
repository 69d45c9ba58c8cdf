//! `randlog enumerate`.

use std::collections::HashSet;
use std::io::Read;
use std::process::{Command, Stdio};

use super::{Desk, assert_snapshot, programs};

const ONE_CLAUSE: &str = "enumerate --predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1";
const ENDLESS: &str =
    "enumerate --predicates p/3,q/3 --variables 5 --constants 5 --max-nodes 9 --max-clauses 9";

#[test]
fn a_small_space_is_listed_whole() {
    let desk = Desk::new();
    assert_snapshot("enumerate", &desk.output(&format!("{ONE_CLAUSE} --cycles any")));
}

#[test]
fn counts_of_small_spaces() {
    let desk = Desk::new();
    let one_fact = "enumerate --predicates p/3 --variables 3 --max-nodes 1 --max-clauses 1";
    let three = "enumerate --predicates p/1,q/1,r/1 --constants 1 --max-nodes 3 --max-clauses 3";
    for (arguments, count) in [
        (format!("{ONE_CLAUSE} --cycles any"), 15),
        (format!("{ONE_CLAUSE} --cycles stratified"), 6),
        (format!("{ONE_CLAUSE} --cycles acyclic"), 1),
        (format!("{one_fact} --cycles acyclic"), 5),
        (format!("{three} --independent p:q"), 1096),
    ] {
        let output = desk.output(&arguments);
        let listed: Vec<&str> = programs(&output)
            .split("\n\n")
            .map(|text| text.split_once('\n').unwrap().1.trim_end())
            .collect();
        assert_eq!(listed.len(), count, "{arguments}");
        assert_eq!(listed.iter().collect::<HashSet<_>>().len(), count, "{arguments}: repetitions");
    }
}

#[test]
fn a_limit_cuts_the_list() {
    let desk = Desk::new();
    let all = desk.output(&format!("{ONE_CLAUSE} --cycles any"));
    let some = desk.output(&format!("{ONE_CLAUSE} --cycles any --limit 4"));
    assert!(programs(&all).starts_with(programs(&some)));
    assert_eq!(some.matches("% program ").count(), 4);
    assert_eq!(desk.output(&format!("{ONE_CLAUSE} --limit 0")), "");
}

#[test]
fn a_list_passes_the_check() {
    let desk = Desk::new();
    desk.output(&format!("{ONE_CLAUSE} --output list.pl"));
    let checked = desk.output("check list.pl");
    assert_eq!(checked.matches("belongs to the space").count(), 6);
}

#[test]
fn a_spec_that_no_program_meets() {
    let desk = Desk::new();
    let outcome =
        desk.run(&format!("{ONE_CLAUSE} --cycles acyclic --empty-bodies false --output out.pl"));
    assert_eq!(outcome.code, 1);
    assert_eq!(desk.files(""), [""; 0]);
    assert_snapshot("enumerate_nothing", &outcome.stderr);
}

#[test]
fn out_of_time_what_was_found_is_kept() {
    let desk = Desk::new();
    let outcome = desk.run(&format!("{ENDLESS} --timeout 0.3 --output out.pl"));
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("out of time"), "{}", outcome.stderr);
    let text = desk.read("out.pl");
    assert!(text.matches("% program ").count() > 0 && text.ends_with(".\n"));
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_run_quietly() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .args(ENDLESS.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn a_directory_gets_a_file_per_program() {
    let desk = Desk::new();
    let spec = "--predicates p/1 --variables 1 --max-nodes 4 --max-clauses 1 --cycles any";
    desk.output(&format!("enumerate {spec} --output-dir all"));
    assert_eq!(desk.files("all").len(), 15);
    let outcome = desk.run("check all");
    assert_eq!(
        (outcome.code, outcome.stderr.as_str()),
        (0, "15 programs: 15 belong to their space\n")
    );
    // The same programs as in one stream.
    let stream = desk.output(&format!("enumerate {spec}"));
    let third = desk.read("all/program-000002.pl");
    let clauses = third.split_once("\n\n").unwrap().1;
    assert!(stream.contains(&format!("% program 2\n{clauses}")), "{third}");
    assert_eq!(desk.run(&format!("enumerate {spec} --output-dir all")).code, 2);
}
