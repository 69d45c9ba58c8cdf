//! The commands as people run them: arguments in; bytes, messages and exit codes out.

mod again;
mod bad_input;
mod check;
#[cfg(target_os = "linux")]
mod cluster;
mod count;
mod describe;
mod engines;
mod enumerate;
mod experiment;
#[cfg(target_os = "linux")]
mod files;
mod fuzz;
mod infer;
mod inference;
mod instance;
mod interrupts;
mod json;
mod like;
mod mutations;
mod readme;
mod reduce;
mod sample;
mod shell;
mod streams;

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::TempDir;

/// A directory of its own for a test, in which commands run.
struct Desk {
    directory: TempDir,
}

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Is there a process of this number?
fn is_alive(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // A zombie is dead, but nobody has asked yet.
    !state.is_empty() && !state.contains(") Z ")
}

/// Wait until something is so, for a minute at most.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "not within a minute: {what}");
        sleep(Duration::from_millis(2));
    }
}

impl Desk {
    fn new() -> Desk {
        Desk { directory: TempDir::new().unwrap() }
    }

    /// A desk with a spec on it.
    fn with_spec() -> Desk {
        let desk = Desk::new();
        desk.write(
            "spec.toml",
            "predicates = [\"p/1\", \"q/2\"]\nvariables = 2\nconstants = 2\nmax_nodes = 4\n\
             max_clauses = 4\nprobabilities = [0.1, \"1/3\", 1]\n",
        );
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files, sorted.
    fn files(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::cargo_bin("randlog").unwrap();
        command.current_dir(&self.directory).args(arguments.split_whitespace());
        // Messages look the same wherever the tests run.
        command.env("NO_COLOR", "1").env("LANG", "C.UTF-8").env_remove("LC_ALL");
        command
    }

    fn run(&self, arguments: &str) -> Outcome {
        Outcome::of(&mut self.command(arguments))
    }

    /// Run a command that must succeed, for its output.
    fn output(&self, arguments: &str) -> String {
        let outcome = self.run(arguments);
        assert_eq!(outcome.code, 0, "{arguments}: {}", outcome.stderr);
        outcome.stdout
    }
}

impl Outcome {
    fn of(command: &mut Command) -> Outcome {
        let output = command.output().unwrap();
        Outcome {
            code: output.status.code().expect("not killed"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The text after the header.
fn programs(output: &str) -> &str {
    output.split_once("\n\n").expect("a header and a blank line").1
}

/// The rows of a table with two columns.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter_map(|line| line.split_once(' ')).map(|(key, value)| (key, value.trim()))
}

/// Compare a text with its snapshot.
fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, text);
    });
}
