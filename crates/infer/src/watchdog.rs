//! A thread that is left alone if it does not answer in time.

use crate::{Error, room};
use randlog_base::stop;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How much longer than allowed the algorithm may take to notice itself that time is up.
pub(crate) const GRACE: Duration = Duration::from_millis(200);

/// Works on a thread of its own, and waits for it no longer than the limit and the grace.
pub(crate) fn give_up_after<T: Send + 'static>(
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
