//! A judge that is a command of the user's, as C-Reduce and others have it.

use std::fs;

use randlog_base::files::Scratch;
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
            let scratch = Scratch::new()?;
            let file = scratch.path().join("program.pl");
            fs::write(&file, program)?;
            Ok((scratch, file))
        };
        let (_scratch, file) = write().map_err(|error: std::io::Error| NoAnswer {
            kind: FailureKind::Missing,
            words: error.to_string(),
        })?;
        self.script.says_yes(&file, &self.limits)
    }
}

impl Judge for ScriptJudge {
    /// What cannot be asked about is not interesting.
    fn judge(&self, program: &str) -> bool {
        self.ask(program).unwrap_or(false)
    }
}
