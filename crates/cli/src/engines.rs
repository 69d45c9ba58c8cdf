//! `randlog engines`: which inference engines are there, and how to get the others.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use randlog_base::text::shell_word;
use randlog_engines::catalogue::Selection;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, Lack, Status, Wall, loading};
use randlog_infer::Algorithm;
use serde_json::{Value, json};

use crate::failure::{Failure, SETUP};
use crate::interrupt::stop_on_interrupt;
use crate::json::{self, Format};
use crate::options;
use crate::output::{note, print};

/// List inference engines with their versions, and how to install missing ones
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    environment: EnvironmentFlag,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Install the Python engines into a virtual environment
    ///
    /// Needs Python 3.9 or newer and about 300 MB. If the installation fails, it leaves no files behind.
    Setup(EnvironmentFlag),
}

/// Where the engines from Python are.
#[derive(Debug, clap::Args)]
pub(crate) struct EnvironmentFlag {
    /// The virtual environment of the Python engines [default: $RANDLOG_ENGINES, or `randlog/engines` in the
    /// user's data directory]
    #[arg(long, value_name = "DIR")]
    environment: Option<PathBuf>,
}

/// What each engine may use, and where the engines from Python are.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineFlags {
    /// The time limit of an engine per program, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// The memory limit of an engine: of all its processes together if control groups are available, else of the
    /// private memory of each process
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,

    /// Run engines without a wall around them: they can then read and write your files, and use the network
    #[arg(long)]
    no_wall: bool,

    #[command(flatten)]
    environment: EnvironmentFlag,
}

/// Which engines to run, and what each may use.
#[derive(Debug, clap::Args)]
pub(crate) struct Choice {
    /// The engines to run: names (see `randlog engines`), or NAME=COMMAND for your own engine, with a language before it if
    /// it does not read ProbLog, as in asp:NAME=COMMAND. May be repeated
    /// [default: all installed engines that fit]
    #[arg(long = "engines", value_name = "ENGINE,…")]
    pub(crate) lists: Vec<String>,

    #[command(flatten)]
    pub(crate) flags: EngineFlags,
}

/// Whether programs may load code.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Trust {
    /// Allow programs to load other files and code, which engines execute without a wall around them. Only for
    /// programs that you trust
    #[arg(long = "trust")]
    pub(crate) is_given: bool,
}

impl Trust {
    /// For programs that nobody vouches for.
    pub(crate) const NONE: Trust = Trust { is_given: false };

    /// Refuse a text that loads code, unless it is trusted.
    pub(crate) fn check(self, path: &Path, text: &str) -> Result<(), Failure> {
        match loading::check(text) {
            Err(reason) if !self.is_given => {
                Err(Failure::LoadsCode { path: path.to_owned(), reason })
            }
            _ => Ok(()),
        }
    }
}

impl EngineFlags {
    /// All engines, in programs that nobody vouches for or that are trusted.
    pub(crate) fn catalogue(&self, trust: Trust) -> Result<Catalogue, Failure> {
        let catalogue = self.environment.catalogue()?;
        let catalogue = if self.no_wall { catalogue.without_wall() } else { catalogue };
        Ok(if trust.is_given { catalogue.trusting_programs() } else { catalogue })
    }

    pub(crate) fn limits(&self) -> EngineLimits {
        EngineLimits { time: self.timeout, memory: self.memory }
    }
}

impl Choice {
    /// The engines that were asked for by name, else those of the names given, [without those that are
    /// missing](without_missing).
    pub(crate) fn select(&self, by_default: &[&str], trust: Trust) -> Result<Selection, Failure> {
        without_missing(self.find(by_default, trust)?)
    }

    /// The same with those that are missing.
    pub(crate) fn find(&self, by_default: &[&str], trust: Trust) -> Result<Selection, Failure> {
        let catalogue = self.flags.catalogue(trust)?;
        Ok(match self.lists.is_empty() {
            true => catalogue.select(by_default)?,
            false => catalogue.select(&self.asked_for())?,
        })
    }

    /// The engines that were asked for by name. Commands may have commas.
    pub(crate) fn asked_for(&self) -> Vec<String> {
        self.lists.iter().flat_map(|list| Catalogue::listed(list)).collect()
    }

    /// The flags that say where the engines from Python are, and that there is no wall, if they were given.
    pub(crate) fn place_flags(&self) -> String {
        let path = self.flags.environment.environment.as_ref();
        let environment = path.map_or(String::new(), |path| {
            format!(" --environment {}", shell_word(&path.to_string_lossy()))
        });
        environment + self.wall_flag()
    }

