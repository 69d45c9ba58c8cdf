//! `randlog experiment`: many runs, recorded one by one, and what they show.

mod grid;
mod inference;
mod merge;
mod progress;
mod report;
mod scaling;
mod session;
mod slurm;
mod status;

use miette::Diagnostic;
use randlog_experiment::Error;

use crate::failure::Failure;

/// Run an experiment, and report what it shows
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  The whole scaling experiment, and its report:
    randlog experiment scaling results
    randlog experiment report results
  The same after an interruption:
    randlog experiment scaling results --resume
  Inference engines, side by side:
    randlog experiment inference results --sample 20
  On four machines:
    randlog experiment scaling results --shard 1/4    (and 2/4, 3/4, 4/4)
    randlog experiment merge results
  On a cluster with Slurm, and how far it has come:
    randlog experiment inference results --slurm 500
    randlog experiment status results";

#[derive(Debug, clap::Subcommand)]
enum Command {
    Scaling(Box<scaling::Args>),
    Inference(Box<inference::Args>),
    Merge(merge::Args),
    Report(report::Args),
    Status(status::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Scaling(args) => scaling::run(args),
        Command::Inference(args) => inference::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Report(args) => report::run(args),
        Command::Status(args) => status::run(args),
    }
}

/// What to do about an error, by flags where the library speaks of what it does.
pub(crate) fn help(error: &Error) -> String {
    let words = match error {
        Error::AlreadyThere(_) => "go on with it by `--resume`, or name another directory",
        Error::InUse(_) => "wait for it or stop it; to work side by side, give each a `--shard`",
        Error::NoHeader { .. } => "name a file that `randlog experiment` wrote",
        Error::OtherConfig { .. } => {
            "repeat the flags that it was started with, or name another directory"
        }
        Error::BadRecord { .. } => {
            "the file was changed or damaged: remove the line, and go on by `--resume`"
        }
        Error::Run { .. } => {
            "all other finished runs are recorded: fix it, and go on by `--resume`"
        }
        Error::BadGrid(_) => "`--help` shows the flags and their defaults",
        Error::Gaps(_) => {
            "execute what is missing by `--shard I/N --resume`, or do without by `--partial`; give \
             the file of each shard once"
        }
        Error::NoRecords(_) => {
            "run the experiment first, and `randlog experiment merge` its shards"
        }
        other => return other.help().map_or(String::new(), |help| help.to_string()),
    };
    words.to_owned()
}
