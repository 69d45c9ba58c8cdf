//! The inference experiment: its grid, its records, and its report.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{Changed, complete, grid};
use randlog_engines::{Engine, FailureKind, external};
use randlog_experiment::grid::Grid;
use randlog_experiment::inference::{self, Config, Design, Inference, InferenceRecord, Outcome};
use randlog_experiment::{Experiment, Shard, records};
use serde_json::Value;
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

const SMALL: [(&str, &[usize]); 7] = [
    ("predicates", &[2]),
    ("variables", &[2]),
    ("max_nodes", &[2]),
    ("max_arity", &[1, 2]),
    ("domain", &[9]),
    ("facts", &[10, 30]),
    ("probabilistic", &[25, 75]),
];

fn small(design: Design) -> Config {
    let engines = ["one", "two", "three"].map(str::to_owned).to_vec();
    let grid = grid(&SMALL).with_repeats(1);
    Config { design, grid, engines, ..Config::default() }
}

/// Run all of a configuration with these engines.
fn run(config: Config, directory: &Path, scripts: &[(&str, &str)]) -> Vec<(u64, InferenceRecord)> {
    let engines = scripts.iter().map(|(name, script)| engine(directory, name, script)).collect();
    let experiment = Inference::new(config).unwrap().with_engines(engines, directory);
    complete(&experiment, directory, Shard::WHOLE);
    let found = records::read::<Inference>(&directory.join("records.jsonl")).unwrap();
    inference::report(&found).unwrap().write(directory).unwrap();
    found.records
}

#[test]
fn by_default_it_is_the_papers_grid() {
    let grid = Config::default().grid;
    // 2, 7 and 29 numbers of pairs, and six other parameters with three values.
    assert_eq!(grid.combinations(), Some(38 * 3_u64.pow(6)));
    let all: BTreeSet<String> =
        (0..277_020).step_by(10).map(|id| format!("{:?}", grid.combination(id).unwrap())).collect();
    assert_eq!(all.len(), 27_702);
    assert_eq!(grid.combination(277_020), None);
    let grid = grid.with_sample(7);
    let sample = Inference::new(Config { grid, ..Config::default() }).unwrap().ids();
    assert_eq!(sample.len(), 70);
    assert!(sample.chunks(10).all(|runs| runs[0] % 10 == 0 && runs[9] == runs[0] + 9));
}

#[test]
fn a_run_does_not_depend_on_the_rest_of_the_grid() {
    let scripts = [("one", answering("0.5"))];
    let scripts: Vec<(&str, &str)> = scripts.iter().map(|(n, s)| (*n, s.as_str())).collect();
    let (whole, part) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let all = run(small(Design::Safe), whole.path(), &scripts);
    let mut fewer = small(Design::Safe);
    fewer.grid = fewer.grid.with("max_arity", [2]).unwrap().with("facts", [30]).unwrap();
    let some = run(fewer, part.path(), &scripts);
    assert!(!some.is_empty());
    for (_, record) in &some {
        let same = |other: &&(u64, InferenceRecord)| other.1.parameters == record.parameters;
        let (_, other) = all.iter().find(same).unwrap();
        let drawn =
            |r: &InferenceRecord| (r.arities.clone(), r.pairs.clone(), r.seed, r.query.clone());
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
    if !cfg!(feature = "figures") {
        return;
    }
    assert!(!html.contains("src=") && !html.contains("href="), "it needs no other file");
    for text in ["mean time, published", "published, all algorithms together", "nnf (is ddnnf)"] {
        assert!(html.contains(text), "{text}");
    }
}

/// Change every record of a file, and report on what it says then.
fn report_after(directory: &Path, change: impl Fn(&mut Value)) -> String {
    let path = directory.join("records.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if line.get("id").is_some() {
            change(&mut line);
        }
        line.to_string() + "\n"
    });
    let changed: String = lines.collect();
    fs::write(&path, changed).unwrap();
    let found = records::read::<Inference>(&path).unwrap();
    let report = inference::report(&found).unwrap();
    report.write(directory).unwrap();
    report.to_text()
}

