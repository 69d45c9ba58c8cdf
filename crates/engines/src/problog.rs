//! ProbLog, with one of its back-ends.
//!
//! Its own command line prints eight digits, puts errors on standard output among the answers, and
//! knows only the time of the whole. So a small Python program makes the same calls one by one.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use super::python::Environment;
use super::{Engine, Limits, Run, Status, protocol};

const DRIVER: &str = include_str!("drivers/problog.py");

/// The back-ends. `nnf` is missing because it is `ddnnf` under another name, and `fbdd` because it
/// crashes on every program.
pub(super) const BACK_ENDS: [&str; 6] = ["sdd", "sddx", "bdd", "ddnnf", "kbest", "fsdd"];

/// ProbLog with a back-end.
#[derive(Clone, Debug)]
pub(super) struct ProbLog {
    pub(super) back_end: &'static str,
    pub(super) environment: Environment,
}

impl Engine for ProbLog {
    fn name(&self) -> &str {
        self.back_end
    }

    fn status(&self) -> Status {
        self.environment.status("problog")
    }

    fn run(&self, file: &Path, limits: &Limits) -> Run {
        let python = self.environment.python();
        let arguments: [OsString; 5] =
            ["-I".into(), "-c".into(), DRIVER.into(), self.back_end.into(), file.into()];
        protocol::run(python.as_os_str(), &arguments, limits, Instant::now())
    }
}
