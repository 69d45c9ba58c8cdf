//! Whatever ends a run, nothing is left half-written, no process, and, after the next run, no temporary file.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::{Desk, wait_until};

/// A desk whose temporary files are its own: `tmp`.
fn desk() -> Desk {
    let desk = Desk::with_spec();
    fs::create_dir(desk.path("tmp")).unwrap();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    // Several processes and a file that take a while, and then an answer.
    let answer = "echo '{\"answers\":[{\"atom\":\"p\",\"probability\":0.5}]}'";
    let work = "echo > $TMPDIR/file; sleep 1000 & setsid sleep 1000 & sleep ${1:-0.1}";
    desk.write("slow.sh", format!("file=$2; {work}; {answer}\n"));
    // One that no signal ends but the one that ends all, and that is rid of those who watch it if it can be.
    desk.write(
        "deaf.sh",
        "trap '' TERM INT HUP QUIT USR1; kill -TERM 0; setsid sleep 1000 & sleep 1000 & sleep 1000\n",
    );
    // A worker that leaves a child for each program, and does not answer the second.
    desk.write(
        "worker.sh",
        format!("read -r file; sleep 1000 & {answer}; read -r file; sleep 1000 & sleep 1000\n"),
    );
    // What stands for Python: it makes a directory, and takes a while.
    let python = "#!/bin/sh\nmkdir -p \"$3/bin\" && cp \"$0\" \"$3/bin/python\"\nsleep 0.05\n";
    fs::create_dir(desk.path("bin")).unwrap();
    desk.write("bin/python3", python);
    fs::set_permissions(desk.path("bin/python3"), fs::Permissions::from_mode(0o755)).unwrap();
    desk
}

