//! Cores, and having one to oneself.
//!
//! A run that wanders from core to core, or shares one with another run, takes a time of its own each time.
//! So each thread that executes runs is bound to a core, with all the processors that the core looks like,
//! and what it starts stays there. Several programs of this kind may work on one machine, unaware of
//! each other, so a core is taken by a lock on a file of the kernel that describes it: nothing is written,
//! and the lock goes with its owner.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::num::NonZero;
use std::path::Path;
use std::thread;

/// The cores that this process may use: of each, the first processor that it looks like, which is its name for
/// everybody, and the processors of it that are ours.
pub(super) type Cores = BTreeMap<usize, Vec<usize>>;

/// A core that nobody else has taken.
#[derive(Debug)]
pub(crate) struct Core {
    /// The processors that it looks like.
    processors: Vec<usize>,
    /// What holds the lock.
    _taken: File,
}

const PROCESSORS: &str = "/sys/devices/system/cpu";

/// The cores that the system lets us use, if it tells.
pub(super) fn usable() -> Option<Cores> {
    let siblings = |processor: usize| {
        let path = format!("{PROCESSORS}/cpu{processor}/topology/thread_siblings_list");
        fs::read_to_string(path).ok()
    };
    grouped_by_core(&allowed("/proc/self/status")?, siblings)
}

/// Processors put together by the list of those that they share a core with.
fn grouped_by_core(
    processors: &[usize],
    siblings: impl Fn(usize) -> Option<String>,
) -> Option<Cores> {
    let mut cores = Cores::new();
    for &processor in processors {
        let first = *numbers(siblings(processor)?.trim())?.first()?;
        cores.entry(first).or_default().push(processor);
    }
    Some(cores)
}

/// Take so many cores that nobody else has taken, by locks on files below a directory; nothing if there are not
/// so many. Two who may use different processors of one core want the same file.
fn take(cores: Cores, directory: &Path, count: usize) -> Option<Vec<Core>> {
    let free = cores.into_iter().filter_map(|(first, processors)| {
        let file = directory.join(format!("cpu{first}/topology/core_id"));
        let taken = File::open(file).ok()?;
        taken.try_lock().ok()?;
        Some(Core { processors, _taken: taken })
    });
    let taken: Vec<Core> = free.take(count).collect();
    (taken.len() == count).then_some(taken)
}

/// Where runs are executed side by side: each on a core of its own, or anywhere.
#[derive(Debug)]
pub struct Places(Vec<Option<Core>>);

impl Places {
    /// So many places, on cores of their own if there are enough that nobody else has taken, and threads may be
    /// bound to them.
    pub fn new(count: usize) -> Places {
        let taken = usable().and_then(|cores| take(cores, Path::new(PROCESSORS), count));
        taken.and_then(Places::on).unwrap_or_else(|| Places::anywhere(count))
    }

    /// As many places as runs can be executed at once without disturbing each other: one per core, or per
    /// processor if the system does not tell which of them share a core.
    pub fn all() -> Places {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Places::new(usable().map_or(processors, |cores| cores.len().clamp(1, processors)))
    }

    /// A place on each of these cores; nothing if a thread cannot be bound to one. A thread that is there for
    /// nothing else finds out.
    fn on(cores: Vec<Core>) -> Option<Places> {
        let can_bind = thread::scope(|scope| {
            let tried = thread::Builder::new()
                .spawn_scoped(scope, || cores.iter().all(Core::bind))
                .map(|thread| thread.join().unwrap_or(false));
            tried.unwrap_or(false)
        });
        can_bind.then(|| Places(cores.into_iter().map(Some).collect()))
    }

