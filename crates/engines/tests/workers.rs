//! Workers: what they forget, how they end, and who notices.
#![cfg(unix)]

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::is_alive;
use randlog_base::Stop;
use randlog_engines::compare::{Starts, Verdict, compare_all};
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, FailureKind, Run, TestCase};
use tempfile::TempDir;

/// Long enough for a slow machine, and half a gibibyte.
const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(20), memory: 512 << 20 };

/// For those that are going to hang.
const SHORT: EngineLimits = EngineLimits { time: Duration::from_secs(2), ..LIMITS };

/// A worker that answers with the probability that is the text of the file. `{}` is done for each
/// program, before it is answered; `asked` counts them.
const FAITHFUL: &str = "
import json, os, subprocess, sys, time
asked = 0
def answer(path, probability):
    answers = [{'atom': 'p', 'probability': probability}]
    print(json.dumps({'answers': answers, 'file': path}), flush=True)
for line in sys.stdin:
    path = line.rstrip('\\n')
    probability = float(open(path).read())
    asked += 1
    {}
    answer(path, probability)
";

/// An engine of one's own that is the faithful worker, but for a few words.
fn engine(desk: &Path, but: &str) -> Box<dyn Engine> {
    engine_called("fake", desk, but)
}

fn engine_called(name: &str, desk: &Path, but: &str) -> Box<dyn Engine> {
    let script = desk.join("worker.py");
    fs::write(&script, FAITHFUL.replace("{}", but)).unwrap();
    // They leave notes on the desk.
    let catalogue = Catalogue::new(Environment::new("/nowhere")).without_wall();
    catalogue.engine(&format!("worker:{name}=exec python3 '{}'", script.display())).unwrap()
}

/// What it says about these programs, one after the other, and whether it was a fresh process.
fn said(
    but: &str,
    programs: &[&str],
    limits: &EngineLimits,
) -> Vec<(Result<f64, FailureKind>, bool)> {
    let desk = TempDir::new().unwrap();
    let engine = engine(desk.path(), but);
    let mut worker = engine.worker();
    let mut ask = |program: &&str| {
        let run = worker.answer(&TestCase::from(*program), limits, &Stop::NEVER).unwrap();
        (number(run), worker.was_first())
    };
    programs.iter().map(&mut ask).collect()
}

fn number(run: Run) -> Result<f64, FailureKind> {
    run.outcome.map(|answers| answers[0].1.low).map_err(|failure| failure.kind)
}

#[test]
fn one_process_answers_one_program_after_the_other() {
    let desk = TempDir::new().unwrap();
    let engine = engine(desk.path(), "probability = 0.5 ** asked");
    let mut worker = engine.worker();
    for asked in 1..20 {
        assert_eq!(
            number(worker.answer(&"0.5".into(), &LIMITS, &Stop::NEVER).unwrap()),
            Ok(0.5_f64.powi(asked))
        );
        assert_eq!(worker.was_first(), asked == 1);
    }
    // A fresh process knows nothing of it: so that shows.
    assert_eq!(number(engine.answer(&"0.25".into(), &LIMITS, &Stop::NEVER).unwrap()), Ok(0.5));
    let file = desk.path().join("program.pl");
    fs::write(&file, "0.25").unwrap();
    assert_eq!(
        number(engine.answer(&file.as_path().into(), &LIMITS, &Stop::NEVER).unwrap()),
        Ok(0.5)
    );
}

#[test]
fn the_example_in_the_documentation_is_a_worker() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines.md");
    // Whoever has the crate alone has no book.
    let Ok(book) = fs::read_to_string(book) else { return };
    let example = book.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let desk = TempDir::new().unwrap();
    let script = desk.path().join("facts.py");
    fs::write(&script, example).unwrap();
    let name = format!("worker:facts=python3 '{}'", script.display());
    let engine = Catalogue::new(Environment::new("/nowhere")).engine(&name).unwrap();
    let mut worker = engine.worker();
    for (program, probability) in [("0.25::a. query(a).", 0.25), ("0.5::b. query(c).", 0.0)] {
        assert_eq!(
            number(worker.answer(&TestCase::from(program), &LIMITS, &Stop::NEVER).unwrap()),
            Ok(probability)
        );
    }
}

