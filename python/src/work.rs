//! Work on threads of its own, while the interpreter is free and listens to interrupts.
//!
//! A [`Stream`] is a thread that makes one thing after the other. Whoever takes them waits without holding the
//! interpreter's lock, and wakes up now and then to see whether somebody pressed Ctrl-C. An interrupt, the end of the
//! time, and the end of the stream itself [stop](randlog_base::stop) the thread, and those that it has started.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use randlog_base::stop::Stop;

use crate::errors::Trouble;

/// How long an interrupt may go unnoticed.
const TICK: Duration = Duration::from_millis(20);

/// How long something that was made may lie there before somebody looks.
const LOOK: Duration = Duration::from_millis(5);

/// To wake somebody up for each thing would take longer than most things do: they are told when there are this many,
/// at the end, and look by themselves every now and then.
const ENOUGH: usize = 64;

/// As much as the main thread usually has.
const STACK: usize = 8 << 20;

/// Things that a thread makes, in order.
pub(crate) struct Stream<T> {
    shared: Arc<Shared<T>>,
    stop: Stop,
    /// What was taken, and not passed on yet.
    taken: Mutex<VecDeque<T>>,
    deadline: Option<Instant>,
}

/// Where the thread puts them.
pub(crate) struct Sink<T> {
    shared: Arc<Shared<T>>,
    stop: Stop,
    ahead: usize,
}

struct Shared<T> {
    queue: Mutex<Queue<T>>,
    filled: Condvar,
    emptied: Condvar,
}

struct Queue<T> {
    things: VecDeque<T>,
    /// Nothing more will come.
    has_ended: bool,
    /// Nobody will take it.
    is_unwanted: bool,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Sink<T> {
    /// Set when the work is to end.
    pub(crate) fn stopped(&self) -> &AtomicBool {
        self.stop.flag()
    }

    /// Pass something on, when there is room; false if nobody wants it any more.
    pub(crate) fn put(&self, thing: T) -> bool {
        let is_full = |queue: &mut Queue<T>| queue.things.len() >= self.ahead && !queue.is_unwanted;
        let waited = self.shared.emptied.wait_while(self.shared.lock(), is_full);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        queue.things.push_back(thing);
        if queue.things.len() == ENOUGH.min(self.ahead) {
            self.shared.filled.notify_one();
        }
        !queue.is_unwanted
    }
}

impl<T> Stream<T> {
    /// End the work. What was made by now can still be taken.
    pub(crate) fn stop(&self) {
        self.stop.ask();
        self.shared.lock().is_unwanted = true;
        self.shared.emptied.notify_all();
    }
}

impl<T> Drop for Sink<T> {
    fn drop(&mut self) {
        self.shared.lock().has_ended = true;
        self.shared.filled.notify_all();
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<T: Send + 'static> Stream<T> {
    /// Start the work, which may be this many things ahead of whoever takes them.
    pub(crate) fn start(
        ahead: usize,
        timeout: Option<Duration>,
        work: impl FnOnce(&Sink<T>) + Send + 'static,
    ) -> PyResult<Stream<T>> {
        let queue = Queue { things: VecDeque::new(), has_ended: false, is_unwanted: false };
        let (filled, emptied) = (Condvar::new(), Condvar::new());
        let shared = Arc::new(Shared { queue: Mutex::new(queue), filled, emptied });
        let stop = Stop::default();
        let sink = Sink { shared: shared.clone(), stop: stop.clone(), ahead };
        let worker = thread::Builder::new().name("randlog".to_owned()).stack_size(STACK);
        let watching = stop.clone();
        let spawned = worker.spawn(move || watching.watch(|| work(&sink)));
        spawned.map_err(|error| {
            PyRuntimeError::new_err(format!("no thread can be started: {error}"))
        })?;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Ok(Stream { shared, stop, taken: Mutex::default(), deadline })
    }

    /// The next thing; `None` at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            if let Some(thing) = self.taken().pop_front() {
                return Ok(Some(thing));
            }
            if py.detach(|| self.has_ended()) {
                return Ok(self.taken().pop_front());
            }
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let late = || if is_late { Err(out_of_time().into()) } else { Ok(()) };
            py.check_signals().and_then(|()| late()).inspect_err(|_| self.stop())?;
        }
    }

    fn taken(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wait for something, but not for long, and take all there is. Is that all there will be?
    fn has_ended(&self) -> bool {
        let until = Instant::now() + TICK;
        let mut queue = self.shared.lock();
        while queue.things.is_empty() && !queue.has_ended && Instant::now() < until {
            let waited = self.shared.filled.wait_timeout(queue, LOOK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        // In this order everywhere: one who holds the other lock never waits for this one.
        self.taken().append(&mut queue.things);
        self.shared.emptied.notify_all();
        queue.has_ended
    }
}

/// Do one thing on a thread of its own, and wait for it.
pub(crate) fn apart<T: Send + 'static>(
    py: Python<'_>,
    timeout: Option<Duration>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let stream = Stream::start(1, timeout, move |sink| {
        sink.put(work());
    })?;
    stream.next(py)?.ok_or_else(|| fault().into())
}

/// A thread that ended without a word.
pub(crate) fn fault() -> Trouble {
    let help = "please report it, with the call that led here".to_owned();
    Trouble::new("RandlogError", "a fault of randlog's own: see standard error", Some(help))
}

pub(crate) fn out_of_time() -> Trouble {
    let help = "give a longer `timeout`, or relax the spec".to_owned();
    Trouble::new("OutOfTime", "out of time", Some(help))
}

/// A time limit in seconds.
pub(crate) fn timeout(seconds: Option<f64>) -> Result<Option<Duration>, Trouble> {
    let duration = |seconds: f64| {
        let usable = Some(seconds).filter(|seconds| *seconds > 0.0);
        // What is too long to be told is no limit.
        let longest = Duration::from_secs(u32::MAX.into());
        let duration = usable.map(|s| Duration::try_from_secs_f64(s).unwrap_or(longest));
        duration.ok_or_else(|| {
            let remedy = "give a number of seconds above 0, such as 60 or 0.5";
            Trouble::setting(format!("`timeout` cannot be {seconds}"), remedy)
        })
    };
    seconds.map(duration).transpose()
}

/// As many threads as asked for, else one per core.
pub(crate) fn threads(wanted: Option<usize>) -> Result<usize, Trouble> {
    /// No machine has more.
    const MOST: usize = 1024;
    match wanted {
        None => Ok(thread::available_parallelism().map_or(1, |threads| threads.get())),
        Some(threads @ 1..=MOST) => Ok(threads),
        Some(other) => Err(Trouble::setting(
            format!("`threads` cannot be {other}"),
            format!("give a number from 1 to {MOST}"),
        )),
    }
}
