//! Directories for temporary files.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::unfinished::{clear_once, forget, locked};

/// How long to try again while ending processes still use the files.
const REMOVAL_PATIENCE: Duration = Duration::from_secs(3);

/// A directory for temporary files, which goes with all that is in it.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Locked for as long as it is open: other processes do not remove a locked directory.
    _lock: Option<File>,
}

impl Scratch {
    /// A new one where the system has its temporary files. Beforehand, what killed processes left there is
    /// removed.
    pub fn new() -> io::Result<Scratch> {
        let place = env::temp_dir();
        clear_once(&place);
        let made = locked(|names| {
            let directory = names.tempdir_in(&place)?;
            let lock = File::open(directory.path());
            let path = directory.keep();
            // Some systems open no directories; then there is no lock to be had.
            let lock = lock.or_else(|_| tempfile::tempfile_in(&place))?;
            Ok(((path.clone(), lock.try_clone().ok()), path, lock))
        });
        // The name that it would have had only puzzles the reader of the message.
        let (path, lock) = made.map_err(|error| io::Error::from(error.kind()))?;
        Ok(Scratch { path, _lock: lock })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let deadline = Instant::now() + REMOVAL_PATIENCE;
        let is_in_use = |error: io::Error| error.kind() == io::ErrorKind::DirectoryNotEmpty;
        while fs::remove_dir_all(&self.path).is_err_and(is_in_use) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        forget(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scratch_directory_goes_with_all_that_is_in_it() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        fs::create_dir(path.join("deep")).unwrap();
        fs::write(path.join("deep/file"), "").unwrap();
        // Other processes do not remove it.
        super::super::clear(&env::temp_dir());
        assert!(path.join("deep/file").exists());
        drop(scratch);
        assert!(!path.exists());
    }
}
