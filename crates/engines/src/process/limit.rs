//! How the memory of a command is limited: together, where the system lets us, else process by process.

use std::io;
use std::path::Path;

use super::cgroup::Cgroup;
use super::usage::{MemoryLimit, Usage};

/// A limit on the memory of a command.
#[derive(Debug)]
pub(super) enum Limit {
    None,
    Together(Cgroup),
    /// In kibibytes.
    Each(u64),
}

impl Limit {
    /// The best limit that can be had here; `reserved` is memory that does not count.
    pub(super) fn new(memory: u64, reserved: u64) -> Limit {
        if memory == u64::MAX {
            return Limit::None;
        }
        let each = memory.saturating_add(reserved);
        Cgroup::new(memory).map_or(Limit::Each(each.div_ceil(1024)), Limit::Together)
    }

    /// What [`SET`] is told: a number, or a word.
    pub(super) fn word(&self) -> String {
        match self {
            Limit::None | Limit::Together(_) => "unlimited".to_owned(),
            Limit::Each(kibibytes) => kibibytes.to_string(),
        }
    }

    /// Hold a process, and all that it will start.
    pub(super) fn hold(&self, process: u32) -> io::Result<()> {
        match self {
            Limit::None | Limit::Each(_) => Ok(()),
            Limit::Together(group) => group.add(process),
        }
    }

    /// The directory of the control group, if there is one.
    pub(super) fn group(&self) -> Option<&Path> {
        let Limit::Together(group) = self else { return None };
        Some(&group.path)
    }

    /// What a command used. `see` looks at it from outside, which takes a while, so it is called only for what the
    /// system has not counted.
    pub(super) fn told(&self, see: impl FnOnce() -> Usage) -> Usage {
        match self {
            Limit::None => see(),
            Limit::Together(group) => {
                let memory_limit = Some(MemoryLimit::Cgroup);
                Usage { memory_limit, ..group.usage().or_else(see) }
            }
            Limit::Each(_) => Usage { memory_limit: Some(EACH), ..see() },
        }
    }
}

/// What a shell does to limit itself, and the command that it becomes, as the first argument says.
///
/// Linux counts what a process alone may write to. An engine of WebAssembly reserves gigabytes of address space, most of
/// which it may never touch: a limit on that would kill it before its first program.
#[cfg(target_os = "linux")]
pub(super) const SET: &str = r#"ulimit -d "$1" || exit 125"#;
#[cfg(not(target_os = "linux"))]
pub(super) const SET: &str = r#"ulimit -v "$1" || exit 125"#;

/// What that limits.
const EACH: MemoryLimit =
    if cfg!(target_os = "linux") { MemoryLimit::Data } else { MemoryLimit::AddressSpace };
