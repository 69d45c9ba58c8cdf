//! Nothing is lost and nothing is done twice, wherever a session stops.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::common::{Squares, complete, execute, grid, timeless};
use proptest::prelude::*;
use randlog_experiment::scaling::{Config, Scaling};
use randlog_experiment::session::{Ending, Session, Start};
use randlog_experiment::{Error, Experiment, Shard};
use tempfile::TempDir;

/// A small part of the paper's grid, in which every program is checked.
fn small() -> Scaling {
    let grid = grid(&[
        ("predicates", &[1, 2, 4]),
        ("variables", &[1, 4]),
        ("constants", &[1]),
        ("max_nodes", &[2, 4]),
        ("additional_clauses", &[1, 4]),
        ("max_arity", &[2]),
    ]);
    let config = Config { grid: grid.with_repeats(1), ..Config::default() };
    Scaling::new(config).unwrap().checking_every(Some(1))
}

fn file(directory: &Path) -> std::path::PathBuf {
    directory.join("records.jsonl")
}

/// The records of a run that nothing disturbed, without times.
fn undisturbed() -> &'static [String] {
    static RECORDS: OnceLock<Vec<String>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let directory = TempDir::new().unwrap();
        complete(&small(), directory.path(), Shard::WHOLE);
        timeless(&file(directory.path()))
    })
}

#[test]
fn a_small_grid_is_found_and_checked() {
    assert_eq!(undisturbed().len(), 80);
    assert!(undisturbed().iter().all(|record| record.contains("\"outcome\":\"found\"")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn stopped_and_resumed_is_as_good_as_undisturbed(stops in prop::collection::vec(1_usize..40, 0..4)) {
        let directory = TempDir::new().unwrap();
        for after in stops {
            execute(&small(), directory.path(), Shard::WHOLE, Start::Resume, after).unwrap();
        }
        complete(&small(), directory.path(), Shard::WHOLE);
        prop_assert_eq!(timeless(&file(directory.path())), undisturbed());
    }

    /// As if the process or the machine had died in the middle of a line.
    #[test]
    fn cut_off_anywhere_and_resumed_is_as_good_as_undisturbed(share in 0.0..1.0_f64) {
        let directory = TempDir::new().unwrap();
        complete(&small(), directory.path(), Shard::WHOLE);
        let path = file(directory.path());
        let length = fs::metadata(&path).unwrap().len();
        let kept = (length as f64 * share) as u64;
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(kept).unwrap();
        complete(&small(), directory.path(), Shard::WHOLE);
        prop_assert_eq!(timeless(&path), undisturbed());
    }

    #[test]
    fn even_a_header_that_was_cut_off_is_written_anew(kept in 0_u64..100) {
        let directory = TempDir::new().unwrap();
        let path = file(directory.path());
        execute(&Squares::up_to(9), directory.path(), Shard::WHOLE, Start::Afresh, 2).unwrap();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(kept).unwrap();
        complete(&Squares::up_to(9), directory.path(), Shard::WHOLE);
        prop_assert_eq!(timeless(&path).len(), 9);
    }
}

#[test]
fn old_records_are_not_overwritten() {
    let directory = TempDir::new().unwrap();
    complete(&Squares::up_to(3), directory.path(), Shard::WHOLE);
    let before = fs::read(file(directory.path())).unwrap();
    let again = execute(&Squares::up_to(3), directory.path(), Shard::WHOLE, Start::Afresh, 9);
    assert!(matches!(again, Err(Error::AlreadyThere(_))));
    assert_eq!(fs::read(file(directory.path())).unwrap(), before);
}

#[test]
fn records_of_something_else_are_refused_and_kept() {
    let directory = TempDir::new().unwrap();
    execute(&Squares::up_to(3), directory.path(), Shard::WHOLE, Start::Afresh, 1).unwrap();
    let before = fs::read(file(directory.path())).unwrap();
    let other = execute(&Squares::up_to(4), directory.path(), Shard::WHOLE, Start::Resume, 9);
    let message = other.unwrap_err().to_string();
    assert!(message.ends_with("records of something else: runs is 3, not 4"), "{message}");
    let other = execute(&small(), directory.path(), Shard::WHOLE, Start::Resume, 9);
    assert!(matches!(other, Err(Error::OtherFormat(_, 7, 1))));
    fs::write(file(directory.path()), "my diary").unwrap();
    let other = execute(&small(), directory.path(), Shard::WHOLE, Start::Resume, 9);
    assert!(matches!(other, Err(Error::NoHeader { .. })));
    assert_eq!(fs::read(file(directory.path())).unwrap(), b"my diary");
    assert_ne!(before, b"my diary");
}

#[test]
fn a_damaged_line_is_named() {
    let directory = TempDir::new().unwrap();
    complete(&Squares::up_to(5), directory.path(), Shard::WHOLE);
    let path = file(directory.path());
    let text = fs::read_to_string(&path).unwrap();
    let third = text.lines().nth(2).unwrap();
    for (damaged, reason) in [
        ("gibberish", "expected value"),
        (r#"{"version":7,"id":99,"square":1}"#, "run 99 is not in shard 1/1"),
        (text.lines().nth(1).unwrap(), "recorded twice"),
    ] {
        fs::write(&path, text.replace(third, damaged)).unwrap();
        let message = execute(&Squares::up_to(5), directory.path(), Shard::WHOLE, Start::Resume, 9)
            .unwrap_err()
            .to_string();
        assert!(message.contains("line 3") && message.contains(reason), "{message}");
    }
}

#[test]
fn two_processes_do_not_write_to_one_file() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(3);
    let open = || Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, "a test");
    let first = open().unwrap();
    assert!(matches!(open(), Err(Error::InUse(_))));
    drop(first);
    assert!(open().is_ok());
}

#[test]
fn a_fault_ends_the_session_and_keeps_the_rest() {
    let directory = TempDir::new().unwrap();
    let mut squares = Squares::up_to(1000);
    squares.config.fails_at = Some(500);
    let message = execute(&squares, directory.path(), Shard::WHOLE, Start::Afresh, usize::MAX)
        .unwrap_err()
        .to_string();
    assert_eq!(message, "run 500: no square today");
    let before = timeless(&file(directory.path()));
    assert!(before.len() < 1000);
    let again = execute(&squares, directory.path(), Shard::WHOLE, Start::Resume, usize::MAX);
    assert!(again.is_err(), "the run is tried again, and fails again");
    let after = timeless(&file(directory.path()));
    assert!(before.iter().all(|record| after.contains(record)));
}

#[test]
fn a_session_knows_what_is_done() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(100);
    let ending = execute(&squares, directory.path(), Shard::WHOLE, Start::Afresh, 10).unwrap();
    assert_eq!(ending, Ending::Stopped);
    let session =
        Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, "a test").unwrap();
    assert_eq!(session.total(), 100);
    assert!((10..=12).contains(&session.recorded()), "the runs in progress were finished");
    let mut seen = session.recorded();
    let ending = session.run(2, &false.into(), |_| seen += 1).unwrap();
    assert_eq!((ending, seen), (Ending::Complete, 100));
}
