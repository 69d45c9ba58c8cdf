//! `randlog engines`: which inference engines are there, and how to get the others.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use randlog_base::text::shell_word;
use randlog_engines::catalogue::Selection;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, Lack, Status, loading};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::json::{self, Format};
use crate::options;
use crate::output::{note, print};

/// List inference engines, their versions, and how to install those that are missing
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    place: Place,

    /// How to print the list
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Install the engines from Python into a virtual environment of their own
    ///
    /// Needs Python 3.9 or newer and some 300 MB. If it fails, nothing stays behind.
    Setup(Place),
}

/// Where the engines from Python are.
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The virtual environment of the engines from Python [default: $RANDLOG_ENGINES, or
    /// `randlog/engines` in the user's directory for data]
    #[arg(long, value_name = "DIR")]
    environment: Option<PathBuf>,
}

/// Which engines to run, and what each may use.
#[derive(Debug, clap::Args)]
pub(crate) struct Choice {
    /// The engines to run, by name, or NAME=COMMAND for one of your own (see `randlog engines`); may be
    /// given several times [default: all that are installed and fit]
    #[arg(long = "engines", value_name = "ENGINE,…")]
    lists: Vec<String>,

    /// The longest that an engine may take for a program, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// The most memory that an engine may use: by all processes together where control groups can
    /// be made, else the address space of each
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,

    #[command(flatten)]
    place: Place,
}

/// Whether programs may load code.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Trust {
    /// Let programs load other files, and code that engines execute: only for programs whose author you
    /// trust
    #[arg(long = "trust")]
    pub(crate) is_given: bool,
}

impl Trust {
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

impl Choice {
    /// The engines to run, for programs that nobody vouches for.
    pub(crate) fn select(&self, by_default: &[&str]) -> Result<Selection, Failure> {
        self.select_for(by_default, Trust { is_given: false })
    }

    /// The engines to run: those asked for, else those of the names given. One that is missing is
    /// left out, with a word on how to get it.
    pub(crate) fn select_for(
        &self,
        by_default: &[&str],
        trust: Trust,
    ) -> Result<Selection, Failure> {
        let mut catalogue = self.place.catalogue()?;
        if trust.is_given {
            catalogue = catalogue.trusting_programs();
        }
        let selection = match self.lists.is_empty() {
            true => catalogue.select(by_default)?,
            false => catalogue.select(&self.asked_for())?,
        };
        for (name, lack) in &selection.missing {
            note!("{name} is not installed; install it by `{}`", remedy(lack));
        }
        if selection.engines.is_empty() { Err(Failure::NoEngines) } else { Ok(selection) }
    }

    /// The engines that were asked for by name.
    pub(crate) fn asked_for(&self) -> Vec<String> {
        listed(&self.lists)
    }

    /// The flag that says where the engines from Python are, if it was given.
    pub(crate) fn place_flag(&self) -> String {
        let place = self.place.environment.as_ref();
        place.map_or(String::new(), |place| {
            format!(" --environment {}", shell_word(&place.to_string_lossy()))
        })
    }

    pub(crate) fn limits(&self) -> EngineLimits {
        EngineLimits { time: self.timeout, memory: self.memory }
    }
}

/// The names in lists of engines. Commands may have commas.
pub(crate) fn listed(lists: &[String]) -> Vec<String> {
    lists.iter().flat_map(|list| Catalogue::listed(list)).collect()
}

/// The command that installs the engines from Python.
pub(crate) const SETUP: &str = "randlog engines setup";

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

impl Place {
    /// The engines there, and the one that is built in.
    pub(crate) fn catalogue(&self) -> Result<Catalogue, Failure> {
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
    match &args.command {
        Some(Command::Setup(place)) => set_up(&place.environment()),
        None => list(&args.place.catalogue()?, args.format),
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
    if format.is_json() {
        let engines: Vec<Value> = catalogue.all().iter().map(|engine| value(&**engine)).collect();
        return print(&json::line("engines", json!({ "engines": engines })));
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
        note!("install what is missing by `{remedy}`");
    }
    Ok(())
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
