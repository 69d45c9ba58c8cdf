//! The files of records in a directory, and who is writing to them.
//!
//! A directory holds one experiment: the file of the whole, files of shards, or both. How many shards
//! there are may change from one start to the next, so each run can be in any file whose shard
//! contains it. What is finished is what is recorded in any of them.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::records::{Entry, Header, Lines};
use crate::{Error, Experiment, Shard};

/// A file of records, known by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile {
    /// What it is for.
    pub shard: Shard,
    /// Where it is.
    pub path: PathBuf,
}

/// The files of records in a directory: that of the whole first, then by the number of shards.
pub fn files(directory: &Path) -> Result<Vec<ShardFile>, Error> {
    let entries = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect::<Result<_, _>>());
    let names: Vec<_> = entries.map_err(Error::reading(directory))?;
    let shard = |name: &std::ffi::OsString| Shard::of_file_name(name.to_str()?);
    let file = |shard: Shard| ShardFile { shard, path: directory.join(shard.file_name()) };
    let mut files: Vec<ShardFile> = names.iter().filter_map(shard).map(file).collect();
    files.sort_by_key(|file| file.shard);
    Ok(files)
}

impl ShardFile {
    /// Is a session at work on it? On a file system without locks nobody can tell: no.
    pub fn is_in_use(&self) -> bool {
        let Ok(file) = File::open(&self.path) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Its header, if it has one that belongs to the same experiment as `ours`; an error if it belongs
    /// to another, and nothing if there is not yet a whole line.
    pub(crate) fn header(&self, ours: &Header) -> Result<Option<Header>, Error> {
        let Some(found) = Lines::open(&self.path)?.header_if_begun()? else { return Ok(None) };
        ours.check(&found, &self.path)?;
        Ok(Some(found))
    }

    /// Tell the number of each run that is recorded in it.
    pub(crate) fn each_run(&self, mut each: impl FnMut(u64)) -> Result<(), Error> {
        let mut lines = Lines::open(&self.path)?;
        if lines.header_if_begun()?.is_none() {
            return Ok(());
        }
        while let Some(entry) = lines.entry()? {
            if let Entry::Run(id) = entry {
                each(id);
            }
        }
        Ok(())
    }
}

/// The runs of an experiment that are recorded in none of some files, which must belong to it.
pub fn unfinished<E: Experiment>(
    experiment: &E,
    header: &Header,
    files: &[ShardFile],
) -> Result<Vec<u64>, Error> {
    let mut unfinished: BTreeSet<u64> = experiment.ids().into_iter().collect();
    for file in files {
        file.header(header)?;
        file.each_run(|id| {
            unfinished.remove(&id);
        })?;
    }
    Ok(unfinished.into_iter().collect())
}

/// Keep others from opening or putting together files of this directory, until what is returned is
/// dropped: so that of two that begin at once, the second sees the first at work. Where directories
/// cannot be locked, such as on NFS, two with different numbers of shards may leave runs to each other,
/// which are missing then, and executed by the next.
pub(crate) fn hold(directory: &Path) -> Option<File> {
    let held = File::open(directory).ok()?;
    held.lock().ok()?;
    Some(held)
}
