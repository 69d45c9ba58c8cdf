//! Nothing is lost and nothing is done twice, wherever a session stops.

use randlog_recipe::Invocation;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::{
    Changed, Squares, SquaresConfig, complete, execute, grid, test, timeless, two,
};
use proptest::prelude::*;
use randlog_experiment::machine::Machine;
use randlog_experiment::merge::{Extent, merge};
use randlog_experiment::scaling::{Config, Scaling};
use randlog_experiment::session::{Ending, Session, Start};
use randlog_experiment::{Error, Experiment, RunError, Shard, directory, records, status};
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
    assert!(matches!(other, Err(Error::OtherConfig(..))));
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
    let open = || Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, &test());
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
        Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, &test()).unwrap();
    assert_eq!(session.total, 100);
    assert!((10..=12).contains(&session.recorded()), "the runs in progress were finished");
    let mut seen = session.recorded();
    let ending = session.run(&two(), &false.into(), |_| seen += 1).unwrap();
    assert_eq!((ending, seen), (Ending::Complete, 100));
}

#[test]
fn the_number_of_shards_may_change() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(100);
    for (index, count, stop_after) in [(1, 4, 99), (3, 4, 5), (2, 3, 99), (1, 5, 3)] {
        let shard = Shard::new(index, count).unwrap();
        execute(&squares, directory.path(), shard, Start::Resume, stop_after).unwrap();
    }
    complete(&squares, directory.path(), Shard::WHOLE);
    let files = directory::files(directory.path()).unwrap();
    let recorded: Vec<String> = files.iter().flat_map(|file| timeless(&file.path)).collect();
    assert_eq!(recorded.len(), 100, "nothing is executed twice");
}

#[test]
fn runs_of_a_shard_that_is_at_work_are_left_to_it() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(100);
    let open = |index, count| {
        let shard = Shard::new(index, count).unwrap();
        Session::open(&squares, shard, directory.path(), Start::Resume, &test()).unwrap()
    };
    let first = open(2, 3);
    let second = open(1, 2);
    let common = (0..100).filter(|&id| {
        Shard::new(2, 3).unwrap().contains(id) && Shard::new(1, 2).unwrap().contains(id)
    });
    assert_eq!(second.left_to_others, common.count());
    assert_eq!(second.run(&two(), &false.into(), |_| ()).unwrap(), Ending::Complete);
    first.run(&two(), &false.into(), |_| ()).unwrap();
    let again = open(1, 2);
    assert_eq!((again.left_to_others, again.recorded()), (0, again.total));
}

#[test]
fn a_directory_with_shards_of_something_else_is_refused_by_name() {
    let directory = TempDir::new().unwrap();
    let third = Shard::new(3, 8).unwrap();
    execute(&Squares::up_to(3), directory.path(), third, Start::Afresh, 9).unwrap();
    for shard in ["1/8", "1/1", "2/5"] {
        let other =
            execute(&Squares::up_to(4), directory.path(), shard.parse().unwrap(), Start::Resume, 9);
        let message = other.unwrap_err().to_string();
        assert!(message.contains("records-3-of-8.jsonl"), "{message}");
        assert!(message.ends_with("runs is 3, not 4"), "{message}");
    }
    // Afresh, shards of the same number may appear side by side, but no others.
    let start = |shard: &str| {
        let shard = shard.parse().unwrap();
        execute(&Squares::up_to(3), directory.path(), shard, Start::Afresh, 9)
    };
    assert!(start("1/8").is_ok());
    assert!(matches!(start("1/1"), Err(Error::AlreadyThere(_))));
}

#[test]
fn each_session_says_where_it_was() {
    let directory = TempDir::new().unwrap();
    let squares = Squares::up_to(9);
    for (machine, stop_after) in [("here", 2), ("there", 99), ("nowhere", 99)] {
        let machine = Machine::described(machine);
        let session =
            Session::open(&squares, Shard::WHOLE, directory.path(), Start::Resume, &machine);
        let (stop, mut seen) = (AtomicBool::new(false), 0);
        let on_record = |_: &_| {
            seen += 1;
            stop.store(seen >= stop_after, Ordering::Relaxed);
        };
        session.unwrap().run(&two(), &stop, on_record).unwrap();
    }
    let found = records::read::<Squares>(&file(directory.path())).unwrap();
    let machines = ["here", "there"].map(Machine::described);
    assert_eq!((found.machines, found.records.len()), (machines.to_vec(), 9));
}

