//! Reading files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use miette::{LabeledSpan, MietteDiagnostic, Report};
use randlog_generate::spec::Source;
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
