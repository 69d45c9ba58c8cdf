//! The experiments of this crate, told apart by the names in their files.

use std::path::{Path, PathBuf};

use crate::inference::{self, Inference};
use crate::merge::{self, Extent};
use crate::records::{self, Records};
use crate::report::Report;
use crate::scaling::{self, Scaling};
use crate::{Error, Experiment};

/// Their names.
pub const NAMES: &[&str] = &[Scaling::NAME, Inference::NAME];

/// Put the files of shards of one experiment into one, as [`merge::merge`] does.
pub fn merge(files: &[PathBuf], extent: Extent, output: &Path) -> Result<usize, Error> {
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

fn read<E: Experiment>(path: &Path) -> Result<Records<E::Record>, Error> {
    let found = records::read::<E>(path)?;
    if found.records.is_empty() { Err(Error::NoRecords(path.to_owned())) } else { Ok(found) }
}
