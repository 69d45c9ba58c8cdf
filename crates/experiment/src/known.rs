//! The experiments of this crate, told apart by the names in their files.

use std::path::{Path, PathBuf};

use randlog_recipe::Invocation;

use crate::directory::{self, ShardFile};
use crate::inference::{self, Inference};
use crate::merge::{self, Extent, Merged};
use crate::records::{self, Header, Records};
use crate::report::Report;
use crate::scaling::{self, Scaling};
use crate::status::{self, Status};
use crate::{Error, Experiment};

/// What can be done with the files of an experiment.
struct KnownExperiment {
    name: &'static str,
    merge: fn(&[PathBuf], Extent, &Path) -> Result<Merged, Error>,
    report: fn(&Path) -> Result<Report, Error>,
    status: fn(&Header, &[ShardFile]) -> Result<Status, Error>,
    invocation: fn(&Header) -> Result<Invocation, Error>,
}

/// Each of them, by its name.
const ALL: [KnownExperiment; 2] = [
    known::<Scaling>(|path| scaling::report(&read::<Scaling>(path)?)),
    known::<Inference>(|path| inference::report(&read::<Inference>(path)?)),
];

const fn known<E: Experiment>(report: fn(&Path) -> Result<Report, Error>) -> KnownExperiment {
    KnownExperiment {
        name: E::NAME,
        merge: merge::merge::<E>,
        report,
        status: status::status::<E>,
        invocation: |header| Ok(header.configured::<E>()?.invocation()),
    }
}

/// The experiment that a file says it is of.
fn of(header: &Header, path: &Path) -> Result<&'static KnownExperiment, Error> {
    let names = || ALL.iter().map(|known| known.name).collect();
    let unknown = || Error::UnknownExperiment(path.to_owned(), header.experiment.clone(), names());
    ALL.iter().find(|known| known.name == header.experiment).ok_or_else(unknown)
}

/// Put the files of shards of one experiment into one, as [`merge::merge`] does.
pub fn merge(files: &[PathBuf], extent: Extent, output: &Path) -> Result<Merged, Error> {
    let first = files.first().ok_or_else(|| Error::NoRecords(output.to_owned()))?;
    (of(&records::read_header(first)?, first)?.merge)(files, extent, output)
}

/// Evaluate a file of records, of which there must be one at least.
pub fn report(path: &Path) -> Result<Report, Error> {
    (of(&records::read_header(path)?, path)?.report)(path)
}

/// How far the experiment in a directory has come, as [`status::status`] tells.
pub fn status(directory: &Path) -> Result<Status, Error> {
    let files = directory::files(directory)?;
    // One that is hardly begun does not say what it will hold.
    let begun = |file: &ShardFile| records::read_header(&file.path).ok();
    let Some((file, header)) = files.iter().find_map(|file| Some((file, begun(file)?))) else {
        return Err(Error::NoRecords(directory.to_owned()));
    };
    (of(&header, &file.path)?.status)(&header, &files)
}

/// What a command was asked to do that wrote a file of records.
pub fn invocation(path: &Path) -> Result<Invocation, Error> {
    let header = records::read_header(path)?;
    (of(&header, path)?.invocation)(&header)
}

fn read<E: Experiment>(path: &Path) -> Result<Records<E::Record>, Error> {
    let found = records::read::<E>(path)?;
    if found.records.is_empty() { Err(Error::NoRecords(path.to_owned())) } else { Ok(found) }
}
