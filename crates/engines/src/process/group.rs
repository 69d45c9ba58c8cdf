//! A command in a process group of its own, which ends with whoever holds it.
//!
//! The group is killed from here when the time is up, and when the command has ended and may have left
//! children behind. If this very process is killed, it can do nothing at all. So there is a *watcher*
//! beside the group: a shell that waits for the end of its standard input, a pipe from us that closes
//! with us however we end. Unless it was told before that all is done, it then kills the group and removes
//! the directory of its temporary files. It is outside of the group, and deaf to what the group may send
//! to its own members. The command is not started before the watcher is.
//!
//! The number of a group is that of its first process. That process is waited for but not yet buried when
//! the group is killed, so that the number cannot mean another group by then.
//!
//! A process may leave its group. It is still found by its environment, which names the directory for
//! temporary files, where the system tells ([`fugitives`]); one that changes that, too, is out of reach, unless it is
//! in a [control group](super::cgroup), which nobody leaves by accident.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::files::Scratch;
use randlog_base::{Stop, Stopped};

use super::cgroup::GRACE;
use super::fugitives;
#[cfg(unix)]
use super::fugitives::number;
use super::limit::{self, Limit};
use super::usage::{Meter, Usage};
use super::wall::Walled;

/// What to run.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    /// The name of the command and its arguments.
    pub(crate) words: Vec<OsString>,
    /// Whether it is run in a directory of its own.
    pub(crate) is_contained: bool,
    /// What it can see behind the [wall](super::wall), unless it is trusted.
    pub(crate) wall: Option<Walled>,
    /// Address space that it reserves and hardly uses, in bytes: it does not count.
    pub(crate) reserved: u64,
}

/// Where a command reads from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input {
    /// Nothing.
    Nothing,
    /// Its standard output, which is a stream in both directions.
    Output,
}

impl Input {
    /// Waits for the word to start, limits itself, and becomes the command.
    fn supervisor(self) -> String {
        let input = match self {
            Input::Nothing => "/dev/null",
            Input::Output => "&1",
        };
        let limit = limit::SET;
        format!(
            r#"
read -r _ || exit 125
ulimit -c 0
{limit}
shift
exec "$@" <{input}
"#
        )
    }
}

