//! What to do about the errors of libraries, in terms of the command line.

use miette::Diagnostic;
use randlog_engines::NoAnswer;
use randlog_faults::campaign::session::BadSession;
use randlog_infer::Error as InferError;

use randlog_experiment::Error as ExperimentError;

/// The library's own words.
pub(super) fn of(error: &impl Diagnostic) -> String {
    error.help().map_or(String::new(), |help| help.to_string())
}

/// What to do if an engine cannot be run.
pub(super) fn of_engine(reason: &NoAnswer) -> String {
    match reason.is_without_scratch() {
        true => "engines get their programs in temporary files: check the space left there, or set TMPDIR to a \
                 directory that can be written to"
            .to_owned(),
        false => format!("check its command, or install it again with `{}`", super::SETUP),
    }
}

/// What to do if a query has no answer.
pub(super) fn of_inference(error: &InferError) -> &'static str {
    match error {
        InferError::NoQuery => "add `query(atom).` to the program, or ask with `--query`",
        InferError::TooManyWorlds { .. } => "use `--engine exact`, or a smaller program",
        InferError::Timeout { .. } => {
            "allow more time with `--timeout`, or make the program smaller"
        }
        InferError::TooSmall { .. } | InferError::Inaccurate { .. } => "ask for `--fractions`",
        other => other.help(),
    }
}

/// What to do about an experiment, by flags where the library speaks of what it does.
pub(super) fn of_experiment(error: &ExperimentError) -> String {
    let words = match error {
        ExperimentError::AlreadyThere(_) => {
            "continue it with `--resume`, or name another directory"
        }
        ExperimentError::InUse(_) => {
            "wait for it or stop it; to work side by side, give each a `--shard`"
        }
        ExperimentError::NoHeader { .. } => "name a file that `randlog experiment` wrote",
        ExperimentError::OtherConfig { .. } => {
            "repeat the flags that it was started with, or name another directory"
        }
        ExperimentError::BadRecord { .. } => {
            "the file was changed or damaged: remove the line, and continue with `--resume`"
        }
        ExperimentError::Run { .. } => {
            "all other finished runs are recorded: fix it, and continue with `--resume`"
        }
        ExperimentError::BadGrid(_) => "`--help` shows the flags and their defaults",
        ExperimentError::Gaps(_) => {
            "run what is missing with `--shard I/N --resume`, or do without it with `--partial`; give \
             the file of each shard once"
        }
        ExperimentError::NoRecords(_) => {
            "run the experiment first, and `randlog experiment merge` its shards"
        }
        other => return of(other),
    };
    words.to_owned()
}

/// What to do if a run of `fuzz` cannot be started.
pub(super) fn of_session(error: &BadSession) -> &'static str {
    match error {
        BadSession::AlreadyThere(_) => "continue it with `--resume`, or name another `--output`",
        BadSession::NotThere(_) => "start one without `--resume`",
        BadSession::Other { .. } => "repeat the flags that it was started with",
        BadSession::File { .. } => {
            "check the path, its permissions, and the space left on the disk"
        }
        BadSession::Record { .. } => "remove the file to start anew; the findings stay",
    }
}
