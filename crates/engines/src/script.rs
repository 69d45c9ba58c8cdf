//! Commands of the user's that say yes or no, by their exit code.

use std::path::Path;

use super::{Attempt, EngineLimits, FailureKind, NoAnswer, process};

/// A command for the shell that gets a file, and says yes by ending with 0.
///
/// `{}` stands for the file; if it does not occur, the file is the last argument. The command runs where this process
/// does, in a process group of its own, which is killed when the time is up. That is a no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    command: String,
}

impl Script {
    /// The command as it is written.
    pub fn new(command: impl Into<String>) -> Script {
        Script { command: command.into() }
    }

    /// Does it say yes to a file? A failure if it cannot be run at all.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use randlog_engines::EngineLimits;
    /// use randlog_engines::script::Script;
    ///
    /// let says_yes = |command: &str| {
    ///     Script::new(command).says_yes(Path::new("/dev/null"), &EngineLimits::default())
    /// };
    /// assert_eq!(says_yes("test -e {}"), Ok(true));
    /// assert_eq!(says_yes("test -d"), Ok(false));
    /// assert!(says_yes("/no/such/command").is_err());
    /// ```
    pub fn says_yes(&self, file: &Path, limits: &EngineLimits) -> Result<bool, NoAnswer> {
        // The shell puts the file in, so that no name of a file means anything to it.
        let command = match self.command.contains("{}") {
            true => self.command.replace("{}", "\"$1\""),
            false => format!("{} \"$@\"", self.command),
        };
        let words = vec!["sh".into(), "-c".into(), command.into(), "sh".into()];
        let invocation = process::Invocation { words, is_contained: false };
        let run =
            process::ask(invocation, process::Task::File(file), Attempt::new(limits), |ended| {
                (ended.failure().map_or(Ok(Vec::new()), Err), super::Phases::default())
            });
        match run.outcome {
            Ok(_) => Ok(true),
            Err(failure) if failure.kind == FailureKind::Missing => Err(failure),
            Err(_) => Ok(false),
        }
    }
}
