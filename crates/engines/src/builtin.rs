//! The engine of this project, as a process of its own: so that it starts from nothing each time, as
//! the others do, and stays within the same limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{Engine, Limits, Run, Status, protocol};

/// Address space that it reserves and hardly uses: a stack of half a gibibyte, so that operations on
/// diagrams can recurse, and one of a whole gibibyte for each of two managers of diagrams.
const RESERVED: u64 = 2_688 << 20;

/// `randlog infer`.
#[derive(Clone, Debug)]
pub(super) struct BuiltIn {
    /// The `randlog` executable.
    pub(super) executable: PathBuf,
}

impl Engine for BuiltIn {
    fn name(&self) -> &str {
        "exact"
    }

    fn status(&self) -> Status {
        Status::Installed(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn run(&self, file: &Path, limits: &Limits) -> Run {
        // It can refuse in good time what would not fit. What it allocates is more than what it counts.
        let memory = (limits.memory / 2).to_string();
        let options = ["infer", "--format", "json", "--memory", &memory];
        let mut arguments: Vec<OsString> = options.iter().map(OsString::from).collect();
        arguments.push(file.into());
        let memory = limits.memory.saturating_add(RESERVED);
        let limits = Limits { memory, ..*limits };
        protocol::run(self.executable.as_os_str(), &arguments, &limits, Instant::now())
    }
}
