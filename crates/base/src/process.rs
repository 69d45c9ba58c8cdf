//! What the system tells of processes, where it does: Linux, in `/proc`.

use std::fs;

/// What the system counts processor time in, in microseconds: the same on every architecture of today.
pub const TICK_US: u64 = 10_000;

/// The numbers of all processes, as far as the system tells.
///
/// ```
/// # if cfg!(target_os = "linux") {
/// assert!(randlog_base::process::all().any(|process| process == std::process::id()));
/// # }
/// ```
pub fn all() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The memory that a process has in use, in bytes; nothing if it has ended, or the system does not tell.
///
/// ```
/// # if cfg!(target_os = "linux") {
/// use randlog_base::process::{data, peak, resident};
///
/// let own = std::process::id();
/// assert!(resident(own) > Some(0) && data(own) > Some(0));
/// assert!(peak(own) > Some(0));
/// assert_eq!(resident(0), None);
/// # }
/// ```
pub fn resident(process: u32) -> Option<u64> {
    bytes(process, "VmRSS:")
}

/// The most memory that a process has had in use since it became the program that it is, in bytes; nothing if it
/// has ended, or the system does not tell.
pub fn peak(process: u32) -> Option<u64> {
    bytes(process, "VmHWM:")
}

/// The memory that a process alone may write to, in use or not, in bytes; nothing if it has ended, or the system does not
/// tell.
pub fn data(process: u32) -> Option<u64> {
    bytes(process, "VmData:")
}

fn bytes(process: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}