#[test]
fn one_that_crashes_is_replaced() {
    let crash = "if probability == 0: os.abort()";
    let found = said(crash, &["0.5", "0", "0.25", "0.125"], &LIMITS);
    let expected =
        [(Ok(0.5), true), (Err(FailureKind::Crash), false), (Ok(0.25), true), (Ok(0.125), false)];
    assert_eq!(found, expected);
}

#[test]
fn one_that_tells_of_a_crash_goes_on() {
    let caught = "if probability == 0: print('{\"error\": {\"kind\": \"crash\", \"message\": \"\"}}', flush=True); continue";
    let found = said(caught, &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Crash), false), (Ok(0.25), false)]);
}

#[test]
fn the_last_words_of_one_that_crashes_are_kept() {
    let desk = TempDir::new().unwrap();
    let crash = "print('no segment', file=sys.stderr, flush=True); os._exit(3)";
    let engine = engine(desk.path(), crash);
    let failure =
        engine.worker().answer(&"0.5".into(), &LIMITS, &Stop::NEVER).unwrap().outcome.unwrap_err();
    let words = (failure.kind, failure.words.as_str());
    assert_eq!(words, (FailureKind::Crash, "no segment (exit status: 3)"));
}

#[test]
fn one_that_ends_without_an_answer_is_replaced() {
    let found = said("if probability == 0: break", &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Unparsable), true), (Ok(0.25), true)]);
    // It answers, and has had enough.
    let found = said("answer(path, probability); break", &["0.5", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Ok(0.25), true)]);
}

#[test]
fn one_that_hangs_is_replaced() {
    let found = said("if probability == 0: time.sleep(1000)", &["0.5", "0", "0.25"], &SHORT);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Timeout), false), (Ok(0.25), true)]);
}

#[test]
fn one_that_grows_is_replaced_before_it_is_too_large() {
    // It never has room for more than seven of them.
    let hoard = "globals().setdefault('hoard', []).append(b'.' * (60 << 20))";
    let found = said(hoard, &["0.5"; 20], &LIMITS);
    assert!(found.iter().all(|(number, _)| *number == Ok(0.5)), "{found:?}");
    let fresh = found.iter().filter(|(_, was_first)| *was_first).count();
    assert!((2..20).contains(&fresh), "{found:?}");
}

#[test]
fn a_program_that_takes_too_much_memory_fails_alone() {
    let found = said("if probability == 0: bytearray(1 << 30)", &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Memory), false), (Ok(0.25), true)]);
}

#[test]
fn one_that_prints_garbage_is_replaced() {
    let garbage = "if probability == 0: print('{\"answers\": nothing', flush=True); continue";
    let found = said(garbage, &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Unparsable), false), (Ok(0.25), true)]);
    // What does not look like an answer is talk, and nobody minds.
    let talk = "print('let me see', 'Ω' * 100000); print('hm', file=sys.stderr)";
    let found = said(talk, &["0.5", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Ok(0.25), false)]);
}

#[test]
fn one_that_never_stops_talking_is_stopped() {
    let found = said("while probability == 0: print('so', flush=True)", &["0", "0.25"], &SHORT);
    assert_eq!(found, [(Err(FailureKind::Timeout), true), (Ok(0.25), true)]);
}

