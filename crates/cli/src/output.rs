//! Where programs and words go. Files appear whole or not at all: written beside their place, then renamed.
//!
//! Standard output is data: if it cannot be written, the command has failed. Standard error is for people:
//! if nobody can hear it, the command goes on all the same. So nothing here panics, as the macros of the
//! standard library would.

use std::borrow::Cow;
use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use randlog_base::files::{self, Filling, Unfinished};

use crate::failure::Failure;

/// Large enough that a stream of millions of small programs costs few system calls.
const BUFFER: usize = 1 << 18;

/// The longest that a slow stream keeps to itself what was written.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// One stream of programs: standard output, or a file.
pub(crate) struct Stream {
    writer: BufWriter<Box<dyn Write>>,
    /// What becomes the file at the path.
    whole: Option<Unfinished>,
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

    /// Write a piece of text. Whoever reads along sees it within [`FLUSH_INTERVAL`], if more follows.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.writer.write_all(text.as_bytes());
        written.map_err(|source| write_failed(&self.path, source))?;
        if self.flushed.elapsed() > FLUSH_INTERVAL { self.flush() } else { Ok(()) }
    }

    /// Let whoever reads along see what was written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.flushed = Instant::now();
        self.writer.flush().map_err(|source| write_failed(&self.path, source))
    }

    /// Write what is still buffered and let the file appear.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let persisted = self.whole.map_or(Ok(()), |file| file.persist(&self.path));
        persisted.map_err(|source| write_failed(&self.path, source))
    }
}

/// A sink for the path, the file in it, and the path to rename that to.
fn open(path: &Path) -> io::Result<(Box<dyn Write>, Option<Unfinished>, PathBuf)> {
    let target = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A device or a pipe: there is nothing to rename.
        Ok(found) if !found.is_file() => {
            let special = File::options().write(true).open(path)?;
            return Ok((Box::new(special), None, path.to_owned()));
        }
        // A link stays a link, its target is replaced, or made.
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => end_of_links(path)?,
    };
    let file = files::beside(&target)?;
    Ok((Box::new(file.as_file()?.try_clone()?), Some(file), target))
}

/// Where links lead, from a path that leads nowhere yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    // As many as systems follow.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Make sure that a directory is empty or absent. It is made with its first file.
pub(crate) fn check_empty(path: &Path) -> Result<(), Failure> {
    match fs::read_dir(path).and_then(|mut entries| entries.next().transpose()) {
        Ok(None) => Ok(()),
        Ok(Some(entry)) => {
            Err(Failure::NotEmpty { path: path.to_owned(), entry: entry.file_name().into() })
        }
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(Failure::CannotCreate { path: path.to_owned(), source }),
    }
}

/// Begin to fill a directory, if no other process does so.
pub(crate) fn fill(path: &Path) -> Result<Filling, Failure> {
    Filling::begin(path).map_err(|source| match source.kind() {
        io::ErrorKind::ResourceBusy => Failure::InUse { path: path.to_owned() },
        _ => Failure::CannotCreate { path: path.to_owned(), source },
    })
}

/// Let a file appear in a directory, whole.
pub(crate) fn write_into(directory: &Path, name: &str, text: &str) -> Result<(), Failure> {
    fs::create_dir_all(directory)
        .map_err(|source| Failure::CannotCreate { path: directory.to_owned(), source })?;
    let path = directory.join(name);
    files::write(&path, text.as_bytes()).map_err(|source| write_failed(&path, source))
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

/// Write to standard output as well as can be, even while another thread is at it, because the process is
/// about to end.
pub(crate) fn print_at_once(text: &str) {
    #[cfg(unix)]
    let _ = std::os::fd::AsFd::as_fd(&io::stdout())
        .try_clone_to_owned()
        .and_then(|stdout| File::from(stdout).write_all(text.as_bytes()));
    #[cfg(not(unix))]
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Tell people something, in a line of its own.
macro_rules! note {
    ($($words:tt)*) => { $crate::output::tell(format_args!($($words)*)) };
}
pub(crate) use note;

/// Tell people something; what cannot be told is lost.
pub(crate) fn tell(words: fmt::Arguments<'_>) {
    to_stderr(&format!("{}\n", visible(&words.to_string(), false)));
}

/// Tell people something, as whole lines.
pub(crate) fn say(lines: &str) {
    to_stderr(&visible(lines, false));
}

/// Tell people what went wrong.
pub(crate) fn complain(failure: Failure) {
    let report = format!("{:?}", miette::Report::new(failure));
    // With colours, if they can be seen.
    to_stderr(&format!("{}\n", visible(&report, io::stderr().is_terminal())));
}

/// Tell people something that comes with and without colours.
pub(crate) fn say_styled(coloured: &str, plain: &str) {
    let with_colours = has_colours(&io::stderr());
    to_stderr(&visible(if with_colours { coloured } else { plain }, with_colours));
}

/// Write to standard output what comes with and without colours.
pub(crate) fn print_styled(coloured: &str, plain: &str) -> Result<(), Failure> {
    print(if has_colours(&io::stdout()) { coloured } else { plain })
}

/// Is there somebody to see colours, who wants them?
fn has_colours(stream: &impl IsTerminal) -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !is_refused
}

/// Write to standard error as well as can be.
fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A text without characters that would do something to a terminal: they are written as they would be in a
/// string. Colours may stay.
pub(crate) fn visible(text: &str, with_colours: bool) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (place, character) in text.char_indices() {
        match is_harmful(character) && !(with_colours && is_colour(&text[place..])) {
            true => shown.extend(character.escape_unicode()),
            false => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Does a character do more than stand in its place? Those that turn the direction of writing count.
fn is_harmful(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (character.is_control() && !matches!(character, '\n' | '\t')) || turns
}

/// Does a text start with a change of colour, and nothing else?
fn is_colour(text: &str) -> bool {
    let rest = text.strip_prefix("\u{1b}[").unwrap_or_default();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';');
    end.is_some_and(|end| rest[end..].starts_with('m'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_to_a_terminal_is_shown() {
        assert_eq!(visible("p(ä).\n\tq.", false), "p(ä).\n\tq.");
        assert_eq!(visible("\u{1b}[2Jp\r\u{7}", false), "\\u{1b}[2Jp\\u{d}\\u{7}");
        assert_eq!(visible("\u{1b}[31;1mp\u{1b}[0m", true), "\u{1b}[31;1mp\u{1b}[0m");
        assert_eq!(visible("\u{1b}[31;1mp\u{1b}[0K", true), "\u{1b}[31;1mp\\u{1b}[0K");
        assert_eq!(visible("\u{1b}[31mp", false), "\\u{1b}[31mp");
        assert_eq!(visible("a\u{202e}b\u{9b}", false), "a\\u{202e}b\\u{9b}");
    }
}
