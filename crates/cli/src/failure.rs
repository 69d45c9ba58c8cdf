//! Everything that can go wrong, with a remedy and an exit code.

mod kind;

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use miette::{Diagnostic, LabeledSpan, SourceCode};
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
use randlog_generate::spec::{Key, SpecError};
use randlog_generate::{Spec, Stop, Stopped, conflict};
use randlog_logic::Unprintable;
use randlog_recipe::instance::BadInstances;
use randlog_recipe::{BadHeader, BadQuery, NotDistinct, NotMade, NotPrepared};

use crate::engines::SETUP;
use crate::input::NotParsed;
use crate::spec_args::usage;

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
    #[diagnostic(help("{}", crate::experiment::help(.0)))]
    Experiment(#[from] randlog_experiment::Error),

    #[error(transparent)]
    #[diagnostic(help("{}", crate::infer::help(.0)))]
    Infer(#[from] randlog_infer::Error),

    #[error(transparent)]
    #[diagnostic(transparent)]
    BadQuery(#[from] BadQuery),

    #[error(transparent)]
    #[diagnostic(transparent)]
    BadHeader(#[from] BadHeader),

    #[error("`{}` does not say how it was made", path.display())]
    #[diagnostic(help(
        "name a file of programs that `randlog` wrote, a directory of records, or one of findings"
    ))]
    NothingToRepeat { path: PathBuf },

    #[error("`{}` cannot be repeated: {reason}", path.display())]
    #[diagnostic(help("the file was changed or damaged; `again` needs it as `randlog` wrote it"))]
    NotRepeated { path: PathBuf, reason: String },

    #[error("an experiment is repeated in a directory of its own")]
    #[diagnostic(help("name one by `--output DIR`; to go on with the old one, use `--resume`"))]
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
    #[diagnostic(help("{}", words(problem)))]
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
        "name a command for the shell, with `{{}}` for the file; a script needs `./`"
    ))]
    JudgeNotRun { command: String, words: String },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Feature(#[from] UnknownFeature),

    #[error(transparent)]
    #[diagnostic(transparent)]
    Oracle(#[from] UnknownOracle),

    #[error(transparent)]
    #[diagnostic(help("{}", crate::fuzz::help(.0)))]
    Session(#[from] BadSession),

    #[error("{count} new faults are in `{}`", directory.display())]
    #[diagnostic(help("`randlog fuzz report {}` lists them", directory.display()))]
    FaultsFound { count: u64, directory: PathBuf },

    #[error("the engine `{name}` did not answer a single program")]
    #[diagnostic(help(
        "`randlog compare` shows its words on a program; `--without` leaves out what it does not know"
    ))]
    EngineSilent { name: String },

    #[error("the built-in engines disagree on {programs} programs: that is a fault of ours")]
    #[diagnostic(help("please report the programs named above"))]
    OwnFault { programs: u64 },

    #[error("stopped: what was found is in `{}`", directory.display())]
    #[diagnostic(help("go on by the same command with `--resume`"))]
    Stopped { directory: PathBuf },

    #[error("stopped: this is the best program so far")]
    #[diagnostic(help("go on by the same command with the reduced program"))]
    ReductionStopped,

    #[error("our own executable cannot be found")]
    NoExecutable(#[source] io::Error),

    #[error("no engine to run is installed")]
    #[diagnostic(help("`randlog engines` lists them, `randlog engines setup` installs them"))]
    NoEngines,

    #[error("the engine `{name}` is not installed")]
    #[diagnostic(help("install it by `{SETUP}`, or leave it out"))]
    EngineMissing { name: String },

    #[error("the engine `{name}` cannot be run: {words}")]
    #[diagnostic(help("check its command; one of ours is installed anew by `{SETUP}`"))]
    EngineNotRun { name: String, words: String },

    #[error("the engine `{name}` prints what is no answer: {words}")]
    #[diagnostic(help("docs/engines.md says what an answer is; `--format json` prints all of it"))]
    NoReply { name: String, words: String },

    #[error("`{}` holds {count} programs, and one is reduced at a time", path.display())]
    #[diagnostic(help("write a file per program, by `--output-dir`"))]
    SeveralPrograms { path: PathBuf, count: usize },

    #[error("`{}`, {reason}", path.display())]
    #[diagnostic(help("look at the file; if you trust whoever wrote it, give `--trust`"))]
    LoadsCode { path: PathBuf, reason: randlog_engines::loading::LoadsCode },

    #[error("engines disagree on {programs} of {of} programs")]
    #[diagnostic(help("the answers are marked with `≠` above; at least one of them is wrong"))]
    EnginesDisagree { programs: usize, of: usize },

    #[error("fewer than two engines answered {programs} of {of} programs: that is no agreement")]
    #[diagnostic(help(
        "run more engines (`randlog engines` lists them), or allow more time or memory"
    ))]
    TooFewAnswers { programs: usize, of: usize },

    #[error("stopped: {done} of {total} runs are recorded")]
    #[diagnostic(help("go on by the same command with `--resume`"))]
    Interrupted { done: usize, total: usize },

    #[error("`{command}` of Slurm: {words}")]
    #[diagnostic(help("is this a login node of a cluster? `--dry-run` only writes the scripts"))]
    Slurm { command: String, words: String },

    #[error("tasks of this experiment are in the queue: job {jobs}")]
    #[diagnostic(help("wait for them, or stop them by `scancel {jobs}`"))]
    Queued { jobs: String },

    #[error("cannot read `{}`", path.display())]
    #[diagnostic(help("check the path and its permissions; `-` stands for standard input"))]
    CannotRead { path: PathBuf, source: io::Error },

    #[error("`{}` is not UTF-8 text: byte {byte:#04x} in line {line}", path.display())]
    #[diagnostic(help("save the file in UTF-8"))]
    NotUtf8 { path: PathBuf, line: usize, byte: u8 },

    #[error("there are no programs in the directory `{}`", path.display())]
    #[diagnostic(help("programs are files whose names end in {}", crate::paths::endings()))]
    NoPrograms { path: PathBuf },

    #[error("no rules in `{}`", path.display())]
    #[diagnostic(help(
        "name a file with clauses that have a body or a variable: facts alone have no shape"
    ))]
    NoRules { path: PathBuf },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Profile(#[from] NoProfile),

    #[error("cannot write `{}`", path.display())]
    #[diagnostic(help("name a file in a directory that exists and can be written to"))]
    CannotCreate { path: PathBuf, source: io::Error },

    #[error("the output directory `{}` already holds `{}`", path.display(), entry.display())]
    #[diagnostic(help("name a directory that is empty or does not exist yet"))]
    NotEmpty { path: PathBuf, entry: PathBuf },

    #[error("{count} programs from {first} on run past the largest index")]
    #[diagnostic(help("lower `--index` or `--count`: the largest index is 2^64 - 2"))]
    IndexOverflow { first: u64, count: u64 },

    #[error("writing `{}` failed", path.display())]
    #[diagnostic(help("check the space left on the disk"))]
    WriteFailed { path: PathBuf, source: io::Error },

    #[error(transparent)]
    #[diagnostic(help("{}", with_flag(.0)))]
    Outside(OutsideClosedForms),

    #[error("no program meets the spec: proved by {how}")]
    #[diagnostic(help("{}", conflict::remedy(.rules)))]
    EmptySpace { how: &'static str, rules: Vec<String> },

    #[error(transparent)]
    #[diagnostic(help("{}", words(.0).replace("safe clauses", "`--safe`")))]
    NotMade(NotMade),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NoSampler(NoSampler),

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotFitted(NotFitted),

    #[error("out of time: {found} of {wanted} programs found")]
    #[diagnostic(help("what was found is kept; give a longer `--timeout`, or relax the spec"))]
    OutOfTime { found: u64, wanted: u64 },

    #[error(transparent)]
    #[diagnostic(transparent)]
    NotDistinct(#[from] NotDistinct),

    #[error("`{}` was not written by this command", path.display())]
    #[diagnostic(help(
        "resume with the spec, the seed and the flags that are in its header, or name another directory"
    ))]
    OtherRun { path: PathBuf },

    #[error("out of time: closed forms were not set up")]
    #[diagnostic(help("give a longer `--timeout`, or make the spec smaller"))]
    SetUpOutOfTime,

    #[error("out of time: {found} programs listed, and there may be more")]
    #[diagnostic(help("what was found is kept; give a longer `--timeout`, or a `--limit`"))]
    EnumerationOutOfTime { found: u64 },

    #[error("out of time: {found} programs found, and there may be more")]
    #[diagnostic(help("give a longer `--timeout`, or count by closed forms (`--method exact`)"))]
    CountOutOfTime { found: u64 },

    #[error("out of time: not done within {limit:?}")]
    #[diagnostic(help("give a longer `--timeout`"))]
    OverTime { limit: Duration },

    #[error("out of memory: more than {} MiB are needed", memory >> 20)]
    #[diagnostic(help("allow more by `--memory`, or make the input smaller"))]
    OverMemory { memory: u64 },

    #[error("{scenarios} scenarios have different numbers: at least one of the two roads is wrong")]
    #[diagnostic(help("please report the specs above"))]
    Disagreement { scenarios: usize },

    /// Whoever read the output has seen enough.
    #[error("the output was closed")]
    BrokenPipe,

    /// The reasons have been printed, each with its file.
    #[error("not every program passed")]
    Checked { exit_code: u8 },
}

