//! What makes an engine of a Python package: its name, its driver, and, unless it reads ProbLog, a
//! translation.

use std::ffi::OsString;

use randlog_base::Stop;
use randlog_logic::Program;

use super::process::wall::Walled;
use super::process::{self, Ended, Invocation, Reply};
use super::python::{Environment, Package};
use super::worker::{Fresh, Kept, Worker};
use super::{Answered, Attempt, Engine, EngineLimits, NoAnswer, Status, TestCase, protocol};

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
    /// Whether it is run behind the wall.
    pub(super) is_walled: bool,
}

/// What an engine reads and says, if it does not read ProbLog.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translation {
    /// What it reads in place of a program.
    pub(super) translate: fn(&Program) -> Result<String, NoAnswer>,
    /// What it said about the program.
    pub(super) read: fn(&Program, &Ended) -> Reply,
}

/// Ask about a program, or about its translation, which counts for the time.
pub(super) fn ask(
    translation: Option<Translation>,
    program: &TestCase,
    attempt: Attempt<'_>,
    ask: impl FnOnce(&TestCase, &dyn Fn(&Ended) -> Reply) -> Answered,
) -> Answered {
    let Some(by) = translation else { return ask(program, &protocol::read) };
    attempt.make(|| {
        let program = program.function_free()?;
        let text = (by.translate)(&program)?;
        Ok(ask(&text.into(), &|ended| (by.read)(&program, ended))?)
    })
}

impl Engine for Adapter {
    fn name(&self) -> &str {
        self.name
    }

    fn status(&self) -> Status {
        self.environment.status(self.package)
    }

    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        let attempt = Attempt::new(limits, stop);
        ask(self.translation, program, attempt, |program, read| {
            process::ask(self.invocation(), program, attempt, read)
        })
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let process = || Kept::new(self.invocation());
        match cfg!(unix) {
            true => {
                Box::new(TranslatingWorker { translation: self.translation, process: process() })
            }
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
        let wall = self.is_walled.then(|| Walled::program(&self.environment.python()));
        Invocation { words: words.collect(), is_contained: true, wall, reserved: 0 }
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

/// An engine that answers one program after the other, perhaps in a language of its own.
pub(super) struct TranslatingWorker {
    pub(super) translation: Option<Translation>,
    pub(super) process: Kept,
}

impl Worker for TranslatingWorker {
    fn answer(&mut self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered {
        let attempt = Attempt::new(limits, stop);
        // What cannot be translated is said without it.
        self.process.was_first = true;
        ask(self.translation, program, attempt, |program, read| {
            self.process.ask(program, attempt, read)
        })
    }

    fn was_first(&self) -> bool {
        self.process.was_first
    }
}
