//! Reading files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use miette::{LabeledSpan, MietteDiagnostic, Report};
use randlog_generate::spec::Source;
use randlog_logic::ParseError;
use randlog_recipe::header::{self, Section};

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

/// A program among those of a file.
#[derive(Clone, Debug)]
pub(crate) struct ProgramText {
    file: Source,
    offset: usize,
    length: usize,
    /// What to call it: the file, and which of its programs it is if it holds several.
    pub(crate) title: String,
    /// Whether it is all that its file holds.
    pub(crate) is_whole: bool,
}

impl ProgramText {
    /// The programs of a file, or of standard input for `-`, each for itself.
    pub(crate) fn all(path: &Path) -> Result<Vec<ProgramText>, Failure> {
        let file = Source::new(path.display().to_string(), text(path)?);
        let sections = header::sections(file.text());
        let is_whole = sections.len() == 1;
        let program = |section: &Section<'_>| ProgramText {
            offset: if is_whole { 0 } else { section.offset },
            length: if is_whole { file.text().len() } else { section.text.len() },
            title: section.title(file.name()),
            is_whole,
            file: file.clone(),
        };
        Ok(sections.iter().map(program).collect())
    }

    pub(crate) fn text(&self) -> &str {
        &self.file.text()[self.offset..self.offset + self.length]
    }

    /// The text of its file, with the programs beside it.
    pub(crate) fn whole_file(&self) -> &str {
        self.file.text()
    }

    /// An error in it, pointing into its file.
    pub(crate) fn report(&self, error: &ParseError) -> Report {
        parse_report(&self.file, self.offset, error)
    }

    /// The line and the column of an error in the file.
    pub(crate) fn place(&self, error: &ParseError) -> String {
        let lines_before = self.file.text()[..self.offset].matches('\n').count();
        format!("{}:{}:{}", self.file.name(), lines_before + error.line(), error.column())
    }
}

/// A parse error of the text that starts at `offset`, pointing into its file.
pub(crate) fn parse_report(file: &Source, offset: usize, error: &ParseError) -> Report {
    let span = error.span();
    let place = file.place(offset + span.start..offset + span.end);
    let diagnostic = MietteDiagnostic::new(error.to_string());
    match place.label() {
        Some(label) => {
            let label = LabeledSpan::underline(label);
            let diagnostic = diagnostic.with_help(error.help()).with_label(label);
            Report::new(diagnostic).with_source_code(file.clone())
        }
        None => Report::new(diagnostic.with_help(format!("{place}: {}", error.help()))),
    }
}
