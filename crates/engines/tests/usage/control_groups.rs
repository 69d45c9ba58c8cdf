//! Limits on what all processes of a run have in use together.
//!
//! They need a Linux with control groups that we may make, which many machines do not have. So a kernel that is a
//! process itself is started on the files of this machine (user-mode Linux, from Debian), and this test is run
//! there once more, as the only member of a group.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{self, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use randlog_base::Stop;
use randlog_engines::{Engine, EngineLimits, FailureKind, MemoryLimit, Run, external};
use tempfile::TempDir;

use super::common::{is_alive, left_out, target};
use super::{is_within_five_percent, python, run};

const FETCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/cluster/slurm.sh");

const TEST: &str = "control_groups::memory_in_use_is_limited_and_measured_over_the_whole_tree";

/// Says which part a process plays.
const PART: &str = "RANDLOG_TEST_PART";

const GROUPS: &str = "/sys/fs/cgroup";

/// Becomes a command, as a member of a group.
const ENTER: &str =
    "group=/sys/fs/cgroup/$1; mkdir $group && echo $$ >$group/cgroup.procs && shift && exec \"$@\"";

#[test]
fn memory_in_use_is_limited_and_measured_over_the_whole_tree() {
    match env::var(PART).as_deref() {
        Ok("check") => check(),
        Ok(desk) => wait_in_vain(Path::new(desk)),
        Err(_) => match said_within_linux() {
            Ok(said) => assert!(said.contains("test result: ok. 1 passed"), "{said}"),
            Err(needs) => left_out(needs),
        },
    }
}

/// What this test says in a Linux of its own.
fn said_within_linux() -> Result<String, &'static str> {
    let python = python().ok_or("python3")?;
    let place = target().join("linux");
    let fetched = Command::new("bash").args([FETCH, "fetch", "linux"]).arg(&place).output();
    if !fetched.is_ok_and(|fetched| fetched.status.success()) {
        return Err("user-mode Linux, installed or from Debian by `apt-get download`");
    }
    let desk = TempDir::new().unwrap();
    let (path, test) = (env::var("PATH").unwrap(), env::current_exe().unwrap());
    // Files that are in memory count for whoever was the first to read them. Those of Python are read by one that is
    // in no group.
    let first_process = format!(
        "#!/bin/sh\n\
         export PATH='{path}' TMPDIR='{desk}' {PART}=check\n\
         mount -t proc proc /proc && mount -t sysfs sys /sys && mount -t cgroup2 none {GROUPS} &&\n\
         echo +memory >{GROUPS}/cgroup.subtree_control && echo it has started\n\
         '{python}' -c 'import os, sys, time; open(\"{desk}/read\", \"w\"); time.sleep(1000)' &\n\
         while [ ! -e '{desk}/read' ]; do sleep 0.1; done\n\
         sh -c '{ENTER}' sh ours '{}' --exact {TEST} --nocapture\n\
         echo o >/proc/sysrq-trigger; sleep 9\n",
        test.display(),
        desk = desk.path().display(),
    );
    fs::write(desk.path().join("init"), first_process).unwrap();
    let init = desk.path().join("init").display().to_string();
    let made = Command::new("chmod").args(["+x", &init]).status().unwrap();
    assert!(made.success());
    let uml_dir = format!("uml_dir={}", desk.path().display());
    let path = format!("{path}:{}", place.join("usr/bin").display());
    let mut linux = Command::new("timeout");
    linux.args(["300", "linux.uml", "mem=1G", "rw", "rootfstype=hostfs", "rootflags=/", "quiet"]);
    linux.args(["root=/dev/root", "con=null", "con0=null,fd:1", &format!("init={init}"), &uml_dir]);
    let ended = linux.env("PATH", path).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    let is_up = said.contains("it has started");
    is_up.then_some(said).ok_or("a machine on which user-mode Linux starts")
}

/// What must hold in a Linux with control groups.
fn check() {
    let leftover = Path::new(GROUPS).join("ours/randlog-4194305-0");
    fs::create_dir(&leftover).unwrap();
    let three = |desk: &Path, limit| run(desk, (40, 0.2), ["end", "together"], &limits(limit));
    let desk = TempDir::new().unwrap();
    let Run { outcome, usage, .. } = three(desk.path(), 200);
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(usage.memory_limit, Some(MemoryLimit::Cgroup));
    is_within_five_percent("memory", usage.peak_bytes, f64::from(120 << 20));
    // To begin and to end takes long in such a Linux, so what is known is what they say themselves, and a bit.
    let told = |child| fs::read_to_string(desk.path().join(format!("done-{child}"))).unwrap();
    let told: f64 = (1..=3).map(|child| told(child).parse::<f64>().unwrap()).sum();
    let found = usage.cpu_us.map(|time| time as f64 / 1e6 / told);
    assert!(found.is_some_and(|share| (0.95..1.5).contains(&share)), "{usage:?}, not {told} s");
    assert!(!leftover.exists());

    // Each of the three would fit.
    let beyond = three(TempDir::new().unwrap().path(), 90);
    assert_eq!(beyond.outcome.unwrap_err().kind, FailureKind::Memory);
    assert!(beyond.usage.peak_bytes.is_some_and(|peak| peak <= 90 << 20), "{:?}", beyond.usage);

    // What is reserved is not in use.
    let script = "import mmap; m = mmap.mmap(-1, 400 << 20); print(\"{\\\"answers\\\": []}\")";
    let reserving = answer(&format!("'{}' -c '{script}'", python().unwrap()), 100);
    assert!(reserving.outcome.is_ok(), "{:?}", reserving.outcome);

    // Nothing is left but the group of this very process.
    assert_eq!(groups("ours"), [format!("randlog-{}", process::id())]);
    check_that_nothing_is_left_of_the_killed();
}

fn limits(mebibytes: u64) -> EngineLimits {
    EngineLimits { time: Duration::from_secs(200), memory: mebibytes << 20 }
}

fn answer(command: &str, mebibytes: u64) -> Run {
    let engine: external::Command = format!("fake={command}").parse().unwrap();
    engine.answer(&"0.5::p. query(p).".into(), &limits(mebibytes), &Stop::NEVER).unwrap()
}

/// The groups that were made below one.
fn groups(group: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(GROUPS).join(group)).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("randlog-")).collect()
}

/// Somebody who has an engine is killed.
fn check_that_nothing_is_left_of_the_killed() {
    let desk = TempDir::new().unwrap();
    let mut killed = Command::new("sh");
    killed.args(["-c", ENTER, "sh", "others"]).arg(env::current_exe().unwrap());
    killed.args(["--exact", TEST]).env(PART, desk.path()).stdout(Stdio::null());
    let mut killed = killed.spawn().unwrap();
    let engine = || fs::read_to_string(desk.path().join("engine")).unwrap_or_default();
    wait_until(|| engine().ends_with('\n'));
    let own = format!("randlog-{}", killed.id());
    assert_eq!(groups("others").len(), 2, "{:?}", groups("others"));
    killed.kill().and_then(|()| killed.wait()).unwrap();
    wait_until(|| !is_alive(engine().trim()) && groups("others") == [own.clone()]);
}

/// Have an engine until somebody kills us.
fn wait_in_vain(desk: &Path) {
    answer(&format!("echo $$ >'{}/engine'; sleep 1000;", desk.display()), 100);
}

fn wait_until(is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within a minute");
        sleep(Duration::from_millis(20));
    }
}
