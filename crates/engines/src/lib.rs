//! Inference engines behind one trait, and how their answers compare.
//!
//! ```
//! use randlog_base::Stop;
//! use randlog_engines::compare::{Verdict, compare};
//! use randlog_engines::known::KnownFaults;
//! use randlog_engines::python::Environment;
//! use randlog_engines::{Catalogue, EngineLimits, TestCase};
//!
//! let program = TestCase::from(
//!     "0.4::heads(first). 0.5::heads(second).
//!      win :- heads(_).
//!      query(win).",
//! );
//! let catalogue = Catalogue::new(Environment::default());
//! let limits = EngineLimits::default();
//!
//! // One engine. `exact` is built in, and answers within this process.
//! let answers = catalogue.engine("exact")?.answer(&program, &limits, &Stop::NEVER)?.outcome?;
//! let (atom, bounds) = &answers[0];
//! assert_eq!(atom.to_string(), "win");
//! assert!(bounds.contains(0.7));
//!
//! // Two engines, and whether they agree. Those of ProbLog would be called `sdd` or `ddnnf`.
//! let chosen = catalogue.select(&["exact", "worlds"])?;
//! let known = KnownFaults::shipped();
//! let comparison = compare(&chosen.engines, &program, &limits, known, &Stop::NEVER)?;
//! assert_eq!(comparison.verdict(), Verdict::Agreement);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Engine`] turns a [`TestCase`] into a [`Run`]: answers, or a [`NoAnswer`] of a known
//! [`FailureKind`] with the engine's own words. Whoever waits for it can [stop](Stop) it.
//!
//! | engines | file | how |
//! |---|---|---|
//! | `exact`, `worlds` | `builtin.rs` | `randlog-infer`, in this process or as one of its own |
//! | `sdd`, `sddx`, `bdd`, `ddnnf`, `kbest`, `fsdd` | `problog.rs` | ProbLog, by a small Python program |
//! | `clingo` | `clingo.rs` | all stable models, weighted; small programs only |
//! | `aspmc` | `aspmc.rs` | the program without nested formulas |
//! | `swipl` | `swipl.rs` | SWI-Prolog with tabling; programs without probabilities only |
//! | `NAME=COMMAND` | `external.rs` | any command that speaks the protocol |
//! | `prolog:NAME=COMMAND`, `asp:…`, `datalog:…` | `language.rs` | any command that reads this language and prints atoms |
//!
//! What they share:
//!
//! - [`catalogue`] knows them all by name.
//! - `process.rs` runs a command with a limit on time and memory (`process/cgroup.rs` tells how), and ends it
//!   with all its children, even if the caller is killed.
//! - `protocol.rs` reads what most of them print: one JSON object.
//! - [`python`] is the virtual environment that the ones from Python live in, `adapter.rs` what makes
//!   a package there an engine.
//! - [`answers`] says whether two answers agree, [`compare`] whether several engines do.
//! - [`known`] faults have names, and are data.
//! - [`script`] asks a command of the user's for a yes or a no.
//! - [`loading`] tells programs that load code before an engine executes it.
//! - [`testing`] is the suite that each must pass.
//!
//! # A new engine
//!
//! An engine that can print the JSON of [`Command`](external::Command) needs no line of code here:
//! the catalogue takes `mine=./my-engine` for its name. Otherwise, write a file that makes an adapter
//! of a Python package, or with an implementation of [`Engine`], add it to the catalogue, and call
//! [`testing::check`] for it in `tests/engines.rs`.

mod adapter;
pub mod answers;
mod aspmc;
mod builtin;
mod case;
pub mod catalogue;
mod clingo;
pub mod compare;
pub mod external;
mod flatten;
pub mod known;
mod language;
pub mod loading;
mod message;
mod problog;
mod process;
mod protocol;
pub mod python;
pub mod script;
mod swipl;
pub mod testing;
pub mod worker;

use std::time::{Duration, Instant};
use std::{env, fmt, io};

use randlog_base::{Stop, Stopped};
use serde::{Deserialize, Serialize};

pub use answers::{Answers, Bounds, Outcome, TOLERANCE};
pub use builtin::solve;
pub use case::TestCase;
pub use catalogue::Catalogue;
pub use process::wall::Wall;
pub use process::{MemoryLimit, Usage};
pub use worker::Worker;

/// Something that answers the queries of a ProbLog program.
pub trait Engine: fmt::Debug + Send + Sync {
    /// Its name in tables and in records.
    fn name(&self) -> &str;

    /// Whether it can be run here; if not, what it lacks.
    fn status(&self) -> Status;

    /// Answer the queries of a program, from a fresh start.
    fn answer(&self, program: &TestCase, limits: &EngineLimits, stop: &Stop) -> Answered;

    /// Something that answers one program after the other, and does not start anew each time if
    /// that can be had. What it says may depend on what it was asked before, if the engine has such
    /// a fault: [`answer`](Engine::answer) tells.
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(worker::Fresh(self))
    }
}

/// Whether an engine can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is there, in this version.
    Installed(String),
    /// It is not: this would have to be installed.
    Missing(Lack),
}

/// What an engine lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lack {
    /// A package from Python, which [`set_up`](python::Environment::set_up) installs.
    #[error("the Python package {package} is not installed in `{environment}`")]
    Package {
        /// The package.
        package: python::Package,
        /// Where it is looked for.
        environment: python::Environment,
    },
    /// A command.
    #[error("the command `{name}` is not installed")]
    Command {
        /// Its name.
        name: String,
        /// How it can be had.
        remedy: String,
    },
}

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineLimits {
    /// The time from start to end.
    pub time: Duration,
    /// Its memory, in bytes: what all its processes have in use together where that can be limited, else the
    /// private memory of each of them, in use or not ([`MemoryLimit`]).
    pub memory: u64,
}

