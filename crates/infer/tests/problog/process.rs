//! ProbLog in one Python process, installed under `target/` when first needed.

use randlog_logic::{Dialect, Program};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PACKAGES: [&str; 2] = ["problog==2.3.0", "pysdd==1.0.6"];

/// A running ProbLog.
pub(crate) struct ProbLog {
    process: Child,
    questions: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

/// What ProbLog says: the probability of each ground atom, or the name of an error.
pub(crate) type Reply = Result<BTreeMap<String, f64>, String>;

impl ProbLog {
    pub(crate) fn start() -> ProbLog {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problog/batch.py");
        let mut process = Command::new(environment().join("bin/python"))
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Python starts");
        let questions = process.stdin.take();
        let replies = BufReader::new(process.stdout.take().expect("a pipe"));
        ProbLog { process, questions, replies }
    }

    pub(crate) fn solve(&mut self, back_end: &str, program: &Program) -> Reply {
        let text = Dialect::ProbLog.print(program).expect("a program that can be written");
        let questions = self.questions.as_mut().expect("a pipe");
        write!(questions, "{back_end}\n{text}\n\x0c\n").expect("ProbLog listens");
        questions.flush().expect("ProbLog listens");
        let mut answers = BTreeMap::new();
        let mut error = None;
        loop {
            let mut line = String::new();
            self.replies.read_line(&mut line).expect("ProbLog answers");
            match line.trim_end().split_once('\t') {
                Some(("!", name)) => error = Some(name.to_owned()),
                Some((atom, probability)) => {
                    answers.insert(atom.to_owned(), probability.parse().expect("a number"));
                }
                None if line == ".\n" => break,
                None => assert!(!line.is_empty(), "ProbLog stopped without an answer to\n{text}"),
            }
        }
        error.map_or(Ok(answers), Err)
    }
}

impl Drop for ProbLog {
    fn drop(&mut self) {
        // Without questions it ends by itself.
        self.questions = None;
        let _ = self.process.wait();
    }
}

/// The virtual environment with ProbLog, made if there is none yet.
fn environment() -> PathBuf {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let directory = parent.join("problog-2.3.0");
    // Tests may run at the same time, and one may have been stopped half-way.
    let lock = File::create(parent.join("problog-2.3.0.lock")).expect("a lock file");
    lock.lock().expect("a lock");
    let ready = directory.join("ready");
    if !ready.exists() {
        let _ = fs::remove_dir_all(&directory);
        run(Command::new("python3").args(["-m", "venv"]).arg(&directory));
        let mut pip = Command::new(directory.join("bin/python"));
        run(pip.args(["-m", "pip", "install", "--quiet"]).args(PACKAGES));
        File::create(&ready).expect("a file that says so");
    }
    directory
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        panic!("cannot run {command:?}: {error}\nThis test needs Python 3 with venv and pip.")
    });
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed, {}:\n{text}", output.status);
}
