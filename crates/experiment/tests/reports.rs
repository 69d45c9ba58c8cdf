//! Reports have everything in them, in every form.

mod common;

use std::fs;
use std::path::Path;

use common::complete;
use randlog_experiment::scaling::{self, Config, Scaling};
use randlog_experiment::{Experiment, Shard, records};
use tempfile::TempDir;

fn report_on(config: Config, directory: &Path) -> String {
    let experiment = Scaling::new(config).unwrap();
    complete(&experiment, directory, Shard::WHOLE);
    let found = records::read::<Scaling>(&directory.join("records.jsonl")).unwrap();
    let report = scaling::report(&found).unwrap();
    report.write(directory).unwrap();
    report.to_text()
}

#[test]
fn a_report_has_all_its_parts() {
    let directory = TempDir::new().unwrap();
    let config = Config { sample: Some(200), ..Config::default() };
    let text = report_on(config, directory.path());
    assert!(text.contains("All 200 runs"), "{text}");
    assert!(text.contains("randlog experiment scaling DIR --sample 200 --seed 1"), "{text}");
    assert!(text.contains(" 0 timed out"), "{text}");
    let read = |name: &str| fs::read(directory.path().join(name)).unwrap();
    let html = String::from_utf8(read("report.html")).unwrap();
    assert!(!html.contains("src=") && !html.contains("href="), "it needs no other file");
    for figure in ["nodes", "time", "pairs", "distribution"] {
        let svg = String::from_utf8(read(&format!("{figure}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && html.contains(&svg), "{figure}");
        assert!(read(&format!("{figure}.png")).starts_with(b"\x89PNG"), "{figure}");
    }
    assert!(html.contains("published mean (duplicates allowed)"));
    let csv = String::from_utf8(read("parameters.csv")).unwrap();
    assert_eq!(csv.lines().count(), 25, "a title, and four values of six parameters");
    assert!(
        csv.lines().any(|line| line.starts_with("nodes of a body,8,") && line.contains("5495.4"))
    );
    let markdown = String::from_utf8(read("report.md")).unwrap();
    assert!(markdown.contains("![Search nodes against each parameter](nodes.png)"));
}

#[test]
fn a_report_on_a_corner_of_the_grid_is_drawn_too() {
    let directory = TempDir::new().unwrap();
    let one = || vec![1];
    let config = Config {
        predicates: one(),
        variables: one(),
        constants: one(),
        max_nodes: one(),
        additional_clauses: one(),
        max_arity: one(),
        repeats: 1,
        ..Config::default()
    };
    assert!(report_on(config, directory.path()).contains("All 1 runs"));
}
