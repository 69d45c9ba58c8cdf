//! An answer in time, or none.

use crate::{Algorithm, Error, Limits, Loaded, Solution, room};
use randlog_base::stop;
use randlog_logic::Program;
use randlog_logic::wide::Source;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How much longer than allowed the algorithm may take to notice itself that time is up.
const GRACE: Duration = Duration::from_millis(200);

/// [`solve`](crate::solve), but the caller does not wait much longer than [`Limits::timeout`], whatever happens.
///
/// `solve` looks at the clock every now and then, but makes no promise how often. Here the work is done
/// on a thread of its own. If that does not answer in time, it is left alone and the error is
/// [`Error::Timeout`].
///
/// **A thread that is left alone works on** until its operation ends, and keeps its memory so long.
/// That is fine if the process ends soon. Who solves many hard programs, one after the other, should
/// start a process for each.
///
/// ```
/// use randlog_infer::{Algorithm, Limits, solve_in_time};
/// use randlog_logic::Dialect;
/// use std::time::Duration;
///
/// let program = Dialect::ProbLog.parse("0.4::p. query(p).")?;
/// let limits = Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() };
/// let solution = solve_in_time(program, Algorithm::Exact, &limits)?;
/// assert_eq!(solution.answers[0].probability, 0.4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_in_time(
    program: Program,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    solve_source_in_time(Source::Flat(program), algorithm, limits)
}

/// [`solve_in_time`] for a program as it was read, flat or wide.
pub fn solve_source_in_time(
    source: Source,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    let loaded = Arc::new(Loaded::from(source));
    solve_loaded_in_time(&loaded, algorithm, limits)
}

/// [`solve_in_time`] for a program that was loaded. The caller keeps it: to let go of a large one takes
/// time as well.
pub fn solve_loaded_in_time(
    loaded: &Arc<Loaded>,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    let loaded = Arc::clone(loaded);
    in_time(limits, move |limits| loaded.solve(algorithm, &limits))
}

/// [`fractions_in_time`] for a program that was loaded.
pub fn fractions_loaded_in_time(
    loaded: &Arc<Loaded>,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    let loaded = Arc::clone(loaded);
    in_time(limits, move |limits| loaded.fractions(algorithm, &limits))
}

/// [`fractions`](crate::fractions), but the caller does not wait much longer than
/// [`Limits::timeout`]. See [`solve_in_time`].
pub fn fractions_in_time(
    program: Program,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    fractions_source_in_time(Source::Flat(program), algorithm, limits)
}

/// [`fractions_in_time`] for a program as it was read, flat or wide.
pub fn fractions_source_in_time(
    source: Source,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<Solution, Error> {
    let loaded = Arc::new(Loaded::from(source));
    fractions_loaded_in_time(&loaded, algorithm, limits)
}

fn in_time(
    limits: &Limits,
    work: impl FnOnce(Limits) -> Result<Solution, Error> + Send + 'static,
) -> Result<Solution, Error> {
    let limits = *limits;
    match limits.timeout {
        Some(limit) => give_up_after(limit, GRACE, move || work(limits)),
        None => work(limits),
    }
}

/// Works on a thread of its own, and waits for it no longer than the limit and the grace.
fn give_up_after<T: Send + 'static>(
    limit: Duration,
    grace: Duration,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let (sender, receiver) = mpsc::channel();
    let work = stop::passed_on(move || {
        room::declare();
        sender.send(work()).is_ok()
    });
    let worker = room::thread().spawn(work);
    let worker = worker.map_err(|_| Error::NoThread { stack: room::STACK })?;
    match receiver.recv_timeout(limit.saturating_add(grace)) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err(Error::Timeout { limit }),
        Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => Err(Error::Timeout { limit }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn nobody_waits_for_work_that_never_looks_at_the_clock() {
        let limit = Duration::from_millis(10);
        let (keep, never) = mpsc::channel::<()>();
        let started = Instant::now();
        let found = give_up_after(limit, Duration::ZERO, move || Ok(never.recv().is_ok()));
        assert_eq!(found, Err(Error::Timeout { limit }));
        assert!(started.elapsed() < Duration::from_secs(60));
        drop(keep);
    }

    #[test]
    fn work_that_ends_in_time_gives_its_answer() {
        let found = give_up_after(Duration::from_secs(600), Duration::ZERO, || Ok(7));
        assert_eq!(found, Ok(7));
    }
}
