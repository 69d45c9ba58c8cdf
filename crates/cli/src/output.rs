//! Where programs go. Files appear whole or not at all: written beside their place, then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use randlog_base::files;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Large enough that a stream of millions of small programs costs few system calls.
const BUFFER: usize = 1 << 18;

/// The longest that a slow stream keeps to itself what was written.
const PATIENCE: Duration = Duration::from_millis(100);

/// One stream of programs: standard output, or a file.
pub(crate) struct Stream {
    writer: BufWriter<Box<dyn Write>>,
    /// What becomes the file at the path.
    whole: Option<NamedTempFile>,
    path: PathBuf,
    flushed: Instant,
}

impl Stream {
    /// Open the stream; a file appears at its path only when the stream is finished.
    pub(crate) fn create(path: Option<&Path>) -> Result<Stream, Failure> {
        let (sink, whole, path) = match path {
            None => (Box::new(io::stdout().lock()) as _, None, PathBuf::from("standard output")),
            Some(path) => open(path)
                .map_err(|source| Failure::CannotCreate { path: path.to_owned(), source })?,
        };
        let writer = BufWriter::with_capacity(BUFFER, sink);
        Ok(Stream { writer, whole, path, flushed: Instant::now() })
    }

    /// Write a piece of text. Whoever reads along sees it within [`PATIENCE`], if more follows.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.writer.write_all(text.as_bytes());
        written.map_err(|source| write_failed(&self.path, source))?;
        if self.flushed.elapsed() > PATIENCE { self.flush() } else { Ok(()) }
    }

    /// Let whoever reads along see what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.flushed = Instant::now();
        self.writer.flush().map_err(|source| write_failed(&self.path, source))
    }

    /// Write what is still buffered and let the file appear.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let persisted = self.whole.map_or(Ok(()), |file| persist(file, &self.path));
        persisted.map_err(|source| write_failed(&self.path, source))
    }
}

/// A sink for the path, the file in it, and the path to rename that to.
fn open(path: &Path) -> io::Result<(Box<dyn Write>, Option<NamedTempFile>, PathBuf)> {
    let target = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A device or a pipe: there is nothing to rename.
        Ok(found) if !found.is_file() => {
            let special = File::options().write(true).open(path)?;
            return Ok((Box::new(special), None, path.to_owned()));
        }
        // A link stays a link, its target is replaced.
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let file = temporary_beside(&target)?;
    Ok((Box::new(file.as_file().try_clone()?), Some(file), target))
}

/// Where programs go: all into one stream, or a file each.
pub(crate) enum Place<'p> {
    Stream(Stream),
    Directory(Directory<'p>),
}

/// A directory that gets a file per program.
pub(crate) struct Directory<'p>(&'p Path);

impl<'p> Directory<'p> {
    /// Make sure that the directory is empty or absent. It is made with its first file.
    pub(crate) fn prepare(path: &'p Path) -> Result<Directory<'p>, Failure> {
        match fs::read_dir(path).and_then(|mut entries| entries.next().transpose()) {
            Ok(None) => Ok(Directory(path)),
            Ok(Some(entry)) => {
                Err(Failure::NotEmpty { path: path.to_owned(), entry: entry.file_name().into() })
            }
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(Directory(path)),
            Err(source) => Err(Failure::CannotCreate { path: path.to_owned(), source }),
        }
    }

    /// A directory that may hold something already.
    pub(crate) fn again(path: &'p Path) -> Directory<'p> {
        Directory(path)
    }

    /// Let a file appear, whole.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        fs::create_dir_all(self.0)
            .map_err(|source| Failure::CannotCreate { path: self.0.to_owned(), source })?;
        let path = self.0.join(name);
        let write = || {
            let mut file = temporary_beside(&path)?;
            file.write_all(text.as_bytes())?;
            persist(file, &path)
        };
        write().map_err(|source| write_failed(&path, source))
    }
}

/// Let a file appear, whole, in place of what is there.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut stream = Stream::create(Some(path))?;
    stream.write(text)?;
    stream.finish()
}

fn write_failed(path: &Path, source: io::Error) -> Failure {
    match source.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::WriteFailed { path: path.to_owned(), source },
    }
}

/// Write to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|source| write_failed(Path::new("standard output"), source))
}

/// The file being written, for the handler of interrupts to remove.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn remember(path: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// An interrupt leaves nothing half-written behind.
pub(crate) fn clean_up_on_interrupt() {
    // A second handler, or a system without signals, is no reason to stop.
    let _ = ctrlc::set_handler(|| {
        if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = fs::remove_file(path);
        }
        std::process::exit(130);
    });
}

fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let file = files::beside(path)?;
    remember(Some(file.path().to_owned()));
    Ok(file)
}

fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map_err(|error| error.error)?;
    remember(None);
    Ok(())
}
