//! Inference engines: each runs a program file in a process of its own, within limits.
//!
//! An [`Engine`] turns a file into a [`Run`]: answers, or a [`Failure`] of a known [`Kind`] with the
//! engine's own words. One file for each:
//!
//! | engines | file | how |
//! |---|---|---|
//! | `exact` | `builtin.rs` | `randlog infer`, as a process |
//! | `sdd`, `sddx`, `bdd`, `ddnnf`, `kbest`, `fsdd` | `problog.rs` | ProbLog, by a small Python program |
//! | `clingo` | `clingo.rs` | all stable models, weighted; small programs only |
//! | `aspmc` | `aspmc.rs` | the program without nested formulas |
//! | `NAME=COMMAND` | `external.rs` | any command that speaks the protocol |
//!
//! What they share:
//!
//! - `process.rs` runs a command with a limit on time and memory, and ends it with all its children,
//!   even if the caller is killed.
//! - `protocol.rs` reads what most of them print: one JSON object.
//! - [`python`] is the virtual environment that the ones from Python live in.
//! - [`catalogue`] knows them all by name.
//! - [`faults`] are known, and have names.
//! - [`testing`] is the suite that each must pass.
//!
//! # A new engine
//!
//! An engine that can print the JSON of [`Command`](external::Command) needs no line of code here:
//! `--engines mine=./my-engine`. Otherwise, write a file with an implementation of [`Engine`], add it
//! to the catalogue, and call [`testing::check`] for it in `tests/engines.rs`.

mod aspmc;
mod builtin;
pub mod catalogue;
mod clingo;
pub mod compare;
pub mod external;
pub mod faults;
mod flatten;
mod problog;
mod process;
mod protocol;
pub mod python;
pub mod testing;

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use randlog_logic::Atom;
use serde::{Deserialize, Serialize};

pub use catalogue::Catalogue;

/// Something that answers the queries of a ProbLog program.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Its name on the command line, in tables and in records.
    fn name(&self) -> &str;

    /// Whether it can be run here; if not, how to change that.
    fn status(&self) -> Status;

    /// Answer the queries of a file.
    fn run(&self, file: &Path, limits: &Limits) -> Run;
}

/// Whether an engine can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is there, in this version.
    Installed(String),
    /// It is not, but this command would install it.
    Missing {
        /// What to type.
        remedy: String,
    },
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time from start to end.
    pub time: Duration,
    /// The memory of each of its processes, in bytes: address space, which is more than what is in
    /// use.
    pub memory: u64,
}

impl Default for Limits {
    /// A minute and four gibibytes.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(60), memory: 4 << 30 }
    }
}

/// How an engine fared on a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it said.
    pub outcome: Result<Vec<Answer>, Failure>,
    /// What it said about its time.
    pub phases: Phases,
    /// The time from start to end, that of translating the file and starting the process included.
    pub wall: Duration,
}

/// The probability of an atom.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The atom.
    pub atom: Atom,
    /// Its probability is not below this, according to the engine,
    pub low: f64,
    /// nor above this. Most engines give one number, which is both.
    pub high: f64,
}

/// Where the time went, in microseconds, as far as the engine can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phases {
    /// Reading the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_us: Option<u64>,
    /// Finding the ground program that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground_us: Option<u64>,
    /// Turning it into a form that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compile_us: Option<u64>,
    /// Counting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluate_us: Option<u64>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {words}")]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: Kind,
    /// The engine's own words.
    pub words: String,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Out of time.
    Timeout,
    /// Out of memory.
    Memory,
    /// A variable has no value where the engine needs one.
    NonGround,
    /// An atom depends on its own negation, according to the engine.
    NegativeCycle,
    /// A predicate without clauses.
    UnknownClause,
    /// The engine refuses the program for another reason: it does not know what is in it, or it is
    /// too large.
    Rejected,
    /// The engine ended otherwise than it should.
    Crash,
    /// The engine ended well, but what it printed is not an answer.
    Unparsable,
    /// The engine could not be started.
    Missing,
}

impl Kind {
    /// Its name in tables and records.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Timeout => "timeout",
            Kind::Memory => "memory",
            Kind::NonGround => "non-ground",
            Kind::NegativeCycle => "negative-cycle",
            Kind::UnknownClause => "unknown-clause",
            Kind::Rejected => "rejected",
            Kind::Crash => "crash",
            Kind::Unparsable => "unparsable",
            Kind::Missing => "missing",
        }
    }

    /// A failure of this kind.
    pub(crate) fn because(self, words: impl Into<String>) -> Failure {
        Failure { kind: self, words: words.into() }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Run {
    /// A run that ended before there was a process.
    pub(crate) fn refused(failure: Failure, started: Instant) -> Run {
        Run { outcome: Err(failure), phases: Phases::default(), wall: started.elapsed() }
    }
}
