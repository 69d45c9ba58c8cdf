//! Where a value was written, so that an error about it can point there.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{NamedSource, SourceCode};

/// A text that holds a spec or a part of one: a TOML file, or the short form of a value.
///
/// Cheap to clone. The name is what errors call it: a path, or whatever leads to the text.
#[derive(Clone, Debug)]
pub struct SourceText(Arc<NamedSource<String>>);

impl SourceText {
    /// The longest spec that is read. A longer file is not a spec but something else.
    pub const MAX_BYTES: usize = 4 << 20;

    /// A text and its name.
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> SourceText {
        SourceText(Arc::new(NamedSource::new(name, text.into())))
    }

    /// What errors call this text.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        self.0.inner()
    }

    /// The text, for diagnostics to quote.
    pub fn code(&self) -> &dyn SourceCode {
        &*self.0
    }

    /// A part of the text, given as a range of bytes; what lies outside the text is cut off.
    pub fn place(&self, span: Range<usize>) -> SourcePlace {
        let start = self.text().floor_char_boundary(span.start);
        let end = self.text().floor_char_boundary(span.end).max(start);
        SourcePlace { source: self.clone(), span: Some(start..end) }
    }

    /// The whole text.
    pub(super) fn whole(&self) -> SourcePlace {
        self.place(0..self.text().len())
    }
}

/// A stretch of a [`SourceText`], or a path to a value that was never written in a text, such as
/// `Spec(predicates[1])`.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    source: SourceText,
    span: Option<Range<usize>>,
}

impl SourcePlace {
    /// The place of a value that no text holds.
    pub fn path(path: impl AsRef<str>) -> SourcePlace {
        SourcePlace { source: SourceText::new(path, ""), span: None }
    }

    /// The text that it is a stretch of.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// The stretch's text.
    pub fn text(&self) -> &str {
        self.source.text().get(self.span()).unwrap_or_default()
    }

    /// A part of the stretch, given as a range of bytes of its text.
    pub(super) fn part(&self, part: Range<usize>) -> SourcePlace {
        let start = self.span().start;
        self.source.place(start + part.start..start + part.end)
    }

    /// Where the stretch is, as a range of bytes.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone().unwrap_or(0..0)
    }

    /// What to underline: the stretch as far as its first line goes. `None` if the line is too long
    /// to be shown, or if there is nothing to show.
    pub fn label(&self) -> Option<Range<usize>> {
        const LONGEST_LINE: usize = 500;
        let (line, span) = (self.line(), self.span.clone()?);
        let fits = !self.source.text().is_empty() && line.len() <= LONGEST_LINE;
        fits.then(|| span.start..span.end.clamp(span.start, line.end))
    }

    /// The line in which the stretch starts, without its end.
    fn line(&self) -> Range<usize> {
        let (text, start) = (self.source.text(), self.span().start);
        let before = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let after = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        before..after
    }
}

/// Source, line and column, as in `spec.toml:3:14`; or the path.
impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, text) = (self.source.name(), self.source.text());
        let Some(span) = &self.span else { return f.write_str(name) };
        let Range { start: line_start, .. } = self.line();
        let line = 1 + text[..line_start].matches('\n').count();
        let column = 1 + text[line_start..span.start].chars().count();
        write!(f, "{name}:{line}:{column}")
    }
}

/// A value and where it was written, if it was.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place; `None` for what a setter of a draft was given.
    pub place: Option<SourcePlace>,
}

impl<T> Located<T> {
    /// A value at a place.
    pub fn new(value: T, place: SourcePlace) -> Located<T> {
        Located { value, place: Some(place) }
    }

    /// A value that was written nowhere.
    pub fn unplaced(value: T) -> Located<T> {
        Located { value, place: None }
    }
}

/// A word and where it was written.
pub(super) type Word = Located<String>;
