//! What went wrong with an engine on a program.
//!
//! A reduced program must show the same symptom as the original: otherwise a reduction slips from
//! one fault to another.

use std::fmt;

use randlog_engines::FailureKind;

/// How an engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It gave a number, and the number is wrong.
    WrongAnswer,
    /// It gave no number where there is one.
    Failure(FailureKind),
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
