//! What makes an engine of a Python package: its name, its command line, and, unless it reads
//! ProbLog, a translation.

use std::ffi::OsString;
use std::path::Path;

use randlog_logic::Program;

use super::process::{self, Ended, Reply};
use super::python::{Environment, Package};
use super::{Attempt, Engine, EngineLimits, NoAnswer, Run, Status, input, protocol};

/// An engine from Python.
#[derive(Clone, Debug)]
pub(super) struct Adapter {
    pub(super) name: &'static str,
    pub(super) package: Package,
    /// What Python is told before it is told the file.
    pub(super) arguments: Vec<&'static str>,
    pub(super) translation: Option<Translation>,
    pub(super) environment: Environment,
}

/// What an engine reads and says, if it does not read ProbLog.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translation {
    /// What it reads in place of a program.
    pub(super) translate: fn(&Program) -> Result<String, NoAnswer>,
    /// What it said about the program.
    pub(super) read: fn(&Program, &Ended) -> Reply,
}

impl Engine for Adapter {
    fn name(&self) -> &str {
        self.name
    }

    fn status(&self) -> Status {
        self.environment.status(self.package)
    }

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        attempt.make(|| match self.translation {
            None => Ok(self.start(file, attempt, protocol::read)),
            Some(by) => self.translated(by, &input::read(file)?, attempt),
        })
    }

    fn answer(&self, program: &Program, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        match self.translation {
            None => input::as_file(self, program, limits),
            Some(by) => attempt.make(|| self.translated(by, program, attempt)),
        }
    }
}

impl Adapter {
    /// Run it on a translation. That of the program counts for the time.
    fn translated(
        &self,
        by: Translation,
        program: &Program,
        attempt: Attempt,
    ) -> Result<Run, NoAnswer> {
        let file = input::temporary(&(by.translate)(program)?)?;
        Ok(self.start(file.path(), attempt, |ended| (by.read)(program, ended)))
    }

    fn start(&self, file: &Path, attempt: Attempt, read: impl FnOnce(&Ended) -> Reply) -> Run {
        // Isolated from whatever is in the current directory.
        let mut command: Vec<OsString> = vec![self.environment.python().into(), "-I".into()];
        command.extend(self.arguments.iter().map(OsString::from));
        command.push(file.into());
        process::ask(&command, attempt, read)
    }
}
