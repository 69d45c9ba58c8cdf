//! Where a value was written, so that an error about it can point there.

use std::ops::Range;
use std::sync::Arc;

use miette::NamedSource;

use super::problem::{Problem, SpecError};

/// A text that holds a spec or a part of one: a TOML file, or the value of a flag.
///
/// Cheap to clone. The name is what errors call it: a path, or the flag.
#[derive(Clone, Debug)]
pub struct Source(Arc<NamedSource<String>>);

impl Source {
    /// The longest spec that is read. A longer file is not a spec but something else.
    pub const MAX_BYTES: usize = 4 << 20;

    /// A text and its name.
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> Source {
        Source(Arc::new(NamedSource::new(name, text.into())))
    }

    /// The contents of a file, which must be UTF-8 and of a sane length.
    pub fn from_bytes(name: impl AsRef<str>, bytes: Vec<u8>) -> Result<Source, SpecError> {
        if bytes.len() > Source::MAX_BYTES {
            let name = name.as_ref().to_owned();
            return Err(Problem::TooLong { name, limit: Source::MAX_BYTES }.nowhere());
        }
        String::from_utf8(bytes).map(|text| Source::new(&name, text)).map_err(|error| {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let bad_character = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
            Problem::NotUtf8.at(&Source::new(&name, text).place(bad_character))
        })
    }

    /// What errors call this text.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        self.0.inner()
    }

    /// A part of the text, as a range of bytes.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place { source: self.clone(), span }
    }

    /// The whole text.
    pub(crate) fn whole(&self) -> Place {
        self.place(0..self.text().len())
    }

    pub(crate) fn as_miette(&self) -> &NamedSource<String> {
        &self.0
    }
}

/// A stretch of a [`Source`].
#[derive(Clone, Debug)]
pub struct Place {
    pub(crate) source: Source,
    pub(crate) span: Range<usize>,
}

impl Place {
    /// The stretch's text.
    pub fn text(&self) -> &str {
        self.source.text().get(self.span.clone()).unwrap_or_default()
    }

    /// The name of the source: a path, or a flag.
    pub fn source_name(&self) -> &str {
        self.source.name()
    }

    /// The stretch as a range of bytes of its source.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl<T> Located<T> {
    pub(crate) fn new(value: T, place: Place) -> Located<T> {
        Located { value, place }
    }
}

/// A word and where it was written.
pub(crate) type Word = Located<String>;

/// Two words that belong together.
pub(crate) type Pair = Located<[Word; 2]>;
