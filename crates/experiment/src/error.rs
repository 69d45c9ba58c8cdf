//! What can go wrong, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;

/// Why a run could not be executed, or showed something that must never happen.
pub type RunError = Box<dyn std::error::Error + Send + Sync>;

/// Why an experiment could not be started, continued or evaluated. Where a file is to blame, it
/// comes first, and then the reason.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum Error {
    /// Fresh records would be mixed up with old ones.
    #[error("`{}` already exists", .0.display())]
    #[diagnostic(help("resume it, or name another place"))]
    AlreadyThere(PathBuf),

    /// The file could not be opened or read.
    #[error("cannot read `{}`", .0.display())]
    #[diagnostic(help("check the path and its permissions"))]
    CannotRead(PathBuf, #[source] io::Error),

    /// The file could not be made or written.
    #[error("cannot write `{}`", .0.display())]
    #[diagnostic(help("check the path, its permissions and the space left on the disk"))]
    CannotWrite(PathBuf, #[source] io::Error),

    /// Another process holds the file.
    #[error("another process is writing to `{}`", .0.display())]
    #[diagnostic(help(
        "wait for it or stop it; to work side by side, give each a shard of its own"
    ))]
    InUse(PathBuf),

    /// The file does not begin as a file of records does.
    #[error("`{}` does not start with the header of an experiment", .0.display())]
    #[diagnostic(help("name a file of records"))]
    NoHeader(PathBuf),

    /// The file belongs to an experiment of this name, which is none of those that this version has.
    #[error("`{path}` holds records of an unknown experiment: {1}", path = .0.display())]
    #[diagnostic(help("the known experiments are: {}", .2.join(", ")))]
    UnknownExperiment(PathBuf, String, Vec<&'static str>),

    /// The file was written in a format that this version does not read: its version, and the one
    /// that can be read.
    #[error("`{path}` has format version {1}, this program reads version {2}", path = .0.display())]
    #[diagnostic(help("use the version of randlog that wrote it, or run the experiment again"))]
    OtherFormat(PathBuf, u32, u32),

    /// The file belongs to something else than what is asked for, and how that differs.
    #[error("`{path}` holds records of something else: {1}", path = .0.display())]
    #[diagnostic(help("use the configuration that it was started with, or name another place"))]
    OtherConfig(PathBuf, String),

    /// A line, counted from one, that is no record, and what is wrong with it.
    #[error("`{path}`, line {1}: {2}", path = .0.display())]
    #[diagnostic(help("the file was changed or damaged: remove the line, and resume"))]
    BadRecord(PathBuf, u64, String),

    /// A run, by its number, that failed, or showed something that must never happen.
    #[error("run {0}: {1}")]
    #[diagnostic(help("all other finished runs are recorded: fix it, and resume"))]
    Run(u64, RunError),

    /// The numbers of a grid that do not make sense.
    #[error("{0}")]
    #[diagnostic(help("choose other values"))]
    BadGrid(String),

    /// A file whose header does not say what was run.
    #[error("the configuration in the header: {0}")]
    #[diagnostic(help("the file was changed, or another version of randlog wrote it"))]
    BadConfig(serde_json::Error),

    /// Shards that do not make up the whole: what is missing and what is there more than once, a
    /// line for each.
    #[error("the files do not make up the whole experiment\n{}", .0.join("\n"))]
    #[diagnostic(help(
        "execute what is missing, or ask for a part only; give the file of each shard once"
    ))]
    Gaps(Vec<String>),

    /// There is nothing to report on.
    #[error("`{}` holds no records", .0.display())]
    #[diagnostic(help("run the experiment first, and merge the files of its shards"))]
    NoRecords(PathBuf),

    /// A figure, by its name, that could not be drawn, and why.
    #[error("the figure `{0}` could not be drawn: {1}")]
    #[diagnostic(help("please report this: it should not happen"))]
    Figure(String, String),
}

impl Error {
    /// Turns an error of reading `path` into one of ours.
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::CannotRead(path.to_owned(), source)
    }

    /// Turns an error of writing `path` into one of ours.
    pub(crate) fn writing<E: Into<io::Error>>(path: &Path) -> impl FnOnce(E) -> Error {
        move |source| Error::CannotWrite(path.to_owned(), source.into())
    }

    /// Whether the input or its use is to blame, rather than the system or the runs.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, Error::CannotWrite(..) | Error::Run(..) | Error::Figure(..))
    }
}
