//! Reports have everything in them, in every form.

use std::fs;
use std::path::Path;

use crate::common;
use crate::common::{Changed, complete, grid};
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
fn where_a_run_had_to_wait_its_processor_time_counts() {
    let directory = TempDir::new().unwrap();
    let grid = Grid::default().with_sample(20);
    report_on(grid, directory.path());
    let path = directory.path().join("records.jsonl");
    let mut found = records::read::<Scaling>(&path).unwrap();
    let set = |record: &mut scaling::ScalingRecord, wall: u64, cpu: Option<u64>| {
        (record.build_us, record.search_us) = (wall, wall);
        (record.build_cpu_us, record.search_cpu_us) = (cpu, cpu);
    };
    let mut report = |wall: u64, cpu: Option<u64>| {
        for (_, record) in &mut found.records {
            set(record, 10_000, cpu.map(|_| 10_000));
        }
        set(&mut found.records[7].1, wall, cpu);
        let report = scaling::report(&found).unwrap();
        report.write(directory.path()).unwrap();
        let slowest = fs::read_to_string(directory.path().join("slowest.csv")).unwrap();
        let slowest = slowest.lines().nth(1).unwrap().to_owned();
        let times: Vec<u64> =
            slowest.split(',').skip(1).take(2).map(|time| time.parse().unwrap()).collect();
        (report.to_text(), times)
    };
    let (text, times) = report(5_000_000, Some(20_000));
    assert!(text.contains("1 of 20 runs waited for a core"), "{text}");
    assert!(text.contains("Waiting took 10.0 of all 10.4 seconds"), "{text}");
    assert_eq!(times, [20_000, 20_000]);
    let (text, times) = report(20_000, Some(19_900));
    assert!(text.contains("no run waited for a core"), "{text}");
    assert_eq!(times, [20_000, 20_000]);
    // As in records from before it was measured.
    let (text, times) = report(5_000_000, None);
    assert!(text.contains("spent waiting for a core"), "{text}");
    assert_eq!(times, [5_000_000, 5_000_000]);
}

#[test]
fn the_processor_time_of_a_run_is_recorded() {
    let directory = TempDir::new().unwrap();
    report_on(Grid::default().with_sample(20), directory.path());
    let found = records::read::<Scaling>(&directory.path().join("records.jsonl")).unwrap();
    for (_, record) in found.records {
        assert_eq!(record.build_cpu_us.is_some(), cfg!(target_os = "linux"));
        assert_eq!(record.search_cpu_us.is_some(), cfg!(target_os = "linux"));
        // One that worked for longer than it took would have had two threads.
        let worked = record.build_cpu_us.zip(record.search_cpu_us);
        assert!(worked.is_none_or(|(build, search)| build + search <= record.wall_us() + 2));
    }
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
