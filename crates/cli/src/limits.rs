//! Limits on a whole command, whatever it is doing: reading, setting up, or searching.
//!
//! Most commands look at the time and at their memory themselves, where they can say best what was
//! reached. What they do not look at is watched from a thread of its own, which ends the process, with
//! nothing half-written left behind.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::process;

use crate::failure::Failure;
use crate::output::{complain, print_at_once};
use crate::{interrupt, json, options};

/// How often to look.
const GLANCE: Duration = Duration::from_millis(10);

/// How much longer a command may take that looks at the time itself.
const GRACE: Duration = Duration::from_millis(500);

/// What a process takes before it has done anything, and what it may take between two glances.
const SLACK: u64 = 32 << 20;

/// The limits of a command that knows no others.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Limits {
    /// Stop after this many seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Stop when about this much memory is in use, not counting 32 MiB for the process itself
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    pub(crate) memory: u64,
}

impl Limits {
    /// From now on, they hold.
    pub(crate) fn watch(self) {
        watch(self.timeout, self.memory);
    }

    /// The same for a command that looks at the time itself.
    pub(crate) fn back_up(self) {
        back_up(self.timeout, self.memory);
    }
}

/// Watch a command that looks at the time itself, in case that it does not look everywhere.
pub(crate) fn back_up(timeout: Option<Duration>, memory: u64) {
    watch(timeout.map(|timeout| timeout.saturating_add(GRACE)), memory);
}

/// Whether all output is written.
static DONE: AtomicBool = AtomicBool::new(false);

/// From now on, the limits do not matter: to free what was used may take a while.
pub(crate) fn done() {
    DONE.store(true, Ordering::Relaxed);
}

/// The limit that is reached.
fn reached(started: Instant, timeout: Option<Duration>, memory: u64) -> Option<Failure> {
    match timeout {
        _ if DONE.load(Ordering::Relaxed) => None,
        Some(limit) if started.elapsed() > limit => Some(Failure::OutOfTime {
            done: format!("not done within {limit:?}"),
            remedy: "give a longer `--timeout`",
        }),
        _ if resident() > memory.saturating_add(SLACK) => Some(Failure::OverMemory { memory }),
        _ => None,
    }
}

/// End the process when one of the limits is reached.
fn watch(timeout: Option<Duration>, memory: u64) {
    let started = Instant::now();
    let look = move || loop {
        if let Some(failure) = reached(started, timeout, memory) {
            let exit_code = failure.exit_code();
            if let Some(line) = json::failed(&failure) {
                print_at_once(&line);
            }
            complain(failure);
            interrupt::end(exit_code);
        }
        thread::sleep(GLANCE);
    };
    // Without a thread to spare, the command has its own limits all the same.
    let _ = thread::Builder::new().spawn(look);
}

/// The memory that this process uses, in bytes; zero where the system does not tell.
fn resident() -> u64 {
    process::resident(std::process::id()).unwrap_or(0)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn no_limit_is_reached_after_the_end() {
        let limit = Some(Duration::ZERO);
        let started = Instant::now() - Duration::from_secs(1);
        let used = vec![1_u8; 64 << 20];
        assert!(matches!(reached(started, limit, u64::MAX), Some(Failure::OutOfTime { .. })));
        assert!(
            matches!(reached(started, None, 0), Some(Failure::OverMemory { .. })),
            "{}",
            used[used.len() - 1]
        );
        done();
        assert!(reached(started, limit, u64::MAX).is_none() && reached(started, None, 0).is_none());
    }

    #[test]
    fn memory_that_is_used_counts() {
        let before = resident();
        let used = vec![1_u8; 64 << 20];
        assert!(before > 0 && resident() > before + (32 << 20), "{}", used[used.len() - 1]);
    }
}
