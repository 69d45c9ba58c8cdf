//! What went wrong with an engine on a program.
//!
//! A reduced program must show the same symptom as the original: otherwise a reduction slips from
//! one fault to another.

use std::fmt;

use randlog_engines::{FailureKind, NoAnswer};

/// How an engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It gave a number, and the number is wrong.
    WrongAnswer,
    /// It gave no number where there is one.
    Failure(FailureKind),
}

impl Kind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<Kind> {
        match name {
            "wrong-answer" => Some(Kind::WrongAnswer),
            other => FailureKind::named(other).map(Kind::Failure),
        }
    }

    /// Is there no answer for want of time?
    pub fn is_timeout(self) -> bool {
        self == Kind::Failure(FailureKind::Timeout)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::WrongAnswer => f.write_str("wrong-answer"),
            Kind::Failure(kind) => kind.fmt(f),
        }
    }
}

/// Who failed, how, and who says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symptom {
    /// The engine.
    pub engine: String,
    /// The oracle that noticed: its name.
    pub oracle: String,
    /// What it noticed.
    pub kind: Kind,
    /// What is constant in the engine's own words, if it failed: the kind of its error, without
    /// names, numbers and places. Empty for a wrong answer.
    pub words: String,
}

/// What is constant in the words of a failure: the name of the error, if there is one (and of the function
/// that raised it, if a traceback tells), or else the words up to the first that is about this very program.
///
/// ```
/// use randlog_engines::{FailureKind, NoAnswer};
/// use randlog_faults::symptom::words_of;
///
/// let failure = |words: &str| NoAnswer { kind: FailureKind::Crash, words: words.to_owned() };
/// assert_eq!(words_of(&failure("AssertionError: ")), "AssertionError");
/// assert_eq!(words_of(&failure("no answer within 5s")), "no answer within");
/// assert_eq!(words_of(&failure("a cycle: p -> \\+ p")), "a cycle");
/// let traceback = "Traceback (most recent call last):\n  File \"m.py\", line 7, in solve\n    x[1]\nm.KeyError: 1";
/// assert_eq!(words_of(&failure(traceback)), "KeyError in solve");
/// ```
pub fn words_of(failure: &NoAnswer) -> String {
    if let Some(words) = traceback(&failure.words) {
        return words;
    }
    let first = failure.words.lines().next().unwrap_or_default();
    let constant = first.split_once(':').map_or(first, |(name, _)| name);
    let is_constant = |word: &&str| word.chars().all(|c| c.is_alphabetic() || "-_'".contains(c));
    constant.split_whitespace().take_while(is_constant).take(6).collect::<Vec<_>>().join(" ")
}

/// Did the engine break down with an error of its own, whatever it calls it? What it does not know it may refuse,
/// but in words of its choice.
///
/// ```
/// use randlog_engines::{FailureKind, NoAnswer};
/// use randlog_faults::symptom::is_error;
///
/// let rejected = |words: &str| NoAnswer { kind: FailureKind::Rejected, words: words.to_owned() };
/// assert!(is_error(&rejected("KeyError: 1")));
/// assert!(!is_error(&rejected("no negation here: \\+ p")));
/// ```
pub fn is_error(failure: &NoAnswer) -> bool {
    words_of(failure).split_whitespace().any(|word| word.ends_with("Error"))
}

/// The error that a Python program ended with, and where it was raised.
fn traceback(words: &str) -> Option<String> {
    let is_frame = |line: &&str| line.trim_start().starts_with("File \"");
    let (_, function) = words.lines().rfind(is_frame)?.rsplit_once(", in ")?;
    let error = words.lines().rfind(|line| line.starts_with(|c: char| c.is_alphabetic()))?;
    let (path, _) = error.split_once(':').unwrap_or((error, ""));
    let name = path.rsplit('.').next().unwrap_or(path);
    Some(format!("{} in {}", name.trim(), function.trim()))
}
