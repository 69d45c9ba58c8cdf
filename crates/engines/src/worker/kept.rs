//! A process that answers one program after the other.
//!
//! It reads the names of files from its standard input, one a line, and writes one line to its
//! standard output for each: the object of [`protocol`](crate::protocol). Lines that do not start with a brace are
//! talk. The object may say which `file` it is about; then a process that answers twice is not
//! believed the second time.
//!
//! The limits are those of a process for each program. The time is kept from here, and starts with
//! the process if it has to be started first. The memory is that of the process, so one that grows
//! from program to program is replaced before it gets too large. So is one that ended, was out of time
//! or of memory, or said what is no answer: nobody knows what such a process is up to. One that tells of a crash
//! has caught it, and is kept. One that ends well between two programs has had enough, which is its right.

use std::fs;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use randlog_base::Stop;
use randlog_base::files::Scratch;
use randlog_base::process::data;
use serde::Deserialize;

use super::streams::Streams;
use crate::process::group::{Group, Input};
use crate::process::usage::children;
use crate::process::{self, Ended, GRACE, Invocation, Reply};
use crate::{Answered, Attempt, FailureKind, NoAnswer, NotAnswered, Outcome, Run, TestCase, Usage};

/// A process may grow by this part of the memory that it may use.
const GROWTH: u64 = 4;

/// A process may take so much longer for its first program, until it is known how long one takes to start; then, so many
/// times as long as the first one took.
const START: Duration = Duration::from_secs(10);
const STARTS: u32 = 2;

/// A process that is kept for further programs, and replaced when need be.
#[derive(Debug)]
pub(crate) struct Kept {
    invocation: Invocation,
    running: Option<Running>,
    /// Was the last answer the first one of its process?
    pub(crate) was_first: bool,
    /// How long a process took to start and to answer its first program.
    start: Option<Duration>,
}

impl Kept {
    /// It will be started when there is something to ask.
    pub(crate) fn new(invocation: Invocation) -> Kept {
        Kept { invocation, running: None, was_first: true, start: None }
    }

    /// Ask it about a program, and make something of what it says.
    pub(crate) fn ask(
        &mut self,
        program: &TestCase,
        attempt: Attempt<'_>,
        read: impl FnOnce(&Ended) -> Reply,
    ) -> Answered {
        attempt.make(|| {
            let mut running = self.ready(attempt)?;
            // The limit is one on the program, not on what comes before it.
            let is_first = running.asked == 0;
            let allowance = self.start.map_or(START, |start| start.saturating_mul(STARTS));
            let attempt = if is_first { attempt.extended(allowance) } else { attempt };
            let mut ended = running.ask(program, attempt)?;
            if is_first && ended.status.is_ok() {
                self.start = Some(ended.wall);
            }
            if running.asked > 1 && ended.failure().is_none() && ended.stdout.is_empty() {
                // It ended well, without a word: it has had enough, and knows nothing of this program.
                running = self.ready(attempt)?;
                ended = running.ask(program, attempt)?;
            }
            let (outcome, phases) = read(&ended);
            if running.is_sound(&outcome) {
                self.running = Some(running);
            }
            Ok(Run { outcome, phases, wall: ended.wall, usage: ended.usage })
        })
    }

    /// The process that runs, or else a new one.
    fn ready(&mut self, attempt: Attempt<'_>) -> Result<Running, NoAnswer> {
        let memory = attempt.limits.memory;
        let is_fit = |running: &Running| running.memory == memory && running.streams.are_silent();
        let kept = self.running.take().filter(is_fit);
        // Said before anything can go wrong: one that is kept has seen other programs.
        self.was_first = kept.is_none();
        match kept {
            Some(running) => Ok(running),
            None => Running::start(&self.invocation, memory, process::scratch()?)
                .map_err(|error| process::cannot_be_run(&self.invocation, &error)),
        }
    }
}

/// The process.
#[derive(Debug)]
struct Running {
    group: Group,
    streams: Streams,
    /// What it may use.
    memory: u64,
    /// Has it closed its output?
    has_ended: bool,
    /// How many programs it was asked about.
    asked: u64,
    /// How large it was after the first one.
    size: Option<u64>,
}

/// What an answer is about.
#[derive(Deserialize)]
struct Subject {
    file: Option<String>,
}

