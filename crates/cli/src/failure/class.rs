//! What other programs decide by: the exit code of a failure, its kind in one word, and its place.

use std::io;

use randlog_engines::python::SetupError;
use randlog_faults::campaign::session::BadSession;
use randlog_faults::finding::BadFindings;
use randlog_faults::reduce::NotReduced;
use randlog_recipe::{BadHeader, NotMade};

use super::{BAD_INPUT, FAILED, Failure, INTERRUPTED};

/// Does the system say that there is no more room?
fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull)
}

impl Failure {
    /// What `docs/exit-codes.md` says.
    pub(crate) fn exit_code(&self) -> u8 {
        self.class().0
    }

    /// One word for programs to decide by. The same mistake has the same word in every command, and what
    /// engines do not answer is called as the engines call it (docs/json.md lists them all).
    pub(crate) fn kind(&self) -> &'static str {
        self.class().1
    }

    /// The exit code and the kind. Every failure is named here, so that a new one is not forgotten.
    #[deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]
    fn class(&self) -> (u8, &'static str) {
        match self {
            Failure::Infer(error) => (FAILED, error.kind()),
            Failure::Spec(_) => (BAD_INPUT, "spec"),
            Failure::NotParsed(_) | Failure::SpecNotProgram { .. } => (BAD_INPUT, "parse"),
            Failure::Unprintable(_) => (BAD_INPUT, "unprintable"),
            Failure::CannotRead { .. } | Failure::NotUtf8 { .. } | Failure::NoPrograms { .. } => {
                (BAD_INPUT, "unreadable")
            }
            Failure::CannotCreate { source, .. }
            | Failure::Findings(BadFindings::File { source, .. })
            | Failure::Session(BadSession::File(BadFindings::File { source, .. }))
                if is_full(source) =>
            {
                (FAILED, "unwritable")
            }
            Failure::CannotCreate { .. } | Failure::NotEmpty { .. } | Failure::OtherRun { .. } => {
                (BAD_INPUT, "unwritable")
            }
            Failure::WriteFailed { .. } | Failure::InUse { .. } => (FAILED, "unwritable"),
            Failure::Outside(_) | Failure::OutsideByWeight(_) => (FAILED, "outside-closed-forms"),
            Failure::NoSampler(_) | Failure::NotFitted(_) => (BAD_INPUT, "outside-closed-forms"),
            Failure::EmptySpace { .. }
            | Failure::NothingDrawn
            | Failure::NotDistinct(_)
            | Failure::NotMade(NotMade::Empty) => (FAILED, "empty"),
            Failure::OutOfTime { .. } | Failure::NotMade(NotMade::OutOfTime) => (FAILED, "timeout"),
            Failure::OverMemory { .. } => (FAILED, "memory"),
            Failure::NoReply { .. } => (FAILED, "unparsable"),
            Failure::EnginesDisagree { .. }
            | Failure::Disagreement { .. }
            | Failure::OwnFault { .. } => (FAILED, "disagreement"),
            Failure::TooFewAnswers { .. } => (FAILED, "too-few-answers"),
            Failure::EngineMissing { .. }
            | Failure::EngineNotRun { .. }
            | Failure::EngineSilent { .. }
            | Failure::NoEngines
            | Failure::NoExecutable(_) => (FAILED, "missing"),
            Failure::LoadsCode { .. } => (BAD_INPUT, "loads-code"),
            Failure::Stopped { .. }
            | Failure::NotReduced(NotReduced::Stopped(_))
            | Failure::Setup(SetupError::Stopped(_)) => (INTERRUPTED, "interrupted"),
            Failure::Experiment(error) if error.is_bad_input() => (BAD_INPUT, "usage"),
            Failure::BadQuery(_)
            | Failure::NoGradient { .. }
            | Failure::BadHeader(_)
            | Failure::NothingToRepeat { .. }
            | Failure::NotRepeated { .. }
            | Failure::NowhereToRepeat
            | Failure::Instances(_)
            | Failure::EngineName(_)
            | Failure::Known { .. }
            | Failure::Findings(_)
            | Failure::Feature(_)
            | Failure::Oracle(_)
            | Failure::Session(_)
            | Failure::NotInScript { .. }
            | Failure::SeveralPrograms { .. }
            | Failure::NoRules { .. }
            | Failure::Profile(_)
            | Failure::IndexOverflow { .. }
            | Failure::Setup(SetupError::Occupied(_) | SetupError::CannotWrite { .. }) => {
                (BAD_INPUT, "usage")
            }
            Failure::Experiment(_)
            | Failure::Setup(_)
            | Failure::NoFault(_)
            | Failure::NotReduced(_)
            | Failure::JudgeNotRun { .. }
            | Failure::FaultsFound { .. }
            | Failure::Slurm { .. }
            | Failure::Queued { .. }
            | Failure::NotMade(NotMade::NoQuery { .. } | NotMade::NotMet { .. }) => {
                (FAILED, "failed")
            }
            Failure::BrokenPipe => (0, "failed"),
            Failure::Checked { exit_code } => (*exit_code, "failed"),
        }
    }

    /// Where it is, as `file:line:column`, if it is at a place in a text.
    pub(crate) fn place(&self) -> Option<String> {
        match self {
            Failure::Spec(bad) => bad.0.place.as_ref().map(ToString::to_string),
            Failure::NotParsed(error) => Some(error.place.to_string()),
            Failure::BadHeader(BadHeader::Command { place, .. }) => {
                place.as_ref().map(ToString::to_string)
            }
            Failure::Infer(error) => error.place(),
            Failure::NotUtf8 { path, line, .. } => Some(format!("{}:{line}:1", path.display())),
            _ => None,
        }
    }
}
