//! Running a command that may never end, may fill the memory, and may have children.
//!
//! A command runs in a process group of its own, together with a watcher that does nothing but wait
//! for the end of its standard input, and then kills the group. That input is a pipe from us: the
//! *lifeline*. Whatever happens here — the time is up, the command has ended and may have left
//! children behind, or this very process is killed and can do nothing at all — closes the pipe, and
//! so ends whatever is left of the group. No signal needs to be sent from here, and no child of ours
//! has to be asked to behave. The watcher is nobody's child by the time the command starts, so that a
//! command that waits for all its children does not wait for it.
//!
//! A process that leaves the group is out of reach. It may hold on to the streams that we read from,
//! so threads of their own read them, and we listen to those only a little longer than to the group.
//!
//! Each command has a directory for its temporary files, which goes when the group is dead: one that
//! is killed cannot tidy up, and some never do.
//!
//! (The alternative on Linux, a signal on the death of the parent, is bound to the thread that
//! starts the process, and children of children do not get it.)

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::{Answers, Attempt, FailureKind, NoAnswer, Phases, Run};

/// Starts the watcher, sets the limits, and becomes the command.
const SUPERVISOR: &str = r#"
exec 3<&0
( { read -r _; kill -KILL 0; } <&3 3<&- >/dev/null 2>&1 & )
ulimit -c 0
ulimit -v "$1" || exit 125
shift
exec "$@" </dev/null 3<&-
"#;

/// No engine has more to say.
const MAX_OUTPUT: u64 = 64 << 20;

/// How much of it is read at once, at most.
const CHUNK: usize = 64 << 10;

/// How long the dead may take to fall silent, and to let go of their files.
const GRACE: Duration = Duration::from_secs(3);

/// How a command ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// A failure if the time was up.
    pub(super) status: Result<ExitStatus, NoAnswer>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Since the time started running.
    pub(super) wall: Duration,
}

/// Answers, or why there are none, and where the time went.
pub(super) type Reply = (Result<Answers, NoAnswer>, Phases);

/// Run a command, its name and its arguments, and make something of how it ended and what it said.
pub(super) fn ask(words: &[OsString], attempt: Attempt, read: impl FnOnce(&Ended) -> Reply) -> Run {
    attempt.make(|| {
        let ended = run(words, attempt).map_err(|error| {
            let words = format!("`{}` cannot be run: {error}", words[0].display());
            FailureKind::Missing.because(words)
        })?;
        let (outcome, phases) = read(&ended);
        Ok(Run { outcome, phases, wall: ended.wall })
    })
}

/// Run a command to its end, or to the end of its time.
fn run(words: &[OsString], attempt: Attempt) -> io::Result<Ended> {
    let scratch = tempfile::Builder::new().prefix("randlog-").tempdir()?;
    let mut command = Command::new("sh");
    command.args(["-c", SUPERVISOR, "sh", &attempt.limits.memory.div_ceil(1024).to_string()]);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, scratch.path())));
    let ended = watch(command.spawn()?, attempt);
    remove(scratch.path());
    ended
}

/// Remove a directory that the dying may still write to.
fn remove(directory: &Path) {
    let deadline = Instant::now() + GRACE;
    let is_in_use = |error: io::Error| error.kind() == io::ErrorKind::DirectoryNotEmpty;
    while fs::remove_dir_all(directory).is_err_and(is_in_use) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Wait for a supervised child, but not longer than it may take.
fn watch(mut child: Child, attempt: Attempt) -> io::Result<Ended> {
    let patience = attempt.time_left();
    let lifeline = child.stdin.take();
    let (stdout, stderr) = (listen(child.stdout.take())?, listen(child.stderr.take())?);
    let (sender, ended) = mpsc::channel();
    thread::Builder::new().spawn(move || sender.send(child.wait()))?;
    let status = ended.recv_timeout(patience);
    let wall = attempt.started.elapsed();
    drop(lifeline);
    let deadline = Instant::now() + GRACE;
    let (stdout, stderr) = (heard(&stdout, deadline), heard(&stderr, deadline));
    if status.is_err() {
        // Whoever starts the next command wants this one out of the way.
        let _ = ended.recv_timeout(left(deadline));
    }
    let status = status.ok().transpose()?.ok_or_else(|| attempt.limits.out_of_time());
    Ok(Ended { status, stdout, stderr, wall })
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
    while let Ok(chunk) = chunks.recv_timeout(left(deadline)) {
        bytes.extend(chunk);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
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
            // What a shell says of a command that it cannot find or run.
            Some(126 | 127) => FailureKind::Missing,
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
fn tail(text: &str) -> &str {
    const ENOUGH: usize = 2000;
    &text[text.ceil_char_boundary(text.len().saturating_sub(ENOUGH))..]
}
