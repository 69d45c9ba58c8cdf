//! The virtual environment in which engines from Python live.
//!
//! It is a directory of ours: `$RANDLOG_ENGINES`, or `randlog/engines` in the user's directory for
//! data. Whoever wants it gone can delete it. Two files in it are ours. One is written first, and
//! claims the directory: what is left of an installation may be deleted, but nobody else's virtual
//! environment. The other one says what is installed; it is written last, so that an installation
//! that was cut short is not taken for a whole one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt};

use miette::Diagnostic;

use super::Status;

/// What is installed, with versions: those that the adapters were written for.
pub const PACKAGES: [(&str, &str); 5] = [
    ("problog", "2.3.0"),
    ("pysdd", "1.0.6"),
    ("pyeda", "0.29.0"),
    ("clingo", "5.8.2"),
    ("aspmc", "1.1.1"),
];

/// The file that makes a directory ours.
const CLAIM: &str = "made-by-randlog.txt";

/// The file that makes an installation whole.
const MARK: &str = "randlog-engines.txt";

/// Uses whatever the adapters use.
const TRIAL: &str = "import problog, pysdd.sdd, clingo, aspmc.main
from pyeda.boolalg import bdd";

/// The command that installs what is missing.
pub const REMEDY: &str = "randlog engines setup";

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
    #[error("`{command}` failed{said}")]
    #[diagnostic(help(
        "Python 3.9 or newer with `venv` and `pip` is needed, and a C compiler for `pyeda`"
    ))]
    CommandFailed {
        /// What was run.
        command: String,
        /// What it said, after a colon.
        said: String,
    },
}

impl Environment {
    /// The environment in a directory.
    pub fn new(directory: impl Into<PathBuf>) -> Environment {
        Environment { directory: directory.into() }
    }

    /// Where the environment of this user is.
    pub fn default_directory() -> PathBuf {
        let given = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(directory) = given("RANDLOG_ENGINES") {
            return directory.into();
        }
        let data = match (given("XDG_DATA_HOME"), given("HOME")) {
            (Some(data), _) => PathBuf::from(data),
            (None, Some(home)) => Path::new(&home).join(".local/share"),
            (None, None) => env::temp_dir(),
        };
        data.join("randlog").join("engines")
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The Python interpreter in it.
    pub fn python(&self) -> PathBuf {
        self.directory.join("bin").join("python")
    }

    /// Whether everything is installed, in the versions wanted.
    pub fn is_complete(&self) -> bool {
        fs::read_to_string(self.directory.join(MARK)).is_ok_and(|text| text == requirements())
    }

    /// Whether a package can be used.
    pub(super) fn status(&self, package: &str) -> Status {
        let version =
            PACKAGES.iter().find(|(name, _)| *name == package).map(|(_, version)| version);
        match version {
            Some(version) if self.is_complete() => Status::Installed((*version).to_owned()),
            _ => Status::Missing { remedy: REMEDY.to_owned() },
        }
    }

    /// Install everything, unless it is there already. `tell` hears what is being done.
    ///
    /// Whatever goes wrong, nothing half-made stays behind; and if two processes do this at once,
    /// the second one waits for the first.
    pub fn set_up(&self, mut tell: impl FnMut(&str)) -> Result<(), SetupError> {
        let directory = &self.directory;
        let cannot = |source| SetupError::CannotWrite { directory: directory.clone(), source };
        let lock = self.lock().map_err(cannot)?;
        if self.is_complete() {
            return Ok(());
        }
        self.clear()?;
        self.claim().map_err(cannot)?;
        let installed = self.install(&mut tell);
        if installed.is_err() {
            // The first error is the one worth telling.
            let _ = fs::remove_dir_all(directory);
        }
        drop(lock);
        installed
    }

    fn install(&self, tell: &mut impl FnMut(&str)) -> Result<(), SetupError> {
        tell("making a virtual environment");
        run(Command::new("python3").args(["-m", "venv"]).arg(&self.directory))?;
        tell(&format!("installing {}", requirements().trim_end().replace('\n', ", ")));
        let options = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-input",
            "--disable-pip-version-check",
            "--no-compile",
        ];
        let packages = PACKAGES.map(|(name, version)| format!("{name}=={version}"));
        run(Command::new(self.python()).args(options).args(packages))?;
        tell("trying them");
        // Whatever is wrong with them shows here, and what they need is compiled to byte code.
        run(Command::new(self.python()).args(["-I", "-c", TRIAL]))?;
        fs::write(self.directory.join(MARK), requirements())
            .map_err(|source| SetupError::CannotWrite { directory: self.directory.clone(), source })
    }

    /// Hold off other processes, by a file beside the directory.
    fn lock(&self) -> io::Result<File> {
        if let Some(parent) = self.directory.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut name = self.directory.clone().into_os_string();
        name.push(".lock");
        let file = File::create(name)?;
        // Some file systems have no locks. That is no reason to refuse.
        let _ = file.lock();
        Ok(file)
    }

    /// Remove what is left of an environment of ours, but nothing else.
    fn clear(&self) -> Result<(), SetupError> {
        let directory = &self.directory;
        let is_ours = [CLAIM, MARK].iter().any(|name| directory.join(name).is_file());
        match fs::read_dir(directory).map(|mut entries| entries.next().is_some()) {
            Ok(true) if !is_ours => Err(SetupError::Occupied(directory.clone())),
            Ok(true) => fs::remove_dir_all(directory)
                .map_err(|source| SetupError::CannotWrite { directory: directory.clone(), source }),
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

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.directory.display().fmt(f)
    }
}

/// The contents of the mark.
fn requirements() -> String {
    PACKAGES.map(|(name, version)| format!("{name} {version}\n")).concat()
}

/// Run a command that must succeed.
fn run(command: &mut Command) -> Result<(), SetupError> {
    let line = || {
        let arguments = command.get_args().map(|argument| argument.display().to_string());
        let words: Vec<String> = arguments.collect();
        format!("{} {}", command.get_program().display(), words.join(" "))
    };
    let name = line();
    let failed = |said: String| SetupError::CommandFailed { command: name, said };
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(failed(format!(": {}", said.trim())))
        }
        Err(error) => Err(failed(format!(": {error}"))),
    }
}
