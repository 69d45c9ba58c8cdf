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
    writer: BufWriter<Sink>,
    path: PathBuf,
    flushed: Instant,
}

enum Sink {
    Stdout(io::StdoutLock<'static>),
    /// A device or a pipe: there is nothing to rename.
    Special(File),
    Whole(NamedTempFile),
}

impl Stream {
    /// Open the stream; a file appears at its path only when the stream is finished.
    pub(crate) fn create(path: Option<&Path>) -> Result<Stream, Failure> {
        let (sink, path) = match path {
            None => (Sink::Stdout(io::stdout().lock()), PathBuf::from("standard output")),
            Some(path) => open(path)
                .map_err(|source| Failure::CannotCreate { path: path.to_owned(), source })?,
        };
        let writer = BufWriter::with_capacity(BUFFER, sink);
        Ok(Stream { writer, path, flushed: Instant::now() })
    }

    /// Write a piece of text. Whoever reads along sees it within [`PATIENCE`], if more follows.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let mut written = self.writer.write_all(text.as_bytes());
        if self.flushed.elapsed() > PATIENCE {
            written = written.and_then(|()| self.writer.flush());
            self.flushed = Instant::now();
        }
        written.map_err(|source| write_failed(&self.path, source))
    }

    /// Let whoever reads along see what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.flushed = Instant::now();
        self.writer.flush().map_err(|source| write_failed(&self.path, source))
    }

    /// Write what is still buffered and let the file appear.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Stream { writer, path, .. } = self;
        let sink = writer.into_inner().map_err(|error| write_failed(&path, error.into_error()))?;
        match sink {
            Sink::Stdout(mut stdout) => stdout.flush(),
            Sink::Special(mut file) => file.flush(),
            Sink::Whole(file) => persist(file, &path),
        }
        .map_err(|source| write_failed(&path, source))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Special(file) => file.write(bytes),
            Sink::Whole(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Special(file) => file.flush(),
            Sink::Whole(file) => file.flush(),
        }
    }
}

/// A sink for the path, and the path to rename to: a link stays a link, its target is replaced.
fn open(path: &Path) -> io::Result<(Sink, PathBuf)> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => {
            Ok((Sink::Special(File::options().write(true).open(path)?), path.to_owned()))
        }
        Ok(_) => {
            let target = fs::canonicalize(path)?;
            Ok((Sink::Whole(temporary_beside(&target)?), target))
        }
        Err(_) => Ok((Sink::Whole(temporary_beside(path)?), path.to_owned())),
    }
}

/// A directory that gets a file per program.
pub(crate) struct Directory<'p> {
    path: &'p Path,
    made: bool,
}

impl<'p> Directory<'p> {
    /// Make sure that the directory is empty or absent. It is made with its first file.
    pub(crate) fn prepare(path: &'p Path) -> Result<Directory<'p>, Failure> {
        let cannot = |source| Failure::CannotCreate { path: path.to_owned(), source };
        match fs::read_dir(path).map(|mut entries| entries.next()) {
            Ok(None) => Ok(()),
            Ok(Some(Ok(entry))) => {
                Err(Failure::NotEmpty { path: path.to_owned(), entry: entry.file_name().into() })
            }
            Ok(Some(Err(source))) => Err(cannot(source)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(source) => Err(cannot(source)),
        }?;
        Ok(Directory { path, made: false })
    }

    /// Let a file appear, whole.
    pub(crate) fn write(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(name);
        if !self.made {
            fs::create_dir_all(self.path)
                .map_err(|source| Failure::CannotCreate { path: self.path.to_owned(), source })?;
            self.made = true;
        }
        temporary_beside(&path)
            .and_then(|mut file| {
                file.write_all(text.as_bytes()).and_then(|()| persist(file, &path))
            })
            .map_err(|source| write_failed(&path, source))
    }
}

pub(crate) fn write_failed(path: &Path, source: io::Error) -> Failure {
    match source.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::WriteFailed { path: path.to_owned(), source },
    }
}

/// Write to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    io::stdout()
        .lock()
        .write_all(text.as_bytes())
        .map_err(|source| write_failed(Path::new("standard output"), source))
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
