//! Everything that can go wrong, with a remedy and an exit code.

mod class;
mod help;
mod parse;
mod spec;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use miette::Diagnostic;
use randlog_engines::NoAnswer;
use randlog_engines::catalogue::BadEngineName;
use randlog_engines::known::BadKnownFaults;
use randlog_engines::python::SetupError;
use randlog_faults::campaign::session::BadSession;
use randlog_faults::draw::UnknownFeature;
use randlog_faults::finding::BadFindings;
use randlog_faults::oracle::UnknownOracle;
use randlog_faults::reduce::NotReduced;
use randlog_faults::reduce::engine::NoFault;
use randlog_generate::exact::{NoSampler, NotFitted, OutsideClosedForms};
use randlog_generate::profile::NoProfile;
use randlog_generate::spec::SpecError;
use randlog_generate::{Spec, Stop, Stopped, conflict};
use randlog_logic::Unprintable;
use randlog_recipe::instance::BadInstances;
use randlog_recipe::{BadHeader, BadQuery, NotDistinct, NotMade, NotPrepared};

use crate::options::counted;
pub(crate) use parse::NotParsed;
use spec::BadSpec;

/// The command that installs the engines from Python.
pub(crate) const SETUP: &str = "randlog engines setup";

/// Names of program files end with one of these, after a dot.
pub(crate) const ENDINGS: [&str; 4] = ["pl", "plp", "problog", "prolog"];

/// The exit code of a command that failed, found a difference, or reached a limit.
pub(crate) const FAILED: u8 = 1;

