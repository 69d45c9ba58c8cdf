//! Files that appear whole, or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A file that is to become the one at a path.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(".randlog-").suffix(".tmp");
    // Unlike other temporary files, this one becomes an ordinary one.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let directory = directory.unwrap_or(Path::new("."));
    // If it is not there, the system says so better than the attempt to write would.
    fs::metadata(directory)?;
    // The name of the temporary file would only puzzle whoever reads the message.
    builder.tempfile_in(directory).map_err(|error| io::Error::from(error.kind()))
}

/// Write a file, in place of the one that may be there.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(content)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
