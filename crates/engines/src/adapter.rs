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
        let Some(translation) = self.translation else {
            return self.start(file, limits, started, |ended| protocol::read(ended, limits));
        };
        match input::read(file) {
            Ok(program) => self.translated(translation, &program, limits, started),
            Err(failure) => Run::refused(failure, started),
        }
    }

    fn answer(&self, program: &Program, limits: &EngineLimits) -> Run {
        match self.translation {
            None => input::as_file(program, |file| self.run(file, limits)),
            Some(translation) => self.translated(translation, program, limits, Instant::now()),
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
    ) -> Run {
        match translate(program).and_then(|text| input::temporary(&text)) {
            Ok(file) => {
                self.start(file.path(), limits, started, |ended| read(program, ended, limits))
            }
            Err(failure) => Run::refused(failure, started),
        }
    }

    fn start(
        &self,
        file: &Path,
        limits: &EngineLimits,
        started: Instant,
        read: impl FnOnce(&Ended) -> Reply,
    ) -> Run {
        // Isolated from whatever is in the current directory.
        let mut arguments: Vec<OsString> = vec!["-I".into()];
        arguments.extend(self.arguments.iter().map(OsString::from));
        arguments.push(file.into());
        process::ask(self.environment.python().as_os_str(), &arguments, limits, started, read)
    }
}
