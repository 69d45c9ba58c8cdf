//! From errors of the libraries to exceptions. The classes are those of `randlog/errors.py`; an exception has the
//! words, the place and the remedy that the command line would show.

use std::time::Duration;

use miette::{Diagnostic, SourceCode};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use randlog_base::Stop;
use randlog_generate::exact::{NoSampler, NotFitted, OutsideClosedForms};
use randlog_generate::spec::SpecError;
use randlog_generate::{Spec, conflict};
use randlog_logic::{ParseError, Unprintable};
use randlog_recipe::{NotMade, NotPrepared};

/// What an exception says.
pub(crate) struct Exception {
    class: &'static str,
    message: String,
    help: Option<String>,
    place: Option<Box<ExceptionPlace>>,
    kind: Option<&'static str>,
}

/// Where something is wrong: the name of the text with line and column, and the line itself with the start
/// and the length of the offending part, in characters; or the path of an argument.
struct ExceptionPlace {
    name: String,
    excerpt: Option<(String, usize, usize)>,
}

impl Exception {
    /// Something wrong, and what would be right.
    pub(crate) fn new(
        class: &'static str,
        message: impl ToString,
        help: Option<String>,
    ) -> Exception {
        let help = help.filter(|words| !words.is_empty());
        Exception { class, message: message.to_string(), help, place: None, kind: None }
    }

    /// A value that an argument cannot have.
    pub(crate) fn setting(message: impl ToString, help: impl ToString) -> Exception {
        Exception::new("SettingError", message, Some(help.to_string()))
    }

    /// What a diagnostic says.
    pub(crate) fn from_diagnostic(class: &'static str, error: &dyn Diagnostic) -> Exception {
        let help = error.help().map(|words| words.to_string());
        let label = error.labels().and_then(|mut labels| labels.next());
        let place = label
            .zip(error.source_code())
            .and_then(|(label, source)| place(source, label.offset(), label.len()));
        Exception { place, ..Exception::new(class, error, help) }
    }

    /// The same, as one of several kinds.
    pub(crate) fn of_kind(self, kind: &'static str) -> Exception {
        Exception { kind: Some(kind), ..self }
    }

    /// The exception as an object.
    pub(crate) fn exception(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = py.import("randlog.errors")?.getattr(self.class)?;
        let words = PyDict::new(py);
        words.set_item("help", self.help)?;
        if let Some(place) = self.place {
            let ExceptionPlace { name, excerpt } = *place;
            words.set_item("place", name)?;
            words.set_item("excerpt", excerpt)?;
        }
        if let Some(kind) = self.kind {
            words.set_item("kind", kind)?;
        }
        class.call((self.message,), Some(&words))
    }
}

impl From<Exception> for PyErr {
    fn from(content: Exception) -> PyErr {
        Python::attach(|py| content.exception(py).map_or_else(|error| error, PyErr::from_value))
    }
}

/// The line of a text that holds a part of it.
fn place(source: &dyn SourceCode, offset: usize, length: usize) -> Option<Box<ExceptionPlace>> {
    // With a line before and after, whole lines are read.
    let contents = source.read_span(&(offset, length).into(), 1, 1).ok()?;
    let text = String::from_utf8_lossy(contents.data());
    let (before, after) = text.split_at_checked(offset.checked_sub(contents.span().offset())?)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = 1 + contents.line() + before.matches('\n').count();
    let rest = after.lines().next().unwrap_or_default();
    let part = rest.get(..length.min(rest.len())).unwrap_or(rest);
    let (column, width) = (before[start..].chars().count(), part.chars().count().max(1));
    let name = contents.name().unwrap_or("text");
    let line = format!("{}{rest}", &before[start..]);
    let name = format!("{name}:{number}:{}", column + 1);
    Some(Box::new(ExceptionPlace { name, excerpt: Some((line, column, width)) }))
}

impl From<SpecError> for Exception {
    fn from(error: SpecError) -> Exception {
        match &error.place {
            Some(path) if path.source().text().is_empty() => {
                let place =
                    Some(Box::new(ExceptionPlace { name: path.to_string(), excerpt: None }));
                Exception { place, ..Exception::new("SpecError", &error, Some(error.help.clone())) }
            }
            _ => Exception::from_diagnostic("SpecError", &error),
        }
    }
}

impl From<Unprintable> for Exception {
    fn from(error: Unprintable) -> Exception {
        Exception::from_diagnostic("LanguageError", &error)
    }
}

impl From<OutsideClosedForms> for Exception {
    fn from(error: OutsideClosedForms) -> Exception {
        Exception::from_diagnostic("SpaceError", &error)
    }
}

impl From<randlog_infer::Error> for Exception {
    fn from(error: randlog_infer::Error) -> Exception {
        let help = match &error {
            randlog_infer::Error::NoQuery => "add `query(atom).` to the program, or give `queries`",
            other => other.help(),
        };
        Exception::new("InferenceError", &error, Some(help.to_owned())).of_kind(error.kind())
    }
}

/// What is wrong with a text that was given under a name.
pub(crate) fn unparsed(name: &str, text: &str, error: &ParseError) -> Exception {
    let source = miette::NamedSource::new(name, text.to_owned());
    let span = error.span();
    let place = place(&source, span.start, span.len());
    Exception { place, ..Exception::new("ParseError", error, Some(error.help())) }
}

/// Why nothing can be drawn from a spec.
pub(crate) fn unprepared(spec: &Spec, error: NotPrepared, stop: &Stop) -> Exception {
    match error {
        NotPrepared::Programs(NoSampler::Empty)
        | NotPrepared::Averages(NotFitted::NoPrograms(NoSampler::Empty)) => {
            empty(spec, "counting", stop)
        }
        NotPrepared::Instances(error) => Exception::from_diagnostic("SettingError", &error),
        other => Exception::from_diagnostic("SpaceError", &other),
    }
}

/// Why there is no program for an index.
pub(crate) fn unmade(spec: &Spec, error: NotMade, stop: &Stop) -> Exception {
    match error {
        NotMade::Empty => empty(spec, "the search", stop),
        NotMade::OutOfTime => Exception::from_diagnostic("OutOfTime", &NotMade::OutOfTime),
        other => Exception::from_diagnostic("SpaceError", &other),
    }
}

/// That there are no programs, and which rules contradict each other, if that is found out quickly.
pub(crate) fn empty(spec: &Spec, how: &str, stop: &Stop) -> Exception {
    let stop = stop.within(Duration::from_secs(1));
    let help = conflict::remedy(&conflict::smallest(spec, &stop).unwrap_or_default());
    Exception::new(
        "EmptySpaceError",
        format!("no program meets the spec: proved by {how}"),
        Some(help),
    )
}
