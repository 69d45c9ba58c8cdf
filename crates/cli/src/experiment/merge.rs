//! `randlog experiment merge`: the records of all shards in one file.

use std::path::{Path, PathBuf};

use randlog_experiment::merge::Extent;
use randlog_experiment::{Error, Shard, directory, known};

use crate::failure::Failure;
use crate::options::counted;
use crate::output::note;

/// Merge the records of all shards into one file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The directory with the records of the shards; `merge` writes `records.jsonl` there
    directory: PathBuf,

    /// The files of the shards, if they are in other directories
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Merge even if runs are missing
    #[arg(long)]
    partial: bool,
}

const EXAMPLES: &str = "\
If a run is missing, `merge` names it and writes nothing, unless `--partial` is given. The shards may come from \
different splits. Records that are already in `records.jsonl` are kept.

Examples:
  randlog experiment merge results
  randlog experiment merge all first/records-1-of-2.jsonl second/records-2-of-2.jsonl";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let files =
        if args.files.is_empty() { shards_in(&args.directory)? } else { args.files.clone() };
    let whole = args.directory.join(Shard::WHOLE.file_name());
    let extent = if args.partial { Extent::Part } else { Extent::Whole };
    let merged = known::merge(&files, extent, &whole)?;
    for words in merged.missing.iter().chain(&merged.repeated) {
        note!("{words}");
    }
    note!("{} from {}", counted(merged.runs as u64, "run"), counted(files.len() as u64, "file"));
    Ok(())
}

/// The files of shards in a directory.
fn shards_in(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = directory::files(directory)?.into_iter();
    let files: Vec<PathBuf> =
        files.filter(|file| file.shard != Shard::WHOLE).map(|file| file.path).collect();
    if files.is_empty() { Err(Error::NoRecords(directory.to_owned()).into()) } else { Ok(files) }
}
