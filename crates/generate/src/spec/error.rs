//! What is wrong with a spec, where, and what would be right.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, SourceCode};

use super::text::SourcePlace;

/// Why a spec was refused.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
    /// Where it was written; `None` if something is missing, or if the value was not read from a text.
    pub place: Option<SourcePlace>,
    /// The key that the help gives an example of, if it does.
    pub exemplified: Option<&'static str>,
}

impl SpecError {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> SpecError {
        let (message, help) = (message.into(), help.into());
        SpecError { message, help, place: None, exemplified: None }
    }

    pub(super) fn at(self, place: &Option<SourcePlace>) -> SpecError {
        SpecError { place: place.clone(), ..self }
    }
}

impl Diagnostic for SpecError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        match &self.place {
            Some(place) if place.label().is_none() => {
                Some(Box::new(format!("{place}: {}", self.help)))
            }
            _ => Some(Box::new(&self.help)),
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let place = self.place.as_ref().filter(|place| place.label().is_some())?;
        Some(place.source().code())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.place.as_ref()?.label()?;
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

/// Enough of a text to recognise it.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

/// The element whose name is most like `found`, if any is like it at all.
pub(super) fn closest<'a, T>(
    found: &str,
    known: &'a [T],
    name: impl Fn(&T) -> &str,
) -> Option<&'a T> {
    // Similarity takes time proportional to the product of the lengths; no name is this long.
    if found.len() > 100 {
        return None;
    }
    known
        .iter()
        .map(|element| (strsim::jaro_winkler(found, name(element)), element))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, element)| element)
}

/// The name that was probably meant, else all of them: `what` says what they are.
pub(super) fn did_you_mean<T: fmt::Display>(
    nearest: Option<&T>,
    what: &str,
    known: &[T],
) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the {what} are {}", list(known)),
    }
}

/// At most a handful of the elements, quoted.
pub(super) fn list(elements: &[impl fmt::Display]) -> String {
    const SHOWN: usize = 24;
    let shown: Vec<String> = elements.iter().take(SHOWN).map(|e| format!("`{e}`")).collect();
    match elements.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        n => format!("{} and {n} more", shown.join(", ")),
    }
}
