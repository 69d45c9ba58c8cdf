//! How much a computation may use before it gives up.

use crate::Error;
use randlog_base::stop;
use std::time::{Duration, Instant};

/// How much a computation may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// About how many bytes may be allocated.
    pub memory: usize,
    /// How long it may take. Checked every now and then.
    pub timeout: Option<Duration>,
    /// How many worlds [`crate::Algorithm::Worlds`] may walk through.
    pub worlds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 4 << 30, timeout: None, worlds: 1 << 20 }
    }
}

/// Limits with a clock that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    started: Instant,
    /// How many bytes of the limit are taken by what was made before.
    in_use: usize,
}

impl Budget {
    pub(crate) fn start(limits: &Limits) -> Budget {
        Budget { limits: *limits, started: Instant::now(), in_use: 0 }
    }

    /// Is there time left? Nobody hears the answer if the work is to be stopped.
    pub(crate) fn check_time(&self) -> Result<(), Error> {
        stop::check();
        match self.limits.timeout {
            Some(limit) if self.started.elapsed() > limit => Err(Error::Timeout { limit }),
            _ => Ok(()),
        }
    }

    /// What is left while these bytes are in use.
    pub(crate) fn beside(self, bytes: usize) -> Budget {
        Budget { in_use: self.in_use.saturating_add(bytes), ..self }
    }

    /// How many bytes may still be used.
    pub(crate) fn memory_left(&self) -> usize {
        self.limits.memory.saturating_sub(self.in_use)
    }

    /// Is this many bytes allowed?
    pub(crate) fn check_memory(&self, bytes: usize, what: &'static str) -> Result<(), Error> {
        if bytes > self.memory_left() {
            return Err(Error::Memory { limit: self.limits.memory, what });
        }
        Ok(())
    }
}
