//! Running a command that may never end, may fill the memory, and may have children.
//!
//! A command runs in a [group](group) of its own, which ends with it. A process that leaves the group
//! may hold on to the streams that we read from, so threads of their own read them, and we listen to
//! those only a little longer than to the group.

mod cgroup;
mod fugitives;
pub(crate) mod group;
mod limit;
pub(crate) mod usage;
pub(crate) mod wall;

use std::io::{self, BufRead, BufReader, Read};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::files::Scratch;

pub(crate) use cgroup::GRACE;
pub(crate) use group::Invocation;
use group::{Group, Input};
pub use usage::{MemoryLimit, Usage};

use super::{
    Answered, Answers, Attempt, FailureKind, NoAnswer, NotAnswered, Phases, Run, TestCase,
};

/// No engine has more to say.
const MAX_OUTPUT: u64 = 64 << 20;

/// How much of it is read at once, at most.
const CHUNK: usize = 64 << 10;

/// How a command ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// A failure if the time was up.
    pub(super) status: Result<ExitStatus, NoAnswer>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Since the time started running.
    pub(super) wall: Duration,
    /// What it used, unless it was asked about other programs, too.
    pub(super) usage: Usage,
}

/// Answers, or why there are none, and where the time went.
pub(super) type Reply = (Result<Answers, NoAnswer>, Phases);

/// Run a command with the file of a program as its last argument, and make something of how it ended and what it
/// said.
pub(super) fn ask(
    mut invocation: Invocation,
    program: &TestCase,
    attempt: Attempt<'_>,
    read: impl FnOnce(&Ended) -> Reply,
) -> Answered {
    attempt.make(|| {
        let scratch = scratch()?;
        let copy = program.placed(scratch.path(), "program.pl")?;
        // Words about the copy must not differ from run to run.
        let directory = copy.with_file_name("").display().to_string();
        invocation.words.push(copy.into());
        let ended = run(&invocation, scratch, attempt)?;
        let (outcome, phases) = read(&ended);
        let outcome = outcome.map_err(|failure| NoAnswer {
            words: failure.words.replace(&directory, ""),
            ..failure
        });
        Ok(Run { outcome, phases, wall: ended.wall, usage: ended.usage })
    })
}

/// A directory for the temporary files of a command.
pub(super) fn scratch() -> Result<Scratch, NoAnswer> {
    Scratch::new().map_err(NoAnswer::without_scratch)
}

/// What becomes of a command that was not even started.
pub(super) fn cannot_be_run(invocation: &Invocation, error: &io::Error) -> NoAnswer {
    let name = invocation.words.first().map(|name| name.display().to_string()).unwrap_or_default();
    FailureKind::Missing.because(format!("`{name}` cannot be run: {error}"))
}

/// Run a command to its end, or to the end of its time.
pub(super) fn run(
    invocation: &Invocation,
    scratch: Scratch,
    attempt: Attempt<'_>,
) -> Result<Ended, NotAnswered> {
    let failed = |error: io::Error| cannot_be_run(invocation, &error);
    let streams = (Input::Nothing, Stdio::piped());
    let started = Group::start(invocation, scratch, attempt.limits.memory, streams);
    let (mut group, (stdout, stderr)) = started.map_err(failed)?;
    let (stdout, stderr) = (listen(stdout).map_err(failed)?, listen(stderr).map_err(failed)?);
    let status = group.wait(attempt.time_left(), attempt.stop)?;
    let wall = attempt.started.elapsed();
    let usage = group.usage();
    group.end();
    let deadline = Instant::now() + GRACE;
    let (stdout, stderr) = (heard(&stdout, deadline), heard(&stderr, deadline));
    let status = status.transpose().map_err(failed)?.ok_or_else(|| attempt.out_of_time());
    Ok(Ended { status, stdout, stderr, wall, usage })
}

/// Read a stream to its end, on a thread of its own, and pass on what comes.
fn listen(stream: Option<impl Read + Send + 'static>) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    let pass_on = move || {
        let Some(stream) = stream else { return };
        let mut stream = BufReader::with_capacity(CHUNK, stream.take(MAX_OUTPUT));
        loop {
            let read = match stream.fill_buf() {
                Ok([]) => return,
                Ok(chunk) if sender.send(chunk.to_vec()).is_ok() => chunk.len(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                // What was read before an error is still worth having.
                Ok(_) | Err(_) => return,
            };
            stream.consume(read);
        }
    };
    thread::Builder::new().spawn(pass_on)?;
    Ok(receiver)
}

/// What comes from a stream to its end or to the deadline, whichever is first.
fn heard(chunks: &Receiver<Vec<u8>>, deadline: Instant) -> String {
    let mut bytes = Vec::new();
    let left = || deadline.saturating_duration_since(Instant::now());
    while let Ok(chunk) = chunks.recv_timeout(left()) {
        bytes.extend(chunk);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Ended {
    /// Why there is no answer, if there is none: judged by how the command ended and what it said.
    pub(super) fn failure(&self) -> Option<NoAnswer> {
        let status = match &self.status {
            Ok(status) if status.success() => return None,
            Ok(status) => *status,
            Err(out_of_time) => return Some(out_of_time.clone()),
        };
        let words = match self.words() {
            "" => status.to_string(),
            words => format!("{words} ({status})"),
        };
        let kind = match status.code() {
            // What a shell says of a command that it cannot find or run; and, as the commands do that start
            // others, what our supervisor says if it cannot set a limit.
            Some(125..=127) => FailureKind::Missing,
            _ if self.speaks_of_memory() || was_killed(status) => FailureKind::Memory,
            _ => FailureKind::Crash,
        };
        Some(kind.because(words))
    }

    /// The end of what it said, errors before anything else.
    pub(super) fn words(&self) -> &str {
        let said = if self.stderr.trim().is_empty() { &self.stdout } else { &self.stderr };
        tail(said.trim())
    }

    /// Whether it says that memory was short: itself, its runtime, or a child of its own.
    pub(super) fn speaks_of_memory(&self) -> bool {
        const SIGNS: [&str; 6] = [
            "MemoryError",
            "bad_alloc",
            "out of memory",
            "Cannot allocate memory",
            "memory allocation of",
            "SIGKILL",
        ];
        let says_so = |text: &str| SIGNS.iter().any(|sign| tail(text).contains(sign));
        says_so(&self.stderr) || says_so(&self.stdout)
    }
}

/// What is in time is killed by nobody but the system, when memory is short.
fn was_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    // A shell in between passes the number on like this.
    signal == Some(9) || status.code() == Some(128 + 9)
}

/// The last part of a text: the end of a long message says what went wrong.
pub(super) fn tail(text: &str) -> &str {
    const ENOUGH: usize = 2000;
    &text[text.ceil_char_boundary(text.len().saturating_sub(ENOUGH))..]
}
