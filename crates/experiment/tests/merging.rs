//! Shards make up the whole, or it is said what is missing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Squares, complete, test, timeless};
use randlog_experiment::directory::files as files_of;
use randlog_experiment::merge::{Extent, merge};
use randlog_experiment::scaling::Scaling;
use randlog_experiment::session::{Session, Start};
use randlog_experiment::{Error, Shard, records};
use tempfile::TempDir;

const RUNS: u64 = 100;

/// Execute some shards of four.
fn shards(directory: &Path, indices: &[u64]) -> Vec<PathBuf> {
    let shards = indices.iter().map(|&index| Shard::new(index, 4).unwrap());
    shards
        .map(|shard| {
            complete(&Squares::up_to(RUNS), directory, shard);
            directory.join(shard.file_name())
        })
        .collect()
}

fn message(files: &[PathBuf], output: &Path) -> String {
    let error = merge::<Squares>(files, Extent::Whole, output).unwrap_err();
    assert!(!output.exists(), "nothing half-done appears");
    for entry in fs::read_dir(output.parent().unwrap()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.starts_with("records-"), "{name} is left behind");
    }
    error.to_string()
}

#[test]
fn all_shards_together_are_the_whole() {
    let directory = TempDir::new().unwrap();
    let files = shards(directory.path(), &[3, 1, 4, 2]);
    let merged = directory.path().join("whole/records.jsonl");
    assert_eq!(merge::<Squares>(&files, Extent::Whole, &merged).unwrap().runs, 100);

    let whole = TempDir::new().unwrap();
    complete(&Squares::up_to(RUNS), whole.path(), Shard::WHOLE);
    assert_eq!(timeless(&merged), timeless(&whole.path().join("records.jsonl")));

    let squares = Squares::up_to(RUNS);
    let session =
        Session::open(&squares, Shard::WHOLE, merged.parent().unwrap(), Start::Resume, &test())
            .unwrap();
    assert_eq!(session.recorded(), 100, "a merged file is like any other");
}

#[test]
fn a_part_can_be_put_together_and_gone_on_with() {
    let directory = TempDir::new().unwrap();
    let files = shards(directory.path(), &[1, 4]);
    let merged = directory.path().join("part/records.jsonl");
    let part = merge::<Squares>(&files, Extent::Part, &merged).unwrap();
    assert_eq!((part.runs, part.missing.len(), part.repeated.len()), (50, 2, 0));

    complete(&Squares::up_to(RUNS), merged.parent().unwrap(), Shard::WHOLE);
    let whole = TempDir::new().unwrap();
    complete(&Squares::up_to(RUNS), whole.path(), Shard::WHOLE);
    assert_eq!(timeless(&merged), timeless(&whole.path().join("records.jsonl")));
}

#[test]
fn shards_of_different_sizes_may_fit_together() {
    let directory = TempDir::new().unwrap();
    // Odd numbers of half the shards are those of all shards.
    let mut files = shards(directory.path(), &[2, 4]);
    let half = Shard::new(1, 2).unwrap();
    complete(&Squares::up_to(RUNS), directory.path(), half);
    files.push(directory.path().join(half.file_name()));
    let output = directory.path().join("records.jsonl");
    assert_eq!(merge::<Squares>(&files, Extent::Whole, &output).unwrap().runs, 100);
}

#[test]
fn what_is_missing_is_named() {
    let directory = TempDir::new().unwrap();
    let files = shards(directory.path(), &[1, 3, 4]);
    let text = fs::read_to_string(&files[1]).unwrap();
    let kept: Vec<&str> = text.lines().take(10).collect();
    fs::write(&files[1], kept.join("\n") + "\n").unwrap();
    let message = message(&files, &directory.path().join("records.jsonl"));
    let size = |index| {
        let shard = Shard::new(index, 4).unwrap();
        (0..RUNS).filter(|&id| shard.contains(id)).count()
    };
    assert!(message.contains(&format!("shard 2/4, all of its {} runs", size(2))), "{message}");
    assert!(message.contains(&format!("shard 3/4, {} runs: ", size(3) - 9)), "{message}");
    assert!(!message.contains("1/4") && !message.contains("4/4"), "{message}");
}

