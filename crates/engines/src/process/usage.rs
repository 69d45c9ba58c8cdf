//! What a command and its descendants use: processor time and memory.
//!
//! If they are a [control group](super::cgroup), the system counts for us. Otherwise there are two sources. When a
//! process is buried, the system tells the processor time of the process and of all descendants that were
//! waited for, to the microsecond, and the memory of the largest of them. And while they live, we look at them
//! from time to time: so the memory of all of them together is seen, and the processor time of those that are
//! killed, which nobody waits for. What is larger is nearer to the truth.
//!
//! With one exception: a process begins in the memory of whoever starts it, and Linux counts the peak of that
//! memory as its own even when it has become another program. So what is told of the memory of a buried process is
//! ours, if it is no more than our own peak, and then it is what we have seen that counts.

use std::collections::HashSet;
use std::fs;
use std::time::Duration;

use randlog_base::process::{self, TICK_US, peak, resident};
use serde::{Deserialize, Serialize};

/// What a limit on memory counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryLimit {
    /// What all processes of a run have in use together, by a control group of Linux.
    Cgroup,
    /// The memory that each process alone may write to, in use or not.
    Data,
    /// The address space of each process, which is more than that.
    AddressSpace,
}

/// What a run used, as far as the system tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// The processor time of all its processes, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// The most memory that its processes had in use at once, in bytes. What they share counts once if they
    /// were a control group, with what the system keeps of files that they were the first to read; else it counts for
    /// each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<u64>,
    /// What the limit on its memory counted, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<MemoryLimit>,
}

impl Usage {
    /// The larger of both, for each number.
    fn max(self, other: Usage) -> Usage {
        Usage {
            cpu_us: self.cpu_us.max(other.cpu_us),
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
            memory_limit: self.memory_limit.or(other.memory_limit),
        }
    }

    /// These numbers, and for those that are unknown what another source says, which is not asked otherwise.
    pub(super) fn or_else(self, other: impl FnOnce() -> Usage) -> Usage {
        if self.cpu_us.is_some() && self.peak_bytes.is_some() {
            return self;
        }
        let other = other();
        Usage {
            cpu_us: self.cpu_us.or(other.cpu_us),
            peak_bytes: self.peak_bytes.or(other.peak_bytes),
            memory_limit: self.memory_limit,
        }
    }

    /// What the system says of a process that was buried, as far as it is not about us.
    #[cfg(unix)]
    pub(super) fn of_buried(used: &wait4::ResourceUsage) -> Usage {
        let cpu_us = u64::try_from((used.utime + used.stime).as_micros()).ok();
        let ours = peak(std::process::id()).map_or(0, |peak| peak.saturating_add(ESTIMATE));
        let peak_bytes = Some(used.maxrss).filter(|&size| size > ours);
        Usage { cpu_us, peak_bytes, memory_limit: None }
    }
}

/// Looks at a process and its descendants from time to time.
#[derive(Debug)]
pub(super) struct Meter {
    process: u32,
    /// What is known by now.
    pub(super) usage: Usage,
    /// How long to wait before the next look.
    pub(super) pause: Duration,
    is_buried: bool,
}

/// A process that ends at once is looked at more than once; a long one is hardly disturbed.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(100);

/// By how much the system may be wrong about the memory of a process, in bytes.
const ESTIMATE: u64 = 4 << 20;

impl Meter {
    pub(super) fn new(process: u32) -> Meter {
        let usage = Usage::default();
        let mut meter = Meter { process, usage, pause: SHORTEST, is_buried: false };
        // It may end before the next look.
        meter.look();
        meter
    }

    /// The process was buried, and this was said of it. From now on its number means nothing.
    pub(super) fn close(&mut self, buried: Usage) {
        self.usage = self.usage.max(buried);
        self.is_buried = true;
    }

    /// Look at the process and its descendants.
    pub(super) fn look(&mut self) {
        self.pause = LONGEST.min(self.pause * 3 / 2);
        let (mut waiting, mut known) = (vec![self.process], Vec::new());
        while let Some(process) = waiting.pop() {
            waiting.extend(children(process));
            known.extend(ProcessSample::of(process));
        }
        self.take(&known);
    }

    /// Look for all members of the group and their descendants, also those whose parent has ended. That
    /// takes a look at all processes of the machine.
    pub(super) fn look_everywhere(&mut self) {
        if self.is_buried {
            return;
        }
        let all: Vec<ProcessSample> = process::all().filter_map(ProcessSample::of).collect();
        let mut ours: HashSet<u32> = HashSet::new();
        loop {
            let before = ours.len();
            let is_ours =
                |seen: &&ProcessSample| seen.group == self.process || ours.contains(&seen.parent);
            let found: Vec<u32> = all.iter().filter(is_ours).map(|seen| seen.process).collect();
            ours.extend(found);
            if ours.len() == before {
                break;
            }
        }
        let known: Vec<ProcessSample> =
            all.into_iter().filter(|seen| ours.contains(&seen.process)).collect();
        self.take(&known);
    }

    fn take(&mut self, known: &[ProcessSample]) {
        if known.is_empty() {
            return;
        }
        let ticks: u64 = known.iter().map(|seen| seen.ticks).sum();
        let memory: u64 = known.iter().map(|seen| seen.memory).sum();
        let largest = known.iter().map(|seen| seen.peak).max();
        let cpu_us = Some(ticks.saturating_mul(TICK_US));
        let peak_bytes = Some(memory).max(largest);
        self.usage = self.usage.max(Usage { cpu_us, peak_bytes, memory_limit: None });
    }
}

/// What the system tells of a process.
struct ProcessSample {
    process: u32,
    parent: u32,
    group: u32,
    /// Its processor time, and that of the children that it waited for.
    ticks: u64,
    /// What it has in use, in bytes,
    memory: u64,
    /// and the most that it ever had.
    peak: u64,
}

impl ProcessSample {
    fn of(process: u32) -> Option<ProcessSample> {
        let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The second field is a name in parentheses, which may have anything in it.
        let (_, rest) = told.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
        let ticks = (11..15).map(number).sum::<Option<u64>>()?;
        let [parent, group] = [1, 2].map(|place| fields.get(place)?.parse().ok());
        let (parent, group) = (parent?, group?);
        let [memory, peak] = [resident(process), peak(process)].map(Option::unwrap_or_default);
        Some(ProcessSample { process, parent, group, ticks, memory, peak })
    }
}

/// The children of all threads of a process.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let lists: Vec<String> = lists.collect();
    let numbers = lists.iter().flat_map(|list| list.split_whitespace());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_for_what_is_known() {
        let usage = |cpu_us, peak_bytes| Usage { cpu_us, peak_bytes, memory_limit: None };
        let whole = usage(Some(1), Some(2));
        assert_eq!(whole.or_else(|| unreachable!("all is known")), whole);
        assert_eq!(
            usage(Some(1), None).or_else(|| usage(Some(8), Some(9))),
            usage(Some(1), Some(9))
        );
        assert_eq!(usage(None, Some(2)).or_else(|| usage(None, None)), usage(None, Some(2)));
    }
}
