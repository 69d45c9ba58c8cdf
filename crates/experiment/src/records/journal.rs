//! The file that records are appended to.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::read;
use super::{Header, Stamp};
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
        let file =
            File::options().write(true).create_new(true).open(path).map_err(|error| match error
                .kind()
            {
                io::ErrorKind::AlreadyExists => Error::AlreadyThere(path.to_owned()),
                _ => Error::writing(path)(error),
            })?;
        let mut journal = Journal { file, path: path.to_owned(), end: 0 };
        journal.lock()?;
        journal.append(&header_line(path, header)?)?;
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
        let file =
            File::options().read(true).write(true).open(path).map_err(Error::writing(path))?;
        let mut journal = Journal { file, path: path.to_owned(), end: 0 };
        journal.lock()?;
        journal.end = journal.end_of_last_line(header, each)?;
        journal.cut().map_err(Error::writing(path))?;
        if journal.end == 0 {
            journal.append(&header_line(path, header)?)?;
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

    fn lock(&self) -> Result<(), Error> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Error::InUse(self.path.clone())),
            // Some file systems have no locks. That is no reason to refuse.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Where whole lines end, having seen that they are what they should be.
    fn end_of_last_line(
        &self,
        header: &Header,
        mut each: impl FnMut(u64) -> Result<(), String>,
    ) -> Result<u64, Error> {
        if read::is_unfinished_header(&self.path, &header_line(&self.path, header)?)? {
            return Ok(0);
        }
        let mut lines = read::Lines::open(&self.path)?;
        let found = lines.header()?;
        let other = |differences| Error::OtherConfig { path: self.path.clone(), differences };
        if found.version != header.version {
            let (found, known) = (found.version, header.version);
            return Err(Error::OtherFormat { path: self.path.clone(), found, known });
        }
        if let Some(differences) = header.differences(&found) {
            return Err(other(differences));
        }
        if found.shard != header.shard {
            return Err(other(format!("shard is {}, not {}", found.shard, header.shard)));
        }
        while lines.advance()? {
            each(lines.parse::<Stamp>()?.id).map_err(|reason| lines.bad(&reason))?;
        }
        Ok(lines.end())
    }
}

fn header_line(path: &Path, header: &Header) -> Result<Vec<u8>, Error> {
    header.line().map_err(|error| Error::writing(path)(error.into()))
}
