//! A judge that is a command of the user's, as C-Reduce and others have it.

use randlog_base::{Stop, Stopped};
use randlog_engines::script::Script;
use randlog_engines::{EngineLimits, TestCase};

use super::judge::Judge;

/// Says yes where a command does.
#[derive(Clone, Debug)]
pub struct ScriptJudge {
    /// The command.
    pub script: Script,
    /// What it may use for each program.
    pub limits: EngineLimits,
}

impl Judge for ScriptJudge {
    /// A program that the command cannot be asked about is not interesting.
    fn judge(&self, program: &TestCase, stop: &Stop) -> Result<bool, Stopped> {
        Ok(self.script.says_yes(program, &self.limits, stop)?.unwrap_or(false))
    }
}
