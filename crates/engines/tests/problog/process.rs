//! ProbLog in one Python process.

use crate::common::catalogue;
use randlog_logic::{Dialect, Program};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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
        let mut process = Command::new(catalogue().environment().python())
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
