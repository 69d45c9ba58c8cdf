//! `randlog experiment`: many runs, recorded one by one, and what they show.

mod cluster;
mod grid;
mod inference;
mod merge;
mod report;
mod scaling;
mod session;

mod status;

use crate::failure::Failure;

/// Run an experiment over a grid of parameters, and report the results
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  Run the whole scaling experiment, and write its report:
    randlog experiment scaling results
    randlog experiment report results
  Continue it after an interruption:
    randlog experiment scaling results --resume
  Compare inference engines:
    randlog experiment inference results --sample 20
  Split it over four machines:
    randlog experiment scaling results --shard 1/4    (and 2/4, 3/4, 4/4)
    randlog experiment merge results
  Submit it to a cluster with Slurm, and show its progress:
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
