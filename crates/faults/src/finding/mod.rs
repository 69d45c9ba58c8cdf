//! Faults that were found: a directory each, ready to be handed over.
//!
//! | file | holds |
//! |---|---|
//! | `program.pl` | the reduced program |
//! | `original.pl` | the program that it comes from |
//! | `fault.toml` | engine, version, oracle, kind, what was expected and what came, how the original is made again |
//! | `REPORT.md` | all that an engine's maintainer needs, to be pasted into an issue tracker |
//!
//! Two findings are one if engine, kind and message class are the same, and the reduced programs have the same
//! [shape](Shape): they are forms that one fault takes. The smallest is the program of the finding, and others are
//! listed as its variants. A directory appears whole or not at all: it is written beside its place, and renamed.
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
//! let filed = findings.file(&finding("0.5::a. 0.5::a. query(a)."))?;
//! assert!(matches!(filed, Filed::Variant(_)));
//! let filed = findings.file(&finding("p(X, a) :- e(X). e(b). query(p(X, X))."))?;
//! assert!(matches!(filed, Filed::Known(fault) if fault.name == "repeated-variable-in-query"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod directory;
mod record;
mod report;
pub mod table;
mod worlds;

use randlog_logic::Program;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use miette::Diagnostic;
use randlog_engines::NoAnswer;
use randlog_engines::known::{KnownFault, KnownFaults, Shape};

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
    /// Other engines that show the same on the reduced program.
    pub also: Vec<String>,
    /// Other reduced programs that show it, as far as they are kept.
    pub variants: Vec<String>,
    /// Other programs that an oracle compared with, if it did.
    pub compared: Vec<String>,
    /// Could it not be reduced until nothing more could go? Then its shape tells nothing.
    pub unreduced: bool,
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
            also: Vec::new(),
            variants: Vec::new(),
            compared: Vec::new(),
            unreduced: false,
            only_at_work: false,
            source: Source::default(),
        }
    }
}

/// How many variants are kept.
const VARIANTS: usize = 8;

/// What makes two findings one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity {
    engine: String,
    kind: Kind,
    words: String,
    /// The relation that does not hold, if that is all we know.
    relation: Option<String>,
    only_at_work: bool,
    /// None if the program is not reduced, which is of no account, or cannot be: what takes too long does so for
    /// its size.
    shape: Option<Shape>,
    unreduced: bool,
}

impl Identity {
    /// Is it the same fault? Of what is not reduced, all that is known is how it fails.
    fn is_that_of(&self, other: &Identity) -> bool {
        let is_open = self.unreduced || other.unreduced;
        (&self.engine, self.kind, &self.words, self.only_at_work)
            == (&other.engine, other.kind, &other.words, other.only_at_work)
            && (is_open || (&self.relation, &self.shape) == (&other.relation, &other.shape))
    }
}

impl Finding {
    fn identity(&self) -> Identity {
        let Symptom { engine, oracle, kind, words } = &self.symptom;
        let by_others = ["reference", "engines"].contains(&oracle.as_str());
        let has_shape = !self.only_at_work && !self.unreduced && !kind.is_timeout();
        Identity {
            engine: engine.clone(),
            kind: *kind,
            words: words.clone(),
            relation: (!by_others).then(|| oracle.clone()),
            only_at_work: self.only_at_work,
            shape: has_shape.then(|| Shape::of(&self.program)),
            unreduced: self.unreduced,
        }
    }

    /// The reduced program up to names and order.
    fn canonical(&self) -> String {
        canonical(&self.program)
    }

    fn size(&self) -> Option<Size> {
        Program::parse(&self.program).ok().map(|program| Size::of(&program))
    }

    /// The least is the one to show: a reduced program tells more than any other, however small that is.
    fn rank(&self) -> (bool, Option<Size>) {
        (self.unreduced, self.size())
    }

    /// What an engine's maintainer needs to know, in Markdown.
    pub fn report(&self) -> String {
        report::write(self)
    }

    /// How many lines the reduced program has: clauses, evidence, queries and directives.
    pub fn lines(&self) -> usize {
        self.size().map_or_else(|| self.program.lines().count(), |size| size.lines)
    }

    /// The failure of the engine, if it gave no number.
    fn failure(&self) -> Option<NoAnswer> {
        match self.symptom.kind {
            Kind::WrongAnswer => None,
            Kind::Failure(kind) => Some(NoAnswer { kind, words: self.answered.clone() }),
        }
    }
}

fn canonical(program: &str) -> String {
    let read = Program::parse(program);
    read.map_or_else(|_| program.to_owned(), |read| read.canonical().to_string())
}

