//! A fault of an engine, from the oracle that notices it to the directory that it is filed in.

use std::fmt;

use randlog_engines::known::FaultKind;
use randlog_engines::{NoAnswer, TestCase};
use randlog_logic::{Atom, Program};
use serde::{Deserialize, Serialize};

use crate::size::Size;

/// A fault of an engine: what is known of it so far.
///
/// An oracle says how the engine fails, what it expected and what it got. The judge adds who failed on which program,
/// and according to which oracle. Reduction replaces the program by a smaller one that shows the same fault, fresh
/// processes confirm it, and [`Findings`](crate::finding::Findings) files it.
///
/// `fault.toml` holds all of it but the programs, which have files of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The engine that fails.
    pub engine: String,
    /// Its version.
    pub version: String,
    /// The oracle that noticed, by its name.
    pub oracle: String,
    /// How the engine fails.
    pub kind: FaultKind,
    /// What is constant in the engine's words, if it gave no number ([`NoAnswer::message_class`]).
    #[serde(default, rename = "words", skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// What the oracle expected, in words.
    pub expected: String,
    /// What the engine answered, in words: its own, if it failed.
    pub answered: String,
    /// Other engines that show the same on the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Could something of the program still go? Then its shape says nothing about the fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreduced: bool,
    /// Does no fresh process show it? Then a worker may have been led astray by an earlier program.
    #[serde(default, rename = "only_at_work", skip_serializing_if = "std::ops::Not::not")]
    pub unconfirmed: bool,
    /// Was the run over before the fault was reduced and confirmed?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// How often fresh processes show it, if not always: "2 of 40".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency: Option<String>,
    /// The command that makes the original again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The seed of the original.
    #[serde(default, with = "number_as_text", skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Which program of that seed the original is.
    #[serde(default, with = "number_as_text", skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// Other reduced programs that show it, as far as they are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The program that shows it; reduced, unless it could not be.
    #[serde(skip)]
    pub program: TestCase,
    /// The program that was reduced.
    #[serde(skip)]
    pub original: TestCase,
    /// The other programs that the oracle compared with, if it did.
    #[serde(skip)]
    pub compared: Vec<TestCase>,
    /// What the worker was asked before, in this order. Of a fault that no program shows alone, these are the ones that it
    /// needs.
    #[serde(skip)]
    pub before: Vec<TestCase>,
}

/// TOML has no number as large as some seeds.
mod number_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(number: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&number.unwrap_or_default())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u64>, D::Error> {
        String::deserialize(from)?.parse().map(Some).map_err(de::Error::custom)
    }
}

impl Fault {
    /// The engine gives a wrong number for an atom.
    pub fn wrong(atom: &Atom, expected: impl fmt::Display, answered: impl fmt::Display) -> Fault {
        let (expected, answered) = (format!("{atom}: {expected}"), format!("{atom}: {answered}"));
        Fault { expected, answered, ..Fault::default() }
    }

    /// The engine gives no number where there should be one.
    pub fn failure(failure: &NoAnswer, expected: impl fmt::Display) -> Fault {
        Fault {
            kind: FaultKind::Failure(failure.kind),
            message: failure.message_class(),
            expected: expected.to_string(),
            answered: failure.to_string(),
            ..Fault::default()
        }
    }

    /// The same fault, with further programs that the oracle compared with.
    #[must_use]
    pub(crate) fn compared_with(mut self, programs: impl IntoIterator<Item = Program>) -> Fault {
        self.compared.extend(programs.into_iter().map(TestCase::from));
        self
    }

    /// The fault as it was seen again, with what was known of its history before.
    #[must_use]
    pub(crate) fn seen_again(self, before: &Fault) -> Fault {
        let Fault { original, also, before: asked, unreduced, index, .. } = before.clone();
        Fault { original, also, before: asked, unreduced, index, ..self }
    }

    /// Does the engine fail in the same way? A reduction must not slip from one fault to another.
    pub fn fails_like(&self, other: &Fault) -> bool {
        (self.kind, &self.message) == (other.kind, &other.message)
    }

    /// Did the engine fail with this message class?
    pub(crate) fn is_failure(&self, failure: &NoAnswer) -> bool {
        self.fails_like(&Fault::failure(failure, ""))
    }

    /// The failure of the engine, if it gave no number.
    pub fn no_answer(&self) -> Option<NoAnswer> {
        match self.kind {
            FaultKind::WrongAnswer => None,
            FaultKind::Failure(kind) => Some(NoAnswer { kind, words: self.answered.clone() }),
        }
    }

    /// How large the program is, if it can be read.
    pub(crate) fn size(&self) -> Option<Size> {
        self.program.tree().map(Size::of)
    }

    /// How many lines the program has: clauses, evidence, queries and directives.
    pub fn lines(&self) -> usize {
        self.size().map_or_else(|| self.program.text().lines().count(), |size| size.lines)
    }
}
