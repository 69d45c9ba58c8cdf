//! A command in a process group of its own, which ends with whoever holds it.
//!
//! In the group there is a watcher that does nothing but wait for the end of its standard input, and
//! then removes the directory of the group and kills the group. That input is a pipe from us: the
//! *lifeline*. Whatever happens here — the time is up, the command has ended and may have left
//! children behind, or this very process is killed and can do nothing at all — closes the pipe, and
//! so ends whatever is left of the group. No signal needs to be sent from here, and no child of ours
//! has to be asked to behave. The watcher is nobody's child by the time the command starts, so that a
//! command that waits for all its children does not wait for it.
//!
//! A process that leaves the group is out of reach.
//!
//! Each group has a directory for its temporary files, which goes when the group is dead: one that
//! is killed cannot tidy up, and some never do.
//!
//! (The alternative on Linux, a signal on the death of the parent, is bound to the thread that
//! starts the process, and children of children do not get it.)

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::network;
use super::usage::{Meter, Usage};

/// How long the dead may take to fall silent, and to let go of their files.
pub(crate) const GRACE: Duration = Duration::from_secs(3);

/// What to run.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    /// The name of the command and its arguments.
    pub(crate) words: Vec<OsString>,
    /// Whether it is run in a directory of its own, and without network if the system allows.
    pub(crate) is_contained: bool,
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
    /// Starts the watcher, sets the limits, and becomes the command.
    fn supervisor(self) -> String {
        let input = match self {
            Input::Nothing => "/dev/null",
            Input::Output => "&1",
        };
        format!(
            r#"
exec 3<&0
( {{ read -r _; rm -rf -- "$1" || rm -rf -- "$1"; kill -KILL 0; }} <&3 3<&- >/dev/null 2>&1 & )
ulimit -c 0
ulimit -v "$2" || exit 125
shift 2
exec "$@" <{input} 3<&-
"#
        )
    }
}

/// A command that was started, and what became of it.
#[derive(Debug)]
pub(crate) struct Group {
    /// The number of the command's process.
    pub(crate) id: u32,
    lifeline: Option<ChildStdin>,
    ended: Receiver<io::Result<Buried>>,
    meter: RefCell<Meter>,
    scratch: PathBuf,
}

/// How a command ended, and what it used.
type Buried = (ExitStatus, Usage);

/// What a command says, as far as it goes through pipes.
pub(crate) type Pipes = (Option<ChildStdout>, Option<ChildStderr>);

/// A directory for the temporary files of a group.
pub(crate) fn scratch() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("randlog-").tempdir()
}

impl Group {
    /// Start a command. Each process may use so many bytes of address space.
    pub(crate) fn start(
        invocation: &Invocation,
        scratch: TempDir,
        memory: u64,
        (input, output): (Input, Stdio),
    ) -> io::Result<(Group, Pipes)> {
        let mut command = Command::new("sh");
        command.args(["-c", &input.supervisor(), "sh"]).arg(scratch.path());
        command.arg(memory.div_ceil(1024).to_string());
        if invocation.is_contained {
            command.args(network::without()).current_dir(scratch.path());
        }
        command.args(&invocation.words);
        command.stdin(Stdio::piped()).stdout(output).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, scratch.path())));
        let mut child = command.spawn()?;
        let (id, lifeline) = (child.id(), child.stdin.take());
        let pipes = (child.stdout.take(), child.stderr.take());
        let (sender, ended) = mpsc::channel();
        thread::Builder::new().spawn(move || sender.send(bury(child)))?;
        let meter = RefCell::new(Meter::new(id));
        Ok((Group { id, lifeline, ended, meter, scratch: scratch.keep() }, pipes))
    }

    /// The directory for its temporary files.
    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// How the command ended, if it does within this time. It is told once.
    pub(crate) fn wait(&self, patience: Duration) -> Option<io::Result<ExitStatus>> {
        let started = Instant::now();
        let mut meter = self.meter.borrow_mut();
        loop {
            let left = patience.saturating_sub(started.elapsed());
            match self.ended.recv_timeout(left.min(meter.pause())) {
                Ok(buried) => {
                    return Some(buried.map(|(status, usage)| {
                        meter.close(usage);
                        status
                    }));
                }
                Err(RecvTimeoutError::Timeout) if left > meter.pause() => meter.look(),
                Err(_) => return None,
            }
        }
    }

    /// What it has used until now. Whoever is about to end it asks before.
    pub(crate) fn usage(&self) -> Usage {
        let mut meter = self.meter.borrow_mut();
        meter.look_everywhere();
        meter.usage()
    }

    /// End whatever is left of it.
    pub(crate) fn end(&mut self) {
        drop(self.lifeline.take());
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
        // Whoever starts the next command wants this one out of the way.
        let _ = self.wait(GRACE);
        remove(&self.scratch);
    }
}

/// Wait for the end of a command.
#[cfg(unix)]
fn bury(child: Child) -> io::Result<Buried> {
    let buried = wait4::Wait4::wait4(child)?;
    Ok((buried.status, Usage::of_buried(&buried.rusage)))
}

#[cfg(not(unix))]
fn bury(mut child: Child) -> io::Result<Buried> {
    Ok((child.wait()?, Usage::default()))
}

/// Remove a directory that the dying may still write to.
fn remove(directory: &Path) {
    let deadline = Instant::now() + GRACE;
    let is_in_use = |error: io::Error| error.kind() == io::ErrorKind::DirectoryNotEmpty;
    while fs::remove_dir_all(directory).is_err_and(is_in_use) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
}
