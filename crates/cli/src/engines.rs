//! `randlog engines`: which inference engines are there, and how to get the others.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use randlog_engines::python::{Environment, REMEDY};
use randlog_engines::{Catalogue, Engine, Limits, Status};

use crate::failure::Failure;
use crate::output::Stream;
use crate::{method, options};

/// List inference engines, their versions, and how to install those that are missing
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    place: Place,
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
    /// The engines to run, by name, or NAME=COMMAND for one of your own (see `randlog engines`)
    /// [default: all that are installed and fit]
    #[arg(long, value_name = "ENGINE,…", value_delimiter = ',')]
    engines: Vec<String>,

    /// The longest that an engine may take for a program, in seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// The most memory that an engine may use: address space, of each process
    #[arg(long, value_name = "SIZE", value_parser = method::bytes, default_value = "4GiB")]
    memory: u64,

    #[command(flatten)]
    place: Place,
}

/// An engine, and what it was called on the command line.
pub(crate) type NamedEngine = (String, Box<dyn Engine>);

impl Choice {
    /// The engines to run, with what they were called: those asked for, else those of the names
    /// given. One that is missing is left out, with a word on how to get it.
    pub(crate) fn installed(&self, by_default: &[&str]) -> Result<Vec<NamedEngine>, Failure> {
        let catalogue = self.place.catalogue()?;
        let names = match self.engines.is_empty() {
            true => by_default.iter().map(|&name| name.to_owned()).collect(),
            false => self.engines.clone(),
        };
        let mut engines: Vec<NamedEngine> = Vec::new();
        for name in names {
            let engine = catalogue.engine(&name)?;
            let is_same = |(_, other): &NamedEngine| other.name() == engine.name();
            if engines.iter().any(is_same) {
                return Err(Failure::SameEngine { name: engine.name().to_owned() });
            }
            match engine.status() {
                Status::Installed(_) => engines.push((name, engine)),
                Status::Missing { remedy } => {
                    eprintln!("{} is not installed; install it by `{remedy}`", engine.name());
                }
            }
        }
        if engines.is_empty() { Err(Failure::NoEngines) } else { Ok(engines) }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.timeout, memory: self.memory }
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
        Ok(Catalogue { executable, environment: self.environment() })
    }

    fn environment(&self) -> Environment {
        Environment::new(self.environment.clone().unwrap_or_else(Environment::default_directory))
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Some(Command::Setup(place)) => set_up(&place.environment()),
        None => list(&args.place.catalogue()?),
    }
}

fn set_up(environment: &Environment) -> Result<(), Failure> {
    if environment.is_complete() {
        eprintln!("everything is installed in `{environment}`");
        return Ok(());
    }
    // An interrupt ends what we wait for; then there is something to clean up.
    let _ = ctrlc::set_handler(|| {});
    environment.set_up(|doing| eprintln!("{doing}"))?;
    eprintln!("installed in `{environment}`");
    Ok(())
}

fn list(catalogue: &Catalogue) -> Result<(), Failure> {
    let mut text = String::new();
    let mut is_complete = true;
    for engine in catalogue.all() {
        let version = match engine.status() {
            Status::Installed(version) => version,
            Status::Missing { .. } => {
                is_complete = false;
                "missing".to_owned()
            }
        };
        let name = engine.name();
        text += &format!("{name:<8} {version:<8} {}\n", Catalogue::description(name));
    }
    let mut stdout = Stream::create(None)?;
    stdout.write(&text)?;
    stdout.finish()?;
    if !is_complete {
        eprintln!("install what is missing by `{REMEDY}`");
    }
    Ok(())
}
