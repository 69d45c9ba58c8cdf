//! The kind of a failure, in one word, and its place: what other programs want to know.

use randlog_recipe::BadHeader;

use super::{BAD_INPUT, Failure, INTERRUPTED};

impl Failure {
    /// One word for programs to decide by. The same mistake has the same word in every command, and what
    /// engines do not answer is called as the engines call it (docs/json.md lists them all).
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Failure::Infer(error) => error.kind(),
            Failure::Spec(_) => "spec",
            Failure::NotParsed(_) => "parse",
            Failure::Unprintable(_) => "unprintable",
            Failure::CannotRead { .. } | Failure::NotUtf8 { .. } | Failure::NoPrograms { .. } => {
                "unreadable"
            }
            Failure::CannotCreate { .. }
            | Failure::NotEmpty { .. }
            | Failure::OtherRun { .. }
            | Failure::WriteFailed { .. } => "unwritable",
            Failure::Outside(_) | Failure::NoSampler(_) | Failure::NotFitted(_) => {
                "outside-closed-forms"
            }
            Failure::EmptySpace { .. } | Failure::NotDistinct(_) => "empty",
            Failure::OutOfTime { .. }
            | Failure::SetUpOutOfTime
            | Failure::OverTime { .. }
            | Failure::EnumerationOutOfTime { .. }
            | Failure::CountOutOfTime { .. } => "timeout",
            Failure::OverMemory { .. } => "memory",
            Failure::NoReply { .. } => "unparsable",
            Failure::EnginesDisagree { .. }
            | Failure::Disagreement { .. }
            | Failure::OwnFault { .. } => "disagreement",
            Failure::TooFewAnswers { .. } => "too-few-answers",
            Failure::EngineMissing { .. }
            | Failure::EngineNotRun { .. }
            | Failure::EngineSilent { .. }
            | Failure::NoEngines
            | Failure::NoExecutable(_) => "missing",
            Failure::LoadsCode { .. } => "loads-code",
            _ if self.exit_code() == INTERRUPTED => "interrupted",
            _ if self.exit_code() == BAD_INPUT => "usage",
            _ => "failed",
        }
    }

    /// Where it is, as `file:line:column`, if it is at a place in a text.
    pub(crate) fn place(&self) -> Option<String> {
        match self {
            Failure::Spec(bad) => bad.place(),
            Failure::NotParsed(error) => Some(error.place().to_string()),
            Failure::BadHeader(BadHeader::Command { place, .. }) => {
                place.as_ref().map(ToString::to_string)
            }
            Failure::NotUtf8 { path, line, .. } => Some(format!("{}:{line}:1", path.display())),
            _ => None,
        }
    }
}
