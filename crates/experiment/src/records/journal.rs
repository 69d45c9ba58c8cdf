//! The file that records are appended to.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{Header, RecordLines, line};
use crate::Error;

/// A file of records, open for more.
///
/// Each record goes to the operating system by itself and at once. So it survives the process,
/// however that ends, and all that can be lost is what was not finished.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// Where the last whole line ends.
    end: u64,
    /// The line that the session begins with, if it has not begun.
    header: Option<Vec<u8>>,
}

impl Journal {
    /// Begin a new file.
    pub(crate) fn create(path: &Path, header: &Header) -> Result<Journal, Error> {
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
    pub(crate) fn resume(
        path: &Path,
        header: &Header,
        mut each: impl FnMut(u64) -> Result<(), String>,
    ) -> Result<Journal, Error> {
        if !path.exists() {
            return Journal::create(path, header);
        }
        let file = File::options().read(true).write(true).open(path);
        let mut journal = Journal::locked(file.map_err(Error::writing(path))?, path)?;
        let first = line(header).map_err(Error::writing(path))?;
        let Some((found, mut lines)) = RecordLines::open(path)? else {
            journal.cut().map_err(Error::writing(path))?;
            journal.append(&first)?;
            return Ok(journal);
        };
        header.check(&found, path)?;
        if found.shard != header.shard {
            let differences = format!("shard is {}, not {}", found.shard, header.shard);
            return Err(Error::OtherConfig(path.to_owned(), differences));
        }
        while let Some(id) = lines.next_run()? {
            each(id).map_err(|reason| lines.bad(&reason))?;
        }
        journal.end = lines.end;
        journal.cut().map_err(Error::writing(path))?;
        // Nobody needs to know of a session that finds nothing to do.
        journal.header = Some(first);
        Ok(journal)
    }

    /// Add one line, as a whole or not at all.
    pub(crate) fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        if let Some(header) = self.header.take() {
            self.append(&header).inspect_err(|_| self.header = Some(header))?;
        }
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
        lock(&file, path)?;
        Ok(Journal { file, path: path.to_owned(), end: 0, header: None })
    }
}

/// Keep other processes from writing to a file, as long as it is open.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), Error> {
    // Whoever only looks whether it is in use holds it for a moment, too.
    let deadline = Instant::now() + Duration::from_millis(500);
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(Error::InUse(path.to_owned())),
            // Some file systems have no locks. That is no reason to refuse.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}
