//! The file that records are appended to.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Header, Stamp, line, read};
use crate::Error;

/// A file of records, open for more.
///
/// Each record goes to the operating system by itself and at once. So it survives the process,
/// however that ends, and all that can be lost is what was not finished.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Where the last whole line ends.
    end: u64,
}

impl Journal {
    /// Begin a new file.
    pub fn create(path: &Path, header: &Header) -> Result<Journal, Error> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(Error::writing(path))?;
        }
        let file = File::options().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::AlreadyThere(path.to_owned()),
            _ => Error::writing(path)(error),
        })?;
        let mut journal = Journal::locked(file, path)?;
        journal.append(&line(header).map_err(Error::writing(path))?)?;
        Ok(journal)
    }

    /// Go on with a file, or begin it if there is none; `each` is told the numbers of the runs that
    /// are in it.
    pub fn resume(
        path: &Path,
        header: &Header,
        each: impl FnMut(u64) -> Result<(), String>,
    ) -> Result<Journal, Error> {
        if !path.exists() {
            return Journal::create(path, header);
        }
        let file = File::options().read(true).write(true).open(path);
        let mut journal = Journal::locked(file.map_err(Error::writing(path))?, path)?;
        let first = line(header).map_err(Error::writing(path))?;
        let is_begun = !read::is_unfinished_header(path, &first)?;
        if is_begun {
            journal.end = end_of_last_line(path, header, each)?;
        }
        journal.cut().map_err(Error::writing(path))?;
        if !is_begun {
            journal.append(&first)?;
        }
        Ok(journal)
    }

    /// Add one line, as a whole or not at all.
    pub fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        let written = self.file.write_all(line);
        if written.is_ok() {
            self.end += line.len() as u64;
        } else {
            // If not even this works, the next reader will ignore what was written of the line.
            let _ = self.cut();
        }
        written.map_err(Error::writing(&self.path))
    }

    /// Remove what comes after the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(drop)
    }

    fn locked(file: File, path: &Path) -> Result<Journal, Error> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::InUse(path.to_owned())),
            // Some file systems have no locks. That is no reason to refuse.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(Journal { file, path: path.to_owned(), end: 0 })
            }
        }
    }
}

/// Where whole lines end, having seen that they are what they should be.
fn end_of_last_line(
    path: &Path,
    header: &Header,
    mut each: impl FnMut(u64) -> Result<(), String>,
) -> Result<u64, Error> {
    let mut lines = read::Lines::open(path)?;
    let found = lines.header()?;
    if found.version != header.version {
        return Err(Error::OtherFormat(path.to_owned(), found.version, header.version));
    }
    let other_shard = || format!("shard is {}, not {}", found.shard, header.shard);
    let differences = header.differences(&found);
    let differences = differences.or_else(|| (found.shard != header.shard).then(other_shard));
    if let Some(differences) = differences {
        return Err(Error::OtherConfig(path.to_owned(), differences));
    }
    while lines.advance()? {
        each(lines.parse::<Stamp>()?.id).map_err(|reason| lines.bad(&reason))?;
    }
    Ok(lines.end)
}
