//! Directories that are filled by one process at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// A directory that this process fills with files. Until this value is dropped, no other process can begin to fill it
/// by the same means. The system lets go of a directory whose process was killed.
#[derive(Debug)]
pub struct Filling {
    /// Nothing on systems that open no directories, and on file systems without locks: there nobody can tell.
    _lock: Option<File>,
}

impl Filling {
    /// Begins to fill a directory, which is made if it is not there. If another process fills it, the error is
    /// [`ResourceBusy`](io::ErrorKind::ResourceBusy).
    ///
    /// ```
    /// use std::io::ErrorKind;
    ///
    /// use randlog_base::files::Filling;
    ///
    /// let desk = tempfile::tempdir()?;
    /// let place = desk.path().join("programs");
    /// let first = Filling::begin(&place)?;
    /// # if cfg!(unix) {
    /// assert_eq!(Filling::begin(&place).unwrap_err().kind(), ErrorKind::ResourceBusy);
    /// # }
    /// drop(first);
    /// Filling::begin(&place)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn begin(directory: &Path) -> io::Result<Filling> {
        fs::create_dir_all(directory)?;
        let Ok(handle) = File::open(directory) else { return Ok(Filling { _lock: None }) };
        match handle.try_lock() {
            Ok(()) => Ok(Filling { _lock: Some(handle) }),
            Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
            Err(TryLockError::Error(_)) => Ok(Filling { _lock: None }),
        }
    }
}
