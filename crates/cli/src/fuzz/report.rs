//! `randlog fuzz report`: findings as a table.

use std::path::PathBuf;

use randlog_engines::known::KnownFaults;
use randlog_faults::finding::Findings;
use randlog_faults::finding::table::{FORMATS, Writer};

use crate::failure::Failure;
use crate::options;
use crate::output::{note, print};

/// List the findings of a directory as a table
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The directory of the findings
    directory: PathBuf,

    /// The output format
    #[arg(long, value_parser = options::one_of(FORMATS, |format| format.0), default_value = "terminal")]
    format: (&'static str, Writer),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Err(source) = std::fs::read_dir(&args.directory) {
        return Err(Failure::CannotRead { path: args.directory.clone(), source });
    }
    let findings = Findings::open(&args.directory, KnownFaults::default())?;
    print(&(args.format.1)(&findings))?;
    if findings.is_empty() {
        note!("there are no faults in `{}`", args.directory.display());
    }
    Ok(())
}
