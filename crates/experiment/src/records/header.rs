//! The lines that a session begins with.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::machine::Machine;
use crate::{Error, Experiment, Shard};

/// What a file holds, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format of the experiment's records.
    pub version: u32,
    /// The name of the experiment.
    pub experiment: String,
    /// The version of the program that executes the runs.
    pub randlog: String,
    /// Which runs are meant to be here.
    pub shard: Shard,
    /// The experiment's configuration.
    pub config: Value,
    /// Where the runs are executed.
    #[serde(deserialize_with = "Machine::told")]
    pub machine: Machine,
    /// When the session began, in seconds since 1970; 0 in old files, which do not say.
    #[serde(default)]
    pub started: u64,
    /// Whether the file was put together from others: then it was changed for the last time after the session,
    /// and does not tell when the session ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
}

impl Header {
    /// The header for a shard of an experiment.
    pub fn new<E: Experiment>(experiment: &E, shard: Shard, machine: &Machine) -> Header {
        Header {
            version: E::VERSION,
            experiment: E::NAME.to_owned(),
            randlog: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            config: serde_json::to_value(experiment.config()).unwrap_or_default(),
            machine: machine.clone(),
            started: seconds(SystemTime::now()),
            merged: false,
        }
    }

    /// The experiment with this configuration.
    pub fn configured<E: Experiment>(&self) -> Result<E, Error> {
        E::new(serde_json::from_value(self.config.clone()).map_err(Error::BadConfig)?)
    }

    /// Refuse a file with this header, if it is not one of this experiment.
    pub(crate) fn check_is<E: Experiment>(&self, path: &Path) -> Result<(), Error> {
        if self.experiment != E::NAME {
            let differences = format!("experiment is {}, not {}", self.experiment, E::NAME);
            return Err(Error::OtherConfig(path.to_owned(), differences));
        }
        if self.version != E::VERSION {
            return Err(Error::OtherFormat(path.to_owned(), self.version, E::VERSION));
        }
        Ok(())
    }

    /// Refuse a file with this header, if its runs are not those of ours.
    pub fn check(&self, other: &Header, path: &Path) -> Result<(), Error> {
        if other.experiment == self.experiment && other.version != self.version {
            return Err(Error::OtherFormat(path.to_owned(), other.version, self.version));
        }
        // The machine makes no difference.
        let (mine, theirs) = (self.settings(), other.settings());
        let keys = mine.keys().chain(theirs.keys().filter(|key| !mine.contains_key(*key)));
        let value = |settings: &Map<String, Value>, key: &str| {
            settings.get(key).map_or("absent".to_owned(), Value::to_string)
        };
        let differences: Vec<String> = keys
            .filter(|key| mine.get(*key) != theirs.get(*key))
            .map(|key| format!("{key} is {}, not {}", value(&theirs, key), value(&mine, key)))
            .collect();
        match differences.is_empty() {
            true => Ok(()),
            false => Err(Error::OtherConfig(path.to_owned(), differences.join("; "))),
        }
    }

    /// The configuration, and what else must agree, by name.
    fn settings(&self) -> Map<String, Value> {
        let mut settings = self.config.as_object().cloned().unwrap_or_default();
        settings.entry("experiment").or_insert(self.experiment.as_str().into());
        settings.entry("randlog version").or_insert(self.randlog.as_str().into());
        settings
    }
}

/// A time as headers tell it, in seconds since 1970.
pub(crate) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
