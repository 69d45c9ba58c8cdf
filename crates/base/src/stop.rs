//! Work that can be stopped from outside, wherever it is.
//!
//! Whoever starts work that may not be wanted in the end watches it by a [`Stop`]. Long loops call [`check`]. Once
//! the stop was asked for, the next check leaves the work from any depth, by unwinding as a panic does, but without
//! a word; and the one who watches gets nothing. Where nobody watches, a check does nothing.
//!
//! A thread that is started amid such work belongs to it: it runs what [`passed_on`] makes of its closure. And whoever
//! catches panics there uses [`catch_panic`], which lets a stop pass.
//!
//! ```
//! use randlog_base::stop::{self, Stop};
//!
//! let stop = Stop::default();
//! assert_eq!(stop.watch(|| 1 + 1), Some(2));
//! let endless = stop.watch(|| {
//!     for round in 0.. {
//!         if round == 1000 {
//!             stop.ask(); // Usually from another thread.
//!         }
//!         stop::check();
//!     }
//! });
//! assert_eq!(endless, None);
//! ```

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

thread_local! {
    /// What stops this thread.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Asks for the end of the work that it watches. All clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// What unwinds.
struct Stopped;

impl Stop {
    /// Ask for the end, once and for all.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it asked for?
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag that is set when it is asked for, for whoever looks at one.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Do some work that can be stopped; nothing comes of work that was.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        caught(|| under(Some(self.clone()), work))
    }
}

/// Leave the work, if its end was asked for.
pub fn check() {
    // Whoever cleans up while unwinding must not unwind again.
    if is_asked() && !thread::panicking() {
        panic::resume_unwind(Box::new(Stopped));
    }
}

/// Was the end of the work asked for?
pub fn is_asked() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(Stop::is_asked))
}

/// What comes from a channel within this time, unless the work is stopped meanwhile.
pub fn received<T>(channel: &Receiver<T>, patience: Duration) -> Result<T, RecvTimeoutError> {
    /// How long a stop may go unnoticed.
    const GLANCE: Duration = Duration::from_millis(20);
    if CURRENT.with_borrow(Option::is_none) {
        return channel.recv_timeout(patience);
    }
    let started = Instant::now();
    loop {
        check();
        let left = patience.saturating_sub(started.elapsed());
        match channel.recv_timeout(left.min(GLANCE)) {
            Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
            received => return received,
        }
    }
}

/// Work for another thread, which is stopped together with this one.
pub fn passed_on<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let current = CURRENT.with_borrow(Option::clone);
    move || under(current, work)
}

/// Do some work, of which nothing comes if it is stopped. For threads of a scope, which cannot unwind.
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(reason) if reason.is::<Stopped>() => None,
        Err(panic) => panic::resume_unwind(panic),
    }
}

/// Catch a panic, but not a stop.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|reason| {
        if reason.is::<Stopped>() {
            panic::resume_unwind(reason);
        }
        reason
    })
}

/// Do some work that this stops.
fn under<T>(stop: Option<Stop>, work: impl FnOnce() -> T) -> T {
    /// Brings back what was there before.
    struct Before(Option<Stop>);
    impl Drop for Before {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _before = Before(CURRENT.replace(stop));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn asked() -> Stop {
        let stop = Stop::default();
        stop.ask();
        stop
    }

    #[test]
    fn a_check_does_nothing_where_nobody_watches() {
        check();
        assert!(!is_asked());
    }

    #[test]
    fn what_is_stopped_ends_at_the_next_check_and_cleans_up() {
        struct Careful<'a>(&'a AtomicBool);
        impl Drop for Careful<'_> {
            fn drop(&mut self) {
                check();
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let has_cleaned_up = AtomicBool::new(false);
        let done = asked().watch(|| {
            let _careful = Careful(&has_cleaned_up);
            check();
            unreachable!("the check leaves");
        });
        assert_eq!(done, None::<()>);
        assert!(has_cleaned_up.into_inner() && !is_asked());
    }

    #[test]
    fn inner_work_has_its_own_stop_and_outer_work_goes_on_after_it() {
        let outer = Stop::default();
        let done = outer.watch(|| {
            assert_eq!(asked().watch(check), None);
            check();
            7
        });
        assert_eq!(done, Some(7));
    }

    #[test]
    fn threads_are_stopped_with_the_work_that_started_them() {
        let done = asked().watch(|| {
            let stopped = thread::scope(|scope| {
                scope.spawn(passed_on(|| caught(check))).join().expect("it is caught")
            });
            assert_eq!(stopped, None);
            thread::spawn(passed_on(check)).join().map_err(|reason| panic::resume_unwind(reason))
        });
        assert!(done.is_none());
    }

    #[test]
    fn a_channel_is_waited_for_until_something_comes_the_time_is_up_or_the_work_is_stopped() {
        let (sender, receiver) = mpsc::channel();
        let within = |millis| received(&receiver, Duration::from_millis(millis));
        let stop = Stop::default();
        for watched in [false, true] {
            let wait =
                |millis| if watched { stop.watch(|| within(millis)) } else { Some(within(millis)) };
            sender.send(7).unwrap();
            assert_eq!(wait(60_000), Some(Ok(7)));
            assert_eq!(wait(30), Some(Err(RecvTimeoutError::Timeout)));
        }
        assert_eq!(asked().watch(|| within(u64::MAX)), None);
        drop(sender);
        assert_eq!(stop.watch(|| within(60_000)), Some(Err(RecvTimeoutError::Disconnected)));
    }

    #[test]
    fn panics_are_caught_and_stops_pass() {
        assert!(catch_panic(|| panic!("a fault")).is_err_and(|words| words.is::<&str>()));
        assert!(asked().watch(|| catch_panic(check).is_ok()).is_none());
        assert!(catch_panic(|| asked().watch(|| panic!("a fault"))).is_err());
    }
}
