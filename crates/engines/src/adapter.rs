//! What makes an engine of a Python package: its name, its command line, and, unless it reads
//! ProbLog, a translation.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use randlog_logic::Program;

use super::process::{self, Ended, Reply};
use super::python::{Environment, Package};
use super::{Engine, EngineLimits, NoAnswer, Run, Status, input, protocol};

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
    pub(super) read: fn(&Program, &Ended, &EngineLimits) -> Reply,
}

impl Engine for Adapter {
    fn name(&self) -> &str {
        self.name
    }

    fn status(&self) -> Status {
        self.environment.status(self.package)
    }

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        let started = Instant::now();
        match self.translation {
            None => self.start(file, limits, started, |ended| protocol::read(ended, limits)),
            Some(by) => {
                Run::attempt(started, || self.translated(by, &input::read(file)?, limits, started))
            }
        }
    }

    fn answer(&self, program: &Program, limits: &EngineLimits) -> Run {
        let started = Instant::now();
        match self.translation {
            None => input::as_file(program, |file| self.run(file, limits)),
            Some(by) => Run::attempt(started, || self.translated(by, program, limits, started)),
        }
    }
}

impl Adapter {
    /// Run it on a translation. That of the program counts for the time.
    fn translated(
        &self,
        Translation { translate, read }: Translation,
        program: &Program,
        limits: &EngineLimits,
        started: Instant,
    ) -> Result<Run, NoAnswer> {
        let file = input::temporary(&translate(program)?)?;
        Ok(self.start(file.path(), limits, started, |ended| read(program, ended, limits)))
    }

    fn start(
        &self,
        file: &Path,
        limits: &EngineLimits,
        started: Instant,
        read: impl FnOnce(&Ended) -> Reply,
    ) -> Run {
        // Isolated from whatever is in the current directory.
        let mut command: Vec<OsString> = vec![self.environment.python().into(), "-I".into()];
        command.extend(self.arguments.iter().map(OsString::from));
        command.push(file.into());
        process::ask(&command, limits, started, read)
    }
}
