//! Time: of the wall, and of the processor.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How long something took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Time of the processor: the fairer of the two where others use the machine.
    pub cpu: Duration,
    /// Time of the wall.
    pub wall: Duration,
}

/// Run `work` and time it.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, Time) {
    let (cpu, wall) = (cpu(), Instant::now());
    let result = work();
    (result, Time { wall: wall.elapsed(), cpu: self::cpu() - cpu })
}

/// The one in the middle.
pub fn median<T: Copy + PartialOrd>(values: &[T]) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    sorted.get(sorted.len() / 2).copied()
}

/// The median of each kind of time.
pub fn median_time(times: &[Time]) -> Time {
    let of = |kind: fn(&Time) -> Duration| {
        median(&times.iter().map(kind).collect::<Vec<_>>()).unwrap_or_default()
    };
    Time { cpu: of(|time| time.cpu), wall: of(|time| time.wall) }
}

/// How many times longer one took than the other.
pub fn ratio(slower: Duration, faster: Duration) -> f64 {
    slower.as_secs_f64() / faster.as_secs_f64()
}

/// For a table.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
