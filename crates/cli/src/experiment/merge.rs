//! `randlog experiment merge`: the records of all shards in one file.

use std::fs;
use std::path::{Path, PathBuf};

use randlog_experiment::merge::Extent;
use randlog_experiment::{Error, Shard, known};

use crate::failure::Failure;
use crate::output::note;

/// Put the records of all shards into one file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The directory with the records of the shards; `records.jsonl` will appear in it
    directory: PathBuf,

    /// The files of the shards, if they are elsewhere
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Take what is there, even if runs are missing: to look at it, or to go on by `--resume`
    #[arg(long)]
    partial: bool,
}

const EXAMPLES: &str = "\
Nothing is written if a run is missing (without `--partial`) or recorded twice; what is wrong is
named.

Examples:
  randlog experiment merge results
  randlog experiment merge all first/records-1-of-2.jsonl second/records-2-of-2.jsonl";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let files =
        if args.files.is_empty() { shards_in(&args.directory)? } else { args.files.clone() };
    let whole = args.directory.join(Shard::WHOLE.file_name());
    let extent = if args.partial { Extent::Part } else { Extent::Whole };
    let runs = known::merge(&files, extent, &whole)?;
    note!("{runs} runs from {} files", files.len());
    Ok(())
}

/// The files of shards in a directory, by name.
fn shards_in(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let cannot_read = |source| Failure::CannotRead { path: directory.to_owned(), source };
    let mut files: Vec<PathBuf> = entries.map_err(cannot_read)?;
    files.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("records-") && name.ends_with(".jsonl")
    });
    files.sort();
    if files.is_empty() { Err(Error::NoRecords(directory.to_owned()).into()) } else { Ok(files) }
}
