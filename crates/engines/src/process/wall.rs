//! A wall around an engine: what it and all that it starts can reach, whatever they execute.
//!
//! Two parts of Linux build it, and neither needs an administrator:
//!
//! - *Landlock* lets a process open only files below given directories. Inside the wall, these are the system's programs
//!   and libraries, the [installation] of the engine, and its scratch directory, which alone may be written to. It also
//!   keeps signals inside.
//! - *seccomp* refuses [calls] to the system by their numbers: those that make sockets, and those that change what
//!   Landlock does not guard, such as the owner of a file.
//!
//! An engine that an administrator starts also loses an administrator's capabilities, with which it could look into other
//! processes.
//!
//! All of this restricts a thread, and what is started from it, for good. So each engine is started from a thread of its own,
//! which then ends. What comes of it depends on the kernel: see [`Wall`].

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod calls;
mod installation;

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::{fmt, io, thread};

/// What engines cannot reach on this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wall {
    /// Files: they read only their program, their own installation and the system's programs and libraries, and write
    /// only to a scratch directory. (They can still tell whether other files exist.)
    pub files: bool,
    /// The network, and sockets of other processes.
    pub network: bool,
    /// Other processes: they can see them, but not signal, trace or change them.
    pub processes: bool,
}

impl Wall {
    /// Nothing is out of reach.
    pub const NONE: Wall = Wall { files: false, network: false, processes: false };

    /// Everything that can be walled is.
    pub const WHOLE: Wall = Wall { files: true, network: true, processes: true };

    /// What this machine can do.
    pub fn here() -> Wall {
        static HERE: OnceLock<Wall> = OnceLock::new();
        // Tried on a thread, because no thread leaves a wall.
        *HERE.get_or_init(|| {
            let trial = thread::Builder::new().spawn(|| close(Path::new("/nowhere"), &[]));
            trial.ok().and_then(|it| it.join().ok()?.ok()).unwrap_or_default()
        })
    }
}

/// In words: `no files but their own, no network, no other processes`.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.files, "no files but their own"),
            (self.network, "no network"),
            (self.processes, "no other processes"),
        ];
        let words: Vec<&str> = parts.into_iter().filter(|it| it.0).map(|it| it.1).collect();
        f.write_str(&words.join(", "))
    }
}

/// What a command may read inside the wall, beyond what all commands may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walled {
    visible: Vec<PathBuf>,
}

impl Walled {
    /// The program at a path, with its installation.
    pub(crate) fn program(path: &Path) -> Walled {
        Walled { visible: installation::of_program(path) }
    }

    /// A command for the shell: all that it names.
    pub(crate) fn shell(command: &str) -> Walled {
        Walled { visible: installation::of_command(command) }
    }

    /// Start a command behind the wall.
    pub(super) fn spawn(&self, scratch: &Path, command: &mut Command) -> io::Result<Child> {
        let here = Wall::here();
        thread::scope(|scope| {
            let start = || match close(scratch, &self.visible)? {
                wall if wall == here => command.spawn(),
                _ => Err(io::Error::other("the wall around engines cannot be built")),
            };
            let started = thread::Builder::new().spawn_scoped(scope, start)?;
            started.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
        })
    }
}

/// What every command may read, and execute: programs, libraries, and what the system tells of itself.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
const READABLE: [&str; 26] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    "/dev/random",
    "/dev/urandom",
    "/etc/alternatives",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/timezone",
];

/// What every command may write to, besides its scratch directory.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
const WRITABLE: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Close the wall around this thread, and all that it starts.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn close(scratch: &Path, visible: &[PathBuf]) -> io::Result<Wall> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    // What an older kernel does not know is left out.
    const NEWEST: ABI = ABI::V6;
    let restrict = || -> Result<_, RulesetError> {
        let read = AccessFs::from_read(NEWEST);
        let ruleset = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?;
        ruleset
            .add_rules(path_beneath_rules(READABLE, read))?
            .add_rules(path_beneath_rules(visible, read))?
            .add_rules(path_beneath_rules(WRITABLE, AccessFs::from_file(NEWEST)))?
            .add_rules(path_beneath_rules([scratch], AccessFs::from_all(NEWEST)))?
            .restrict_self()
    };
    let status = restrict().map_err(io::Error::other)?;
    let files = status.ruleset != RulesetStatus::NotEnforced;
    let keeps_signals = matches!(
        status.landlock,
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= ABI::V6
    );
    let (refuses, is_nobody) = (calls::refuse().is_ok(), renounce().is_ok());
    Ok(Wall { files, network: refuses, processes: keeps_signals && refuses && is_nobody })
}

/// Give all capabilities up.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn renounce() -> io::Result<()> {
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, sets)?)
}

/// There is no wall on other systems.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn close(_: &Path, _: &[PathBuf]) -> io::Result<Wall> {
    Ok(Wall::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_says_what_it_keeps_out() {
        assert_eq!(Wall::NONE.to_string(), "");
        assert_eq!(Wall { network: true, ..Wall::NONE }.to_string(), "no network");
        let words = "no files but their own, no network, no other processes";
        assert_eq!(Wall::WHOLE.to_string(), words);
    }
}