/// Waits for us to end, and then ends the group `$2` with its directory `$1` and its control group `$3`, if it has
/// one.
const WATCHER: &str = r#"
trap '' HUP INT QUIT TERM USR1 USR2 ALRM PIPE TSTP TTIN TTOU
read -r word
test "$word" = done && exit
kill -9 "-$2"
for file in $(grep -lsF "TMPDIR=$1" /proc/[0-9]*/environ); do
    file=${file#/proc/}
    kill -9 "${file%/environ}"
done
test -z "$3" || echo 1 >"$3/cgroup.kill"
for pause in 0.1 1 0; do
    rm -rf -- "$1" && { test -z "$3" || rmdir -- "$3"; } && exit
    sleep "$pause"
done
"#;

/// A command that was started, and what became of it.
#[derive(Debug)]
pub(crate) struct Group {
    /// The number of the command's process, and of the group.
    pub(crate) id: u32,
    ended: Receiver<io::Result<Buried>>,
    meter: RefCell<Meter>,
    /// Whether the command's process is buried: then the number means nothing any more.
    buried: Arc<Mutex<bool>>,
    /// Whether it was ended.
    is_over: bool,
    watcher: Child,
    limit: Limit,
    scratch: Scratch,
}

/// How a command ended, and what it used.
type Buried = (ExitStatus, Usage);

/// What a command says, as far as it goes through pipes.
pub(crate) type Pipes = (Option<ChildStdout>, Option<ChildStderr>);

impl Group {
    /// Start a command that may use so many bytes of memory; [`u64::MAX`] is no limit.
    pub(crate) fn start(
        invocation: &Invocation,
        scratch: Scratch,
        memory: u64,
        (input, output): (Input, Stdio),
    ) -> io::Result<(Group, Pipes)> {
        if cfg!(not(unix)) {
            // No groups, no limits, no shell: what runs inside of this process is all there is.
            const NEEDED: &str =
                "engines are processes of Linux or macOS (on Windows, use its subsystem for Linux)";
            return Err(io::Error::new(io::ErrorKind::Unsupported, NEEDED));
        }
        let limit = Limit::new(memory, invocation.reserved);
        let mut command = Command::new("sh");
        command.args(["-c", &input.supervisor(), "sh", &limit.word()]).args(&invocation.words);
        if invocation.is_contained {
            command.current_dir(scratch.path());
        }
        command.stdout(output).stderr(Stdio::piped());
        command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, scratch.path())));
        // Until it gets the word, this one ends with us by itself.
        let apart = apart(&mut command);
        let mut child = match &invocation.wall {
            Some(wall) => wall.spawn(scratch.path(), apart)?,
            None => apart.spawn()?,
        };
        let id = child.id();
        let watched = watch(scratch.path(), id, &limit).and_then(|watcher| {
            limit.hold(id)?;
            let start =
                child.stdin.take().map_or(Ok(()), |mut stdin: ChildStdin| stdin.write_all(b"\n"));
            start.map(|()| watcher)
        });
        let pipes = (child.stdout.take(), child.stderr.take());
        let watcher = watched.inspect_err(|_| drop(child.kill().and_then(|()| child.wait())))?;
        let buried = Arc::new(Mutex::new(false));
        let ended = bury(child, buried.clone())?;
        let meter = RefCell::new(Meter::new(id));
        Ok((Group { id, ended, meter, buried, is_over: false, watcher, limit, scratch }, pipes))
    }

    /// The directory for its temporary files.
    pub(crate) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// How the command ended, if it does within this time. It is told once.
    pub(crate) fn wait(
        &self,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Option<io::Result<ExitStatus>>, Stopped> {
        let started = Instant::now();
        let mut meter = self.meter.borrow_mut();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            match self.ended.recv_timeout(left.min(meter.pause)) {
                Ok(buried) => {
                    return Ok(Some(buried.map(|(status, usage)| {
                        meter.close(usage);
                        status
                    })));
                }
                Err(RecvTimeoutError::Timeout) if left > meter.pause => {
                    meter.look();
                    stop.check()?;
                }
                Err(_) => return Ok(None),
            }
        }
    }

    /// What it has used until now. Whoever is about to end it asks before.
    pub(crate) fn usage(&self) -> Usage {
        self.limit.told(|| {
            let mut meter = self.meter.borrow_mut();
            meter.look_everywhere();
            meter.usage
        })
    }

    /// End whatever is left of it.
    pub(crate) fn end(&mut self) {
        if !mem::replace(&mut self.is_over, true) {
            if !*held(&self.buried) {
                kill(self.id);
            }
            fugitives::kill(self.scratch.path());
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
        // Whoever starts the next command wants this one out of the way.
        let _ = self.wait(GRACE, &Stop::NEVER);
        if let Some(mut lifeline) = self.watcher.stdin.take()
            && *held(&self.buried)
        {
            // If it is dead, nothing is left for it to do.
            let _ = lifeline.write_all(b"done\n");
        }
        let _ = self.watcher.wait();
    }
}

/// A command that starts in a group of its own, with a pipe from us.
fn apart(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Start a watcher of a group and what it has.
fn watch(scratch: &Path, group: u32, limit: &Limit) -> io::Result<Child> {
    let mut command = Command::new("sh");
    command.args(["-c", WATCHER, "sh"]).arg(scratch).arg(group.to_string());
    command.arg(limit.group().unwrap_or(Path::new("")));
    apart(command.stdout(Stdio::null()).stderr(Stdio::null())).spawn()
}

/// Wait for the end of a command, kill what is left of its group, and tell how it ended.
fn bury(child: Child, buried: Arc<Mutex<bool>>) -> io::Result<Receiver<io::Result<Buried>>> {
    let (sender, ended) = mpsc::channel();
    let wait = move || {
        await_end(child.id());
        let mut buried = held(&buried);
        kill(child.id());
        let told = ending(child);
        *buried = true;
        sender.send(told)
    };
    thread::Builder::new().spawn(wait)?;
    Ok(ended)
}

/// How a command ended, and what it used.
#[cfg(unix)]
fn ending(child: Child) -> io::Result<Buried> {
    let buried = wait4::Wait4::wait4(child)?;
    Ok((buried.status, Usage::of_buried(&buried.rusage)))
}

#[cfg(not(unix))]
fn ending(mut child: Child) -> io::Result<Buried> {
    Ok((child.wait()?, Usage::default()))
}

fn held(flag: &Mutex<bool>) -> MutexGuard<'_, bool> {
    flag.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wait until a child has ended, but leave it there.
#[cfg(unix)]
fn await_end(id: u32) {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(id) = number(id) else { return };
    let ended = || waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    while matches!(ended(), Err(rustix::io::Errno::INTR)) {}
}

/// Kill a group.
#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Signal, kill_process_group};
    // One that has no members left is dead.
    let _ = number(id).map(|id| kill_process_group(id, Signal::KILL));
}

/// Waiting for the command will do.
#[cfg(not(unix))]
fn await_end(_: u32) {}

/// There are no groups.
#[cfg(not(unix))]
fn kill(_: u32) {}
