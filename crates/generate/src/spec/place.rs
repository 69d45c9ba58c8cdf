//! Where a value was written, so that an error about it can point there.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{MietteError, NamedSource, SourceCode, SourceSpan, SpanContents};

use super::problem::{Problem, SpecError};

/// A text that holds a spec or a part of one: a TOML file, or the short form of a value.
///
/// Cheap to clone. The name is what errors call it: a path, or whatever leads to the text.
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
            Problem::NotUtf8.at_place(&Source::new(&name, text).place(bad_character))
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

    /// A part of the text, given as a range of bytes; what lies outside the text is cut off.
    pub fn place(&self, span: Range<usize>) -> Place {
        let start = self.boundary(span.start);
        let end = self.boundary(span.end).max(start);
        Place { source: self.clone(), span: start..end }
    }

    /// The last boundary between characters that is not behind this byte.
    fn boundary(&self, byte: usize) -> usize {
        let mut boundary = byte.min(self.text().len());
        while !self.text().is_char_boundary(boundary) {
            boundary -= 1;
        }
        boundary
    }

    /// The whole text.
    pub(crate) fn whole(&self) -> Place {
        self.place(0..self.text().len())
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        self.0.read_span(span, lines_before, lines_after)
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

    /// What to underline: the stretch as far as its first line goes. `None` if the line is too long
    /// to be shown, or if there is nothing to show.
    pub fn label(&self) -> Option<Range<usize>> {
        const LONGEST_LINE: usize = 500;
        let line = self.line();
        let start = self.span.start;
        let fits = !self.source.text().is_empty() && line.len() <= LONGEST_LINE;
        fits.then(|| start..self.span.end.clamp(start, line.end))
    }

    /// The line in which the stretch starts, without its end.
    fn line(&self) -> Range<usize> {
        let text = self.source.text();
        let start = self.span.start;
        let before = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let after = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        before..after
    }
}

/// Source, line and column, as in `spec.toml:3:14`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.source.text();
        let Range { start: line_start, .. } = self.line();
        let line = 1 + text[..line_start].matches('\n').count();
        let column = 1 + text[line_start..self.span.start].chars().count();
        write!(f, "{}:{line}:{column}", self.source.name())
    }
}

/// A value and where it was written, if it was.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    /// `None` for what was not read from a text.
    pub(crate) place: Option<Place>,
}

impl<T> Located<T> {
    pub(crate) fn new(value: T, place: Place) -> Located<T> {
        Located { value, place: Some(place) }
    }

    pub(crate) fn unplaced(value: T) -> Located<T> {
        Located { value, place: None }
    }
}

/// A word and where it was written.
pub(crate) type Word = Located<String>;

/// Two words that belong together.
pub(crate) type Pair = Located<[Word; 2]>;
