//! The experiments of this crate, told apart by the names in their files.

use std::path::{Path, PathBuf};

use randlog_recipe::Invocation;

use crate::directory::{self, ShardFile};
use crate::inference::{self, Inference};
use crate::merge::{self, Extent, Merged};
use crate::records::{self, Records};
use crate::report::Report;
use crate::scaling::{self, Scaling};
use crate::status::{self, Status};
use crate::{Error, Experiment};

/// Their names.
pub const NAMES: &[&str] = &[Scaling::NAME, Inference::NAME];

/// Put the files of shards of one experiment into one, as [`merge::merge`] does.
pub fn merge(files: &[PathBuf], extent: Extent, output: &Path) -> Result<Merged, Error> {
    let first = files.first().ok_or_else(|| Error::NoRecords(output.to_owned()))?;
    match records::read_header(first)?.experiment.as_str() {
        Scaling::NAME => merge::merge::<Scaling>(files, extent, output),
        Inference::NAME => merge::merge::<Inference>(files, extent, output),
        name => Err(Error::UnknownExperiment(first.clone(), name.to_owned())),
    }
}

/// Evaluate a file of records, of which there must be one at least.
pub fn report(path: &Path) -> Result<Report, Error> {
    match records::read_header(path)?.experiment.as_str() {
        Scaling::NAME => scaling::report(&read::<Scaling>(path)?),
        Inference::NAME => inference::report(&read::<Inference>(path)?),
        name => Err(Error::UnknownExperiment(path.to_owned(), name.to_owned())),
    }
}

/// How far the experiment in a directory has come, as [`status::status`] tells.
pub fn status(directory: &Path) -> Result<Status, Error> {
    let files = directory::files(directory)?;
    // One that is hardly begun does not say what it will hold.
    let begun = |file: &ShardFile| records::read_header(&file.path).ok();
    let Some((file, header)) = files.iter().find_map(|file| Some((file, begun(file)?))) else {
        return Err(Error::NoRecords(directory.to_owned()));
    };
    match header.experiment.as_str() {
        Scaling::NAME => status::status::<Scaling>(&header, &files),
        Inference::NAME => status::status::<Inference>(&header, &files),
        name => Err(Error::UnknownExperiment(file.path.clone(), name.to_owned())),
    }
}

/// What a command was asked to do that wrote a file of records.
pub fn invocation(path: &Path) -> Result<Invocation, Error> {
    let header = records::read_header(path)?;
    match header.experiment.as_str() {
        Scaling::NAME => Ok(header.configured::<Scaling>()?.invocation()),
        Inference::NAME => Ok(header.configured::<Inference>()?.invocation()),
        name => Err(Error::UnknownExperiment(path.to_owned(), name.to_owned())),
    }
}

fn read<E: Experiment>(path: &Path) -> Result<Records<E::Record>, Error> {
    let found = records::read::<E>(path)?;
    if found.records.is_empty() { Err(Error::NoRecords(path.to_owned())) } else { Ok(found) }
}
