//! A run that can be gone on with: what it looks for, and how far it is.

use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use randlog_base::files;
use serde::{Deserialize, Serialize};

use super::classes::Classes;
use super::statistics::Counts;
use crate::finding::BadFindings;

/// The file in the directory of the findings.
pub const FILE: &str = "run.toml";

/// A run, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// What is looked for.
    pub search: Search,
    /// How far it is.
    pub counts: Counts,
    /// What was met on the way.
    #[serde(default)]
    pub met: Classes,
}

/// What is looked for: all that must be the same to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The seed, as a text, because TOML has no number as large as some of them.
    pub seed: String,
    /// The engines.
    pub engines: Vec<String>,
    /// The oracles.
    pub oracles: Vec<String>,
    /// The features that are off.
    pub without: Vec<String>,
    /// The spec, if it is a given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// The files or directories of the corpus, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corpus: Vec<String>,
}

/// Why a run cannot be started, or gone on with.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum BadSession {
    /// There is a run already.
    #[error("`{}` holds a run already", .0.display())]
    AlreadyThere(PathBuf),
    /// There is none.
    #[error("`{}` holds no run", .0.display())]
    NotThere(PathBuf),
    /// The run there looks for something else.
    #[error("the run in `{}` looks for something else: its {what} differ", path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] BadFindings),
    /// The file is damaged.
    #[error("`{}` is no record of a run: {message}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl Session {
    /// A new run in a directory, or one to go on with.
    pub fn open(directory: &Path, search: Search, resume: bool) -> Result<Session, BadSession> {
        let path = directory.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(_) if !resume => return Err(BadSession::AlreadyThere(directory.to_owned())),
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return match resume {
                    true => Err(BadSession::NotThere(directory.to_owned())),
                    false => {
                        Ok(Session { search, counts: Counts::default(), met: Classes::default() })
                    }
                };
            }
            Err(source) => return Err(BadFindings::File { path, source }.into()),
        };
        let session: Session = toml::from_str(&text).map_err(|error| BadSession::Record {
            path: path.clone(),
            message: error.message().to_owned(),
        })?;
        match difference(&session.search, &search) {
            Some(what) => Err(BadSession::Other { path: directory.to_owned(), what }),
            None => Ok(session),
        }
    }

    /// Write it down, whole, in place of what was there.
    pub fn write(&self, directory: &Path) -> Result<(), BadFindings> {
        let path = directory.join(FILE);
        let text = toml::to_string(self).unwrap_or_default();
        let written =
            std::fs::create_dir_all(directory).and_then(|()| files::write(&path, text.as_bytes()));
        written.map_err(|source| BadFindings::File { path, source })
    }
}

/// The first thing in which two differ.
fn difference(one: &Search, other: &Search) -> Option<&'static str> {
    let all = [
        ("seeds", one.seed != other.seed),
        ("engines", one.engines != other.engines),
        ("oracles", one.oracles != other.oracles),
        ("features", one.without != other.without),
        ("specs", one.spec != other.spec),
        ("corpora", one.corpus != other.corpus),
    ];
    all.into_iter().find_map(|(what, differs)| differs.then_some(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(seed: u64) -> Search {
        let engines = vec!["sdd".to_owned()];
        Search {
            seed: seed.to_string(),
            engines,
            oracles: vec![],
            without: vec![],
            spec: None,
            corpus: vec![],
        }
    }

    #[test]
    fn a_run_is_gone_on_with_where_it_was_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("faults");
        assert!(matches!(Session::open(&path, search(1), true), Err(BadSession::NotThere(_))));
        let mut session = Session::open(&path, search(1), false).unwrap();
        session.counts.next = 17;
        session
            .counts
            .features
            .insert("evidence".to_owned(), super::super::statistics::Occurrences::default());
        session.write(&path).unwrap();
        assert_eq!(Session::open(&path, search(1), true).unwrap(), session);
        assert!(matches!(Session::open(&path, search(1), false), Err(BadSession::AlreadyThere(_))));
        let other = Session::open(&path, search(2), true);
        assert!(matches!(other, Err(BadSession::Other { what: "seeds", .. })));
    }
}