/// What became of a finding.
#[derive(Clone, Debug, PartialEq)]
pub enum Filed {
    /// It is new, and in the directory of this name.
    New(String),
    /// It is another form of what is in the directory of this name, and listed there.
    Variant(String),
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

/// The findings in a directory, or in memory alone.
#[derive(Debug)]
pub struct Findings {
    directory: Option<PathBuf>,
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

impl Entry {
    /// Is the program there already, or no better than those that are, of which there are enough?
    fn has_no_use_for(&self, finding: &Finding) -> bool {
        let (filed, program) = (&self.finding, finding.canonical());
        let is_there = filed.canonical() == program
            || filed.variants.iter().any(|variant| canonical(variant) == program);
        let is_better = finding.rank() < filed.rank();
        let is_enough = filed.variants.len() >= VARIANTS || finding.unreduced;
        is_there || is_enough && !is_better
    }
}

/// Two findings of one fault as one, with the better program.
fn joined(one: &Finding, other: &Finding) -> Finding {
    let (best, rest) = match other.rank() < one.rank() {
        true => (other, one),
        false => (one, other),
    };
    let mut variants = one.variants.clone();
    if !rest.unreduced {
        variants.push(rest.program.clone());
    }
    variants.sort_by_key(|variant| Program::parse(variant).ok().map(|it| Size::of(&it)));
    variants.truncate(VARIANTS);
    Finding { variants, ..best.clone() }
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
        Ok(Findings { directory: Some(directory.to_owned()), known, entries })
    }

    /// None yet, and none will be written down.
    ///
    /// ```
    /// use randlog_engines::known::KnownFaults;
    /// use randlog_faults::finding::{Filed, Finding, Findings};
    ///
    /// let mut findings = Findings::in_memory(KnownFaults::default());
    /// let finding = Finding { program: "0.5::a. query(a).".to_owned(), ..Finding::default() };
    /// assert!(matches!(findings.file(&finding)?, Filed::New(_)));
    /// assert!(matches!(findings.file(&finding)?, Filed::Again(_)));
    /// assert!(finding.report().contains("a wrong answer on a program of 2 lines"));
    /// # Ok::<(), randlog_faults::finding::BadFindings>(())
    /// ```
    pub fn in_memory(known: KnownFaults) -> Findings {
        Findings { directory: None, known, entries: Vec::new() }
    }

    /// What would become of a finding, if nothing is to be written for it: it is known, or was found before.
    pub fn recognise(&self, finding: &Finding) -> Option<Filed> {
        let engine = &finding.symptom.engine;
        let known = self.known.of_reduced(engine, &finding.program, finding.failure().as_ref());
        if let Some(fault) = known {
            return Some(Filed::Known(fault.clone()));
        }
        let before = &self.entries[self.same(finding)?];
        before.has_no_use_for(finding).then(|| Filed::Again(before.name.clone()))
    }

    /// Files a finding, unless it is known or was found before.
    pub fn file(&mut self, finding: &Finding) -> Result<Filed, BadFindings> {
        if let Some(filed) = self.recognise(finding) {
            return Ok(filed);
        }
        if let Some(place) = self.same(finding) {
            let Entry { name, finding: before, .. } = &self.entries[place];
            let both = joined(before, finding);
            self.written(|directory| directory::replace(directory, name, &both))?;
            let name = name.clone();
            self.entries[place] = Entry::new(name.clone(), both);
            return Ok(Filed::Variant(name));
        }
        let entry = Entry::new(self.free_name(finding), finding.clone());
        self.written(|directory| {
            fs::create_dir_all(directory)?;
            directory::write(directory, &entry.name, finding)
        })?;
        let name = entry.name.clone();
        self.entries.push(entry);
        Ok(Filed::New(name))
    }

    /// Write something, if there is a directory.
    fn written(&self, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), BadFindings> {
        let Some(directory) = &self.directory else { return Ok(()) };
        let failed = |source| BadFindings::File { path: directory.clone(), source };
        write(directory).map_err(failed)
    }

    /// The entry that shows the same fault.
    fn same(&self, finding: &Finding) -> Option<usize> {
        let identity = finding.identity();
        let mut places = 0..self.entries.len();
        let is_equal = |place: &usize| self.entries[*place].identity == identity;
        let fits = |place: &usize| self.entries[*place].identity.is_that_of(&identity);
        places.clone().find(is_equal).or_else(|| places.find(fits))
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
                && !self.directory.as_ref().is_some_and(|it| it.join(name(*number)).exists())
        };
        (1..).find(is_free).map_or_else(|| name(0), name)
    }
}
