//! `randlog fuzz`: faults of engines.

mod report;

use crate::failure::Failure;

/// List the faults that were found
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Report(report::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Report(args) => report::run(args),
    }
}
