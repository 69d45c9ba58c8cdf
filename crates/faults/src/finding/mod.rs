//! Faults that were found: a directory each, ready to be handed over.
//!
//! | file | holds |
//! |---|---|
//! | `program.pl` | the reduced program |
//! | `original.pl` | the program that it comes from |
//! | `fault.toml` | engine, version, oracle, kind, what was expected and what came, how the original is made again |
//! | `REPORT.md` | all that an engine's maintainer needs, to be pasted into an issue tracker |
//!
//! Two faults are one if engine, kind and message class are the same, and the reduced programs have the same
//! [shape](Shape): they are forms that one fault takes. The smallest is the program of the finding, and others are
//! listed as its variants. A directory appears whole or not at all: it is written beside its place, and renamed.
//!
//! ```
//! use randlog_engines::known::KnownFaults;
//! use randlog_faults::Fault;
//! use randlog_faults::finding::{Filed, Findings};
//!
//! let directory = tempfile::tempdir()?;
//! let mut findings = Findings::open(directory.path(), KnownFaults::shipped().clone())?;
//! let fault = |program: &str| Fault {
//!     engine: "sdd".to_owned(),
//!     version: "2.3.0".to_owned(),
//!     oracle: "reference".to_owned(),
//!     expected: "p: 0.75".to_owned(),
//!     answered: "p: 0.5".to_owned(),
//!     program: program.into(),
//!     original: program.into(),
//!     ..Fault::default()
//! };
//! let filed = findings.file(&fault("0.5::a. 0.5::a. p :- a. query(p)."))?;
//! assert!(matches!(filed, Filed::New(_)));
//! let filed = findings.file(&fault("q :- x. 0.5::x. 0.5::x. query(q)."))?;
//! assert!(matches!(filed, Filed::Again(_)));
//! let filed = findings.file(&fault("0.5::a. 0.5::a. query(a)."))?;
//! assert!(matches!(filed, Filed::Variant(_)));
//! let filed = findings.file(&fault("p(X, a) :- e(X). e(b). query(p(X, X))."))?;
//! assert!(matches!(filed, Filed::Known(fault) if fault.name == "repeated-variable-in-query"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod directory;
mod machine;
mod report;
pub mod table;
mod worlds;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use miette::Diagnostic;
use randlog_base::files;
use randlog_engines::known::{KnownFault, KnownFaults, Shape};

use crate::oracle::Oracle;
use crate::size::Size;
use crate::{Fault, TestCase};

/// How many variants are kept.
const VARIANTS: usize = 8;

/// What matters of a fault's program, up to which forms it takes. `None` if the program is not reduced, so that its
/// shape says nothing, or cannot be: what takes too long does so for its size.
fn shape(fault: &Fault) -> Option<Shape> {
    let has_shape = !fault.unconfirmed && !fault.unreduced && !fault.kind.is_timeout();
    has_shape.then(|| Shape::of(&fault.program))
}

/// The relation that does not hold, if that is all we know.
fn relation(fault: &Fault) -> Option<&str> {
    let by_others = [Oracle::Reference, Oracle::Among].map(Oracle::name);
    Some(fault.oracle.as_str()).filter(|oracle| !by_others.contains(oracle))
}

/// The least is the one to show: a reduced program says more than any other, however small that is.
fn rank(fault: &Fault) -> (bool, Option<Size>) {
    (fault.unreduced, fault.size())
}

/// What became of a fault.
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
    #[error("cannot read or write `{}`", path.display())]
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
    found: Vec<Finding>,
}

#[derive(Debug)]
struct Finding {
    /// That of its directory.
    name: String,
    fault: Fault,
    shape: Option<Shape>,
}

impl Finding {
    fn new(name: String, fault: Fault) -> Finding {
        let shape = shape(&fault);
        Finding { name, fault, shape }
    }

    /// Is the program there already, or no better than those that are, of which there are enough?
    fn has_no_use_for(&self, fault: &Fault) -> bool {
        let (filed, program) = (&self.fault, fault.program.canonical());
        let is_it = |variant: &String| TestCase::from(variant.as_str()).canonical() == program;
        let is_there = filed.program.canonical() == program || filed.variants.iter().any(is_it);
        let is_better = rank(fault) < rank(filed);
        let is_enough = filed.variants.len() >= VARIANTS || fault.unreduced;
        is_there || is_enough && !is_better
    }
}

/// Two findings of one fault as one, with the better program.
fn joined(one: &Fault, other: &Fault) -> Fault {
    let (best, rest) = match rank(other) < rank(one) {
        true => (other, one),
        false => (one, other),
    };
    let mut variants = one.variants.clone();
    if !rest.unreduced {
        variants.push(rest.program.text().to_owned());
    }
    variants.sort_by_key(|variant| TestCase::from(variant.as_str()).tree().map(Size::of));
    variants.truncate(VARIANTS);
    Fault { variants, ..best.clone() }
}