#[test]
fn the_status_adds_up() {
    let directory = TempDir::new().unwrap();
    let mut squares = Squares::up_to(100);
    squares.config.fails_at = Some(7);
    let status = || {
        let files = directory::files(directory.path()).unwrap();
        let header = records::read_header(&files[0].path).unwrap();
        status::status::<Squares>(&header, &files).unwrap()
    };
    let shards: Vec<Shard> = Shard::new(1, 3).unwrap().all().collect();
    let unlucky = shards.iter().position(|shard| shard.contains(7)).unwrap();
    let (first, second) = (shards[unlucky], shards[(unlucky + 1) % 3]);
    execute(&squares, directory.path(), first, Start::Resume, usize::MAX).unwrap_err();
    let stopped = status();
    assert_eq!((stopped.total(), stopped.running), (100, 0));
    assert_eq!(stopped.failed.iter().map(|f| f.failed).collect::<Vec<_>>(), [7]);
    assert_eq!(stopped.failed[0].words, "no square today");
    assert_eq!(stopped.idle.len(), 100 - stopped.finished);

    let machine = Machine { at_once: 4, ..test() };
    let session = Session::open(&squares, second, directory.path(), Start::Resume, &machine);
    let begun = status();
    assert_eq!((begun.total(), begun.running, begun.at_work.len()), (100, 4, 1));
    let left = begun.at_work[0].left;
    assert_eq!((begun.at_work[0].shard, begun.idle.len()), (second, stopped.idle.len() - left));
    session.unwrap().run(&two(), &false.into(), |_| ()).unwrap();
    let ended = status();
    assert_eq!((ended.running, ended.finished), (0, stopped.finished + left));
}

#[test]
fn the_time_of_a_run_does_not_depend_on_when_files_are_put_together() {
    let (directory, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mean = |directory: &Path| {
        let files = directory::files(directory).unwrap();
        let header = records::read_header(&files[0].path).unwrap();
        status::status::<Squares>(&header, &files).unwrap().mean
    };
    let changed = |path: &Path, when: SystemTime| {
        File::options().write(true).open(path).unwrap().set_modified(when).unwrap();
    };
    let (now, hour) = (SystemTime::now(), Duration::from_secs(3600));
    let shards: Vec<Shard> = Shard::new(1, 2).unwrap().all().collect();
    let files: Vec<PathBuf> =
        shards.iter().map(|shard| directory.path().join(shard.file_name())).collect();
    for (&shard, path) in shards.iter().zip(&files) {
        execute(&Squares::up_to(100), directory.path(), shard, Start::Afresh, 10).unwrap();
        changed(path, UNIX_EPOCH);
    }
    assert_eq!(mean(directory.path()), None, "less than a second says nothing");
    files.iter().for_each(|path| changed(path, now + hour));
    let before = mean(directory.path());
    assert!(before > Some(Duration::from_secs(100)), "{before:?}");
    for place in [directory.path(), elsewhere.path()] {
        merge::<Squares>(&files, Extent::Part, &file(place)).unwrap();
        changed(&file(place), now + 9 * hour);
    }
    assert_eq!(mean(directory.path()), before);
    assert_eq!(mean(elsewhere.path()), None);
    // Who goes on there is a session of its own again.
    execute(&Squares::up_to(100), elsewhere.path(), Shard::WHOLE, Start::Resume, 10).unwrap();
    changed(&file(elsewhere.path()), now + hour);
    assert!(mean(elsewhere.path()) > Some(Duration::from_secs(100)));
}

/// An experiment whose only run sees the wish to stop, and looks as if it had crashed.
struct Crash<'s> {
    stop: Option<&'s AtomicBool>,
}

impl Experiment for Crash<'_> {
    const NAME: &'static str = "crash";
    const VERSION: u32 = 1;
    type Config = ();
    type Record = SquaresConfig;

    fn new((): ()) -> Result<Self, Error> {
        Ok(Crash { stop: None })
    }

    fn config(&self) -> &() {
        &()
    }

    fn ids(&self) -> Vec<u64> {
        vec![5]
    }

    fn invocation(&self) -> Invocation {
        Invocation::new("experiment stopping", "DIR")
    }

    fn run(&self, _: u64) -> Result<SquaresConfig, RunError> {
        if let Some(stop) = self.stop {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(SquaresConfig { runs: 0, fails_at: None })
    }

    fn is_doubtful(_: &SquaresConfig) -> bool {
        true
    }
}

#[test]
fn what_may_be_due_to_the_end_of_the_session_is_no_record() {
    let (directory, stop) = (TempDir::new().unwrap(), AtomicBool::new(false));
    let run = |stopping: bool| {
        let crash = Crash { stop: stopping.then_some(&stop) };
        let session =
            Session::open(&crash, Shard::WHOLE, directory.path(), Start::Resume, &test()).unwrap();
        stop.store(false, Ordering::Relaxed);
        let ending = session.run(&two(), &stop, |_| ()).unwrap();
        (ending, timeless(&file(directory.path())).len())
    };
    assert_eq!(run(true), (Ending::Stopped, 0));
    assert_eq!(run(false), (Ending::Complete, 1), "a crash of its own is one");
}
