//! Faults that were found: a directory each, ready to be handed over.
//!
//! | file | holds |
//! |---|---|
//! | `program.pl` | the reduced program |
//! | `original.pl` | the program that it comes from |
//! | `fault.toml` | engine, version, oracle, kind, what was expected and what came, how the original is made again |
//! | `REPORT.md` | all that an engine's maintainer needs, to be pasted into an issue tracker |
//!
//! Two findings are the same if engine, kind and message class are, and the reduced programs differ by names and
//! order only. A directory appears whole or not at all: it is written beside its place, and renamed.
//!
//! ```
//! use randlog_engines::known::KnownFaults;
//! use randlog_faults::finding::{Filed, Finding, Findings};
//! use randlog_faults::{Kind, Symptom};
//!
//! let directory = tempfile::tempdir()?;
//! let mut findings = Findings::open(directory.path(), KnownFaults::shipped().clone())?;
//! let finding = |program: &str| Finding {
//!     program: program.to_owned(),
//!     original: program.to_owned(),
//!     symptom: Symptom {
//!         engine: "sdd".into(), oracle: "reference".into(), kind: Kind::WrongAnswer, words: String::new(),
//!     },
//!     version: "2.3.0".into(),
//!     expected: "p: 0.75".into(),
//!     answered: "p: 0.5".into(),
//!     ..Finding::default()
//! };
//! let filed = findings.file(&finding("0.5::a. 0.5::a. p :- a. query(p)."))?;
//! assert!(matches!(filed, Filed::New(_)));
//! let filed = findings.file(&finding("q :- x. 0.5::x. 0.5::x. query(q)."))?;
//! assert!(matches!(filed, Filed::Again(_)));
//! let filed = findings.file(&finding("p(X, a) :- e(X). e(b). query(p(X, X))."))?;
//! assert!(matches!(filed, Filed::Known(fault) if fault.name == "repeated-variable-in-query"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod directory;
mod record;
mod report;
pub mod table;
mod worlds;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use miette::Diagnostic;
use randlog_engines::NoAnswer;
use randlog_engines::known::{KnownFault, KnownFaults};
use randlog_logic::wide::WideProgram;

use crate::reduce::size::Size;
use crate::symptom::{Kind, Symptom};

/// A fault that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The reduced program.
    pub program: String,
    /// The program that it comes from.
    pub original: String,
    /// Who failed, and how.
    pub symptom: Symptom,
    /// The version of the engine.
    pub version: String,
    /// What was expected, in words.
    pub expected: String,
    /// What came instead, in words: the engine's own, if it failed.
    pub answered: String,
    /// Other programs that an oracle compared with, if it did.
    pub compared: Vec<String>,
    /// Does only a process show it that was asked other programs before?
    pub only_at_work: bool,
    /// How the original is made again.
    pub source: Source,
}

/// How an original program is made again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The command.
    pub command: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// Which program of that seed it is.
    pub index: Option<u64>,
}

impl Default for Finding {
    /// A wrong answer of nobody to nothing.
    fn default() -> Finding {
        let nobody = String::new;
        Finding {
            program: nobody(),
            original: nobody(),
            symptom: Symptom {
                engine: nobody(),
                oracle: nobody(),
                kind: Kind::WrongAnswer,
                words: nobody(),
            },
            version: nobody(),
            expected: nobody(),
            answered: nobody(),
            compared: Vec::new(),
            only_at_work: false,
            source: Source::default(),
        }
    }
}

/// What makes two findings one: engine, kind, message class, and the program up to names and order.
type Identity = (String, Kind, String, String);

impl Finding {
    fn identity(&self) -> Identity {
        let Symptom { engine, kind, words, .. } = &self.symptom;
        let program = WideProgram::parse(&self.program);
        let program = program.map_or(self.program.clone(), |it| it.canonical().to_string());
        (engine.clone(), *kind, words.clone(), program)
    }

    /// How many lines the reduced program has: clauses, evidence, queries and directives.
    pub fn lines(&self) -> usize {
        let lines = WideProgram::parse(&self.program).map(|program| Size::of(&program).lines);
        lines.unwrap_or_else(|_| self.program.lines().count())
    }

    /// The failure of the engine, if it gave no number.
    fn failure(&self) -> Option<NoAnswer> {
        match self.symptom.kind {
            Kind::WrongAnswer => None,
            Kind::Failure(kind) => Some(NoAnswer { kind, words: self.answered.clone() }),
        }
    }
}

/// What became of a finding.
#[derive(Clone, Debug, PartialEq)]
pub enum Filed {
    /// It is new, and in the directory of this name.
    New(String),
    /// It was found before, and is in the directory of this name.
    Again(String),
    /// It is known.
    Known(Arc<KnownFault>),
}

/// Why findings cannot be read or written.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum BadFindings {
    /// The system says so.
    #[error("`{}`: {source}", path.display())]
    #[diagnostic(help("check the path, its permissions, and the space left on the disk"))]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },

    /// A finding is not what this crate writes.
    #[error("`{}` is no record of a fault: {message}", path.display())]
    #[diagnostic(help("remove the directory that it is in, or restore the file"))]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

/// The findings in a directory.
#[derive(Debug)]
pub struct Findings {
    directory: PathBuf,
    known: KnownFaults,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    finding: Finding,
    identity: Identity,
}

impl Entry {
    fn new(name: String, finding: Finding) -> Entry {
        let identity = finding.identity();
        Entry { name, finding, identity }
    }
}

impl Findings {
    /// Those that are there already; the directory is made with its first one. What a killed process left half
    /// written is removed.
    pub fn open(directory: &Path, known: KnownFaults) -> Result<Findings, BadFindings> {
        directory::tidy(directory);
        let mut entries = Vec::new();
        for name in directory::names(directory)? {
            let finding = directory::read(&directory.join(&name))?;
            entries.push(Entry::new(name, finding));
        }
        Ok(Findings { directory: directory.to_owned(), known, entries })
    }

    /// Files a finding, unless it is known or was found before.
    pub fn file(&mut self, finding: &Finding) -> Result<Filed, BadFindings> {
        let engine = &finding.symptom.engine;
        if let Some(fault) =
            self.known.of_reduced(engine, &finding.program, finding.failure().as_ref())
        {
            return Ok(Filed::Known(fault.clone()));
        }
        let entry = Entry::new(self.free_name(finding), finding.clone());
        if let Some(before) = self.entries.iter().find(|before| before.identity == entry.identity) {
            return Ok(Filed::Again(before.name.clone()));
        }
        let failed = |source| BadFindings::File { path: self.directory.clone(), source };
        fs::create_dir_all(&self.directory).map_err(failed)?;
        directory::write(&self.directory, &entry.name, finding).map_err(failed)?;
        let name = entry.name.clone();
        self.entries.push(entry);
        Ok(Filed::New(name))
    }

    /// All findings, by the names of their directories.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.entries.iter().map(|entry| (entry.name.as_str(), &entry.finding))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Engine and kind, and a number.
    fn free_name(&self, finding: &Finding) -> String {
        let Symptom { engine, kind, .. } = &finding.symptom;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let engine: String = engine.chars().map(plain).collect();
        let name = |number: usize| format!("{engine}-{kind}-{number}");
        let is_free = |number: &usize| {
            !self.entries.iter().any(|entry| entry.name == name(*number))
                && !self.directory.join(name(*number)).exists()
        };
        (1..).find(is_free).map_or_else(|| name(0), name)
    }
}
