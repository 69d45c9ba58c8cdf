//! The flag for known faults of one's own.

use std::path::PathBuf;

use randlog_engines::known::KnownFaults;

use crate::failure::Failure;
use crate::input;

/// Which faults are known.
#[derive(Debug, clap::Args)]
pub(crate) struct KnownArgs {
    /// A TOML file of known faults, in addition to the built-in list (see docs/faults.md)
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,
}

impl KnownArgs {
    /// What is shipped, and what the files say.
    pub(crate) fn load(&self) -> Result<KnownFaults, Failure> {
        let mut known = KnownFaults::shipped().clone();
        for path in &self.known {
            let read = KnownFaults::read(&input::text(path)?);
            let more = read.map_err(|problem| Failure::Known { path: path.clone(), problem })?;
            known = known.and(more);
        }
        Ok(known)
    }
}
