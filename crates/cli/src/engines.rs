//! `randlog engines`: which inference engines are there, and how to get the others.

use std::env;
use std::path::PathBuf;

use randlog_experiment::engine::python::{Environment, REMEDY};
use randlog_experiment::engine::{Catalogue, Status};

use crate::failure::Failure;
use crate::output::Stream;

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

const EXAMPLES: &str = "\
Examples:
  randlog engines
  randlog engines setup
  randlog engines setup --environment ./engines";

impl Place {
    /// The engines there, and the one that is built in.
    pub(crate) fn catalogue(&self) -> Result<Catalogue, Failure> {
        let executable = env::current_exe().map_err(Failure::NoExecutable)?;
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
