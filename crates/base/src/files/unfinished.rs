//! What is not finished: remembered for an interrupt, and locked for those who come later.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// What our names start and end with.
const PREFIX: &str = ".randlog-";
const SUFFIX: &str = ".tmp";

/// Somebody who tidies up may take what was made but not locked yet. More often than once is no accident.
const ATTEMPTS: usize = 10;

/// All that this process has not finished. Held while anything appears or goes, so that an interrupt finds
/// all of it.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The directories that this process has tidied up.
static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn held(set: &'static Mutex<BTreeSet<PathBuf>>) -> MutexGuard<'static, BTreeSet<PathBuf>> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed unless it finds its place.
#[derive(Debug)]
pub struct Unfinished {
    /// Until it has found its place.
    file: Option<NamedTempFile>,
}

impl Unfinished {
    pub(super) fn create(directory: &Path) -> io::Result<Unfinished> {
        clear_once(directory);
        let file = locked(|names| {
            // Unlike other temporary files, this one becomes an ordinary one.
            #[cfg(unix)]
            names.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let file = names.tempfile_in(directory)?;
            let (path, lock) = (file.path().to_owned(), file.as_file().try_clone()?);
            Ok((file, path, lock))
        })?;
        Ok(Unfinished { file: Some(file) })
    }

    /// The file.
    pub fn as_file(&self) -> io::Result<&File> {
        self.file.as_ref().map(NamedTempFile::as_file).ok_or_else(finished)
    }

    /// Let it appear at a path, in place of what may be there.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        let mut unfinished = held(&UNFINISHED);
        let file = self.file.take().ok_or_else(finished)?;
        unfinished.remove(file.path());
        file.persist(path).map(drop).map_err(|error| error.error)
    }
}

fn finished() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.as_file()?.flush()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let mut unfinished = held(&UNFINISHED);
            unfinished.remove(file.path());
            drop(file);
        }
    }
}

/// Make something under a name of ours, remember it, and lock it for as long as the file beside it is open.
pub(super) fn locked<T>(
    mut make: impl FnMut(&mut Builder<'_, '_>) -> io::Result<(T, PathBuf, File)>,
) -> io::Result<T> {
    for _ in 0..ATTEMPTS {
        let mut unfinished = held(&UNFINISHED);
        let (made, path, lock) = make(Builder::new().prefix(PREFIX).suffix(SUFFIX))?;
        // Some file systems have no locks. Then the files of a killed process cannot be told apart, and they stay.
        let _ = lock.lock();
        if path.exists() {
            unfinished.insert(path);
            return Ok(made);
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Forget something that is gone.
pub(super) fn forget(path: &Path) {
    held(&UNFINISHED).remove(path);
}

/// Remove all that this process has not finished, and let it make nothing more: it is about to end.
pub fn abandon() {
    let unfinished = held(&UNFINISHED);
    unfinished.iter().for_each(|path| remove(path));
    mem::forget(unfinished);
}

/// Tidy a directory up, the first time that something is made in it.
pub(super) fn clear_once(directory: &Path) {
    if held(&CLEARED).insert(directory.to_owned()) {
        clear(directory);
    }
}

/// Remove from a directory what killed processes left behind, and nothing else.
pub fn clear(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_ours = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        let is_plain = || entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir());
        if name.to_str().is_some_and(is_ours)
            && is_plain()
            && let Ok(lock) = File::open(&path)
            && lock.try_lock().is_ok()
        {
            remove(&path);
        }
    }
}

/// Remove a file, or a directory with all that is in it.
fn remove(path: &Path) {
    // What cannot be removed stays.
    let _ = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_dropped_is_gone_and_what_is_persisted_stays() {
        let desk = tempfile::tempdir().unwrap();
        let mut file = Unfinished::create(desk.path()).unwrap();
        file.write_all(b"whole").unwrap();
        assert_eq!(names(desk.path()).len(), 1);
        file.persist(&desk.path().join("there")).unwrap();
        drop(Unfinished::create(desk.path()).unwrap());
        assert_eq!(names(desk.path()), ["there"]);
        let failed = Unfinished::create(desk.path()).unwrap();
        failed.persist(&desk.path().join("nowhere/there")).unwrap_err();
        assert_eq!(names(desk.path()), ["there"]);
    }

    #[test]
    fn what_the_killed_left_is_removed_and_nothing_else() {
        let desk = tempfile::tempdir().unwrap();
        let place = |name: &str| desk.path().join(name);
        fs::write(place(".randlog-killed.tmp"), "half").unwrap();
        fs::create_dir(place(".randlog-scratch.tmp")).unwrap();
        fs::write(place(".randlog-scratch.tmp/program.pl"), "p.").unwrap();
        for other in [".randlog-mine", "randlog-mine.tmp", "mine.pl"] {
            fs::write(place(other), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(place("mine.pl"), place(".randlog-link.tmp")).unwrap();
        // Somebody else is at work there.
        let at_work = File::create(place(".randlog-living.tmp")).unwrap();
        at_work.lock().unwrap();
        let mut kept = vec![".randlog-living.tmp", ".randlog-mine", "mine.pl", "randlog-mine.tmp"];
        #[cfg(unix)]
        kept.insert(0, ".randlog-link.tmp");
        let own = Unfinished::create(desk.path()).unwrap();
        let all = names(desk.path());
        assert_eq!(all.len(), kept.len() + 1, "{all:?}");
        assert!(kept.iter().all(|name| all.iter().any(|there| there == name)), "{all:?}");
        drop(own);
        drop(at_work);
        clear(desk.path());
        kept.retain(|name| *name != ".randlog-living.tmp");
        assert_eq!(names(desk.path()), kept);
    }
}