/// The exit code of bad usage or bad input.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code of what was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(crate) enum Failure {
    #[error(transparent)]
    #[diagnostic(transparent)]
    Spec(#[from] Box<BadSpec>),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotParsed(#[from] Box<NotParsed>),

    #[error(transparent)]
    #[diagnostic(transparent)]
    Unprintable(#[from] Unprintable),

    #[error(transparent)]
    #[diagnostic(help("{}", help::of_experiment(.0)))]
    Experiment(#[from] randlog_experiment::Error),

    #[error(transparent)]
    #[diagnostic(help("{}", help::of_inference(.0)))]
    Infer(#[from] randlog_infer::Error),

    #[error(transparent)]
    #[diagnostic(transparent)]
    BadQuery(#[from] BadQuery),

    #[error("the engine `{engine}` computes no derivatives")]
    #[diagnostic(help("leave `--engine` out: `exact` computes them"))]
    NoGradient { engine: &'static str },

    #[error(transparent)]
    #[diagnostic(transparent)]
    BadHeader(#[from] BadHeader),

    #[error("`{}` does not say how it was made", path.display())]
    #[diagnostic(help(
        "name a program file that `randlog` wrote, or a directory of records or findings"
    ))]
    NothingToRepeat { path: PathBuf },

    #[error("`{}` cannot be repeated: {reason}", path.display())]
    #[diagnostic(help("the file was changed or damaged; `again` needs it as `randlog` wrote it"))]
    NotRepeated { path: PathBuf, reason: String },

    #[error("an experiment needs another directory to be repeated in")]
    #[diagnostic(help(
        "give one with `--output DIR`; to continue the old one, use its `--resume`"
    ))]
    NowhereToRepeat,

    #[error(transparent)]
    #[diagnostic(transparent)]
    Instances(#[from] BadInstances),

    #[error(transparent)]
    #[diagnostic(transparent)]
    EngineName(#[from] BadEngineName),

    #[error(transparent)]
    #[diagnostic(transparent)]
    Setup(#[from] SetupError),

    #[error("the known faults in `{}` cannot be used: {problem}", path.display())]
    #[diagnostic(help("{}", help::of(problem)))]
    Known { path: PathBuf, problem: BadKnownFaults },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Findings(#[from] BadFindings),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NoFault(#[from] NoFault),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotReduced(NotReduced),

    #[error("the judge `{command}` cannot be run: {words}")]
    #[diagnostic(help(
        "give a shell command with `{{}}` for the file; start the name of a script with `./`"
    ))]
    JudgeNotRun { command: String, words: String },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Feature(#[from] UnknownFeature),

    #[error(transparent)]
    #[diagnostic(transparent)]
    Oracle(#[from] UnknownOracle),

    #[error(transparent)]
    #[diagnostic(help("{}", help::of_session(.0)))]
    Session(#[from] BadSession),

    #[error("{} in `{}`", counted(*count, "new fault"), directory.display())]
    #[diagnostic(help("`randlog fuzz report {}` lists them", directory.display()))]
    FaultsFound { count: u64, directory: PathBuf },

    #[error("the engine `{name}` did not answer a single program")]
    #[diagnostic(help(
        "`randlog compare` shows its error messages; `--without` leaves out features it does not support"
    ))]
    EngineSilent { name: String },

    #[error("no program was drawn")]
    #[diagnostic(help(
        "perhaps no program can do without all features of `--without`, the spec has no programs, or `--time` is too short"
    ))]
    NothingDrawn,

    #[error("{} on which the built-in engines disagree: a fault of randlog", counted(*programs, "program"))]
    #[diagnostic(help("please report the programs named above"))]
    OwnFault { programs: u64 },

    #[error("stopped: {done}")]
    #[diagnostic(help("{remedy}"))]
    Stopped { done: String, remedy: &'static str },

    #[error("the executable of randlog cannot be found")]
    NoExecutable(#[source] io::Error),

    #[error("no engine to run is installed")]
    #[diagnostic(help("`randlog engines` lists them, `randlog engines setup` installs them"))]
    NoEngines,

    #[error("the engine `{name}` is not installed")]
    #[diagnostic(help("install it with `{SETUP}`, or leave it out"))]
    EngineMissing { name: String },

    #[error("the engine `{name}` cannot be run: {}", reason.words)]
    #[diagnostic(help("{}", help::of_engine(reason)))]
    EngineNotRun { name: String, reason: NoAnswer },

    #[error("the engine `{name}` printed no valid answer: {words}")]
    #[diagnostic(help(
        "docs/engines.md describes answers; `--format json` shows the whole output"
    ))]
    NoReply { name: String, words: String },

    #[error("`{}` holds {count} programs, but `reduce` takes one", path.display())]
    #[diagnostic(help("write one file per program with `--output-dir`"))]
    SeveralPrograms { path: PathBuf, count: usize },

    #[error("`{}`, {reason}", path.display())]
    #[diagnostic(help("read the file first; if you trust its author, give `--trust`"))]
    LoadsCode { path: PathBuf, reason: randlog_engines::loading::LoadsCode },

    #[error("engines disagree on {programs} of {of} programs")]
    #[diagnostic(help("`≠` marks the answers that differ; at least one engine is wrong"))]
    EnginesDisagree { programs: usize, of: usize },

    #[error(
        "fewer than two engines answered {programs} of {of} programs, so there is no agreement"
    )]
    #[diagnostic(help(
        "run more engines (`randlog engines` lists them), or allow more time or memory"
    ))]
    TooFewAnswers { programs: usize, of: usize },

    #[error("`{command}` of Slurm: {words}")]
    #[diagnostic(help("is this a login node of a cluster? `--dry-run` only writes the scripts"))]
    Slurm { command: String, words: String },

    #[error("`{text}` cannot be written in a line of a script")]
    #[diagnostic(help(
        "rename what has a line break or control character in its name, is not UTF-8, or, for Slurm, has a backslash"
    ))]
    NotInScript { text: String },

    #[error("tasks of this experiment are in the queue: job {jobs}")]
    #[diagnostic(help("wait for them, or cancel them with `scancel {jobs}`"))]
    Queued { jobs: String },

    #[error("cannot read `{}`", path.display())]
    #[diagnostic(help("check the path and its permissions; `-` stands for standard input"))]
    CannotRead { path: PathBuf, source: io::Error },

    #[error("`{}` is not UTF-8 text: byte {byte:#04x} in line {line}", path.display())]
    #[diagnostic(help("save the file in UTF-8"))]
    NotUtf8 { path: PathBuf, line: usize, byte: u8 },

    #[error("there are no programs in the directory `{}`", path.display())]
    #[diagnostic(help("names of program files end in `.{}`", ENDINGS.join("`, `.")))]
    NoPrograms { path: PathBuf },

    #[error("no rules in `{}`", path.display())]
    #[diagnostic(help("name a file with rules: clauses that have a body or a variable"))]
    NoRules { path: PathBuf },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Profile(#[from] NoProfile),

    #[error("cannot write `{}`", path.display())]
    #[diagnostic(help("name a file in a directory that exists and can be written to"))]
    CannotCreate { path: PathBuf, source: io::Error },

    #[error("the output directory `{}` already holds `{}`", path.display(), entry.display())]
    #[diagnostic(help("name a directory that is empty or does not exist"))]
    NotEmpty { path: PathBuf, entry: PathBuf },

    #[error("another process is writing to the directory `{}`", path.display())]
    #[diagnostic(help("wait until it has ended, or name another directory"))]
    InUse { path: PathBuf },

    #[error("{count} programs from {first} on run past the largest index")]
    #[diagnostic(help("lower `--index` or `--count`: the largest index is 2^64 - 2"))]
    IndexOverflow { first: u64, count: u64 },

    #[error("writing `{}` failed", path.display())]
    #[diagnostic(help(
        "check the space left on the disk, and the largest file that may be written (`ulimit -f`)"
    ))]
    WriteFailed { path: PathBuf, source: io::Error },

    #[error(transparent)]
    #[diagnostic(help("{}", help::of(.0).replace("use the search", "use search (`--method search`)")))]
    Outside(OutsideClosedForms),

    /// The same, for a spec that the search is no way out for.
    #[error(transparent)]
    #[diagnostic(help(
        "{}",
        help::of(.0)
            .replace("use the search", "leave out `weights` and `averages` to use search (`--method search`)")
    ))]
    OutsideByWeight(OutsideClosedForms),

    #[error("no program meets the spec: proved by {how}")]
    #[diagnostic(help("{}", conflict::remedy(.rules)))]
    EmptySpace { how: &'static str, rules: Vec<String> },

    #[error(transparent)]
    #[diagnostic(help("{}", help::of(.0).replace("safe clauses", "`--safe`")))]
    NotMade(NotMade),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NoSampler(NoSampler),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotFitted(NotFitted),

    #[error("out of time: {done}")]
    #[diagnostic(help("{remedy}"))]
    OutOfTime { done: String, remedy: &'static str },

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotDistinct(#[from] NotDistinct),

    #[error("`{}` was not written by this command", path.display())]
    #[diagnostic(help(
        "resume with the spec, the seed and the flags that are in its header, or name another directory"
    ))]
    OtherRun { path: PathBuf },

    #[error("out of memory: more than {} MiB are needed", memory >> 20)]
    #[diagnostic(help("allow more with `--memory`, or make the input smaller"))]
    OverMemory { memory: u64 },

    #[error("search and closed forms disagree on {scenarios} specs")]
    #[diagnostic(help("please report the specs above"))]
    Disagreement { scenarios: usize },

    /// The reader of the output has seen enough.
    #[error("the output was closed")]
    BrokenPipe,

    #[error("`{}` is a spec, not a program", path.display())]
    #[diagnostic(help("`randlog sample {0}` draws programs from it, `randlog count {0}` counts them", path.display()))]
    SpecNotProgram { path: PathBuf },

    /// The reasons have been printed, each with its file.
    #[error("not every program passed")]
    Checked { exit_code: u8 },
}

