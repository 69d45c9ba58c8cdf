//! Output for other programs: `--format json`, the same for every command that has it.
//!
//! Every line of standard output is an object by itself. It says which version of the format it is in and
//! which command wrote it; the rest depends on the command. `docs/json.md` describes all fields,
//! `docs/json.schema.json` holds them as a schema, which the tests check every command's output against.

use std::error::Error;
use std::fmt::Display;
use std::sync::OnceLock;

use clap::ValueEnum;
use miette::Diagnostic;
use randlog_engines::NoAnswer;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// The version of the format: it changes when a field goes away or means something else, not when one is
/// added.
const VERSION: u64 = 1;

/// For whom to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs: an object per line (docs/json.md)
    Json,
}

impl Format {
    pub(crate) fn is_json(self) -> bool {
        self == Format::Json
    }
}

/// The command that writes for programs, if one does.
static COMMAND: OnceLock<&str> = OnceLock::new();

/// From now on, programs want to know of failures of this command.
pub(crate) fn remember(command: Option<&'static str>) {
    if let Some(command) = command {
        // There is one command in a process.
        let _ = COMMAND.set(command);
    }
}

/// The command whose failures programs want to know.
pub(crate) fn command() -> Option<&'static str> {
    COMMAND.get().copied()
}

/// One line of a command's output.
pub(crate) fn line(command: &str, fields: Value) -> String {
    let mut object = Map::new();
    object.insert("randlog".to_owned(), VERSION.into());
    object.insert("command".to_owned(), command.into());
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    format!("{}\n", Value::Object(object))
}

/// A line about a program of a file, or about a whole file.
pub(crate) fn about(command: &str, (file, program): (&str, Option<u64>), fields: Value) -> String {
    let mut object = json!({ "file": file, "program": program });
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    line(command, object)
}

/// The line that says that a command failed as a whole.
pub(crate) fn failed(command: &str, failure: &Failure) -> String {
    line(command, json!({ "error": error(failure) }))
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

/// Why an engine has no answer, in the same words as other errors.
pub(crate) fn no_answer(reason: &NoAnswer) -> Value {
    said(reason.kind.name(), &reason.words, None, None)
}

fn said(kind: &str, message: &str, place: Option<String>, help: Option<String>) -> Value {
    json!({ "kind": kind, "message": message, "place": place, "help": help })
}

/// Things as a list of their texts.
pub(crate) fn texts(things: impl IntoIterator<Item = impl Display>) -> Value {
    things.into_iter().map(|thing| Value::from(thing.to_string())).collect()
}
