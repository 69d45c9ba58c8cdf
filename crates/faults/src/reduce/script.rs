//! A judge that is a command of the user's, as C-Reduce and others have it.

use std::io::Write;

use randlog_engines::script::Script;
use randlog_engines::{EngineLimits, FailureKind, NoAnswer};

use super::Judge;

/// Says yes where a command does.
#[derive(Clone, Debug)]
pub struct ScriptJudge {
    /// The command.
    pub script: Script,
    /// What it may use for each program.
    pub limits: EngineLimits,
}

impl ScriptJudge {
    /// Does the command say yes to a program? A failure if it cannot be asked.
    pub fn ask(&self, program: &str) -> Result<bool, NoAnswer> {
        let write = || {
            let mut file = tempfile::Builder::new().prefix("randlog-").suffix(".pl").tempfile()?;
            file.write_all(program.as_bytes())?;
            Ok(file)
        };
        let file = write().map_err(|error: std::io::Error| NoAnswer {
            kind: FailureKind::Missing,
            words: error.to_string(),
        })?;
        self.script.says_yes(file.path(), &self.limits)
    }
}

impl Judge for ScriptJudge {
    /// What cannot be asked about is not interesting.
    fn judge(&self, program: &str) -> bool {
        self.ask(program).unwrap_or(false)
    }
}