#[test]
fn an_answer_to_one_program_is_none_to_the_next() {
    // The second answer comes when the next program is asked about.
    let late = "if asked > 1: answer(before, 0.125)\n    before = path";
    for (number, _) in said(late, &["0.5", "0.25", "0.5", "0.75"], &LIMITS) {
        let is_right = matches!(number, Ok(0.5 | 0.25 | 0.75) | Err(FailureKind::Unparsable));
        assert!(is_right, "{number:?}");
    }
    // Whoever says twice what a program's answer is, means the first.
    let found = said("answer(path, probability); probability = 0", &["0.5", "0.25"], &LIMITS);
    assert!(found.iter().all(|(number, _)| *number != Ok(0.0)), "{found:?}");
}

#[test]
fn one_that_fails_early_was_asked_before() {
    let other = "if probability == 0: path = 'another'";
    let found = said(other, &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::Unparsable), false), (Ok(0.25), true)]);
}

#[test]
fn a_program_that_cannot_be_written_is_no_crash() {
    let sweep = "import shutil; shutil.rmtree(os.environ['TMPDIR'])";
    let found = said(sweep, &["0.5", "0.25", "0.125"], &LIMITS);
    let missing = Err(FailureKind::Missing);
    assert_eq!(found, [(Ok(0.5), true), (missing, false), (Ok(0.125), true)]);
}

#[test]
fn what_a_worker_remembers_is_not_held_against_its_engine() {
    let desk = TempDir::new().unwrap();
    // It has seen the program before, and fails; or it says what it said first.
    let crash = "if asked > 2: os.abort()";
    let cache = "probability = globals().setdefault('first', probability)";
    let files = ["0.5", "0.25", "0.125"].map(|number| {
        let file = desk.path().join(format!("{number}.pl"));
        fs::write(&file, number).unwrap();
        TestCase::from(file.as_path())
    });
    for (fault, expected) in [(crash, [false, false, true]), (cache, [false, true, true])] {
        let place = TempDir::new_in(desk.path()).unwrap();
        let other = TempDir::new_in(desk.path()).unwrap();
        let reference = engine_called("exact-as-well", other.path(), "pass");
        let engines = [engine(place.path(), fault), reference];
        let mut leaks = Vec::new();
        let how = (Starts::Once, NonZero::<usize>::MIN, &Stop::NEVER);
        let tally =
            compare_all(&engines, &files, &LIMITS, KnownFaults::shipped(), how, |_, comparison| {
                leaks.push(comparison.parts[0].at_work.is_some());
                assert_eq!(comparison.verdict(), Verdict::Agreement, "{comparison:?}");
                assert!(comparison.parts[1].at_work.is_none());
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!((tally.programs, tally.disagreements), (3, 0));
        assert_eq!(leaks, expected, "{fault}");
    }
}

#[test]
fn a_wrong_answer_is_confirmed_and_counts() {
    let desk = TempDir::new().unwrap();
    let other = TempDir::new().unwrap();
    let files: Vec<_> = (0..3).map(|number| desk.path().join(format!("{number}.pl"))).collect();
    files.iter().for_each(|file| fs::write(file, "0.5").unwrap());
    let files: Vec<TestCase> = files.iter().map(|file| file.as_path().into()).collect();
    let wrong = engine_called("wrong", other.path(), "probability = 0.75");
    let engines = [engine(desk.path(), "pass"), wrong];
    let how = (Starts::Once, NonZero::<usize>::MIN, &Stop::NEVER);
    let tally =
        compare_all(&engines, &files, &LIMITS, KnownFaults::shipped(), how, |_, comparison| {
            assert!(comparison.parts.iter().all(|part| part.at_work.is_none()));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((tally.programs, tally.disagreements), (3, 3));
}

#[test]
fn a_complaint_is_an_answer() {
    let complain = "if probability == 0: print(json.dumps({'error': {'kind': 'unsafe', \
                    'message': 'so'}}), flush=True); continue";
    let found = said(complain, &["0.5", "0", "0.25"], &LIMITS);
    assert_eq!(found, [(Ok(0.5), true), (Err(FailureKind::NonGround), false), (Ok(0.25), false)]);
}

#[test]
fn another_limit_on_memory_takes_another_process() {
    let desk = TempDir::new().unwrap();
    let engine = engine(desk.path(), "bytearray(256 << 20)");
    let mut worker = engine.worker();
    assert_eq!(number(worker.answer(&"0.5".into(), &LIMITS, &Stop::NEVER).unwrap()), Ok(0.5));
    let narrow = EngineLimits { memory: 128 << 20, ..LIMITS };
    assert_eq!(
        number(worker.answer(&"0.5".into(), &narrow, &Stop::NEVER).unwrap()),
        Err(FailureKind::Memory)
    );
    assert!(worker.was_first());
}

#[test]
fn a_command_that_is_not_there_is_missing() {
    let catalogue = Catalogue::new(Environment::new("/nowhere"));
    let engine = catalogue.engine("worker:fake=/nowhere/engine --fast").unwrap();
    assert_eq!(engine.name(), "fake");
    let failure =
        engine.worker().answer(&"0.5".into(), &LIMITS, &Stop::NEVER).unwrap().outcome.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Missing);
    assert!(catalogue.engine("worker:sdd=./engine").is_err());
    assert!(catalogue.engine("worker:./engine").is_err());
}

/// Wait until something is so.
fn until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "it never happens");
        sleep(Duration::from_millis(5));
    }
}

