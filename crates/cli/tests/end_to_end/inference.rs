//! The inference experiment as people run it, with engines that are small shell scripts.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::{Desk, Outcome, is_alive, wait_until};

/// A grid that takes a moment: eight configurations, three of which are run, two programs each.
const GRID: &str = "--predicates 2 --variables 2 --nodes 2,4 --arity 2 --domain 9 --facts 20,40 \
                    --probabilistic 50 --sample 3 --repeats 2 --timeout 30";

/// A desk with an engine that asks ours for the answer, and one that is always wrong.
fn desk() -> Desk {
    let desk = Desk::new();
    let randlog = assert_cmd::cargo::cargo_bin!("randlog").display();
    desk.write("right.sh", format!("exec '{randlog}' infer --format json \"$1\"\n"));
    desk.write(
        "wrong.sh",
        "query=$(sed -n 's/^query(\\(.*\\))\\.$/\\1/p' \"$1\")\n\
         echo \"{\\\"answers\\\":[{\\\"atom\\\":\\\"$query\\\",\\\"probability\\\":0}]}\"\n",
    );
    desk
}

/// Run the grid with engines of these names.
fn run(desk: &Desk, directory: &str, engines: &str, flags: &str) -> Outcome {
    let line = format!("experiment inference {directory} {GRID} {flags} --environment none");
    Outcome::of(desk.command(&line).arg("--engines").arg(engines))
}

/// The records of a file, sorted, without times.
fn timeless(desk: &Desk, file: &str) -> Vec<String> {
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("others_us");
        for run in record["runs"].as_array_mut().unwrap() {
            let is_measured = |key: &str| key.ends_with("_us") || key == "peak_bytes";
            run.as_object_mut().unwrap().retain(|key, _| !is_measured(key));
        }
        record.to_string()
    };
    let text = desk.read(file);
    let records = text.lines().filter(|line| line.contains("\"id\":"));
    let mut records: Vec<String> = records.map(record).collect();
    records.sort();
    records
}

#[test]
fn both_designs_are_run_and_reported() {
    let desk = desk();
    for design in ["paper", "safe"] {
        let flags = format!("--design {design}");
        let outcome = run(&desk, design, "exact,right=sh right.sh", &flags);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with("6 runs in "), "{}", outcome.stderr);
        let report = desk.output(&format!("experiment report {design}"));
        assert!(report.contains("All 6 runs"), "{report}");
        let files = desk.files(design);
        for name in ["facts-time", "independence", "arity", "share", "phases-time", "cactus"] {
            for ending in ["svg", "png"] {
                assert!(files.contains(&format!("{name}.{ending}")), "{files:?}");
            }
        }
        assert!(!files.iter().any(|name| name.starts_with("running")), "{files:?}");
    }
    let answers = |design: &str| -> Vec<f64> {
        let text = desk.read(&format!("{design}/records.jsonl"));
        let records = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        records.filter_map(|record| record["runs"][0]["low"].as_f64()).collect()
    };
    let safe = answers("safe");
    assert!(!safe.is_empty() && safe.iter().all(|&p| 0.0 < p && p < 1.0), "{safe:?}");
}

#[test]
fn a_disagreement_leaves_a_file_that_its_command_makes_again() {
    let desk = desk();
    assert_eq!(run(&desk, "out", "exact,wrong=sh wrong.sh", "").code, 0);
    let kept = desk.files("out/disagreements");
    assert!(!kept.is_empty());
    let report = desk.output("experiment report out");
    for file in kept {
        assert!(report.contains(&format!("disagreements/{file}")), "{report}");
        let text = desk.read(&format!("out/disagreements/{file}"));
        let (header, program) = text.split_once("\n\n").unwrap();
        // Its header says how it was made, with the file itself for the spec,
        let command = header.lines().nth(1).unwrap().strip_prefix("% # randlog ").unwrap();
        let command = command.replace("SPEC", &format!("out/disagreements/{file}"));
        assert!(desk.output(&command).ends_with(program), "{text}");
        // and the report does so in one line.
        let row = report.lines().find(|row| row.contains(&format!("/{file}"))).unwrap();
        let (_, command) = row.split_once("randlog instance").unwrap();
        assert!(desk.output(&format!("instance{command}")).ends_with(program), "{row}");
    }
}

