//! How much a computation may use before it gives up.

use crate::Error;
use randlog_base::stop::{Stop, Stopped};
use std::time::Duration;

/// How much a computation may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// About how many bytes may be allocated.
    pub memory: u64,
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

impl Limits {
    /// A token that stops work at these limits, and wherever another one stops it.
    pub(crate) fn token(&self, whole: &Stop) -> Stop {
        whole.within(self.timeout).with_memory(self.memory)
    }

    /// The error with the limit that was reached. Where work is stopped, only what is left of it is known.
    pub(crate) fn named(&self, error: Error) -> Error {
        match (error, self.timeout) {
            (Error::Stopped(Stopped::Deadline), Some(limit)) => Error::Timeout { limit },
            (Error::Memory { limit: 0, what }, _) => Error::Memory { limit: self.memory, what },
            (other, _) => other,
        }
    }
}

/// Whether something may have this many bytes. [`Limits::named`] knows the limit.
pub(crate) fn check_memory(stop: &Stop, bytes: usize, what: &'static str) -> Result<(), Error> {
    stop.check_memory(bytes as u64).map_err(|_| Error::Memory { limit: 0, what })
}

/// How many bytes may still be used.
pub(crate) fn memory_left(stop: &Stop) -> usize {
    stop.memory().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}
