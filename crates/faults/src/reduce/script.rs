//! A judge that is a command of the user's, as C-Reduce and others have it.

use randlog_engines::script::Script;
use randlog_engines::{EngineLimits, NoAnswer, TestCase};

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
    pub fn ask(&self, program: &TestCase) -> Result<bool, NoAnswer> {
        self.script.says_yes_to_text(program.text(), &self.limits)
    }
}

impl Judge for ScriptJudge {
    /// A program that the command cannot be asked about is not interesting.
    fn judge(&self, program: &TestCase) -> bool {
        self.ask(program).unwrap_or(false)
    }
}
