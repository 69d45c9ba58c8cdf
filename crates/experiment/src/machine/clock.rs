//! What a thread does with its time.

use std::time::{Duration, Instant};

/// A moment in the life of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    at: Instant,
    worked: Option<Duration>,
}

/// What lies between two moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The time from the one to the other.
    pub(crate) wall: Duration,
    /// How long the thread was at work meanwhile, where the system tells.
    pub(crate) cpu: Option<Duration>,
}

impl Moment {
    /// Now, for the thread that calls.
    pub(crate) fn now() -> Moment {
        Moment { at: Instant::now(), worked: worked() }
    }

    /// When it is.
    pub(crate) fn at(self) -> Instant {
        self.at
    }

    /// What lies between this moment and an earlier one of the same thread.
    pub(crate) fn since(self, before: Moment) -> Span {
        let cpu = self.worked.zip(before.worked).map(|(now, then)| now.saturating_sub(then));
        Span { wall: self.at - before.at, cpu }
    }
}

/// A time as records tell it, in microseconds.
pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// How long this thread has been at work since it began.
#[cfg(target_os = "linux")]
fn worked() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

#[cfg(not(target_os = "linux"))]
fn worked() -> Option<Duration> {
    None
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::{hint, thread};

    use super::*;

    #[test]
    fn a_thread_that_sleeps_is_not_at_work_and_one_that_counts_is() {
        let (nap, started) = (Duration::from_millis(30), Moment::now());
        thread::sleep(nap);
        let slept = Moment::now().since(started);
        assert!(slept.wall >= nap && slept.cpu.is_some_and(|cpu| cpu < nap), "{slept:?}");
        let started = Moment::now();
        let counted = || Moment::now().since(started).cpu.unwrap();
        while counted() < nap {
            hint::spin_loop();
        }
        assert!(Moment::now().since(started).wall >= nap);
    }
}
