//! What an experiment is.

use randlog_recipe::Invocation;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Error, RunError};

/// A list of runs, and how to execute one of them.
pub trait Experiment: Sync + Sized {
    /// Its name in headers and messages.
    const NAME: &'static str;

    /// The version of its records: to be raised when a field changes its name or meaning.
    const VERSION: u32;

    /// What the records depend on, apart from the machine.
    type Config: Serialize + DeserializeOwned;

    /// What is known after a run. It must serialise as an object without the keys `version` and
    /// `id`.
    type Record: Serialize + DeserializeOwned;

    /// The experiment that is configured like this, if the configuration makes sense.
    fn new(config: Self::Config) -> Result<Self, Error>;

    /// The configuration of this experiment.
    fn config(&self) -> &Self::Config;

    /// The numbers of all runs, ascending.
    fn ids(&self) -> Vec<u64>;

    /// What a command is asked to do that executes it in a directory, which is called `DIR` there.
    fn invocation(&self) -> Invocation;

    /// Execute one run. Times aside, the record depends on the configuration and `id` alone.
    fn run(&self, id: u64) -> Result<Self::Record, RunError>;

    /// Whether a record may owe something to the end of this process rather than to its run. Whoever ends a
    /// task of a cluster may send the same signal to the engines, which then look as if they had crashed.
    fn is_doubtful(_: &Self::Record) -> bool {
        false
    }
}
