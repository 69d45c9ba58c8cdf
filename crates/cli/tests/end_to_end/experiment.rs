//! Experiments as people run them: killed, interrupted, in shards.

use std::fs;
use std::path::Path;

use super::{Desk, assert_snapshot};

/// A grid that takes a moment.
const GRID: &str = "--predicates 2,4 --variables 2 --constants 1 --repeats 2";

/// The records of a file without times, sorted.
fn timeless(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let records = text.lines().filter(|line| line.contains("\"id\":"));
    let mut records: Vec<String> = records.map(without_times).collect();
    records.sort();
    records
}

fn without_times(record: &str) -> String {
    let start = record.find("\"build_us\"").expect("a time");
    let end = record.find("\"nodes\"").expect("a number of nodes");
    format!("{}{}", &record[..start], &record[end..])
}

#[test]
fn a_small_grid_is_run_checked_and_reported() {
    let desk = Desk::new();
    let run = desk.run(&format!("experiment scaling out {GRID} --check-every 1"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.starts_with("1152 runs in "), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert_eq!(timeless(&desk.path("out/records.jsonl")).len(), 1152);

    let report = desk.output("experiment report out");
    assert!(report.contains("All 1,152 runs"), "{report}");
    assert!(report.contains("randlog experiment scaling DIR --predicates 2,4"), "{report}");
    assert!(desk.files("out").contains(&"report.html".to_owned()));
}

#[test]
fn a_run_of_the_report_can_be_repeated() {
    let desk = Desk::new();
    desk.output("experiment scaling out --sample 50");
    let report = desk.output("experiment report out");
    let line = report.lines().find(|line| line.contains("randlog sample ")).unwrap();
    let (_, command) = line.split_once("randlog ").unwrap();
    desk.output(command);
}

#[test]
fn shards_are_merged_or_named() {
    let desk = Desk::new();
    for shard in ["1/3", "3/3"] {
        desk.output(&format!("experiment scaling out {GRID} --shard {shard}"));
    }
    let merged = desk.run("experiment merge out");
    assert_eq!(merged.code, 2);
    assert!(merged.stderr.contains("missing: shard 2/3"), "{}", merged.stderr);
    let report = desk.run("experiment report out");
    assert!(report.stderr.contains("`out` holds no records"), "{}", report.stderr);
    desk.output("experiment merge part out/records-1-of-3.jsonl --partial");
    assert!(desk.output("experiment report part").contains("or not complete"));
    desk.output(&format!("experiment scaling out {GRID} --shard 2/3 --resume"));
    desk.output("experiment merge out");
    desk.output(&format!("experiment scaling whole {GRID} --threads 1"));
    let (merged, whole) = (desk.path("out/records.jsonl"), desk.path("whole/records.jsonl"));
    assert_eq!(timeless(&merged), timeless(&whole));
}

#[test]
fn the_status_of_shards_is_told_with_the_way_to_go_on() {
    let desk = Desk::new();
    desk.output(&format!("experiment scaling out {GRID} --shard 1/3"));
    let status = desk.output("experiment status out");
    let (first, rest) = status.split_once('\n').unwrap();
    assert!(
        first.starts_with("scaling: 3") && first.contains(" of 1,152 runs finished"),
        "{first}"
    );
    assert!(first.contains(" 0 running, 0 failed, "), "{first}");
    let command = rest.lines().last().unwrap().trim().strip_prefix("randlog ").unwrap();
    desk.output(command);
    assert!(desk.output("experiment status out").starts_with("scaling: 1,152 of 1,152 runs"));
    let whole = desk.read("out/records.jsonl");
    assert!(whole.matches("\"id\":").count() < 1152, "what shard 1/3 has is not done again");
    desk.output("experiment merge out");
    assert_eq!(timeless(&desk.path("out/records.jsonl")).len(), 1152);
    assert_eq!(desk.run("experiment status nowhere").code, 2);
}

#[test]
fn mistakes_are_explained() {
    let desk = Desk::new();
    desk.output("experiment scaling out --sample 5");
    let mut messages = String::new();
    for arguments in [
        "experiment scaling out --sample 5",
        "experiment scaling out --sample 6 --resume",
        "experiment scaling new --shard 4/3",
        "experiment scaling new --predicates 0",
        "experiment scaling new --nodes 500",
        "experiment scaling new --variables 0 --constants 0",
        "experiment report nowhere",
        "experiment merge out",
    ] {
        let outcome = desk.run(arguments);
        assert_eq!(outcome.code, 2, "{arguments}: {}", outcome.stderr);
        messages += &format!("$ randlog {arguments}\n{}\n", outcome.stderr);
    }
    assert_snapshot("experiment_mistakes", &messages);
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    /// Start the grid and wait until there are so many records.
    fn started(desk: &Desk, records: usize) -> Child {
        let child = Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
            .current_dir(desk.path(""))
            .args(format!("experiment scaling out {GRID} --resume").split_whitespace())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        let path = desk.path("out/records.jsonl");
        while fs::read(&path).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count())
            < records
        {
            assert!(Instant::now() < deadline, "no records appeared");
            sleep(Duration::from_millis(1));
        }
        child
    }

    #[test]
    fn a_killed_experiment_goes_on_where_it_stopped() {
        let desk = Desk::new();
        for records in [1, 100, 250] {
            let mut child = started(&desk, records);
            child.kill().unwrap();
            child.wait().unwrap();
        }
        desk.output(&format!("experiment scaling out {GRID} --resume"));
        desk.output(&format!("experiment scaling whole {GRID}"));
        let (resumed, whole) = (desk.path("out/records.jsonl"), desk.path("whole/records.jsonl"));
        assert_eq!(timeless(&resumed), timeless(&whole));
    }

    /// A limit on the size of files is as good as a disk without space.
    #[test]
    fn a_full_disk_loses_no_record() {
        let desk = Desk::new();
        let randlog = assert_cmd::cargo::cargo_bin!("randlog").display();
        for blocks in [1, 20, 21, 100] {
            let line = format!(
                "trap '' XFSZ; ulimit -f {blocks}; \
                 exec '{randlog}' experiment scaling out {GRID} --resume"
            );
            let output =
                Command::new("sh").args(["-c", &line]).current_dir(desk.path("")).output().unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(message.contains("cannot write `out/records.jsonl`"), "{message}");
        }
        desk.output(&format!("experiment scaling out {GRID} --resume"));
        desk.output(&format!("experiment scaling whole {GRID}"));
        let (resumed, whole) = (desk.path("out/records.jsonl"), desk.path("whole/records.jsonl"));
        assert_eq!(timeless(&resumed), timeless(&whole));
    }

    #[test]
    fn an_interrupt_keeps_whole_records() {
        let desk = Desk::new();
        let mut child = started(&desk, 50);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let text = desk.read("out/records.jsonl");
        assert!(text.ends_with("}\n"), "the last line is whole");
        let records = timeless(&desk.path("out/records.jsonl")).len();
        assert!((49..1152).contains(&records), "{records}");
    }
}