impl Running {
    fn start(invocation: &Invocation, memory: u64, scratch: Scratch) -> std::io::Result<Running> {
        let (ours, theirs) = Streams::pair()?;
        let streams = (Input::Output, theirs);
        let (group, (_, stderr)) = Group::start(invocation, scratch, memory, streams)?;
        let streams = Streams::new(ours, stderr)?;
        Ok(Running { group, streams, memory, has_ended: false, asked: 0, size: None })
    }

    /// What it says about a program.
    fn ask(&mut self, program: &TestCase, attempt: Attempt<'_>) -> Result<Ended, NotAnswered> {
        self.asked += 1;
        let name = format!("{}.pl", self.asked);
        let file = program.placed(self.group.scratch(), &name)?;
        let ended = self.say(&file, attempt);
        if file.starts_with(self.group.scratch()) {
            // It may have removed it itself.
            let _ = fs::remove_file(&file);
        }
        ended
    }

    fn say(&mut self, file: &Path, attempt: Attempt<'_>) -> Result<Ended, NotAnswered> {
        if file.as_os_str().as_encoded_bytes().contains(&b'\n') {
            let words = format!("the name `{}` has more than one line", file.display());
            return Err(FailureKind::Rejected.because(words).into());
        }
        // One that cannot be told has ended, which shows below.
        let _ = self.streams.tell(file);
        let mut talk = String::new();
        let (status, stdout) = loop {
            match self.streams.line(attempt.time_left(), attempt.stop)? {
                Ok(line) if line.trim_start().starts_with('{') => {
                    check_subject(&line, file)?;
                    break (Ok(ExitStatus::default()), line);
                }
                Ok(line) => talk = process::tail(&(talk + &line)).to_owned(),
                Err(RecvTimeoutError::Timeout) => break (Err(attempt.out_of_time()), talk),
                Err(RecvTimeoutError::Disconnected) => break (self.end(attempt)?, talk),
            }
        };
        let wall = attempt.started.elapsed();
        Ok(Ended { status, stdout, stderr: self.streams.errors(), wall, usage: Usage::default() })
    }

    /// How it ended: there will be no answer.
    fn end(&mut self, attempt: Attempt<'_>) -> Result<Result<ExitStatus, NoAnswer>, NotAnswered> {
        self.has_ended = true;
        let Some(status) = self.group.wait(attempt.time_left(), attempt.stop)? else {
            return Ok(Err(attempt.out_of_time()));
        };
        self.group.end();
        self.streams.wait_for_errors(GRACE);
        Ok(Ok(status.map_err(|error| FailureKind::Crash.because(error.to_string()))?))
    }

    /// Can it be asked again?
    fn is_sound(&mut self, outcome: &Outcome) -> bool {
        let has_understood = match outcome {
            Ok(_) => true,
            Err(failure) => matches!(
                failure.kind,
                FailureKind::Crash
                    | FailureKind::NonGround
                    | FailureKind::NegativeCycle
                    | FailureKind::UnknownClause
                    | FailureKind::Rejected
                    | FailureKind::Untranslated
            ),
        };
        has_understood
            && !self.has_ended
            && matches!(self.group.wait(Duration::ZERO, &Stop::NEVER), Ok(None))
            && !self.has_grown()
    }

    fn has_grown(&mut self) -> bool {
        let size = size(self.group.id, 3);
        let first = *self.size.get_or_insert(size);
        size.saturating_sub(first) > self.memory / GROWTH
    }
}

/// Is this line about this file, as far as it says?
fn check_subject(line: &str, file: &Path) -> Result<(), NoAnswer> {
    match serde_json::from_str(line) {
        Ok(Subject { file: Some(other) }) if Path::new(&other) != file => {
            let words = format!("an answer about `{other}` instead of `{}`", file.display());
            Err(FailureKind::Unparsable.because(words))
        }
        _ => Ok(()),
    }
}

/// The memory that a process alone may write to, or a descendant if that is more, in bytes; zero where the
/// system does not tell.
fn size(process: u32, generations: u32) -> u64 {
    let Some(fewer) = generations.checked_sub(1) else { return 0 };
    let largest = children(process).into_iter().map(|child| size(child, fewer)).max().unwrap_or(0);
    largest.max(data(process).unwrap_or(0))
}
