//! Why a try to solve a subcircuit ended early.

use crate::Error;

pub(super) enum Stop {
    /// More steps are needed than were allowed: another way may take fewer.
    Spent,
    /// The memory that may be used is full.
    Full,
    /// There is no use in trying on.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}