#[test]
fn of_two_records_of_a_run_the_first_is_taken_and_that_is_said() {
    let directory = TempDir::new().unwrap();
    let mut files = shards(directory.path(), &[1, 2, 3, 4]);
    files.push(files[1].clone());
    let output = directory.path().join("records.jsonl");
    let merged = merge::<Squares>(&files, Extent::Whole, &output).unwrap();
    assert_eq!((merged.runs, merged.repeated.len()), (100, 0), "the same record is no other one");

    let other = directory.path().join("other.jsonl");
    let text = fs::read_to_string(&files[1]).unwrap();
    fs::write(&other, text.replace("\"square\":", "\"square\": ")).unwrap();
    let before = timeless(&output);
    let merged = merge::<Squares>(&[other], Extent::Whole, &output).unwrap();
    let again = merged.repeated.join("\n");
    assert!(again.contains("records.jsonl` and") && again.contains("other.jsonl`"), "{again}");
    assert_eq!(timeless(&output), before);
}

#[test]
fn files_of_different_experiments_do_not_mix() {
    let directory = TempDir::new().unwrap();
    let mut files = shards(directory.path(), &[1]);
    let (shard, elsewhere) = (Shard::new(2, 4).unwrap(), TempDir::new().unwrap());
    complete(&Squares::up_to(7), elsewhere.path(), shard);
    files.push(elsewhere.path().join(shard.file_name()));
    let message = message(&files, &directory.path().join("records.jsonl"));
    assert!(message.ends_with("runs is 7, not 100"), "{message}");
}

#[test]
fn records_of_another_experiment_are_refused_by_name() {
    let directory = TempDir::new().unwrap();
    let files = shards(directory.path(), &[1, 2, 3, 4]);
    for message in [
        merge::<Scaling>(&files, Extent::Whole, &directory.path().join("records.jsonl"))
            .unwrap_err()
            .to_string(),
        records::read::<Scaling>(&files[0]).unwrap_err().to_string(),
    ] {
        assert!(message.ends_with("experiment is squares, not scaling"), "{message}");
    }
}

#[test]
fn a_part_that_was_put_together_grows() {
    let directory = TempDir::new().unwrap();
    let output = directory.path().join("records.jsonl");
    let files = shards(directory.path(), &[1, 2]);
    assert_eq!(merge::<Squares>(&files, Extent::Part, &output).unwrap().missing.len(), 2);
    // What is in the whole counts for shards of any number, and for the next merge.
    fs::remove_file(&files[0]).unwrap();
    for shard in Shard::new(1, 3).unwrap().all() {
        complete(&Squares::up_to(RUNS), directory.path(), shard);
    }
    let files: Vec<PathBuf> =
        files_of(directory.path()).unwrap().into_iter().map(|file| file.path).collect();
    let merged = merge::<Squares>(&files, Extent::Whole, &output).unwrap();
    assert_eq!((merged.runs, merged.repeated), (100, Vec::new()));
    assert_eq!(timeless(&output).len(), 100);
}

#[test]
fn a_file_that_is_something_else_is_kept() {
    let directory = TempDir::new().unwrap();
    let files = shards(directory.path(), &[1, 2, 3, 4]);
    let output = directory.path().join("records.jsonl");
    fs::write(&output, "something").unwrap();
    assert!(matches!(merge::<Squares>(&files, Extent::Whole, &output), Err(Error::NoHeader(_))));
    assert_eq!(fs::read(&output).unwrap(), b"something");
}

#[test]
fn a_file_that_is_being_written_to_is_not_replaced() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(RUNS);
    let files = shards(directory.path(), &[1]);
    let open = Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, &test());
    let output = directory.path().join("records.jsonl");
    let merged = merge::<Squares>(&files, Extent::Part, &output);
    assert!(matches!(merged, Err(Error::InUse(_))));
    drop(open);
    assert!(merge::<Squares>(&files, Extent::Part, &output).is_ok());
}