impl Default for EngineLimits {
    /// A minute and four gibibytes.
    fn default() -> EngineLimits {
        EngineLimits { time: Duration::from_secs(60), memory: 4 << 30 }
    }
}

/// How an engine fared on a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it said.
    pub outcome: Outcome,
    /// What it said about its time.
    pub phases: Phases,
    /// The time from start to end, that of translating the program and starting the process included.
    pub wall: Duration,
    /// What its processes used, if they were its own.
    pub usage: Usage,
}

/// How an engine fared, unless it was stopped.
pub type Answered = Result<Run, Stopped>;

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

impl Phases {
    /// Count the time of a phase, under any name that an engine has for it or a part of it.
    pub(crate) fn add(&mut self, name: &str, us: u64) {
        let phase = match name {
            "parse_us" | "load_us" => &mut self.load_us,
            "relevance_us" | "ground_us" => &mut self.ground_us,
            "compile_us" => &mut self.compile_us,
            "evaluate_us" | "count_us" => &mut self.evaluate_us,
            _ => return,
        };
        *phase = Some(phase.unwrap_or(0).saturating_add(us));
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {words}")]
pub struct NoAnswer {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// The engine's own words.
    pub words: String,
}

/// What a failure for want of temporary files starts with.
const NO_SCRATCH: &str = "no temporary files can be made";

impl NoAnswer {
    /// An engine gets its program in a temporary file, which cannot be written.
    pub(crate) fn without_scratch(error: io::Error) -> NoAnswer {
        let place = env::temp_dir();
        let words = format!("{NO_SCRATCH} in `{}`: {error}", place.display());
        FailureKind::Missing.because(words)
    }

    /// Did it fail for want of temporary files, and not because of the engine?
    pub fn is_without_scratch(&self) -> bool {
        self.kind == FailureKind::Missing && self.words.starts_with(NO_SCRATCH)
    }
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
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
    /// The engine was not asked, or not about all of it: it does not read ProbLog, and the program cannot be
    /// translated for it. This says nothing about the engine.
    Untranslated,
    /// The engine ended otherwise than it should.
    Crash,
    /// The engine ended well, but what it printed is not an answer.
    Unparsable,
    /// The engine could not be started, or the program not be handed to it: a matter of the
    /// surroundings.
    Missing,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [FailureKind; 10] = [
        FailureKind::Timeout,
        FailureKind::Memory,
        FailureKind::NonGround,
        FailureKind::NegativeCycle,
        FailureKind::UnknownClause,
        FailureKind::Rejected,
        FailureKind::Untranslated,
        FailureKind::Crash,
        FailureKind::Unparsable,
        FailureKind::Missing,
    ];

    /// Its name in tables and records.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Timeout => "timeout",
            FailureKind::Memory => "memory",
            FailureKind::NonGround => "non-ground",
            FailureKind::NegativeCycle => "negative-cycle",
            FailureKind::UnknownClause => "unknown-clause",
            FailureKind::Rejected => "rejected",
            FailureKind::Untranslated => "untranslated",
            FailureKind::Crash => "crash",
            FailureKind::Unparsable => "unparsable",
            FailureKind::Missing => "missing",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<FailureKind> {
        FailureKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind that an engine means by a word of its own.
    pub(crate) fn called(word: &str) -> FailureKind {
        match word.replace('_', "-").as_str() {
            "timeout" => FailureKind::Timeout,
            "memory" => FailureKind::Memory,
            "non-ground" | "unsafe" => FailureKind::NonGround,
            "negative-cycle" => FailureKind::NegativeCycle,
            "unknown-clause" | "undefined" => FailureKind::UnknownClause,
            "crash" => FailureKind::Crash,
            "untranslated" => FailureKind::Untranslated,
            _ => FailureKind::Rejected,
        }
    }

    /// A failure of this kind.
    pub(crate) fn because(self, words: impl Into<String>) -> NoAnswer {
        NoAnswer { kind: self, words: words.into() }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A run to be: what it may use, since when its time has been running, and what stops it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'s> {
    limits: EngineLimits,
    started: Instant,
    stop: &'s Stop,
}

/// Why there is no run, or one without an answer from an engine.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) enum NotAnswered {
    Failed(#[from] NoAnswer),
    Stopped(#[from] Stopped),
}

impl<'s> Attempt<'s> {
    fn new(limits: &EngineLimits, stop: &'s Stop) -> Attempt<'s> {
        Attempt { limits: *limits, started: Instant::now(), stop }
    }

    /// The run, or else a failure from before an engine saw the program.
    fn make(self, run: impl FnOnce() -> Result<Run, NotAnswered>) -> Answered {
        let failure = match run() {
            Ok(run) => return Ok(run),
            Err(NotAnswered::Stopped(stopped)) => return Err(stopped),
            Err(NotAnswered::Failed(failure)) => failure,
        };
        let (phases, usage) = (Phases::default(), Usage::default());
        Ok(Run { outcome: Err(failure), phases, wall: self.started.elapsed(), usage })
    }

    /// The same with more time.
    fn extended(self, by: Duration) -> Attempt<'s> {
        let time = self.limits.time.saturating_add(by);
        Attempt { limits: EngineLimits { time, ..self.limits }, ..self }
    }

    fn time_left(self) -> Duration {
        self.limits.time.saturating_sub(self.started.elapsed())
    }

    /// What becomes of a run whose time is up.
    fn out_of_time(self) -> NoAnswer {
        FailureKind::Timeout.because(format!("no answer within {:?}", self.limits.time))
    }
}
