//! `randlog describe`.

use std::path::Path;

use serde_json::Value;

use super::{Desk, assert_snapshot, rows};

/// A program of the examples.
fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/programs");
    std::fs::read_to_string(examples.join(name)).unwrap()
}

#[test]
fn a_program_beside_uniform_ones_and_those_of_the_search() {
    let desk = Desk::new();
    desk.write("smokers.pl", example("smokers.pl"));
    let outcome = desk.run("describe smokers.pl --timeout 600");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_snapshot("describe", &format!("{}--- stderr\n{}", outcome.stdout, outcome.stderr));
}

#[test]
fn what_a_spec_cannot_say_is_told() {
    let desk = Desk::new();
    desk.write("urn.pl", example("urn.pl"));
    let outcome = desk.run("describe urn.pl");
    let note = "4 annotated disjunctions are counted as a clause per head";
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    // The first colours are data. Then there is a clause for each head.
    assert!(rows(&outcome.stdout).any(|row| row == ("max_clauses", "8")), "{}", outcome.stdout);
}

#[test]
fn json_holds_the_same_numbers() {
    let desk = Desk::new();
    desk.write("smokers.pl", example("smokers.pl"));
    let text = desk.output("describe smokers.pl --timeout 600");
    let value: Value =
        serde_json::from_str(&desk.output("describe smokers.pl --timeout 600 --format json"))
            .unwrap();
    assert_eq!(value["programs"], 1);
    assert_eq!(value["facts"]["count"], 8);
    assert_eq!(value["spec"]["max_clauses"], "5");
    assert_eq!(value["spec"]["data"], "person/1,friend/2");
    for column in ["given", "uniform", "search"] {
        let nodes = value["averages"][column]["nodes"].as_f64().unwrap();
        assert!(text.contains(&format!("{nodes:.3}")), "{nodes}");
    }
}

#[test]
fn every_clause_of_a_drawn_program_counts() {
    let desk = Desk::with_spec();
    let drawn = desk.output("sample spec.toml --seed 3 --count 20 --constants 1 --variables 0");
    desk.write("drawn.pl", &drawn);
    let clauses =
        drawn.lines().filter(|line| line.ends_with('.') && !line.starts_with('%')).count();
    let described = desk.output("describe drawn.pl --format json");
    let value: Value = serde_json::from_str(&described).unwrap();
    let average = value["averages"]["given"]["clauses"].as_f64().unwrap();
    assert_eq!((average * 20.0).round() as usize, clauses);
    assert_eq!(value["facts"]["count"], 0);
}
