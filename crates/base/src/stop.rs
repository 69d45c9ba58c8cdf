//! One way to stop work: a cancellation token.
//!
//! A [`Stop`] is passed to work that may take long. It carries
//! - an *interrupt*, which any thread may raise at any moment (Ctrl-C, a Python iterator that is dropped);
//! - a *deadline*;
//! - a limit on *memory*. The work itself accounts for its memory and asks the token whether it may have it: an estimate
//!   made beforehand and a tally of tables agree on every machine, which what the system says does not;
//! - a limit on *steps*, for work that must end in the same way on every machine, however fast it is.
//!
//! Loops call [`Stop::check`] now and then, or [`Stop::check_at`] at every step, and `?` carries [`Stopped`] up. A token is
//! a few words. A clone is the same token. [`Stop::within`], [`Stop::with_memory`] and [`Stop::with_steps`] make stricter
//! ones: a part of the work never has more than the whole. [`Stop::child`] makes one with an interrupt of its own, for a
//! part that may be interrupted alone; an interrupt of the whole still reaches it.
//!
//! ```
//! use randlog_base::stop::{Stop, Stopped};
//!
//! fn endless(stop: &Stop) -> Result<(), Stopped> {
//!     for step in 0.. {
//!         stop.check_at(step)?;
//!     }
//!     Ok(())
//! }
//!
//! let stop = Stop::new();
//! assert_eq!(endless(&stop.with_steps(1000)), Err(Stopped::Steps));
//! assert_eq!(endless(&stop.within(std::time::Duration::ZERO)), Err(Stopped::Deadline));
//! stop.interrupt(); // Usually from another thread.
//! assert_eq!(endless(&stop), Err(Stopped::Interrupt));
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::clock::Instant;

/// Tells work when to stop.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Nothing if it can never be interrupted.
    interrupt: Option<Arc<Interrupt>>,
    deadline: Option<Instant>,
    memory: u64,
    steps: u64,
}

#[derive(Debug, Default)]
struct Interrupt {
    is_raised: AtomicBool,
    /// That of the whole, for a part of some work.
    whole: Option<Arc<Interrupt>>,
}

impl Interrupt {
    fn is_raised(&self) -> bool {
        self.is_raised.load(Ordering::Relaxed)
            || self.whole.as_ref().is_some_and(|whole| whole.is_raised())
    }
}

/// Why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Somebody asked for the end.
    #[error("interrupted")]
    Interrupt,
    /// The time is up.
    #[error("out of time")]
    Deadline,
    /// It would take more memory than allowed.
    #[error("out of memory")]
    Memory,
    /// It would take more steps than allowed.
    #[error("more steps than allowed")]
    Steps,
}

impl Default for Stop {
    fn default() -> Stop {
        Stop::new()
    }
}

impl Stop {
    /// Never stops anything, and cannot be interrupted.
    pub const NEVER: Stop =
        Stop { interrupt: None, deadline: None, memory: u64::MAX, steps: u64::MAX };

    /// A token without limits, which can be interrupted.
    pub fn new() -> Stop {
        Stop { interrupt: Some(Arc::default()), ..Stop::NEVER }
    }

    /// A token with the same limits and an interrupt of its own, which an interrupt of this one raises, too.
    #[must_use]
    pub fn child(&self) -> Stop {
        let interrupt = Interrupt { whole: self.interrupt.clone(), ..Interrupt::default() };
        Stop { interrupt: Some(Arc::new(interrupt)), ..self.clone() }
    }

    /// The same, but no later than so long from now.
    #[must_use]
    pub fn within(&self, time: impl Into<Option<Duration>>) -> Stop {
        // A moment too far away to be told is none.
        self.until(time.into().and_then(|time| Instant::now().checked_add(time)))
    }

    /// The same, but no later than this.
    #[must_use]
    pub fn until(&self, moment: impl Into<Option<Instant>>) -> Stop {
        let deadline = self.deadline.into_iter().chain(moment.into()).min();
        Stop { deadline, ..self.clone() }
    }

    /// The same, with no more than so many bytes.
    #[must_use]
    pub fn with_memory(&self, bytes: u64) -> Stop {
        Stop { memory: self.memory.min(bytes), ..self.clone() }
    }

    /// The same, while so many bytes of its memory are in use.
    #[must_use]
    pub fn beside(&self, bytes: u64) -> Stop {
        let memory = self.memory().map_or(u64::MAX, |limit| limit.saturating_sub(bytes));
        Stop { memory, ..self.clone() }
    }

    /// The same, with no more than so many steps.
    #[must_use]
    pub fn with_steps(&self, steps: u64) -> Stop {
        Stop { steps: self.steps.min(steps), ..self.clone() }
    }

    /// The same, with any number of steps: for work that is a step of other work.
    #[must_use]
    pub fn without_steps(&self) -> Stop {
        Stop { steps: u64::MAX, ..self.clone() }
    }