fn start(desk: &Desk, arguments: &[&str]) -> Child {
    let path = format!("{}:{}", desk.path("bin").display(), std::env::var("PATH").unwrap());
    Command::new(assert_cmd::cargo::cargo_bin!("randlog"))
        .current_dir(desk.path(""))
        .args(arguments)
        .env("TMPDIR", desk.path("tmp"))
        .env("PATH", path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

/// All files below a directory and what is in them, links and hidden ones too.
fn tree(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().unwrap();
        found.insert(name.clone(), fs::read(entry.path()).unwrap_or_default());
        let below = tree(&entry.path()).into_iter();
        found.extend(below.map(|(inner, content)| (format!("{name}/{inner}"), content)));
    }
    found
}

/// The names of what is temporary.
fn leftovers(desk: &Desk) -> Vec<String> {
    let is_ours = |name: &String| name.contains(".randlog-") || name.ends_with(".lock");
    let mut names: Vec<String> = tree(&desk.path("")).into_keys().filter(is_ours).collect();
    names.extend(tree(&desk.path("tmp")).into_keys());
    names
}

/// The processes that use the desk's directory for temporary files.
fn processes(desk: &Desk) -> Vec<String> {
    let mark = format!("TMPDIR={}", desk.path("tmp").display());
    let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
    let belongs = |entry: &fs::DirEntry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment)
            .split('\0')
            .any(|variable| variable.starts_with(&mark))
    };
    let name = |entry: fs::DirEntry| {
        fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default().replace('\0', " ")
    };
    numbers.filter(belongs).map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn an_interrupt_removes_the_unfinished_file() {
    let desk = Desk::with_spec();
    let mut child =
        start(&desk, &"sample spec.toml -n 1000000000 -o out.pl".split(' ').collect::<Vec<_>>());
    wait_until("a temporary file appears", || desk.files("").len() > 1);
    assert_ne!(
        desk.files(""),
        ["out.pl", "spec.toml"],
        "the file must not appear before it is whole"
    );
    send("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(desk.files(""), ["spec.toml"]);
}

#[test]
fn what_a_killed_run_left_goes_with_the_next_one_and_nothing_else_does() {
    let desk = Desk::with_spec();
    desk.write("randlog-notes", "mine");
    let endless: Vec<&str> = "sample spec.toml -n 1000000000 -o out.pl".split(' ').collect();
    let mut killed = start(&desk, &endless);
    wait_until("a temporary file appears", || desk.files("").len() > 2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(desk.files("").len(), 3);
    let of_killed = leftovers(&desk);
    // One that is at work is left alone.
    let mut living = start(&desk, &endless);
    wait_until("another one takes its place", || {
        !leftovers(&desk).is_empty() && leftovers(&desk) != of_killed && desk.files("").len() == 3
    });
    let of_living = leftovers(&desk);
    desk.output("sample spec.toml -o other.pl");
    assert_eq!(leftovers(&desk), of_living);
    assert_eq!(desk.files("").len(), 4);
    send("TERM", &living);
    assert_eq!(living.wait().unwrap().code(), Some(130));
    assert_eq!(desk.files(""), ["other.pl", "randlog-notes", "spec.toml"]);
}

#[test]
fn setting_engines_up_can_be_interrupted_and_leaves_nothing() {
    let desk = desk();
    desk.write("bin/python3", "#!/bin/sh\nmkdir -p \"$3/bin\"\nsleep 1000\n");
    for signal in ["INT", "TERM", "HUP"] {
        let mut child = start(&desk, &["engines", "setup", "--environment", "env"]);
        wait_until("the work has begun", || desk.path("env/bin").exists());
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(leftovers(&desk), [""; 0]);
        assert!(!desk.path("env").exists());
        wait_until("all processes are gone", || processes(&desk).is_empty());
    }
}

#[test]
fn an_interrupted_comparison_leaves_no_process_and_no_file() {
    let desk = desk();
    let slow = ["coin.pl", "exact,slow=sh slow.sh 1000,other=sh slow.sh 1000"];
    let (deaf, worker) = (
        ["coin.pl", "exact,deaf=trap '' TERM INT HUP QUIT USR1; sh deaf.sh"],
        [".", "worlds,worker:own=sh worker.sh"],
    );
    desk.write("another.pl", "0.5::p. query(p).\n");
    let all = [slow, deaf, worker].into_iter();
    for ([files, engines], signal) in all.flat_map(|it| ["INT", "HUP", "KILL"].map(|s| (it, s))) {
        let mut child = start(&desk, &["compare", files, "--engines", engines]);
        wait_until("an engine is at work", || processes(&desk).len() > 3);
        send(signal, &child);
        child.wait().unwrap();
        wait_until("all processes are gone", || processes(&desk).is_empty());
        wait_until("all files are gone", || leftovers(&desk).is_empty());
    }
}

/// A command, what makes its outcome go, and a moment that is about when it ends, in milliseconds.
struct Victim {
    arguments: &'static [&'static str],
    output: &'static str,
    length: u64,
}

const VICTIMS: [Victim; 11] = [
    Victim {
        arguments: &["sample", "spec.toml", "-n", "300", "--seed", "1", "--output-dir", "programs"],
        output: "programs",
        length: 120,
    },
    Victim {
        arguments: &["sample", "spec.toml", "-n", "3000", "--seed", "1", "-o", "programs.pl"],
        output: "programs.pl",
        length: 120,
    },
    Victim {
        arguments: &[
            "instance",
            "spec.toml",
            "-n",
            "100",
            "--seed",
            "1",
            "--output-dir",
            "instances",
        ],
        output: "instances",
        length: 200,
    },
    Victim {
        arguments: &["enumerate", "spec.toml", "--limit", "3000", "-o", "listed.pl"],
        output: "listed.pl",
        length: 120,
    },
    Victim {
        arguments: &["compare", "coin.pl", "--engines", "exact,slow=sh slow.sh 0.05"],
        output: "none",
        length: 150,
    },
    Victim {
        arguments: &[
            "compare",
            "coin.pl",
            "coin.pl",
            "--engines",
            "exact,worlds,slow=sh slow.sh 0.03",
        ],
        output: "none",
        length: 150,
    },
    Victim { arguments: &["infer", "coin.pl"], output: "none", length: 20 },
    Victim { arguments: &["man", "pages"], output: "pages", length: 30 },
    Victim {
        arguments: &["fuzz", "--engines", "worlds", "--programs", "60", "-o", "faults"],
        output: "faults",
        length: 200,
    },
    Victim {
        arguments: &["experiment", "scaling", "scaled", "--sample", "60", "--resume"],
        output: "scaled",
        length: 200,
    },
    Victim { arguments: &["engines", "setup", "--environment", "env"], output: "env", length: 250 },
];

impl Victim {
    /// Make room for another run.
    fn clear(&self, desk: &Desk) {
        let path = desk.path(self.output);
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }

    /// What it writes if nothing comes in between.
    fn whole(&self, desk: &Desk) -> BTreeMap<String, Vec<u8>> {
        self.clear(desk);
        let status = start(desk, self.arguments).wait().unwrap();
        assert!(status.code().is_some_and(|code| code < 2), "{:?}: {status}", self.arguments);
        self.written(desk)
    }

    fn written(&self, desk: &Desk) -> BTreeMap<String, Vec<u8>> {
        let path = desk.path(self.output);
        let mut written = match path.is_file() {
            true => BTreeMap::from([(String::new(), fs::read(path).unwrap())]),
            false => tree(&path),
        };
        // Times differ from run to run.
        if ["faults", "scaled"].contains(&self.output) {
            written.values_mut().for_each(Vec::clear);
        }
        written
    }
}

/// Send so many signals at moments that a seed fixes.
fn storm(seed: u64, signals: u64) {
    let desk = desk();
    let wholes: Vec<_> = VICTIMS.iter().map(|victim| victim.whole(&desk)).collect();
    assert_eq!(leftovers(&desk), [""; 0]);
    let mut state = seed;
    let mut below = |limit: u64| {
        // The generator of Knuth's MMIX.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0..signals {
        let kind = below(VICTIMS.len() as u64) as usize;
        let (victim, whole) = (&VICTIMS[kind], &wholes[kind]);
        let signal = ["INT", "TERM", "HUP", "KILL"][below(4) as usize];
        victim.clear(&desk);
        let mut child = start(&desk, victim.arguments);
        sleep(Duration::from_micros(below(victim.length * 1000)));
        send(signal, &child);
        let status = child.wait().unwrap();
        let context = format!("signal {number}, {signal}, {:?}: {status}", victim.arguments);
        assert!(is_fine(status, signal), "{context}");
        *ends.entry(status.to_string()).or_default() += 1;
        // What is there is whole. An installation that was killed has a mark that it is not.
        if victim.output != "env" {
            let is_temporary = |name: &str| signal == "KILL" && name.starts_with(".randlog-");
            for (name, content) in victim.written(&desk) {
                let is_whole = whole.get(&name) == Some(&content);
                assert!(is_whole || is_temporary(&name), "{context}: {name} is half-written");
            }
        }
        wait_until(&format!("{context}: no process"), || processes(&desk).is_empty());
        if signal == "KILL" {
            // The next run tidies up; into the same directory, if that is where it writes.
            if victim.output != "env" {
                let written = victim.written(&desk).into_keys();
                for name in written.filter(|name| !name.starts_with(".randlog-")) {
                    let _ = fs::remove_file(desk.path(victim.output).join(name));
                }
            }
            let status = start(&desk, victim.arguments).wait().unwrap();
            assert!(status.code().is_some_and(|code| code < 2), "{context}: the next: {status}");
            assert!(victim.written(&desk) == *whole, "{context}: the next run");
        } else if victim.output == "env" {
            assert!(!desk.path("env").exists() || victim.written(&desk) == *whole, "{context}");
        }
        wait_until(&format!("{context}: {:?}", leftovers(&desk)), || leftovers(&desk).is_empty());
    }
    // For whoever looks.
    println!("{signals} signals: {ends:?}");
}

/// An end by the signal, or one that it came too late for.
fn is_fine(status: ExitStatus, signal: &str) -> bool {
    match signal {
        "KILL" => status.signal() == Some(9) || matches!(status.code(), Some(0 | 1)),
        // Before the first line of ours, a signal does what it does to any process.
        _ => {
            matches!(status.code(), Some(0 | 1 | 130))
                || matches!(status.signal(), Some(1 | 2 | 15))
        }
    }
}

#[test]
fn a_few_signals_at_any_moment_leave_nothing() {
    storm(1, 16);
}

/// `RANDLOG_SIGNALS=500 cargo test -p randlog -- --ignored --nocapture many_signals`, with
/// `RANDLOG_SEED` for other moments.
#[test]
#[ignore = "takes minutes"]
fn many_signals_at_any_moment_leave_nothing() {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    storm(number("RANDLOG_SEED", 1), number("RANDLOG_SIGNALS", 500));
}