#[test]
fn shards_make_up_the_whole() {
    let desk = desk();
    for shard in ["1/2", "2/2"] {
        assert_eq!(run(&desk, "parts", "exact", &format!("--shard {shard}")).code, 0);
    }
    desk.output("experiment merge parts");
    assert_eq!(run(&desk, "whole", "exact", "--threads 2").code, 0);
    assert_eq!(timeless(&desk, "parts/records.jsonl"), timeless(&desk, "whole/records.jsonl"));
    let other = run(&desk, "whole", "exact,right=sh right.sh", "--resume");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("[\"exact\"], not [\"exact\",\"right"), "{}", other.stderr);
}

#[test]
fn a_missing_engine_is_told_with_its_remedy() {
    let desk = desk();
    let outcome = run(&desk, "out", "exact,sdd", "");
    assert_eq!(outcome.code, 0);
    let line = "sdd is not installed; install it with `randlog engines setup`\n";
    assert!(outcome.stderr.starts_with(line), "{}", outcome.stderr);
    assert!(!desk.read("out/records.jsonl").contains("sdd"));
}

#[test]
fn an_engine_that_cannot_be_run_is_no_result() {
    let desk = desk();
    let outcome = run(&desk, "out", "exact,mine=./engine.sh", "");
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("the engine `mine` cannot be run"), "{}", outcome.stderr);
    // What is recorded is that it failed, perhaps on both cores, and nothing else.
    assert_eq!(timeless(&desk, "out/records.jsonl"), [""; 0]);
    let failed =
        desk.read("out/records.jsonl").lines().filter(|it| it.contains("\"failed\"")).count();
    assert!(failed >= 1);
    assert_eq!(desk.files("out"), ["records.jsonl"]);
}

#[test]
fn going_on_in_another_way_is_told() {
    let desk = desk();
    assert_eq!(run(&desk, "out", "exact", "--threads 1").stderr.matches("comparable").count(), 0);
    assert!(desk.read("out/records.jsonl").lines().next().unwrap().contains("\"at_once\":1,"));
    let again = run(&desk, "out", "exact", "--threads 2 --resume");
    assert!(again.stderr.starts_with("times may not be comparable"), "{}", again.stderr);
}

/// Start a run in the background.
fn start(desk: &Desk, engines: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(desk.path(""))
        .args(format!("experiment inference out {GRID} --threads 2 --resume").split_whitespace())
        .args(["--engines", engines, "--environment", "none", "--no-wall"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_run_loses_no_record_and_leaves_no_engine_behind() {
    let desk = desk();
    // It answers quickly until there are two records, and then never, with a child that lasts.
    desk.write(
        "slow.sh",
        "if [ ! -e go ] && [ $(wc -l < out/records.jsonl) -gt 2 ]; then\n\
         sleep 1000 & echo $! $$ >> pids; wait\nfi\nexec sh right.sh \"$1\"\n",
    );
    let engines = "exact,slow=sh slow.sh";
    let mut child = start(&desk, engines);
    let pids = || fs::read_to_string(desk.path("pids")).unwrap_or_default();
    wait_until("two engines hang", || pids().lines().count() == 2 && pids().ends_with('\n'));
    assert!(pids().split_whitespace().all(is_alive));
    let before = timeless(&desk, "out/records.jsonl");
    assert!(before.len() >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("no engine is left", || !pids().split_whitespace().any(is_alive));
    assert_eq!(timeless(&desk, "out/records.jsonl"), before);

    desk.write("go", "");
    assert!(start(&desk, engines).wait().unwrap().success());
    let resumed = timeless(&desk, "out/records.jsonl");
    assert!(before.iter().all(|record| resumed.contains(record)));
    fs::rename(desk.path("out"), desk.path("resumed")).unwrap();
    assert!(start(&desk, engines).wait().unwrap().success());
    assert_eq!(timeless(&desk, "out/records.jsonl"), resumed);
    assert!(!desk.files("resumed").iter().any(|name| name.starts_with("running")));
}
