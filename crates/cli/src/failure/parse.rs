//! What is wrong with the text of a program, and where in its file.

use std::fmt::Display;
use std::iter;

use miette::{Diagnostic, LabeledSpan, SourceCode};
use randlog_generate::spec::{Draft, SourcePlace, SourceText};
use randlog_logic::ParseError;

use super::Failure;

/// A text in a file is not a program: what is wrong with it, where in the file, and a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(crate) struct NotParsed {
    file: SourceText,
    pub(super) place: SourcePlace,
    error: ParseError,
}

impl Failure {
    /// An error of the text that starts at `offset` of its file. If the file is a spec, that is the mistake.
    pub(crate) fn not_parsed(file: &SourceText, offset: usize, error: ParseError) -> Failure {
        if file.name().ends_with(".toml")
            || Draft::from_toml(file).is_ok_and(|it| it.has("predicates"))
        {
            return Failure::SpecNotProgram { path: file.name().into() };
        }
        let span = error.span();
        let place = file.place(offset + span.start..offset + span.end);
        Failure::NotParsed(Box::new(NotParsed { file: file.clone(), place, error }))
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
        self.place.label().map(|_| self.file.code())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::underline(self.place.label()?);
        Some(Box::new(iter::once(label)))
    }
}
