//! Known faults of engines: named, so that they are not taken for news, and can be removed when they are fixed.
//!
//! They are data. `known.toml` is shipped with this crate, and users can have a file of
//! their own ([`KnownFaults::read`]). A fault says which engines have it, what it makes of a program, and how it is
//! recognised: by [patterns](Pattern) of the program, by words of the engine, or, if the program is a reduced one, because
//! its [shape](Shape) is that of the example.
//!
//! ```
//! use randlog_engines::known::KnownFaults;
//!
//! let known = KnownFaults::shipped();
//! let fault = known.iter().find(|fault| fault.name == "forward-negated-cycle").unwrap();
//! assert_eq!(fault.engines, ["fsdd"]);
//! let renamed = "c :- c. 0.5::x. c :- x. d :- \\+ c. d :- x. query(d).".into();
//! assert_eq!(known.of_reduced("fsdd", &renamed, None).unwrap().name, fault.name);
//! assert!(known.of_reduced("sdd", &renamed, None).is_none());
//! ```
//!
//! `tests/engines.rs` runs the example of each, and fails once the fault is gone.
//!
//! The same files say what an engine may refuse without a fault ([`Refusals`]).

mod pattern;
mod read;
mod refusal;
mod shape;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use randlog_logic::Program;
use serde::{Deserialize, Serialize};

use super::{FailureKind, NoAnswer, TestCase};

pub use pattern::{Pattern, Reached};
pub use read::BadKnownFaults;
pub use refusal::{Condition, Refusal, Refusals, has_negative_cycle, is_disputed};
pub use shape::Shape;

/// How a fault shows itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The engine gives a wrong number, or one where there is none.
    #[default]
    WrongAnswer,
    /// The engine fails where there is a number.
    #[serde(untagged)]
    Failure(FailureKind),
}

impl FaultKind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<FaultKind> {
        match name {
            "wrong-answer" => Some(FaultKind::WrongAnswer),
            other => FailureKind::named(other).map(FaultKind::Failure),
        }
    }

    /// Does the engine take too long?
    pub fn is_timeout(self) -> bool {
        self == FaultKind::Failure(FailureKind::Timeout)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::WrongAnswer => f.write_str("wrong-answer"),
            FaultKind::Failure(kind) => kind.fmt(f),
        }
    }
}

/// A fault of some engines.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFault {
    /// What we call it.
    pub name: String,
    /// What is wrong.
    pub words: String,
    /// The engines that have it.
    pub engines: Vec<String>,
    /// The version that was seen to have it.
    pub version: Option<String>,
    /// How it shows itself.
    #[serde(skip)]
    pub effect: FaultKind,
    #[serde(rename = "effect")]
    effect_name: String,
    /// What is among the engine's own words.
    pub message: Option<String>,
    /// What holds of the rules and queries that show it.
    #[serde(skip)]
    pub patterns: Vec<Pattern>,
    #[serde(default, rename = "patterns")]
    pattern_names: Vec<String>,
    /// A program that shows it.
    pub example: String,
    /// The right answers to that; none if it has none.
    pub answers: Option<BTreeMap<String, f64>>,
    /// Further programs that show it, as small as can be.
    #[serde(default)]
    pub forms: Vec<String>,
    /// Where it is discussed.
    pub link: Option<String>,
    /// The shapes of the example and of the further programs.
    #[serde(skip)]
    shapes: Vec<Shape>,
}

impl KnownFault {
    /// Is it what became of an engine: a failure, or else a wrong number?
    fn fits(&self, engine: &str, failure: Option<&NoAnswer>) -> bool {
        let effect = match (self.effect, failure) {
            (FaultKind::WrongAnswer, None) => true,
            (FaultKind::Failure(kind), Some(failure)) => {
                let said = self.message.as_ref().is_none_or(|part| failure.words.contains(part));
                failure.kind == kind && said
            }
            (FaultKind::WrongAnswer, Some(_)) | (FaultKind::Failure(_), None) => false,
        };
        effect && self.engines.iter().any(|known| known == engine)
    }

    /// May the rules that the queries of a program reach show it? Without a pattern, only what looks like the
    /// example does.
    fn applies(&self, reached: &Reached<'_>) -> bool {
        !self.patterns.is_empty() && self.patterns.iter().all(|pattern| (pattern.holds)(reached))
    }
}

/// Faults that are known, and what engines may refuse without a fault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownFaults {
    faults: Vec<Arc<KnownFault>>,
    refusals: Refusals,
}

impl KnownFaults {
    /// Those that are shipped with this crate.
    pub fn shipped() -> &'static KnownFaults {
        static SHIPPED: LazyLock<KnownFaults> = LazyLock::new(|| {
            // A test reads them, and looks that none is missing.
            KnownFaults::read(include_str!("known.toml")).unwrap_or_default()
        });
        &SHIPPED
    }

    /// These faults, and then those.
    #[must_use]
    pub fn and(&self, others: KnownFaults) -> KnownFaults {
        let faults = self.faults.iter().cloned().chain(others.faults).collect();
        let refusals = self.refusals.0.iter().cloned().chain(others.refusals.0).collect();
        KnownFaults { faults, refusals: Refusals(refusals) }
    }

    /// The same refusals, and no fault.
    #[must_use]
    pub fn without_faults(&self) -> KnownFaults {
        KnownFaults { faults: Vec::new(), refusals: self.refusals.clone() }
    }

    /// What engines may refuse.
    pub fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<KnownFault>> {
        self.faults.iter()
    }

    /// The fault that explains a failure of an engine, or else its wrong answer, if one does. That a program takes
    /// too long is explained by its size as well as by a fault, so nothing explains it.
    pub fn explanation(
        &self,
        engine: &str,
        program: &Program,
        failure: Option<&NoAnswer>,
    ) -> Option<&Arc<KnownFault>> {
        if failure.is_some_and(|failure| failure.kind == FailureKind::Timeout) {
            return None;
        }
        let mut fitting = self.faults.iter().filter(|fault| fault.fits(engine, failure)).peekable();
        // Most engines have none: no need to look at the program.
        fitting.peek()?;
        let reached = Reached::by(program);
        fitting.find(|fault| fault.applies(&reached))
    }

    /// The fault that a program shows which was reduced until nothing more could go. All that is left of it matters:
    /// it shows a known fault if the same patterns hold of it as of the example, or of one of the further programs,
    /// and no others. That something takes too long is a fault whatever the program is like.
    pub fn of_reduced(
        &self,
        engine: &str,
        program: &TestCase,
        failure: Option<&NoAnswer>,
    ) -> Option<&Arc<KnownFault>> {
        let mut fitting = self.faults.iter().filter(|fault| fault.fits(engine, failure)).peekable();
        fitting.peek()?;
        let shape = Shape::of(program);
        let is_late = failure.is_some_and(|failure| failure.kind == FailureKind::Timeout);
        fitting.find(|fault| is_late || fault.shapes.contains(&shape))
    }
}
