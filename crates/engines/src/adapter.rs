//! What makes an engine of a Python package: its name, its driver, and, unless it reads ProbLog, a
//! translation.

use std::ffi::OsString;
use std::path::Path;

use randlog_logic::Program;

use super::process::{self, Ended, Invocation, Reply, Task};
use super::python::{Environment, Package};
use super::worker::{Fresh, Kept, Worker};
use super::{Attempt, Engine, EngineLimits, NoAnswer, Run, Status, input, protocol};

/// An engine from Python.
#[derive(Clone, Debug)]
pub(super) struct Adapter {
    pub(super) name: &'static str,
    pub(super) package: Package,
    /// What Python is told: with a file after it, to reply to this file; else to each that is named on
    /// its standard input.
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

impl Translation {
    /// Ask about a translation. Translating counts for the time.
    fn ask(
        self,
        program: &Program,
        ask: impl FnOnce(Task<'_>, &dyn Fn(&Ended) -> Reply) -> Run,
    ) -> Result<Run, NoAnswer> {
        let text = (self.translate)(program)?;
        Ok(ask(Task::Text(&text), &|ended| (self.read)(program, ended)))
    }
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
            None => Ok(self.ask(Task::File(file), attempt, &protocol::read)),
            Some(by) => by.ask(&input::read(file)?, |task, read| self.ask(task, attempt, read)),
        })
    }

    fn run_text(&self, text: &str, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        attempt.make(|| match self.translation {
            None => Ok(self.ask(Task::Text(text), attempt, &protocol::read)),
            Some(by) => by.ask(&input::parse(text)?, |task, read| self.ask(task, attempt, read)),
        })
    }

    fn answer(&self, program: &Program, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        attempt.make(|| match self.translation {
            None => Ok(self.run_text(&input::printed(program)?, limits)),
            Some(by) => by.ask(program, |task, read| self.ask(task, attempt, read)),
        })
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        match cfg!(unix) {
            true => Box::new(AtWork {
                translation: self.translation,
                process: Kept::new(self.invocation()),
            }),
            false => Box::new(Fresh(self)),
        }
    }
}

impl Adapter {
    /// What is run, before the name of a file.
    fn invocation(&self) -> Invocation {
        let python = [self.environment.python().into(), "-s".into()];
        let words = settled().into_iter().chain(python);
        let words = words.chain(self.arguments.iter().map(OsString::from));
        Invocation { words: words.collect(), is_contained: true, reserved: 0 }
    }

    fn ask(&self, task: Task<'_>, attempt: Attempt, read: &dyn Fn(&Ended) -> Reply) -> Run {
        process::ask(self.invocation(), task, attempt, read)
    }
}

/// What comes before Python, so that it is isolated from what else may be installed and does the same each
/// time: the order of its sets depends on a number that is random otherwise, and some faults come and go with
/// it.
fn settled() -> Vec<OsString> {
    let set = std::env::vars_os().map(|(name, _)| name);
    let others = set.filter(|name| name.as_encoded_bytes().starts_with(b"PYTHON"));
    let removed = others.flat_map(|name| ["-u".into(), name]);
    [OsString::from("env")].into_iter().chain(removed).chain(["PYTHONHASHSEED=0".into()]).collect()
}

/// An engine from Python that answers one program after the other.
struct AtWork {
    translation: Option<Translation>,
    process: Kept,
}

impl Worker for AtWork {
    fn answer(&mut self, program: &str, limits: &EngineLimits) -> Run {
        let attempt = Attempt::new(limits);
        self.process.was_not_asked();
        attempt.make(|| match self.translation {
            None => Ok(self.process.ask(Task::Text(program), attempt, protocol::read)),
            Some(by) => {
                by.ask(&input::parse(program)?, |task, read| self.process.ask(task, attempt, read))
            }
        })
    }

    fn was_first(&self) -> bool {
        self.process.was_first()
    }
}
