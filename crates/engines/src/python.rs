//! The virtual environment in which engines from Python live.
//!
//! It is a directory of ours: `$RANDLOG_ENGINES`, or `randlog/engines` in the user's directory for
//! data. Whoever wants it gone can delete it. Two files in it are ours. One is written first, and
//! claims the directory: what is left of an installation may be deleted, but nobody else's virtual
//! environment. The other one says what is installed; it is written last, so that an installation
//! that was cut short is not taken for a whole one.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{self, Path, PathBuf};
use std::time::Duration;
use std::{env, fmt, thread};

use miette::Diagnostic;
use randlog_base::{Stop, Stopped};

use super::process::{self, Invocation};
use super::{Attempt, EngineLimits, Lack, NotAnswered, Status};

/// A package, in the version that its adapter was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// ProbLog.
pub const PROBLOG: Package = Package { name: "problog", version: "2.3.0" };

/// clingo.
pub const CLINGO: Package = Package { name: "clingo", version: "5.8.2" };

/// aspmc.
pub const ASPMC: Package = Package { name: "aspmc", version: "1.1.1" };

/// What is installed. Two packages are for back-ends of ProbLog.
pub const PACKAGES: [Package; 5] = [
    PROBLOG,
    Package { name: "pysdd", version: "1.0.6" },
    Package { name: "pyeda", version: "0.29.0" },
    CLINGO,
    ASPMC,
];

/// The file that makes a directory ours.
const CLAIM: &str = "made-by-randlog.txt";

/// The file that makes an installation whole.
const MARK: &str = "randlog-engines.txt";

/// Uses whatever the adapters use.
const TRIAL: &str = "import problog, pysdd.sdd, clingo, aspmc.main
from pyeda.boolalg import bdd";

/// A place for the engines from Python, whether or not they are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    directory: PathBuf,
}

/// Why the engines could not be installed.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum SetupError {
    /// Something else is in the place.
    #[error("`{}` is there already, and no environment of ours", .0.display())]
    #[diagnostic(help("name another directory, or remove this one"))]
    Occupied(PathBuf),

    /// The directory could not be made or changed.
    #[error("cannot write to `{}`", directory.display())]
    #[diagnostic(help("name a directory that can be written to"))]
    CannotWrite {
        /// The directory.
        directory: PathBuf,
        /// The reason.
        source: io::Error,
    },

    /// Python or pip did not do what they were asked to.
    #[error("`{command}` failed: {said}")]
    #[diagnostic(help(
        "Python 3.9 or newer with `venv` and `pip` is needed, and a C compiler for `pyeda`"
    ))]
    CommandFailed {
        /// What was run.
        command: String,
        /// What it said.
        said: String,
    },

    /// It was to stop before the end.
    #[error("stopped: nothing was installed")]
    #[diagnostic(help("what was there of it is removed"))]
    Stopped(#[from] Stopped),
}

impl Environment {
    /// The environment in a directory.
    pub fn new(directory: impl Into<PathBuf>) -> Environment {
        Environment { directory: directory.into() }
    }

    /// The Python interpreter in it, found from anywhere: engines run in directories of their own.
    pub fn python(&self) -> PathBuf {
        let python = self.directory.join("bin").join("python");
        path::absolute(&python).unwrap_or(python)
    }

    /// Whether everything is installed, in the versions wanted.
    pub fn is_complete(&self) -> bool {
        fs::read_to_string(self.directory.join(MARK)).is_ok_and(|text| text == requirements())
    }

    /// Whether a package can be used.
    pub(super) fn status(&self, package: Package) -> Status {
        match self.is_complete() {
            true => Status::Installed(package.version.to_owned()),
            false => Status::Missing(Lack::Package { package, environment: self.clone() }),
        }
    }

    /// Install everything, unless it is there already. `tell` hears what is being done.
    ///
    /// Whatever goes wrong, nothing half-made stays behind; and if two processes do this at once,
    /// the second one waits for the first.
    pub fn set_up(&self, mut tell: impl FnMut(&str), stop: &Stop) -> Result<(), SetupError> {
        let _lock = self.lock(stop)?;
        if self.is_complete() {
            return Ok(());
        }
        self.clear()?;
        self.claim().map_err(|error| self.cannot_write(error))?;
        let installed = self.install(&mut tell, stop);
        if installed.is_err() {
            // The first error is the one worth telling.
            let _ = fs::remove_dir_all(&self.directory);
        }
        installed
    }

    /// Whether everything is installed, and nobody is at work or was killed at it.
    pub fn is_settled(&self) -> bool {
        self.is_complete() && !self.lock_path().exists()
    }