    /// The flag that says that there is no wall, if it was given.
    pub(crate) fn wall_flag(&self) -> &'static str {
        if self.flags.no_wall { " --no-wall" } else { "" }
    }
}

/// Leave out what is missing, with a word on how to get it.
pub(crate) fn without_missing(selection: Selection) -> Result<Selection, Failure> {
    for (name, lack) in &selection.missing {
        note!("{name} is not installed; install it with `{}`", remedy(lack));
    }
    if selection.engines.is_empty() { Err(Failure::NoEngines) } else { Ok(selection) }
}

/// The command that installs what is missing.
fn remedy(lack: &Lack) -> &str {
    match lack {
        Lack::Package { .. } => SETUP,
        Lack::Command { remedy, .. } => remedy,
    }
}

const EXAMPLES: &str = "\
Examples:
  randlog engines
  randlog engines setup
  randlog engines setup --environment ./engines";

impl EnvironmentFlag {
    /// The engines there, and the one that is built in.
    fn catalogue(&self) -> Result<Catalogue, Failure> {
        // What runs now, even if another version takes its place while an experiment goes on.
        let own = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
        let executable =
            if own.exists() { own } else { env::current_exe().map_err(Failure::NoExecutable)? };
        Ok(Catalogue::new(self.environment()).with_executable(executable))
    }

    fn environment(&self) -> Environment {
        self.environment.clone().map_or_else(Environment::default, Environment::new)
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("engines");
    match &args.command {
        Some(Command::Setup(place)) => set_up(&place.environment()),
        None => list(&args.environment.catalogue()?, args.format),
    }
}

fn set_up(environment: &Environment) -> Result<(), Failure> {
    if environment.is_settled() {
        note!("everything is installed in `{environment}`");
        return Ok(());
    }
    let stop = stop_on_interrupt(|| note!("stopping"));
    environment.set_up(|doing| note!("{doing}"), &stop)?;
    note!("installed in `{environment}`");
    Ok(())
}

fn list(catalogue: &Catalogue, format: Format) -> Result<(), Failure> {
    let wall = Wall::here();
    if format.is_json() {
        let engines: Vec<Value> = catalogue.all().iter().map(|engine| value(&**engine)).collect();
        let Wall { files, network, processes } = wall;
        let wall = json!({ "files": files, "network": network, "processes": processes });
        return print(&json::line(json!({ "engines": engines, "wall": wall })));
    }
    let (mut text, mut remedies) = (String::new(), Vec::new());
    for engine in &catalogue.all() {
        let (name, version) = match engine.status() {
            Status::Installed(version) => (engine.name(), version),
            Status::Missing(lack) => {
                remedies.push(remedy(&lack).to_owned());
                (engine.name(), "missing".to_owned())
            }
        };
        text += &format!("{name:<8} {version:<8} {}\n", Catalogue::description(name));
    }
    print(&text)?;
    remedies.dedup();
    for remedy in remedies {
        note!("install missing engines with `{remedy}`");
    }
    note!("{}", wall_in_words(wall));
    Ok(())
}

/// Which engines run behind the wall, and what it keeps them from.
fn wall_in_words(wall: Wall) -> String {
    // They are this program, which executes nothing: see `docs/engines.md`.
    let [exact, worlds] = Algorithm::ALL.map(Algorithm::name);
    let walled = format!("all engines except `{exact}` and `{worlds}` run behind a wall");
    match wall {
        Wall::WHOLE => format!("{walled}: {wall}"),
        Wall::NONE => "no wall can be built here: engines can do whatever you can do".to_owned(),
        _ => format!("{walled} that is not whole on this machine: {wall}"),
    }
}

/// An engine, for programs.
fn value(engine: &dyn Engine) -> Value {
    let (version, remedy) = match engine.status() {
        Status::Installed(version) => (Some(version), None),
        Status::Missing(lack) => (None, Some(remedy(&lack).to_owned())),
    };
    let name = engine.name();
    let description = Catalogue::description(name);
    json!({ "name": name, "version": version, "description": description, "remedy": remedy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_engines_with_a_wall_are_said_to_have_one() {
        let whole = "all engines except `exact` and `worlds` run behind a wall: no files but their own, \
                     no network, no other processes";
        assert_eq!(wall_in_words(Wall::WHOLE), whole);
        let part = "all engines except `exact` and `worlds` run behind a wall that is not whole on this machine: \
                    no network";
        assert_eq!(wall_in_words(Wall { network: true, ..Wall::NONE }), part);
        assert!(wall_in_words(Wall::NONE).starts_with("no wall can be built here"));
    }
}
