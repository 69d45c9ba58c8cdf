//! What is wrong with a spec, with the flag that would be right.

use std::fmt::Display;

use miette::{Diagnostic, LabeledSpan, SourceCode};
use randlog_generate::spec::{Key, SpecError};

use crate::options;

/// What is wrong with a spec, and what would be right as a flag.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadSpec(pub(super) SpecError);

impl Diagnostic for BadSpec {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.0.help()?;
        match self.0.exemplified.and_then(Key::named) {
            Some(key) => Some(Box::new(format!("{help} in a file, or `{}`", options::usage(key)))),
            None => Some(help),
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}