    fn install(&self, tell: &mut impl FnMut(&str), stop: &Stop) -> Result<(), SetupError> {
        let run = |words: Vec<OsString>| run(words, stop);
        tell("making a virtual environment");
        run(vec!["python3".into(), "-m".into(), "venv".into(), self.directory.clone().into()])?;
        tell(&format!("installing {}", requirements().trim_end().replace('\n', ", ")));
        let options =
            "-m pip install --quiet --no-input --disable-pip-version-check --no-compile".split(' ');
        let packages =
            PACKAGES.map(|Package { name, version }| format!("{name}=={version}").into());
        let python = || vec![OsString::from(self.python())];
        run(python().into_iter().chain(options.map(OsString::from)).chain(packages).collect())?;
        tell("trying them");
        // Whatever is wrong with them shows here, and what they need is compiled to byte code.
        let trial = ["-I", "-c", TRIAL].map(OsString::from);
        run(python().into_iter().chain(trial).collect())?;
        let marked = fs::write(self.directory.join(MARK), requirements());
        marked.map_err(|error| self.cannot_write(error))
    }

    fn cannot_write(&self, source: io::Error) -> SetupError {
        SetupError::CannotWrite { directory: self.directory.clone(), source }
    }

    /// The file beside the directory that holds off other processes.
    fn lock_path(&self) -> PathBuf {
        let mut name = self.directory.clone().into_os_string();
        name.push(".lock");
        name.into()
    }

    /// Hold off other processes.
    fn lock(&self, stop: &Stop) -> Result<Lock, SetupError> {
        let failed = |error| self.cannot_write(error);
        if let Some(parent) = self.directory.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let path = self.lock_path();
        loop {
            let file = File::create(&path).map_err(failed)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    stop.check()?;
                    thread::sleep(GLANCE);
                }
                // Some file systems have no locks. That is no reason to refuse.
                Ok(()) | Err(TryLockError::Error(_)) if is_at(&file, &path) => {
                    return Ok(Lock { path, _file: file });
                }
                // Whoever had it has removed it in the meantime.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
        }
    }

    /// Remove what is left of an environment of ours, but nothing else.
    fn clear(&self) -> Result<(), SetupError> {
        let directory = &self.directory;
        let is_ours = [CLAIM, MARK].iter().any(|name| directory.join(name).is_file());
        match fs::read_dir(directory).map(|mut entries| entries.next().is_some()) {
            Ok(true) if !is_ours => Err(SetupError::Occupied(directory.clone())),
            Ok(true) => fs::remove_dir_all(directory).map_err(|error| self.cannot_write(error)),
            Ok(false) | Err(_) => Ok(()),
        }
    }

    /// Make the directory, and make it ours.
    fn claim(&self) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let words =
            "The inference engines of randlog. This directory can be deleted at any time.\n";
        fs::write(self.directory.join(CLAIM), words)
    }
}

impl Default for Environment {
    /// The environment of this user.
    fn default() -> Environment {
        let given = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Environment::new(given("RANDLOG_ENGINES").unwrap_or_else(|| {
            let data =
                given("XDG_DATA_HOME").or(given("HOME").map(|home| home.join(".local/share")));
            data.unwrap_or_else(env::temp_dir).join("randlog/engines")
        }))
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.directory.display().fmt(f)
    }
}

/// The contents of the mark.
fn requirements() -> String {
    PACKAGES.map(|package| format!("{package}\n")).concat()
}

/// How often to look whether a lock can be had.
const GLANCE: Duration = Duration::from_millis(50);

/// Holds off other processes. The file goes with it.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked: whoever waits for it looks whether it is still there.
        let _ = fs::remove_file(&self.path);
    }
}

/// Is this file the one at a path?
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    let is_same = |ours: &fs::Metadata, other: &fs::Metadata| {
        use std::os::unix::fs::MetadataExt;
        (ours.dev(), ours.ino()) == (other.dev(), other.ino())
    };
    #[cfg(not(unix))]
    let is_same = |_: &fs::Metadata, _: &fs::Metadata| true;
    file.metadata().is_ok_and(|ours| fs::metadata(path).is_ok_and(|other| is_same(&ours, &other)))
}

/// Run a command that must succeed, without limits.
fn run(words: Vec<OsString>, stop: &Stop) -> Result<(), SetupError> {
    let line: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
    let invocation = Invocation { words, is_contained: false, wall: None, reserved: 0 };
    let limits = EngineLimits { time: Duration::MAX, memory: u64::MAX };
    let ended = process::scratch()
        .map_err(NotAnswered::Failed)
        .and_then(|scratch| process::run(&invocation, scratch, Attempt::new(&limits, stop)));
    let said = match ended {
        Ok(ended) if ended.failure().is_none() => return Ok(()),
        Ok(ended) => ended.words().to_owned(),
        Err(NotAnswered::Failed(failure)) => failure.words,
        Err(NotAnswered::Stopped(stopped)) => return Err(stopped.into()),
    };
    Err(SetupError::CommandFailed { command: line.join(" "), said })
}