impl Failure {
    /// What `docs/exit-codes.md` says.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Spec(_)
            | Failure::NotParsed(_)
            | Failure::Unprintable(_)
            | Failure::NoSampler(_)
            | Failure::NotFitted(_)
            | Failure::Instances(_)
            | Failure::EngineName(_)
            | Failure::Known { .. }
            | Failure::Findings(_)
            | Failure::Feature(_)
            | Failure::Oracle(_)
            | Failure::Session(_)
            | Failure::SeveralPrograms { .. }
            | Failure::LoadsCode { .. }
            | Failure::CannotRead { .. }
            | Failure::NotUtf8 { .. }
            | Failure::NoPrograms { .. }
            | Failure::NoRules { .. }
            | Failure::Profile(_)
            | Failure::CannotCreate { .. }
            | Failure::NotEmpty { .. }
            | Failure::OtherRun { .. }
            | Failure::IndexOverflow { .. }
            | Failure::BadHeader(_)
            | Failure::NothingToRepeat { .. }
            | Failure::NotRepeated { .. }
            | Failure::NowhereToRepeat
            | Failure::BadQuery(_) => BAD_INPUT,
            Failure::Experiment(error) if error.is_bad_input() => BAD_INPUT,
            Failure::Interrupted { .. }
            | Failure::Stopped { .. }
            | Failure::ReductionStopped
            | Failure::NotReduced(NotReduced::Stopped(_))
            | Failure::Setup(SetupError::Stopped(_)) => INTERRUPTED,
            Failure::Setup(SetupError::Occupied(_) | SetupError::CannotWrite { .. }) => BAD_INPUT,
            Failure::Checked { exit_code } => *exit_code,
            Failure::BrokenPipe => 0,
            _ => FAILED,
        }
    }

    /// If no program meets this spec, add why, where that is found out quickly.
    pub(crate) fn about(self, spec: &Spec) -> Failure {
        match self {
            Failure::EmptySpace { how, .. } => {
                let stop = Stop::NEVER.within(Duration::from_secs(1));
                let rules = conflict::smallest(spec, &stop).unwrap_or_default();
                Failure::EmptySpace { how, rules }
            }
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
        Failure::SetUpOutOfTime
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

/// What is wrong with a spec, and what would be right as a flag.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadSpec(SpecError);

impl BadSpec {
    /// Where it is, as `spec.toml:3:14`.
    fn place(&self) -> Option<String> {
        self.0.place.as_ref().map(ToString::to_string)
    }
}

impl Diagnostic for BadSpec {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.0.help()?;
        match self.0.exemplified.and_then(Key::named) {
            Some(key) => Some(Box::new(format!("{help} in a file, or `{}`", usage(key)))),
            None => Some(help),
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

/// What to do where closed forms do not reach, with the flag that does it.
fn with_flag(reason: &OutsideClosedForms) -> String {
    words(reason).replace("use the search", "use search (`--method search`)")
}

/// The help of an error of a library.
fn words(error: &impl Diagnostic) -> String {
    error.help().map_or(String::new(), |help| help.to_string())
}
