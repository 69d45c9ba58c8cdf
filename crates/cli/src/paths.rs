//! Which files are meant: a directory stands for the programs in it.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::{ENDINGS, Failure};

/// The files that are meant: a directory stands for the programs in it and below, sorted by their names.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        // What cannot be read is told when it is read, with the reason.
        if path.is_dir() {
            let before = files.len();
            programs_below(path, &mut files)?;
            if files.len() == before {
                return Err(Failure::NoPrograms { path: path.clone() });
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn programs_below(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |source: io::Error| Failure::CannotRead { path: directory.to_owned(), source };
    let entries = fs::read_dir(directory).map_err(unreadable)?;
    let entries: io::Result<Vec<DirEntry>> = entries.collect();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let ending = path.extension().and_then(OsStr::to_str);
        // A link to a directory may lead back here.
        if kind.is_dir() && !is_hidden {
            programs_below(&path, files)?;
        } else if !is_hidden && ending.is_some_and(|it| ENDINGS.contains(&it)) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