    /// So many places anywhere.
    pub fn anywhere(count: usize) -> Places {
        Places((0..count).map(|_| None).collect())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether each is a core of its own.
    pub fn are_cores(&self) -> bool {
        self.0.iter().all(Option::is_some)
    }

    /// Each of them.
    pub(crate) fn each(&self) -> impl Iterator<Item = Option<&Core>> {
        self.0.iter().map(Option::as_ref)
    }
}

impl Core {
    /// Bind the thread that calls to this core, and whatever it starts; false if that is not allowed.
    #[cfg(target_os = "linux")]
    pub(crate) fn bind(&self) -> bool {
        use rustix::thread::{CpuSet, sched_setaffinity};
        let mut set = CpuSet::new();
        if self.processors.iter().any(|&processor| processor >= CpuSet::MAX_CPU) {
            return false;
        }
        self.processors.iter().for_each(|&processor| set.set(processor));
        // Nobody in particular is the thread that calls.
        sched_setaffinity(None, &set).is_ok()
    }

    /// Elsewhere, threads cannot be bound.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn bind(&self) -> bool {
        self.processors.is_empty()
    }
}

/// The processors that a thread may use, by its `status` in `/proc`.
pub(super) fn allowed(status: &str) -> Option<Vec<usize>> {
    let told = fs::read_to_string(status).ok()?;
    numbers(told.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?.trim())
}

/// The numbers of a list such as `0-3,8`.
fn numbers(list: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        numbers.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_kernel_are_read() {
        assert_eq!(numbers("0-3,8,10-11"), Some(vec![0, 1, 2, 3, 8, 10, 11]));
        assert_eq!(numbers("5"), Some(vec![5]));
        assert_eq!(numbers("a"), None);
    }

    #[test]
    fn processors_that_share_a_core_are_put_together() {
        let siblings = |processor: usize| Some(format!("{},{}", processor % 4, processor % 4 + 4));
        let cores = grouped_by_core(&[1, 2, 4, 5, 6], siblings).unwrap();
        assert_eq!(cores, [(0, vec![4]), (1, vec![1, 5]), (2, vec![2, 6])].into());
    }

    #[test]
    fn two_who_may_use_different_processors_of_one_core_do_not_both_take_it() {
        let desk = tempfile::tempdir().unwrap();
        for processor in [0, 1, 4, 5] {
            let topology = desk.path().join(format!("cpu{processor}/topology"));
            fs::create_dir_all(&topology).unwrap();
            fs::write(topology.join("core_id"), "").unwrap();
        }
        let siblings = |processor: usize| Some(format!("{},{}", processor % 4, processor % 4 + 4));
        let take = |allowed: &[usize], count| {
            take(grouped_by_core(allowed, siblings).unwrap(), desk.path(), count)
        };
        let first = take(&[0], 1).unwrap();
        assert!(take(&[4], 1).is_none(), "they share a core");
        let second = take(&[4, 5], 1).unwrap();
        assert_eq!(second[0].processors, [5]);
        drop(first);
        assert_eq!(take(&[4], 1).unwrap()[0].processors, [4]);
    }

    #[test]
    fn a_core_that_no_thread_can_be_bound_to_is_no_place() {
        let core = |processor| {
            let _taken = tempfile::tempfile().unwrap();
            Core { processors: vec![processor], _taken }
        };
        assert!(Places::on(vec![core(usize::MAX)]).is_none());
        let Some(own) = usable() else { return };
        let own = own.values().next().unwrap()[0];
        assert_eq!(Places::on(vec![core(own)]).is_some(), cfg!(target_os = "linux"));
        assert!(Places::on(vec![core(own), core(usize::MAX)]).is_none());
    }

    #[test]
    fn what_a_thread_starts_stays_on_its_core() {
        // On a machine without the files of the kernel there is nothing to see.
        let Some(cores) = usable() else { return };
        let Some(taken) = take(cores, Path::new(PROCESSORS), 1) else { return };
        std::thread::spawn(move || {
            if taken[0].bind() {
                let output = std::process::Command::new("grep")
                    .args(["Cpus_allowed_list", "/proc/self/status"])
                    .output()
                    .unwrap();
                let told = String::from_utf8(output.stdout).unwrap();
                let list = told.split_once(':').unwrap().1.trim().to_owned();
                assert_eq!(numbers(&list).as_ref(), Some(&taken[0].processors));
            }
        })
        .join()
        .unwrap();
    }
}
