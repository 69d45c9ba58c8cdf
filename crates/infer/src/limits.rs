//! How much a computation may use before it gives up.

use crate::Error;
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
}

impl Budget {
    pub(crate) fn start(limits: &Limits) -> Budget {
        Budget { limits: *limits, started: Instant::now() }
    }

    /// Is there time left?
    pub(crate) fn check_time(&self) -> Result<(), Error> {
        match self.limits.timeout {
            Some(limit) if self.started.elapsed() > limit => Err(Error::Timeout { limit }),
            _ => Ok(()),
        }
    }

    /// Is this many bytes allowed?
    pub(crate) fn check_memory(&self, bytes: usize, what: &'static str) -> Result<(), Error> {
        if bytes > self.limits.memory {
            return Err(Error::Memory { limit: self.limits.memory, what });
        }
        Ok(())
    }
}
