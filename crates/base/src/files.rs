//! Files that appear whole, or not at all; and temporary ones of which nothing stays behind.
//!
//! A file is written beside its place under a name of ours, and then renamed. What is not finished yet goes
//! when its value is dropped. An interrupted process calls [`abandon`] before it ends. A killed one cannot. So a process locks
//! its unfinished files, and the next process that writes into the same directory removes those that have such names and no
//! lock.

mod filling;
mod scratch;
mod unfinished;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub use filling::Filling;
pub use scratch::Scratch;
pub use unfinished::{Unfinished, abandon, clear};

/// A file that is to become the one at a path.
pub fn beside(path: &Path) -> io::Result<Unfinished> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    // If it is not there, the system says so better than the attempt to write would.
    fs::metadata(directory)?;
    // The name of the temporary file would only puzzle the reader of the message.
    Unfinished::create(directory).map_err(|error| io::Error::from(error.kind()))
}

/// Write a file, in place of the one that may be there.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(content)?;
    file.persist(path)
}