    /// Ask for the end, once and for all.
    pub fn interrupt(&self) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.is_raised.store(true, Ordering::Relaxed);
        }
    }

    /// Whether somebody asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt.is_raised())
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How many bytes the work may use, if that is limited.
    pub fn memory(&self) -> Option<u64> {
        (self.memory < u64::MAX).then_some(self.memory)
    }

    /// Whether the work may go on. Looks at the clock if there is a deadline.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_interrupted() {
            return Err(Stopped::Interrupt);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Deadline),
            _ => Ok(()),
        }
    }

    /// Whether the work may take another step, after so many. Looks at the clock and for an interrupt only now and then:
    /// for steps that are shorter than a look at the clock.
    #[inline]
    pub fn check_at(&self, steps: u64) -> Result<(), Stopped> {
        const STEPS_BETWEEN_LOOKS: u64 = 64;
        if steps >= self.steps {
            return Err(Stopped::Steps);
        }
        if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) { self.check() } else { Ok(()) }
    }

    /// Whether the work may use so many bytes in all.
    #[inline]
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stopped> {
        if bytes > self.memory { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// What comes from a channel within this time, unless the work is stopped meanwhile.
    pub fn received<T>(
        &self,
        channel: &Receiver<T>,
        patience: Duration,
    ) -> Result<Result<T, RecvTimeoutError>, Stopped> {
        /// How long an interrupt may go unnoticed.
        const GLANCE: Duration = Duration::from_millis(20);
        let end = Instant::now().checked_add(patience);
        loop {
            self.check()?;
            let left = |end: Instant| end.saturating_duration_since(Instant::now());
            let left = end.map_or(Duration::MAX, left);
            match channel.recv_timeout(left.min(GLANCE)) {
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                received => return Ok(received),
            }
        }
    }

    /// The flag that an interrupt raises, for code that looks at one.
    pub fn flag(&self) -> &AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.interrupt.as_ref().map_or(&NEVER, |interrupt| &interrupt.is_raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn a_part_has_no_more_than_the_whole() {
        let (second, day) = (Duration::from_secs(1), Duration::from_secs(86_400));
        let whole = Stop::new().within(day).with_memory(1000).with_steps(100);
        assert_eq!(whole.within(Duration::MAX).deadline(), whole.deadline());
        assert_eq!(whole.within(day).deadline(), whole.deadline());
        assert!(whole.within(second).deadline() < whole.deadline());
        assert_eq!(whole.with_memory(2000).memory(), Some(1000));
        assert_eq!(whole.beside(300).with_memory(2000).memory(), Some(700));
        assert_eq!(whole.beside(3000).check_memory(1), Err(Stopped::Memory));
        assert_eq!(whole.check_memory(1000), Ok(()));
        assert_eq!(Stop::NEVER.beside(300).memory(), None);
        assert_eq!(whole.with_steps(200).check_at(100), Err(Stopped::Steps));
        assert_eq!(whole.check_at(99), Ok(()));
    }

    #[test]
    fn an_interrupt_of_the_whole_reaches_its_parts_and_not_the_other_way_round() {
        let whole = Stop::new();
        let (one, other) = (whole.child(), whole.child());
        one.within(Duration::from_secs(60)).interrupt();
        assert_eq!(one.check(), Err(Stopped::Interrupt));
        assert_eq!((whole.check(), other.check()), (Ok(()), Ok(())));
        whole.interrupt();
        assert_eq!(other.check(), Err(Stopped::Interrupt));
        Stop::NEVER.interrupt();
        assert_eq!(Stop::NEVER.check(), Ok(()));
        assert!(Stop::NEVER.child().flag().load(Ordering::Relaxed) == Stop::NEVER.is_interrupted());
    }

    #[test]
    fn threads_share_a_token() {
        let stop = Stop::new();
        thread::scope(|scope| {
            let count = scope.spawn(|| (0..).find(|step| stop.check_at(*step).is_err()));
            thread::sleep(Duration::from_millis(5));
            stop.interrupt();
            assert!(count.join().expect("it ends").is_some_and(|steps: u64| steps > 0));
        });
    }

    #[test]
    fn a_channel_is_waited_for_until_something_comes_the_time_is_up_or_the_work_is_stopped() {
        let (sender, receiver) = mpsc::channel();
        let stop = Stop::new();
        let wait = |millis| stop.received(&receiver, Duration::from_millis(millis));
        sender.send(7).unwrap();
        assert_eq!(wait(60_000), Ok(Ok(7)));
        assert_eq!(wait(30), Ok(Err(RecvTimeoutError::Timeout)));
        drop(sender);
        assert_eq!(wait(60_000), Ok(Err(RecvTimeoutError::Disconnected)));
        stop.interrupt();
        assert_eq!(wait(u64::MAX), Err(Stopped::Interrupt));
    }
}
