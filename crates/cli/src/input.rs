//! Reading files and standard input.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use miette::{Diagnostic, LabeledSpan, SourceCode};
use randlog_generate::spec::{Place, Source};
use randlog_logic::ParseError;

use crate::failure::Failure;

/// The first bytes of a file, or of standard input for `-`.
pub(crate) fn read_at_most(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    }
    .map_err(|source| Failure::CannotRead { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_at_most(path, usize::MAX)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        let byte = error.as_bytes()[valid.len()];
        Failure::NotUtf8 { path: path.to_owned(), line, byte }
    })
}

/// What names of program files end with, after a dot.
const ENDINGS: [&str; 4] = ["pl", "plp", "problog", "prolog"];

/// The same, for people.
pub(crate) fn endings() -> String {
    ENDINGS.map(|ending| format!("`.{ending}`")).join(", ")
}

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

/// A text in a file is not a program: what is wrong with it, where in the file, and a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(crate) struct NotParsed {
    file: Source,
    place: Place,
    error: ParseError,
}

impl NotParsed {
    /// An error of the text that starts at `offset` of its file.
    pub(crate) fn new(file: &Source, offset: usize, error: ParseError) -> Box<NotParsed> {
        let span = error.span();
        let place = file.place(offset + span.start..offset + span.end);
        Box::new(NotParsed { file: file.clone(), place, error })
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }
}

impl Diagnostic for NotParsed {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.error.help();
        Some(match self.place.label() {
            Some(_) => Box::new(help),
            None => Box::new(format!("{}: {help}", self.place)),
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.label().map(|_| &self.file as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::underline(self.place.label()?);
        Some(Box::new(std::iter::once(label)))
    }
}
