//! The files of records in a directory, and who is writing to them.
//!
//! A directory holds one experiment: the file of the whole, files of shards, or both. How many shards
//! there are may change from one start to the next, so each run can be in any file whose shard
//! contains it. What is finished is what is recorded in any of them.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::records::{Header, RecordLines};
use crate::{Error, Shard};

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

    /// Its header and the lines after it. Nothing if there is not yet a whole line; an error if it belongs
    /// to another experiment than `ours`.
    pub(crate) fn open(&self, ours: &Header) -> Result<Option<(Header, RecordLines)>, Error> {
        let opened = RecordLines::open(&self.path)?;
        if let Some((header, _)) = &opened {
            ours.check(header, &self.path)?;
        }
        Ok(opened)
    }
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
