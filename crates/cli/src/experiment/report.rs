//! `randlog experiment report`: tables and figures.

use std::path::{Path, PathBuf};

use randlog_experiment::{Error, Shard, known};

use crate::failure::Failure;
use crate::output::{note, print};

/// Make tables, figures and a page from the records of an experiment
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The directory with `records.jsonl`, or a file of records
    records: PathBuf,

    /// Where the report goes [default: beside the records]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
The tables go to standard output. Files: `report.html` (one page with everything), `report.md`,
`report.txt`, and each table as CSV, each figure as SVG and PNG.

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