#[test]
fn where_others_were_at_work_processor_time_counts() {
    let desk = TempDir::new().unwrap();
    let half = answering("0.5");
    let records = run(small(Design::Safe), desk.path(), &[("one", &half), ("two", &half)]);
    let unstarted = records.iter().find(|(_, record)| !record.runs.is_empty()).unwrap().0;
    let engines = records.iter().flat_map(|(_, record)| &record.runs);
    assert!(engines.clone().all(|run| run.usage.cpu_us.is_some_and(|time| time > 0)));
    assert!(engines.clone().all(|run| run.usage.peak_bytes.is_some_and(|size| size > 1 << 16)));
    let set = |record: &mut Value, others_us: u64| {
        record["others_us"] = others_us.into();
        for run in record["runs"].as_array_mut().unwrap() {
            (run["wall_us"], run["cpu_us"]) = (1_000_000.into(), 77_000.into());
            run["ground_us"] = 500_000.into();
        }
        // One that was never started has used nothing.
        if record["id"] == unstarted {
            let run = &mut record["runs"][1];
            run.as_object_mut().unwrap().retain(|key, _| key != "cpu_us");
            (run["outcome"], run["kind"]) = ("failed".into(), "untranslated".into());
            run["words"] = "".into();
        }
    };
    let captions = || fs::read_to_string(desk.path().join("report.md")).unwrap();
    let cell = |table: &str, column: usize| {
        let table = fs::read_to_string(desk.path().join(table)).unwrap();
        table.lines().nth(1).unwrap().split(',').nth(column).unwrap().to_owned()
    };
    let text = report_after(desk.path(), |record| set(record, 20_000));
    assert!(text.contains("at work on the same core during 0 of "), "{text}");
    assert!(captions().contains("asked for, from start to end, and after"));
    assert_eq!((cell("engines.csv", 5).as_str(), cell("work.csv", 6).as_str()), ("1000000", "0.5"));
    let text = report_after(desk.path(), |record| set(record, 500_000));
    assert!(text.contains("whole times are processor times here"), "{text}");
    assert!(captions().contains("asked for, of processors, and after"));
    // A part of the time from start to end is still one of that.
    assert_eq!((cell("engines.csv", 5).as_str(), cell("work.csv", 6).as_str()), ("77000", "0.5"));
}

#[test]
fn records_from_before_anything_was_measured_are_read() {
    let desk = TempDir::new().unwrap();
    let half = answering("0.5");
    run(small(Design::Safe), desk.path(), &[("one", &half), ("two", &half)]);
    let text = report_after(desk.path(), |record| {
        record.as_object_mut().unwrap().remove("others_us");
        for run in record["runs"].as_array_mut().unwrap() {
            let is_new = |key: &str| ["cpu_us", "peak_bytes", "memory_limit"].contains(&key);
            run.as_object_mut().unwrap().retain(|key, _| !is_new(key));
        }
    });
    assert!(!text.contains("at work on the same core"), "{text}");
    assert!(!text.contains("The limit on memory"), "{text}");
}

#[test]
fn what_limits_memory_is_recorded_and_reported() {
    let desk = TempDir::new().unwrap();
    let half = answering("0.5");
    let records = run(small(Design::Safe), desk.path(), &[("one", &half), ("two", &half)]);
    let mut engines = records.iter().flat_map(|(_, record)| &record.runs);
    assert!(engines.all(|run| run.usage.memory_limit.is_some()));
    let limited = |engine: usize, limit: &'static str| {
        move |record: &mut Value| {
            if let Some(run) = record["runs"].get_mut(engine) {
                run["memory_limit"] = limit.into();
            }
        }
    };
    let text = report_after(desk.path(), limited(0, "data"));
    assert!(text.contains("on the private memory of each process"), "{text}");
    report_after(desk.path(), limited(0, "address-space"));
    let text = report_after(desk.path(), limited(1, "address-space"));
    assert!(text.contains("one on the address space of each process."), "{text}");
    let text = report_after(desk.path(), limited(0, "cgroup"));
    assert!(text.contains("in use together (by control groups) in "), "{text}");
    let text = report_after(desk.path(), limited(1, "cgroup"));
    assert!(text.contains("in use together (by control groups)."), "{text}");
}

#[test]
fn grids_that_make_no_sense_are_refused() {
    let refuse = |grid| {
        let config = Config { grid, ..Config::default() };
        Inference::new(config).unwrap_err().to_string()
    };
    for (grid, word) in [
        (grid(&[("predicates", &[])]), "empty"),
        (grid(&[("variables", &[0])]), "variables: 0"),
        (grid(&[("max_nodes", &[500])]), "max_nodes"),
        (grid(&[("max_arity", &[9]), ("domain", &[400])]), "ground atoms"),
        (grid(&[("probabilistic", &[101])]), "in percent: 101"),
        (grid(&[("facts", &[])]), "facts"),
        (Grid::default().with_repeats(0), "repeats"),
        (Grid::default().with_repeats(usize::MAX), "2^32"),
    ] {
        let error = refuse(grid);
        assert!(error.contains(word), "{error}");
    }
}
