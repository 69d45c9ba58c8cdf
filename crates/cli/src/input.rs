//! Reading files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use randlog_generate::spec::SourceText;
use randlog_logic::ParseError;
use randlog_recipe::header::{self, Section};

use crate::failure::Failure;

/// A file, or standard input for `-`.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    match path.as_os_str() == "-" {
        true => Ok(Box::new(io::stdin().lock())),
        false => Ok(Box::new(File::open(path)?)),
    }
}

/// The first bytes of a file, or of standard input for `-`.
pub(crate) fn read_at_most(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    open(path)
        .and_then(|input| input.take(limit).read_to_end(&mut bytes))
        .map_err(|source| Failure::CannotRead { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    text_of(path, read_at_most(path, usize::MAX)?)
}

/// The same, if it has at most so many bytes. What is behind a zero byte is not read: no text has one.
fn text_within(path: &Path, limit: u64) -> Result<Option<String>, Failure> {
    let unreadable = |source| Failure::CannotRead { path: path.to_owned(), source };
    let mut input = open(path).map_err(unreadable)?.take(limit.saturating_add(1));
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let read = input.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(unreadable)?;
        if let Some(zero) = bytes[before..].iter().position(|&byte| byte == 0) {
            bytes.truncate(before + zero + 1);
        } else if read > 0 {
            continue;
        }
        return if bytes.len() as u64 > limit { Ok(None) } else { text_of(path, bytes).map(Some) };
    }
}

/// How many bytes are read at a time.
const PIECE: u64 = 1 << 22;

fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        let byte = error.as_bytes()[valid.len()];
        Failure::NotUtf8 { path: path.to_owned(), line, byte }
    })
}

/// A program among those of a file.
#[derive(Clone, Debug)]
pub(crate) struct ProgramText {
    pub(crate) file: SourceText,
    offset: usize,
    length: usize,
    /// Where the header is that it is under, if there is one.
    pub(crate) header: usize,
    /// The number in its separator.
    index: Option<u64>,
    /// What to call it: the file, and which of its programs it is if it holds several.
    pub(crate) title: String,
    /// Whether it is all that its file holds.
    pub(crate) is_whole: bool,
}

impl ProgramText {
    /// The programs of a file, or of standard input for `-`, each for itself.
    pub(crate) fn all(path: &Path) -> Result<Vec<ProgramText>, Failure> {
        Ok(ProgramText::parts(path, text(path)?))
    }

    /// The same, if the file has at most so many bytes.
    pub(crate) fn all_within(path: &Path, limit: u64) -> Result<Option<Vec<ProgramText>>, Failure> {
        Ok(text_within(path, limit)?.map(|text| ProgramText::parts(path, text)))
    }

    fn parts(path: &Path, text: String) -> Vec<ProgramText> {
        let file = SourceText::new(path.display().to_string(), text);
        let sections = header::sections(file.text());
        let is_whole = sections.len() == 1;
        let program = |section: &Section<'_>| ProgramText {
            offset: if is_whole { 0 } else { section.offset },
            length: if is_whole { file.text().len() } else { section.text.len() },
            header: section.header,
            index: section.index,
            title: section.title(file.name()),
            is_whole,
            file: file.clone(),
        };
        sections.iter().map(program).collect()
    }

    pub(crate) fn text(&self) -> &str {
        &self.file.text()[self.offset..self.offset + self.length]
    }

    /// The text of its file from the header on that it is under.
    pub(crate) fn with_header(&self) -> &str {
        &self.file.text()[self.header..]
    }

    /// An error in it, pointing into its file.
    pub(crate) fn not_parsed(&self, error: ParseError) -> Failure {
        Failure::not_parsed(&self.file, self.offset, error)
    }

    /// Its file, and its number there.
    pub(crate) fn about(&self) -> (&str, Option<u64>) {
        (self.file.name(), self.index)
    }

    /// An error of inference, which names its file and the line there.
    pub(crate) fn not_solved(&self, error: randlog_infer::Error) -> randlog_infer::Error {
        error.in_file(self.file.name(), self.lines_before())
    }

    /// How many lines of the file come before the program.
    pub(crate) fn lines_before(&self) -> u32 {
        let lines = self.file.text()[..self.offset].matches('\n').count();
        u32::try_from(lines).unwrap_or(u32::MAX)
    }
}
