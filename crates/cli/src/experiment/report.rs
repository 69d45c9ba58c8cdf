//! `randlog experiment report`: tables and figures.

use std::path::{Path, PathBuf};

use randlog_experiment::{Error, Shard, known};

use crate::failure::Failure;
use crate::output::{note, print};

/// Write a report on an experiment: tables, figures and a web page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The directory with `records.jsonl`, or a file of records
    records: PathBuf,

    /// The directory for the report [default: that of the records]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
The tables are printed to standard output. The files are `report.html` (everything on one page), \
`report.md`, `report.txt`, each table as CSV, and each figure as SVG and PNG.

Examples:
  randlog experiment report results
  randlog experiment report results/records-1-of-4.jsonl --output first-impression";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let path = file(&args.records)?;
    let report = known::report(&path)?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let directory = args.output.as_deref().unwrap_or(beside);
    report.write(directory)?;
    print(&report.to_text())?;
    note!("the report is in `{}`", directory.join("report.html").display());
    Ok(())
}

/// The file of records that a path means.
fn file(path: &Path) -> Result<PathBuf, Error> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let whole = path.join(Shard::WHOLE.file_name());
    if whole.exists() { Ok(whole) } else { Err(Error::NoRecords(path.to_owned())) }
}