impl Failure {
    /// If no program meets this spec, add why, where that is found out quickly.
    pub(crate) fn about(self, spec: &Spec) -> Failure {
        match self {
            Failure::EmptySpace { how, .. } => {
                let stop = Stop::NEVER.within(Duration::from_secs(1));
                let rules = conflict::smallest(spec, &stop).unwrap_or_default();
                Failure::EmptySpace { how, rules }
            }
            Failure::Outside(reason) if spec.is_weighed() => Failure::OutsideByWeight(reason),
            other => other,
        }
    }

    /// Is there nothing left to say?
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Failure::BrokenPipe | Failure::Checked { .. })
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Failure {
        let remedy = "give a longer `--timeout`, or make the spec smaller";
        Failure::OutOfTime { done: "the closed forms were not set up".to_owned(), remedy }
    }
}

impl From<OutsideClosedForms> for Failure {
    fn from(reason: OutsideClosedForms) -> Failure {
        match reason {
            OutsideClosedForms::Stopped(stopped) => stopped.into(),
            reason => Failure::Outside(reason),
        }
    }
}

impl From<NoSampler> for Failure {
    fn from(error: NoSampler) -> Failure {
        match error {
            NoSampler::Outside(reason) => Failure::Outside(reason),
            NoSampler::Stopped(stopped) => stopped.into(),
            NoSampler::Empty => Failure::EmptySpace { how: "counting", rules: Vec::new() },
            other => Failure::NoSampler(other),
        }
    }
}

impl From<NotPrepared> for Failure {
    fn from(error: NotPrepared) -> Failure {
        match error {
            NotPrepared::Programs(reason) => reason.into(),
            NotPrepared::Instances(reason) => reason.into(),
            NotPrepared::Averages(NotFitted::NoPrograms(reason)) => reason.into(),
            NotPrepared::Averages(NotFitted::Stopped(stopped)) => stopped.into(),
            NotPrepared::Averages(reason) => Failure::NotFitted(reason),
        }
    }
}

impl From<NotMade> for Failure {
    fn from(error: NotMade) -> Failure {
        match error {
            NotMade::Empty => Failure::EmptySpace { how: "the search", rules: Vec::new() },
            other => Failure::NotMade(other),
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::Spec(Box::new(BadSpec(error)))
    }
}
