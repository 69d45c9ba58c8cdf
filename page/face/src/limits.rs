//! What a question may use.

use std::time::Duration;

use randlog_base::Stop;
use serde::Deserialize;

/// The limits of a question. A browser gives a page some 4 GiB at most.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Limits {
    pub(crate) memory: u64,
    pub(crate) seconds: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 512 << 20, seconds: 20.0 }
    }
}

impl Limits {
    pub(crate) fn time(self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX)
    }

    pub(crate) fn stop(self) -> Stop {
        Stop::new().within(self.time()).with_memory(self.memory)
    }
}
