//! Engines that bring an adapter of their own.

use std::path::Path;
use std::str::FromStr;

use super::{Attempt, Engine, EngineLimits, Run, Status, process, protocol};

/// A command that takes a ProbLog file as its last argument and prints one JSON object. Written
/// `NAME=COMMAND`, where the command is one for the shell, and the name is not in the catalogue.
///
/// On success, the object has the probability of each query, or bounds of it, and, if the engine
/// likes to tell, how long its phases took in microseconds:
///
/// ```json
/// {"answers": [{"atom": "p(a)", "probability": 0.25}, {"atom": "q", "low": 0.1, "high": 0.2}],
///  "phases": {"load_us": 120, "ground_us": 35, "compile_us": 7, "evaluate_us": 2}}
/// ```
///
/// Otherwise, it says what is wrong. Known kinds are `timeout`, `memory`, `non-ground`,
/// `negative-cycle`, `unknown-clause` and `crash`; any other one counts as a rejected program.
///
/// ```json
/// {"error": {"kind": "unknown-clause", "message": "nothing is known about q/2"}}
/// ```
///
/// A command that is killed, or ends with an exit code other than 0 and without such an object, has
/// crashed. There may be lines of other output before the object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    name: String,
    command: String,
}

impl FromStr for Command {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Command, &'static str> {
        let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        match text.split_once('=') {
            Some((name, command)) if is_name(name) && !command.trim().is_empty() => {
                Ok(Command { name: name.to_owned(), command: command.to_owned() })
            }
            _ => Err("write an engine of your own as NAME=COMMAND"),
        }
    }
}

impl Engine for Command {
    fn name(&self) -> &str {
        &self.name
    }

    fn status(&self) -> Status {
        Status::Installed(self.command.clone())
    }

    fn run(&self, file: &Path, limits: &EngineLimits) -> Run {
        let script = format!("{} \"$@\"", self.command);
        let command = ["sh".into(), "-c".into(), script.into(), "sh".into(), file.into()];
        process::ask(&command, Attempt::new(limits), protocol::read)
    }
}
