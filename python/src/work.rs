//! Work on threads of its own, while the interpreter is free and listens to interrupts.
//!
//! A [`Stream`] is a thread that makes one thing after the other. Whoever takes them waits without holding the
//! interpreter's lock, and wakes up now and then to see whether somebody pressed Ctrl-C. An interrupt, the end of the
//! time, and the end of the stream itself [stop](randlog_base::stop) the thread, and those that it has started.
//!
//! So does the [end of the interpreter](end_all), which also waits for them: a thread that asks for the interpreter's
//! lock when there is none any more is ended where it stands, and no thread of Rust can bear that.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{process, thread};

use pyo3::exceptions::{PyRuntimeError, PySystemExit};
use pyo3::prelude::*;
use randlog_base::stop::Stop;

use crate::errors::Exception;

/// How long an interrupt may go unnoticed.
const TICK: Duration = Duration::from_millis(20);

/// How long something that was made may lie there before somebody looks.
const LOOK: Duration = Duration::from_millis(5);

/// To wake somebody up for each thing would take longer than most things do: they are told when there are this many,
/// at the end, and look by themselves every now and then.
const ENOUGH: usize = 64;

/// As much as the main thread usually has.
const STACK: usize = 8 << 20;

/// How long the end of the interpreter waits for work, before and after functions of users are told to end: one may
/// never return.
const EXIT_WAIT: Duration = Duration::from_secs(1);

/// All work that may go on, and the process that started it: a copy of a process has no threads but one.
static ALL: Mutex<Vec<(u32, Weak<dyn Work>)>> = Mutex::new(Vec::new());

/// The threads that are calling functions of users, by the numbers that Python has for them.
static CALLING: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Things that a thread makes, in order.
pub(crate) struct Stream<T> {
    shared: Arc<Shared<T>>,
    /// What was taken, and not passed on yet.
    taken: Mutex<VecDeque<T>>,
    deadline: Option<Instant>,
}

/// Where the thread puts them.
pub(crate) struct Sink<T> {
    shared: Arc<Shared<T>>,
    ahead: usize,
}

struct Shared<T> {
    stop: Stop,
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

/// Work of a thread, whatever it makes.
trait Work: Send + Sync {
    /// End it. What was made by now can still be taken.
    fn stop(&self);

    /// Wait for its end, but not for longer than this. Did it come?
    fn wait(&self, until: Instant) -> bool;
}

impl<T: Send> Work for Shared<T> {
    fn stop(&self) {
        self.end();
    }

    fn wait(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        let going_on = |queue: &mut Queue<T>| !queue.has_ended;
        let waited = self.filled.wait_timeout_while(self.lock(), left, going_on);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        self.stop.interrupt();
        self.lock().is_unwanted = true;
        self.emptied.notify_all();
    }
}

impl<T> Sink<T> {
    /// The token that ends the work.
    pub(crate) fn stop(&self) -> &Stop {
        &self.shared.stop
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

impl<T> Drop for Sink<T> {
    fn drop(&mut self) {
        self.shared.lock().has_ended = true;
        self.shared.filled.notify_all();
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.shared.end();
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
        let stop = Stop::default();
        let shared = Arc::new(Shared { stop, queue: Mutex::new(queue), filled, emptied });
        let sink = Sink { shared: shared.clone(), ahead };
        let worker = thread::Builder::new().name("randlog".to_owned()).stack_size(STACK);
        let spawned = worker.spawn(move || work(&sink));
        spawned.map_err(|error| {
            PyRuntimeError::new_err(format!("no thread can be started: {error}"))
        })?;
        let mut all = all();
        all.retain(|(_, work)| work.strong_count() > 0);
        all.push((process::id(), Arc::downgrade(&shared) as Weak<dyn Work>));
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Ok(Stream { shared, taken: Mutex::default(), deadline })
    }

    /// End the work. What was made by now can still be taken.
    pub(crate) fn stop(&self) {
        self.shared.end();
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

fn all() -> MutexGuard<'static, Vec<(u32, Weak<dyn Work>)>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// End all work, and wait for that. Called before the interpreter ends.
#[pyfunction]
pub(crate) fn end_all(py: Python<'_>) {
    let is_ours = |(process, _): &(u32, _)| *process == process::id();
    let all: Vec<_> = all().drain(..).filter(is_ours).filter_map(|(_, w)| w.upgrade()).collect();
    let wait = || {
        let until = Instant::now() + EXIT_WAIT;
        all.iter().all(|work| work.wait(until))
    };
    all.iter().for_each(|work| work.stop());
    if !py.detach(wait) {
        let calling = calling().clone();
        // Who cannot be told to end goes on: there is nobody left to hear of that.
        calling.into_iter().for_each(|thread| drop(tell_to_end(py, thread)));
        py.detach(wait);
    }
}

fn calling() -> MutexGuard<'static, Vec<u64>> {
    CALLING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Raise an exception in a thread, which it meets at the next line of Python.
fn tell_to_end(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let exception = ctypes.call_method1("py_object", (py.get_type::<PySystemExit>(),))?;
    let thread = ctypes.call_method1("c_ulong", (thread,))?;
    let python = ctypes.getattr("pythonapi")?;
    python.call_method1("PyThreadState_SetAsyncExc", (thread, exception)).map(drop)
}

/// Call a function of the user's. The end of the interpreter ends that, too.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    argument: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    /// Takes the thread from the list again.
    struct Calling(u64);
    impl Drop for Calling {
        fn drop(&mut self) {
            let mut calling = calling();
            if let Some(place) = calling.iter().rposition(|thread| *thread == self.0) {
                calling.swap_remove(place);
            }
        }
    }
    // Not from `threading`, which takes the first thread that imports it for the main one.
    let thread = function.py().import("_thread")?.call_method0("get_ident")?.extract()?;
    calling().push(thread);
    let _calling = Calling(thread);
    function.call1((argument,))
}

/// Do one thing on a thread of its own, which the token ends, and wait for it.
pub(crate) fn apart<T: Send + 'static>(
    py: Python<'_>,
    timeout: Option<Duration>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stream = Stream::start(1, timeout, move |sink| {
        sink.put(work(sink.stop()));
    })?;
    stream.next(py)?.ok_or_else(|| fault().into())
}

/// A thread that ended without a word.
pub(crate) fn fault() -> Exception {
    let help = "please report it, with the call that led here".to_owned();
    Exception::new("RandlogError", "a fault of randlog's own: see standard error", Some(help))
}

pub(crate) fn out_of_time() -> Exception {
    let help = "give a longer `timeout`, or relax the spec".to_owned();
    Exception::new("OutOfTime", "out of time", Some(help))
}

/// A time limit in seconds, which `randlog/_arguments.py` has checked. What is too long to be told is no limit.
pub(crate) fn timeout(seconds: Option<f64>) -> Option<Duration> {
    let longest = Duration::from_secs(u32::MAX.into());
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(longest))
}

/// As many threads as asked for, else one per core.
pub(crate) fn threads(wanted: Option<usize>) -> Result<usize, Exception> {
    /// No machine has more.
    const MOST: usize = 1024;
    match wanted {
        None => Ok(thread::available_parallelism().map_or(1, |threads| threads.get())),
        Some(threads @ 1..=MOST) => Ok(threads),
        Some(other) => Err(Exception::setting(
            format!("`threads` cannot be {other}"),
            format!("give a number from 1 to {MOST}"),
        )),
    }
}
