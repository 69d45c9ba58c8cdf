//! What engines read: files with programs, or with what programs were translated to.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use randlog_logic::{Dialect, Program};
use tempfile::NamedTempFile;

use super::{Attempt, Engine, EngineLimits, FailureKind, NoAnswer, Run};

/// The program in a file.
pub(super) fn read(file: &Path) -> Result<Program, NoAnswer> {
    let rejected = |error: &dyn Display| {
        FailureKind::Rejected.because(format!("`{}`: {error}", file.display()))
    };
    let text = fs::read_to_string(file).map_err(|error| rejected(&error))?;
    Dialect::ProbLog.parse(&text).map_err(|error| rejected(&error))
}

/// A program as ProbLog writes it.
pub(super) fn printed(program: &Program) -> Result<String, NoAnswer> {
    let text = Dialect::ProbLog.print(program);
    text.map(|text| text.to_string()).map_err(|e| FailureKind::Rejected.because(e.to_string()))
}

/// A file with this text, for as long as the value lives.
pub(super) fn temporary(text: &str) -> Result<NamedTempFile, NoAnswer> {
    let write = || {
        let mut file = tempfile::Builder::new().prefix("randlog-").suffix(".pl").tempfile()?;
        file.write_all(text.as_bytes())?;
        Ok(file)
    };
    write().map_err(|error: std::io::Error| FailureKind::Crash.because(error.to_string()))
}

/// Run an engine on a file with this program.
pub(super) fn as_file<E: Engine + ?Sized>(
    engine: &E,
    program: &Program,
    limits: &EngineLimits,
) -> Run {
    Attempt::new(limits).make(|| Ok(engine.run(temporary(&printed(program)?)?.path(), limits)))
}
