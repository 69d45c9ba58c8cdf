//! What a tree of processes used is told, against a program of known cost. A program of its own: other tests
//! would be at work at the same time.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[path = "../common/mod.rs"]
#[expect(dead_code, reason = "the other tests use more of it")]
mod common;
mod control_groups;

use common::left_out;
use randlog_base::Stop;
use randlog_engines::{Engine, EngineLimits, FailureKind, Run, external};
use tempfile::TempDir;

/// Takes so many MiB, waits until the others have theirs, works for so many seconds, its start included, and then does
/// what it is told. What it shares with others of its kind counts, unless they are counted together. In a file it
/// tells how long it has worked.
const CHILD: &str = "
import os, sys, time
size, seconds, then = int(sys.argv[1]) << 20, float(sys.argv[2]), sys.argv[3]
resident, shared = map(int, open('/proc/self/statm').read().split()[1:3])
if sys.argv[5] == 'together': resident -= shared
memory = b'x' * (size - resident * 4096)
open(sys.argv[4] + '-ready', 'w').close()
all_three = [sys.argv[4][:-1] + child + '-ready' for child in '123']
while not all(map(os.path.exists, all_three)): time.sleep(0.01)
while time.process_time() < seconds: pass
with open(sys.argv[4], 'w') as told: told.write(str(time.process_time()))
if then == 'stay': time.sleep(1000)
";

/// Run three such children at once, in a shell that waits for them until all have worked.
fn run(
    desk: &Path,
    (mebibytes, seconds): (u64, f64),
    [then, counted]: [&str; 2],
    limits: &EngineLimits,
) -> Run {
    fs::write(desk.join("child.py"), CHILD).unwrap();
    let (desk, python) = (desk.display(), python().unwrap());
    let script = format!(
        "for child in 1 2 3; do\n\
         '{python}' '{desk}/child.py' {mebibytes} {seconds} {then} '{desk}/done-'$child {counted} &\n\
         done\n\
         wait\n\
         echo '{{\"answers\": []}}'\n"
    );
    fs::write(format!("{desk}/engine.sh"), script).unwrap();
    let engine: external::Command = format!("fake=sh '{desk}/engine.sh'").parse().unwrap();
    let engine = engine.without_wall();
    engine.answer(&"0.5::p. query(p).".into(), limits, &Stop::NEVER).unwrap()
}

/// Python itself: what is called `python3` may be a script that looks for it, at a cost of its own.
fn python() -> Option<String> {
    let told = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    Some(String::from_utf8(told.ok()?.stdout).ok()?.trim().to_owned())
}

fn is_within_five_percent(what: &str, found: Option<u64>, known: f64) {
    let is_near = found.is_some_and(|found| (found as f64 / known - 1.0).abs() < 0.05);
    assert!(is_near, "{what}: {found:?}, not {known}");
}

fn check((mebibytes, seconds): (u64, f64)) {
    if python().is_none() {
        return left_out("python3");
    }
    let memory = (3 * mebibytes * 1024 * 1024) as f64;
    let desk = TempDir::new().unwrap();
    let limits = |seconds| EngineLimits { time: Duration::from_secs(seconds), memory: 4 << 30 };
    let usage = run(desk.path(), (mebibytes, seconds), ["end", "each"], &limits(600)).usage;
    is_within_five_percent("memory", usage.peak_bytes, memory);
    is_within_five_percent("processor time", usage.cpu_us, 3e6 * seconds);

    // One that is out of time, with children that nobody waits for.
    let desk = TempDir::new().unwrap();
    let limits = limits(3 + (5.0 * seconds) as u64);
    let late = run(desk.path(), (mebibytes, seconds), ["stay", "each"], &limits);
    assert_eq!(late.outcome.unwrap_err().kind, FailureKind::Timeout);
    if (1..=3).all(|child| desk.path().join(format!("done-{child}")).exists()) {
        is_within_five_percent("processor time", late.usage.cpu_us, 3e6 * seconds);
        is_within_five_percent("memory", late.usage.peak_bytes, memory);
    }
}

#[test]
fn processor_time_and_memory_are_those_of_the_whole_tree() {
    check((60, 0.8));
}

#[test]
#[ignore = "takes half a minute of three processors"]
fn processor_time_and_memory_of_a_long_run_are_those_of_the_whole_tree() {
    check((400, 5.0));
}

#[test]
fn a_short_run_is_measured_too_and_not_whoever_starts_it() {
    let desk = TempDir::new().unwrap();
    fs::write(desk.path().join("engine.sh"), "echo '{\"answers\": []}'\n").unwrap();
    let engine: external::Command =
        format!("fake=sh '{}/engine.sh'", desk.path().display()).parse().unwrap();
    let ours = vec![1_u8; 300 << 20];
    let usage = || {
        engine
            .answer(&"0.5::p. query(p).".into(), &EngineLimits::default(), &Stop::NEVER)
            .unwrap()
            .usage
    };
    let beside = usage();
    assert_eq!(ours.iter().rev().position(|&byte| byte == 1), Some(0));
    drop(ours);
    for usage in [beside, usage()] {
        assert!(usage.cpu_us.is_some_and(|time| (1..1_000_000).contains(&time)), "{usage:?}");
        assert!(
            usage.peak_bytes.is_some_and(|size| (1 << 18..1 << 26).contains(&size)),
            "{usage:?}"
        );
    }
}
