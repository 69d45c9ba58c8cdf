//! Reports have everything in them, in every form.

use std::fs;
use std::path::Path;

use crate::common;
use crate::common::{complete, grid};
use randlog_experiment::grid::Grid;
use randlog_experiment::merge::Extent;
use randlog_experiment::scaling::{self, Config, Scaling};
use randlog_experiment::{Error, Experiment, Shard, known, records};
use tempfile::TempDir;

fn report_on(grid: Grid<scaling::Parameters>, directory: &Path) -> String {
    let experiment = Scaling::new(Config { grid, ..Config::default() }).unwrap();
    complete(&experiment, directory, Shard::WHOLE);
    let found = records::read::<Scaling>(&directory.join("records.jsonl")).unwrap();
    let report = scaling::report(&found).unwrap();
    report.write(directory).unwrap();
    report.to_text()
}

#[test]
fn a_report_has_all_its_parts() {
    let directory = TempDir::new().unwrap();
    let grid = Grid::default().with_sample(200);
    let text = report_on(grid, directory.path());
    assert!(text.contains("All 200 runs"), "{text}");
    assert!(text.contains("randlog experiment scaling DIR --sample 200 --seed 1"), "{text}");
    assert!(text.contains(" 0 timed out"), "{text}");
    let read = |name: &str| fs::read(directory.path().join(name)).unwrap();
    let html = String::from_utf8(read("report.html")).unwrap();
    assert!(!html.contains("src=") && !html.contains("href="), "it needs no other file");
    let is_drawn = cfg!(feature = "figures");
    for figure in ["nodes", "time", "pairs", "distribution"] {
        assert_eq!(directory.path().join(format!("{figure}.svg")).exists(), is_drawn);
        if !is_drawn {
            continue;
        }
        let svg = String::from_utf8(read(&format!("{figure}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && html.contains(&svg), "{figure}");
        assert!(read(&format!("{figure}.png")).starts_with(b"\x89PNG"), "{figure}");
    }
    assert_eq!(html.contains("published mean (duplicates allowed)"), is_drawn);
    let csv = String::from_utf8(read("parameters.csv")).unwrap();
    assert_eq!(csv.lines().count(), 25, "a title, and four values of six parameters");
    assert!(
        csv.lines().any(|line| line.starts_with("nodes of a body,8,") && line.contains("5495.4"))
    );
    let markdown = String::from_utf8(read("report.md")).unwrap();
    assert_eq!(markdown.contains("![Search nodes against each parameter](nodes.png)"), is_drawn);
}

#[test]
fn a_report_on_a_corner_of_the_grid_is_drawn_too() {
    let directory = TempDir::new().unwrap();
    let keys =
        ["predicates", "variables", "constants", "max_nodes", "additional_clauses", "max_arity"];
    let grid = grid(&keys.map(|key| (key, &[1][..]))).with_repeats(1);
    assert!(report_on(grid, directory.path()).contains("All 1 runs"));
}

#[test]
fn an_unknown_experiment_is_named() {
    let directory = TempDir::new().unwrap();
    complete(&common::Squares::up_to(3), directory.path(), Shard::WHOLE);
    let (path, output) = (directory.path().join("records.jsonl"), directory.path().join("merged"));
    let errors = [
        known::report(&path).unwrap_err(),
        known::merge(std::slice::from_ref(&path), Extent::Part, &output).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, Error::UnknownExperiment { .. }), "{error}");
        assert!(error.to_string().ends_with("an unknown experiment: squares"), "{error}");
        let help = miette::Diagnostic::help(&error).unwrap().to_string();
        assert_eq!(help, "the known experiments are: scaling, inference");
    }
}
