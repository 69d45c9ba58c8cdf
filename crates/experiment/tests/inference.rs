//! The inference experiment: its grid, its records, and its report.
#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::complete;
use randlog_engines::{Engine, FailureKind, external};
use randlog_experiment::inference::{self, Config, Design, Inference, Outcome, Record};
use randlog_experiment::{Experiment, Shard, records};
use tempfile::TempDir;

/// An engine that runs a shell script.
fn engine(directory: &Path, name: &str, script: &str) -> Box<dyn Engine> {
    let path = directory.join(format!("{name}.sh"));
    fs::write(&path, script).unwrap();
    let engine: external::Command = format!("{name}=sh '{}'", path.display()).parse().unwrap();
    Box::new(engine)
}

/// Answers whatever is asked with a number.
fn answering(number: &str) -> String {
    format!(
        "query=$(sed -n 's/^query(\\(.*\\))\\.$/\\1/p' \"$1\")\n\
         echo \"{{\\\"answers\\\":[{{\\\"atom\\\":\\\"$query\\\",\\\"probability\\\":{number}}}],\
         \\\"phases\\\":{{\\\"load_us\\\":7,\\\"ground_us\\\":2}}}}\"\n"
    )
}

const REFUSING: &str = "echo '{\"error\": {\"kind\": \"non-ground\", \"message\": \"X in p(X)\"}}'";

fn small(design: Design) -> Config {
    Config {
        design,
        predicates: vec![2],
        variables: vec![2],
        max_nodes: vec![2],
        max_arity: vec![1, 2],
        domain: vec![9],
        facts: vec![10, 30],
        probabilistic: vec![25, 75],
        repeats: 1,
        engines: ["one", "two", "three"].map(str::to_owned).to_vec(),
        ..Config::default()
    }
}

/// Run all of a configuration with these engines.
fn run(config: Config, directory: &Path, scripts: &[(&str, &str)]) -> Vec<(u64, Record)> {
    let engines = scripts.iter().map(|(name, script)| engine(directory, name, script)).collect();
    let experiment = Inference::new(config).unwrap().in_laboratory(engines, directory);
    complete(&experiment, directory, Shard::WHOLE);
    let found = records::read::<Inference>(&directory.join("records.jsonl")).unwrap();
    inference::report(&found).unwrap().write(directory).unwrap();
    found.records
}

#[test]
fn by_default_it_is_the_papers_grid() {
    let config = Config::default();
    // 2, 7 and 29 numbers of pairs, and six other parameters with three values.
    assert_eq!(config.configurations(), Some(38 * 3_u64.pow(6)));
    let all: BTreeSet<String> = (0..277_020)
        .step_by(10)
        .map(|id| format!("{:?}", config.parameters(id).unwrap()))
        .collect();
    assert_eq!(all.len(), 27_702);
    assert_eq!(config.parameters(277_020), None);
    let sample = Inference::new(Config { sample: Some(7), ..config }).unwrap().ids();
    assert_eq!(sample.len(), 70);
    assert!(sample.chunks(10).all(|runs| runs[0] % 10 == 0 && runs[9] == runs[0] + 9));
}

#[test]
fn a_run_does_not_depend_on_the_rest_of_the_grid() {
    let scripts = [("one", answering("0.5"))];
    let scripts: Vec<(&str, &str)> = scripts.iter().map(|(n, s)| (*n, s.as_str())).collect();
    let (whole, part) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let all = run(small(Design::Safe), whole.path(), &scripts);
    let fewer = Config { max_arity: vec![2], facts: vec![30], ..small(Design::Safe) };
    let some = run(fewer, part.path(), &scripts);
    assert!(!some.is_empty());
    for (_, record) in &some {
        let same = |other: &&(u64, Record)| other.1.parameters == record.parameters;
        let (_, other) = all.iter().find(same).unwrap();
        let drawn = |r: &Record| (r.arities.clone(), r.pairs.clone(), r.seed, r.query.clone());
        assert_eq!(drawn(record), drawn(other));
    }
}

#[test]
fn a_record_keeps_answers_failures_words_and_phases() {
    let desk = TempDir::new().unwrap();
    let (half, third) = (answering("0.5"), answering("0.25"));
    let scripts = [("one", half.as_str()), ("two", half.as_str()), ("three", REFUSING)];
    let records = run(small(Design::Paper), desk.path(), &scripts);
    assert_eq!(records.len(), 16);
    for (_, record) in &records {
        assert!(!record.disagrees());
        assert_eq!(record.runs[0].outcome, Outcome::Answered { low: 0.5, high: 0.5 });
        assert_eq!(record.runs[0].phases.load_us, Some(7));
        let words = "X in p(X)".to_owned();
        assert_eq!(record.runs[2].outcome, Outcome::Failed { kind: FailureKind::NonGround, words });
    }
    assert!(!desk.path().join(inference::DISAGREEMENTS).exists());
    let read = |name: &str| fs::read_to_string(desk.path().join(name)).unwrap();
    assert!(
        read("failures.csv").lines().any(|line| line == "three,1,0"),
        "{}",
        read("failures.csv")
    );
    assert!(read("report.md").contains("less than half as many right answers as others: three."));

    let desk = TempDir::new().unwrap();
    let scripts = [("one", half.as_str()), ("two", half.as_str()), ("three", third.as_str())];
    let records = run(small(Design::Paper), desk.path(), &scripts);
    assert!(records.iter().all(|(_, record)| record.disagrees() && record.runs[2].disputed));
    assert_eq!(fs::read_dir(desk.path().join(inference::DISAGREEMENTS)).unwrap().count(), 16);
    let engines = fs::read_to_string(desk.path().join("engines.csv")).unwrap();
    for row in ["one,16,16,1,0,", "three,16,0,0,16,"] {
        assert!(engines.contains(row), "a wrong answer is none: {engines}");
    }
    let pairs = fs::read_to_string(desk.path().join("pairs.csv")).unwrap();
    assert!(pairs.contains("one,two,16,0\n") && pairs.contains("two,three,16,16\n"), "{pairs}");
}

#[test]
fn the_report_shows_the_published_numbers_beside_ours() {
    let desk = TempDir::new().unwrap();
    let half = answering("0.5");
    run(small(Design::Safe), desk.path(), &[("sdd", &half), ("bdd", &half)]);
    let html = fs::read_to_string(desk.path().join("report.html")).unwrap();
    assert!(!html.contains("src=") && !html.contains("href="), "it needs no other file");
    for text in ["mean time, published", "published, all algorithms together", "nnf (is ddnnf)"] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn grids_that_make_no_sense_are_refused() {
    let refuse = |config: Config| Inference::new(config).unwrap_err().to_string();
    let base = Config::default;
    for (config, word) in [
        (Config { predicates: vec![], ..base() }, "empty"),
        (Config { variables: vec![0], ..base() }, "0 variables"),
        (Config { max_nodes: vec![500], ..base() }, "max_nodes"),
        (Config { max_arity: vec![9], domain: vec![400], ..base() }, "ground atoms"),
        (Config { probabilistic: vec![101], ..base() }, "101 %"),
        (Config { facts: vec![], ..base() }, "facts"),
        (Config { repeats: 0, ..base() }, "repeats"),
        (Config { repeats: usize::MAX, ..base() }, "2^32"),
    ] {
        let error = refuse(config);
        assert!(error.contains(word), "{error}");
    }
}
