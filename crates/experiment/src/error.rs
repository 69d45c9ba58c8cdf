//! What can go wrong, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;

use crate::RunError;
use crate::merge::Gaps;

/// Why an experiment could not be started, continued or evaluated.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum Error {
    /// Fresh records would be mixed up with old ones.
    #[error("`{}` already exists", .0.display())]
    #[diagnostic(help("resume it, or name another place"))]
    AlreadyThere(PathBuf),

    /// The file could not be opened or read.
    #[error("cannot read `{}`", path.display())]
    #[diagnostic(help("check the path and its permissions"))]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },

    /// The file could not be made or written.
    #[error("cannot write `{}`", path.display())]
    #[diagnostic(help("check the path, its permissions and the space left on the disk"))]
    CannotWrite {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },

    /// Another process holds the file.
    #[error("another process is writing to `{}`", .0.display())]
    #[diagnostic(help(
        "wait for it or stop it; to work side by side, give each a shard of its own"
    ))]
    InUse(PathBuf),

    /// The file does not begin as a file of records does.
    #[error("`{}` does not start with the header of an experiment", path.display())]
    #[diagnostic(help("name a file of records"))]
    NoHeader {
        /// The file.
        path: PathBuf,
    },

    /// The file belongs to an experiment that this version does not have.
    #[error("`{}` holds records of an unknown experiment: {name}", path.display())]
    #[diagnostic(help("the known experiments are: {}", known.join(", ")))]
    UnknownExperiment {
        /// The file.
        path: PathBuf,
        /// What the file calls the experiment.
        name: String,
        /// The experiments that there are.
        known: &'static [&'static str],
    },

    /// The file was written in a format that this version does not read.
    #[error("`{}` has format version {found}, this program reads version {known}", path.display())]
    #[diagnostic(help("use the version of randlog that wrote it, or run the experiment again"))]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },

    /// The file belongs to something else than what is asked for.
    #[error("`{}` holds records of something else: {differences}", path.display())]
    #[diagnostic(help("use the configuration that it was started with, or name another place"))]
    OtherConfig {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },

    /// A line that is no record.
    #[error("`{}`, line {line}: {reason}", path.display())]
    #[diagnostic(help("the file was changed or damaged: remove the line, and resume"))]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },

    /// A run that failed, or showed something that must never happen.
    #[error("run {id}: {error}")]
    #[diagnostic(help("all other finished runs are recorded: fix it, and resume"))]
    Run {
        /// The number of the run.
        id: u64,
        /// What happened.
        error: RunError,
    },

    /// The numbers of a grid that do not make sense.
    #[error("{0}")]
    #[diagnostic(help("choose other values"))]
    BadGrid(String),

    /// A file whose header does not say what was run.
    #[error("the configuration in the header: {0}")]
    #[diagnostic(help("the file was changed, or another version of randlog wrote it"))]
    BadConfig(serde_json::Error),

    /// Shards that do not make up the whole.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Gaps(#[from] Box<Gaps>),

    /// There is nothing to report on.
    #[error("`{}` holds no records", .0.display())]
    #[diagnostic(help("run the experiment first, and merge the files of its shards"))]
    NoRecords(PathBuf),

    /// A figure that could not be drawn.
    #[error("the figure `{name}` could not be drawn: {reason}")]
    #[diagnostic(help("please report this: it should not happen"))]
    Figure {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
}

impl Error {
    /// Turns an error of reading `path` into one of ours.
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::CannotRead { path: path.to_owned(), source }
    }

    /// Turns an error of writing `path` into one of ours.
    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::CannotWrite { path: path.to_owned(), source }
    }

    /// Whether the input or its use is to blame, rather than the system or the runs.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, Error::CannotWrite { .. } | Error::Run { .. } | Error::Figure { .. })
    }
}
