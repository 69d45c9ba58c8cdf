//! Processes that have left their group, by `setsid` for instance.
//!
//! They keep the environment that they were started with, and there the directory for temporary files is one
//! that no other group has. Linux tells the environment of every process of ours.

use std::path::Path;

/// A process may start others while we look.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 5;

/// Kill all processes whose temporary files go to this directory.
#[cfg(target_os = "linux")]
pub(super) fn kill(scratch: &Path) {
    use randlog_base::process;
    use rustix::process::{PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    for _ in 0..ROUNDS {
        let mut is_quiet = true;
        for id in process::all().filter(|id| belongs(*id, scratch)) {
            // The number may mean another process by now, but what is open does not change.
            let opened = number(id).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
            if let Some(process) = opened
                && belongs(id, scratch)
            {
                let _ = pidfd_send_signal(process, Signal::KILL);
                is_quiet = false;
            }
        }
        if is_quiet {
            return;
        }
    }
}

/// Was a process started with this directory for its temporary files? One that has ended has no environment.
#[cfg(target_os = "linux")]
fn belongs(id: u32, scratch: &Path) -> bool {
    let Ok(environment) = std::fs::read(format!("/proc/{id}/environ")) else { return false };
    let mut variables = environment.split(|byte| *byte == 0);
    let scratch = scratch.as_os_str().as_encoded_bytes();
    variables.any(|variable| variable.strip_prefix(b"TMPDIR=") == Some(scratch))
}

/// Nothing of the kind is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill(_: &Path) {}

/// A number of a process, as the system wants it.
#[cfg(unix)]
pub(super) fn number(id: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(id.try_into().ok()?)
}