impl Findings {
    /// Those that are there already; the directory is made with its first one. What a killed process left half
    /// written is removed.
    pub fn open(directory: &Path, known: KnownFaults) -> Result<Findings, BadFindings> {
        directory::tidy(directory);
        let mut found = Vec::new();
        for name in directory::names(directory)? {
            let fault = directory::read(&directory.join(&name))?;
            found.push(Finding::new(name, fault));
        }
        Ok(Findings { directory: Some(directory.to_owned()), known, found })
    }

    /// None yet, and none will be written down.
    ///
    /// ```
    /// use randlog_engines::known::KnownFaults;
    /// use randlog_faults::Fault;
    /// use randlog_faults::finding::{Filed, Findings};
    ///
    /// let mut findings = Findings::in_memory(KnownFaults::default());
    /// let fault = Fault { program: "0.5::a. query(a).".into(), ..Fault::default() };
    /// assert!(matches!(findings.file(&fault)?, Filed::New(_)));
    /// assert!(matches!(findings.file(&fault)?, Filed::Again(_)));
    /// assert!(fault.report().contains("a wrong answer on a program of 2 lines"));
    /// # Ok::<(), randlog_faults::finding::BadFindings>(())
    /// ```
    pub fn in_memory(known: KnownFaults) -> Findings {
        Findings { directory: None, known, found: Vec::new() }
    }

    /// What would become of a fault, if nothing is to be written for it: it is known, or was found before.
    pub fn recognise(&self, fault: &Fault) -> Option<Filed> {
        let failure = fault.no_answer();
        let known = self.known.of_reduced(&fault.engine, &fault.program, failure.as_ref());
        if let Some(known) = known {
            return Some(Filed::Known(known.clone()));
        }
        let before = &self.found[self.same(fault)?];
        before.has_no_use_for(fault).then(|| Filed::Again(before.name.clone()))
    }

    /// Files a fault, unless it is known or was found before.
    pub fn file(&mut self, fault: &Fault) -> Result<Filed, BadFindings> {
        if let Some(filed) = self.recognise(fault) {
            return Ok(filed);
        }
        if let Some(place) = self.same(fault) {
            let Finding { name, fault: before, .. } = &self.found[place];
            let both = joined(before, fault);
            self.written(|directory| directory::replace(directory, name, &both))?;
            let name = name.clone();
            self.found[place] = Finding::new(name.clone(), both);
            return Ok(Filed::Variant(name));
        }
        let finding = Finding::new(self.free_name(fault), fault.clone());
        self.written(|directory| {
            fs::create_dir_all(directory)?;
            directory::write(directory, &finding.name, fault)
        })?;
        let name = finding.name.clone();
        self.found.push(finding);
        Ok(Filed::New(name))
    }

    /// The directory, if there is one.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// Keeps a program that the built-in engines contradict each other about, beside the findings.
    pub fn file_own(&self, fault: &Fault) -> Result<(), BadFindings> {
        let Fault { expected: worlds, answered: exact, program, .. } = fault;
        let text = format!("% exact says {exact}\n% worlds says {worlds}\n{}", program.text());
        let name = format!("our-own-fault-{}.pl", fault.index.unwrap_or_default());
        self.written(|directory| {
            fs::create_dir_all(directory)?;
            files::write(&directory.join(name), text.as_bytes())
        })
    }

    /// Write something, if there is a directory.
    fn written(&self, write: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), BadFindings> {
        let Some(directory) = &self.directory else { return Ok(()) };
        let failed = |source| BadFindings::File { path: directory.clone(), source };
        write(directory).map_err(failed)
    }

    /// The finding that shows the same fault. Of a program that is not reduced, all that is known is how the engine
    /// fails.
    fn same(&self, fault: &Fault) -> Option<usize> {
        let shape = shape(fault);
        let mut alike = (0..self.found.len()).filter(|&place| {
            let found = &self.found[place].fault;
            found.fails_like(fault)
                && (&found.engine, found.unconfirmed) == (&fault.engine, fault.unconfirmed)
        });
        let is_shown = |finding: &Finding| {
            (relation(&finding.fault), &finding.shape) == (relation(fault), &shape)
        };
        let is_equal =
            |finding: &Finding| is_shown(finding) && finding.fault.unreduced == fault.unreduced;
        let fits =
            |finding: &Finding| is_shown(finding) || finding.fault.unreduced || fault.unreduced;
        let equal = alike.clone().find(|&place| is_equal(&self.found[place]));
        equal.or_else(|| alike.find(|&place| fits(&self.found[place])))
    }

    /// All findings, by the names of their directories.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fault)> {
        self.found.iter().map(|it| (it.name.as_str(), &it.fault))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Engine and kind, and a number.
    fn free_name(&self, fault: &Fault) -> String {
        let Fault { engine, kind, .. } = fault;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let engine: String = engine.chars().map(plain).collect();
        let name = |number: usize| format!("{engine}-{kind}-{number}");
        let is_free = |number: &usize| {
            !self.found.iter().any(|finding| finding.name == name(*number))
                && !self.directory.as_ref().is_some_and(|it| it.join(name(*number)).exists())
        };
        (1..).find(is_free).map_or_else(|| name(0), name)
    }
}
