//! Control groups: processes that are limited and counted together.
//!
//! A control group of Linux (cgroups v2) is a directory in a file system of the kernel. A process that writes its
//! number to the file `cgroup.procs` there is a member from then on, and so is all that it starts.
//! `memory.max` limits the memory that the members have in use together; if they need more, all of them are
//! killed. `memory.peak` and `cpu.stat` tell what they used, also those that nobody waited for.
//!
//! Whoever may write to the directory of the group that he is in can make groups below it: administrators, and
//! users to whom it was *delegated*, by `systemd-run --user --scope -p Delegate=yes` for instance. Two rules of
//! the kernel make this a little longer:
//!
//! - Memory is limited in a group only if the one above says so, in its `cgroup.subtree_control`.
//! - A group that says so has no members itself, only groups; that at the very top is exempt.
//!
//! So where need be, this process first moves into a group of its own below the one that it was started in, for as
//! long as it lives. Others who are there, such as a shell, are not ours to move: then there are no groups to be
//! had, and this process goes back to where it was.
//!
//! All groups are called `randlog-`, the number of the process that made them, and perhaps a number of their own.
//! Those of commands are removed with the commands. What is left of a process that was killed is removed by its
//! watchers, or by the next process that makes groups there. The group that we live in ourselves goes with the
//! one that we were started in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::usage::Usage;

/// How long the dead may take to fall silent, and to let go of their files.
pub(crate) const GRACE: Duration = Duration::from_secs(3);

/// A control group for a command, which is removed in the end with all its members.
#[derive(Debug)]
pub(super) struct Cgroup {
    /// Its directory.
    pub(super) path: PathBuf,
}

impl Cgroup {
    /// One whose members may have so many bytes in use together; nothing if it cannot be had.
    pub(super) fn new(memory: u64) -> Option<Cgroup> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = home()?.join(format!("{PREFIX}{}-{number}", process::id()));
        fs::create_dir(&path).ok()?;
        let group = Cgroup { path };
        group.set("memory.max", &memory.to_string()).ok()?;
        // Without swap there is no such file.
        let _ = group.set("memory.swap.max", "0");
        // If one member is killed, the others would be of no use.
        let _ = group.set("memory.oom.group", "1");
        Some(group)
    }

    /// Make a process a member.
    pub(super) fn add(&self, process: u32) -> io::Result<()> {
        self.set("cgroup.procs", &process.to_string())
    }

    /// What its members have used until now, as far as this kernel tells.
    pub(super) fn usage(&self) -> Usage {
        let told = |name: &str| fs::read_to_string(self.path.join(name)).ok();
        let cpu_us = told("cpu.stat").and_then(|told| {
            let line = told.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
            line.trim().parse().ok()
        });
        let peak_bytes = told("memory.peak").and_then(|told| told.trim().parse().ok());
        Usage { cpu_us, peak_bytes, memory_limit: None }
    }

    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        fs::write(self.path.join(name), value)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // Old kernels do not know this, and the members are dead in most cases.
        let _ = self.set("cgroup.kill", "1");
        let deadline = Instant::now() + GRACE;
        while self.path.exists() && !remove(&self.path) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// What the names of our groups start with.
const PREFIX: &str = "randlog-";

/// The group below which we can make groups, if there is one.
fn home() -> Option<&'static Path> {
    static HOME: OnceLock<Option<PathBuf>> = OnceLock::new();
    HOME.get_or_init(|| {
        let [own, mounts] = ["cgroup", "mountinfo"]
            .map(|name| fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default());
        let home = directory(&own, &mounts)?;
        clear(&home);
        may_limit(&home).then_some(home)
    })
    .as_deref()
}

/// The directory of our group, by what the system says of groups and mounts.
fn directory(own: &str, mounts: &str) -> Option<PathBuf> {
    let group = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let mut words = mount.split(' ').skip(3);
        let (root, place) = (words.next()?, words.next()?);
        let below = Path::new(group).strip_prefix(root).ok()?;
        kind.starts_with("cgroup2 ").then(|| Path::new(place).join(below))
    })
}

/// Can memory be limited in groups below this one? If we have to leave it for that, we do.
fn may_limit(group: &Path) -> bool {
    let has_memory = |name: &str| {
        let told = fs::read_to_string(group.join(name)).unwrap_or_default();
        told.split_whitespace().any(|controller| controller == "memory")
    };
    let enable = || fs::write(group.join("cgroup.subtree_control"), "+memory").is_ok();
    if !has_memory("cgroup.controllers") {
        return false;
    }
    if has_memory("cgroup.subtree_control") || enable() {
        return true;
    }
    let own = group.join(format!("{PREFIX}{}", process::id()));
    let move_to = |group: &Path| fs::write(group.join("cgroup.procs"), "0").is_ok();
    let is_enabled = fs::create_dir(&own).is_ok() && move_to(&own) && enable();
    if !is_enabled {
        // It may not even be there.
        let _ = move_to(group) && remove(&own);
    }
    is_enabled
}

/// Remove what was left by processes that are no more; one that had our number is no more, either.
fn clear(home: &Path) {
    let is_over = |name: &str| {
        let owner = name.strip_prefix(PREFIX)?.split('-').next()?;
        let owner: u32 = owner.parse().ok()?;
        Some(owner == process::id() || !Path::new(&format!("/proc/{owner}")).exists())
    };
    for entry in fs::read_dir(home).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(is_over) == Some(true) {
            // One that has members is somebody's after all.
            remove(&entry.path());
        }
    }
}

/// Remove a group and those below it, if they have no members.
fn remove(group: &Path) -> bool {
    for entry in fs::read_dir(group).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove(&entry.path());
        }
    }
    fs::remove_dir(group).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directory_of_a_group_is_below_its_mount() {
        let at = |own: &str, mounts: &str| directory(own, mounts).map(|p| p.display().to_string());
        let hybrid = "25 1 0:2 / / rw - ext4 /dev/sda rw\n\
                      29 25 0:4 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n\
                      30 25 0:5 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw\n";
        let own = "4:memory:/other\n0::/user.slice/run-1.scope\n";
        let found = at(own, hybrid);
        assert_eq!(found.as_deref(), Some("/sys/fs/cgroup/unified/user.slice/run-1.scope"));
        assert_eq!(at("0::/\n", hybrid).as_deref(), Some("/sys/fs/cgroup/unified/"));
        let part = "30 25 0:5 /user.slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(at(own, part).as_deref(), Some("/sys/fs/cgroup/run-1.scope"));
        assert_eq!(at("0::/system.slice\n", part), None);
        assert_eq!(at("4:memory:/other\n", hybrid), None);
    }

    #[test]
    fn where_nothing_limits_memory_nothing_is_done() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("cgroup.controllers"), "cpu io hugetlb\n").unwrap();
        assert!(!may_limit(place.path()));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_left_of_the_dead_is_removed() {
        let place = tempfile::tempdir().unwrap();
        // No process has such a number.
        let dead = u32::MAX;
        let own = process::id();
        let names = [format!("randlog-{dead}"), format!("randlog-{own}-0/randlog-{dead}-3")];
        for name in names.iter().map(String::as_str).chain(["randlog-1-7", "randlog-x", "other"]) {
            fs::create_dir_all(place.path().join(name)).unwrap();
        }
        clear(place.path());
        let left = fs::read_dir(place.path()).unwrap().flatten();
        let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        left.sort();
        assert_eq!(left, ["other", "randlog-1-7", "randlog-x"]);
    }
}
