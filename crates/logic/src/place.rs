//! Where something stands in a text.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Where a clause, a query or a piece of evidence starts in the text that it was read from.
///
/// All places are equal, and have the same hash: programs that differ by places only are the same program.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourcePlace {
    /// The line, counted from one; zero if the thing comes from no text.
    pub line: u32,
    /// The column, counted from one, in characters; zero if the thing comes from no text.
    pub column: u32,
}

impl SourcePlace {
    /// Does the thing come from a text?
    pub fn is_known(self) -> bool {
        self.line > 0
    }
}

impl PartialEq for SourcePlace {
    fn eq(&self, _: &SourcePlace) -> bool {
        true
    }
}

impl Eq for SourcePlace {}

impl Hash for SourcePlace {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Turns positions in a text into places, each position behind the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    /// What was counted.
    counted: usize,
    line: u32,
    /// Where that line starts.
    line_start: usize,
}

impl Places {
    pub(crate) fn new(text: &str) -> Places {
        let line_start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Places { counted: line_start, line: 1, line_start }
    }

    pub(crate) fn of(&mut self, text: &str, position: usize) -> SourcePlace {
        let passed = &text.as_bytes()[self.counted..position];
        if let Some(last) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.counted + last + 1;
            self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u32;
        }
        self.counted = position;
        let column = 1 + text[self.line_start..position].chars().count() as u32;
        SourcePlace { line: self.line, column }
    }
}

/// A range of bytes of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }
}
