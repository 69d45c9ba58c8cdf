//! Output for other programs: `--format json`, the same for every command that has it.
//!
//! Every line of standard output is an object by itself. It says which version of the format it is in and
//! which command wrote it; the rest depends on the command. `docs/json.md` describes all fields,
//! `docs/json.schema.json` holds them as a schema, which the tests check every command's output against.

use std::error::Error;
use std::sync::OnceLock;

use clap::ValueEnum;
use miette::Diagnostic;
use randlog_engines::NoAnswer;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::{complain, print};

/// The version of the format: it changes when a field goes away or means something else, not when one is
/// added.
const VERSION: u64 = 1;

/// For whom to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    #[default]
    Text,
    /// One JSON object per line (docs/json.md)
    Json,
}

impl Format {
    pub(crate) fn is_json(self) -> bool {
        self == Format::Json
    }

    /// If a command is to write for programs, they want to know of its failures from now on.
    pub(crate) fn begin(self, command: &'static str) {
        if self.is_json() {
            // There is one command in a process.
            let _ = COMMAND.set(command);
        }
    }
}

/// The command that writes for programs, if one does.
static COMMAND: OnceLock<&str> = OnceLock::new();

/// One line of the command's output.
pub(crate) fn line(fields: Value) -> String {
    let mut object = Map::new();
    object.insert("randlog".to_owned(), VERSION.into());
    object.insert("command".to_owned(), COMMAND.get().copied().unwrap_or_default().into());
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    format!("{}\n", Value::Object(object))
}

/// A line about a program of a file, or about a whole file.
pub(crate) fn about((file, program): (&str, Option<u64>), fields: Value) -> String {
    let mut object = json!({ "file": file, "program": program });
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    line(object)
}

/// The line that says that the command failed as a whole, if it writes for programs.
pub(crate) fn failed(failure: &Failure) -> Option<String> {
    COMMAND.get().map(|_| line(json!({ "error": error(failure) })))
}

/// What went wrong: its kind, a sentence, where, and what to do about it.
pub(crate) fn error(failure: &Failure) -> Value {
    // Each cause adds what it knows.
    let mut message = failure.to_string();
    let mut cause = failure.source();
    while let Some(reason) = cause {
        let words = reason.to_string();
        if !message.contains(&words) {
            message += &format!(": {words}");
        }
        cause = reason.source();
    }
    let help = failure.help().map(|help| help.to_string());
    said(failure.kind(), &message, failure.place(), help)
}

/// What was wrong with some of many programs. One bad program is no reason not to look at the others.
#[derive(Default)]
pub(crate) struct Complaints {
    /// The largest exit code so far.
    pub(crate) exit_code: u8,
}

impl Complaints {
    /// Tell what is wrong with a file, or a program of it, unless nobody reads the output any more.
    pub(crate) fn add(&mut self, at: (&str, Option<u64>), failure: Failure) -> Result<(), Failure> {
        if let Failure::BrokenPipe = failure {
            return Err(failure);
        }
        self.exit_code = self.exit_code.max(failure.exit_code());
        if COMMAND.get().is_some() {
            print(&about(at, json!({ "error": error(&failure) })))?;
        }
        complain(failure);
        Ok(())
    }

    /// Tell people of what stands in a line of its program already.
    pub(crate) fn note(&mut self, failure: Failure) {
        self.exit_code = self.exit_code.max(failure.exit_code());
        complain(failure);
    }

    /// The outcome of the command.
    pub(crate) fn end(self) -> Result<(), Failure> {
        match self.exit_code {
            0 => Ok(()),
            exit_code => Err(Failure::Checked { exit_code }),
        }
    }
}

/// Why an engine has no answer, in the same words as other errors.
pub(crate) fn no_answer(reason: &NoAnswer) -> Value {
    said(reason.kind.name(), &reason.words, None, None)
}

fn said(kind: &str, message: &str, place: Option<String>, help: Option<String>) -> Value {
    json!({ "kind": kind, "message": message, "place": place, "help": help })
}
