//! What went wrong: in words, with a remedy, and where in the text that was given.

use miette::Diagnostic;
use randlog_generate::Stopped;
use randlog_generate::exact::OutsideClosedForms;
use randlog_generate::spec::SpecError;
use randlog_logic::SourcePlace;
use serde::Serialize;

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Trouble {
    message: String,
    help: String,
    /// Where in the text: from and to, in units of UTF-16, as JavaScript counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
    /// Whether there is more to be had with more time or memory.
    is_limit: bool,
}

impl Trouble {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Trouble {
        Trouble { message: message.into(), help: help.into(), at: None, is_limit: false }
    }

    /// An error of a library, about nothing that was written.
    pub(crate) fn of(error: &dyn Diagnostic) -> Trouble {
        let help = error.help().map_or(String::new(), |help| help.to_string());
        Trouble::new(error.to_string(), help)
    }

    /// An error in a text.
    pub(crate) fn within(error: &dyn Diagnostic, text: &str) -> Trouble {
        let label = error.labels().and_then(|mut labels| labels.next());
        let at = label.map(|label| {
            let (start, end) = (label.offset(), label.offset() + label.len());
            (utf16(text, start), utf16(text, end))
        });
        Trouble { at, ..Trouble::of(error) }
    }

    /// An error in a spec, unless it is in a preset.
    pub(crate) fn in_spec(error: &SpecError, text: &str) -> Trouble {
        let is_here = error.place.as_ref().is_some_and(|place| place.source().text() == text);
        if is_here { Trouble::within(error, text) } else { Trouble::of(error) }
    }

    /// There is more to be had with more time or memory, which the page does not have.
    fn limit(message: impl Into<String>) -> Trouble {
        let help = "make it smaller, or use the command line, which may take more time and memory";
        Trouble { is_limit: true, ..Trouble::new(message, help) }
    }

    /// No closed form applies.
    pub(crate) fn outside(why: &OutsideClosedForms) -> Trouble {
        match why {
            OutsideClosedForms::Memory { .. } => Trouble::limit(why.to_string()),
            OutsideClosedForms::Stopped(stopped) => (*stopped).into(),
            other => Trouble::of(other),
        }
    }

    pub(crate) fn of_inference(error: &randlog_infer::Error, text: &str) -> Trouble {
        if matches!(error.kind(), "memory" | "timeout") {
            return Trouble::limit(error.to_string());
        }
        let at = error.source_place().and_then(|place| offset(text, place));
        Trouble { at: at.map(|at| (at, at)), ..Trouble::new(error.to_string(), error.help()) }
    }
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Trouble {
        Trouble::limit("this takes longer than the page allows")
    }
}

/// How many units of UTF-16 there are before a byte.
fn utf16(text: &str, byte: usize) -> usize {
    text[..text.floor_char_boundary(byte)].chars().map(char::len_utf16).sum()
}

/// The position of a place, in units of UTF-16.
pub(crate) fn offset(text: &str, place: SourcePlace) -> Option<usize> {
    let before = usize::try_from(place.line.checked_sub(1)?).ok()?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let column = usize::try_from(place.column.saturating_sub(1)).ok()?;
    let line = text.get(start..)?.chars().take(column).map(char::len_utf16);
    Some(utf16(text, start) + line.sum::<usize>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_javascript_does() {
        let text = "é𝄞\n𝄞x";
        assert_eq!(utf16(text, text.len()), 7);
        let place = |line, column| SourcePlace { line, column };
        assert_eq!(offset(text, place(2, 2)), Some(6));
        assert_eq!(offset(text, place(1, 1)), Some(0));
        assert_eq!(offset(text, place(0, 0)), None);
        assert_eq!(offset(text, place(9, 9)), Some(7));
    }
}