/// Leaves a child for each program, and tells the numbers of all processes and its directory.
fn forks(desk: &Path) -> String {
    let note = format!(
        "child = subprocess.Popen(['sleep', '1000'])\n    \
         print(os.getpid(), child.pid, os.environ['TMPDIR'], file=open('{}', 'a'), flush=True)",
        desk.join("note").display()
    );
    note + "\n    open(os.environ['TMPDIR'] + '/litter', 'w').close()"
}

/// The processes and directories in the note of a worker that forks.
fn noted(desk: &Path) -> (Vec<String>, Vec<String>) {
    let note = fs::read_to_string(desk.join("note")).unwrap_or_default();
    let words = note.split_whitespace().map(str::to_owned);
    words.partition(|word| word.parse::<u32>().is_ok())
}

/// All of them are gone.
fn are_gone((processes, directories): &(Vec<String>, Vec<String>)) -> bool {
    !processes.iter().any(|pid| is_alive(pid))
        && !directories.iter().any(|directory| Path::new(directory).exists())
}

#[test]
fn children_and_files_go_with_the_worker() {
    let desk = TempDir::new().unwrap();
    let engine = engine(desk.path(), &forks(desk.path()));
    let mut worker = engine.worker();
    for _ in 0..3 {
        assert_eq!(number(worker.answer(&"0.5".into(), &LIMITS, &Stop::NEVER).unwrap()), Ok(0.5));
    }
    let noted = noted(desk.path());
    assert_eq!((noted.0.len(), noted.1.len()), (6, 3));
    assert!(noted.0.iter().all(|pid| is_alive(pid)));
    // What was asked about is gone already.
    let left = fs::read_dir(&noted.1[0]).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["litter"]);
    drop(worker);
    until(|| are_gone(&noted));
}

#[test]
fn the_start_of_a_worker_does_not_count_for_its_first_program() {
    let desk = TempDir::new().unwrap();
    let script = desk.path().join("worker.py");
    fs::write(&script, format!("import time; time.sleep(2.5){}", FAITHFUL.replace("{}", "pass")))
        .unwrap();
    let catalogue = Catalogue::new(Environment::new("/nowhere")).without_wall();
    let engine =
        catalogue.engine(&format!("worker:slow=exec python3 '{}'", script.display())).unwrap();
    let limits = EngineLimits { time: Duration::from_secs(1), ..LIMITS };
    let mut worker = engine.worker();
    for probability in ["0.25", "0.5"] {
        let run = worker.answer(&probability.into(), &limits, &Stop::NEVER).unwrap();
        assert!(run.outcome.is_ok(), "{:?}", run.outcome);
    }
}
