//! `randlog experiment`: many runs, recorded one by one, and what they show.

mod inference;
mod merge;
mod progress;
mod report;
mod scaling;
mod session;

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
  On four machines, or as an array of jobs:
    randlog experiment scaling results --shard 1/4    (and 2/4, 3/4, 4/4)
    randlog experiment merge results";

#[derive(Debug, clap::Subcommand)]
enum Command {
    Scaling(Box<scaling::Args>),
    Inference(Box<inference::Args>),
    Merge(merge::Args),
    Report(report::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Scaling(args) => scaling::run(args),
        Command::Inference(args) => inference::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Report(args) => report::run(args),
    }
}
