//! Known faults from TOML.

use std::sync::Arc;

use miette::Diagnostic;
use randlog_logic::Program;
use serde::Deserialize;

use super::{FaultKind, KnownFault, KnownFaults, Pattern, Refusal, Refusals, Shape};

/// What is wrong with a list of known faults.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum BadKnownFaults {
    /// It cannot be read.
    #[error("{place}{message}")]
    #[diagnostic(help(
        "a list of known faults has entries `[[fault]]` with name, words, engines, effect and example, and entries \
         `[[refusal]]` with engines, kinds, when and reason"
    ))]
    Syntax {
        /// Where, if that is known.
        place: String,
        /// What is wrong.
        message: String,
    },

    /// There is no such pattern.
    #[error("`{fault}` has an unknown pattern `{pattern}`")]
    #[diagnostic(help("the patterns are {}", Pattern::ALL.map(|known| known.name).join(", ")))]
    Pattern {
        /// The fault, or the reason of a refusal.
        fault: String,
        /// The pattern.
        pattern: String,
    },

    /// Nothing can have this effect.
    #[error("the fault `{fault}` has an unknown effect `{effect}`")]
    #[diagnostic(help(
        "write `wrong-answer`, or the kind of a failure, such as `crash` or `negative-cycle`"
    ))]
    Effect {
        /// The fault.
        fault: String,
        /// The effect.
        effect: String,
    },

    /// An example is no program.
    #[error("the example of the fault `{fault}` cannot be read: {message}")]
    #[diagnostic(help("write a ProbLog program with a query"))]
    Example {
        /// The fault.
        fault: String,
        /// What is wrong with it.
        message: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    fault: Vec<KnownFault>,
    #[serde(default)]
    refusal: Vec<Refusal>,
}

impl KnownFaults {
    /// Reads a list of faults.
    pub fn read(text: &str) -> Result<KnownFaults, BadKnownFaults> {
        let list: List = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| {
                let before = text.as_bytes().get(..span.start).unwrap_or_default();
                1 + before.iter().filter(|byte| **byte == b'\n').count()
            });
            BadKnownFaults::Syntax {
                place: line.map_or(String::new(), |line| format!("line {line}: ")),
                message: error.message().to_owned(),
            }
        })?;
        let faults = list.fault.into_iter().map(|fault| fault.settled().map(Arc::new));
        let refusals = list.refusal.into_iter().map(Refusal::settled);
        Ok(KnownFaults {
            faults: faults.collect::<Result<_, _>>()?,
            refusals: Refusals(refusals.collect::<Result<_, _>>()?),
        })
    }
}

/// The patterns of these names, which an entry of the list has.
fn patterns(names: &[String], entry: &str) -> Result<Vec<Pattern>, BadKnownFaults> {
    let unknown =
        |name: &String| BadKnownFaults::Pattern { fault: entry.to_owned(), pattern: name.clone() };
    names.iter().map(|name| Pattern::named(name).ok_or_else(|| unknown(name))).collect()
}

impl Refusal {
    /// With what its names stand for.
    fn settled(mut self) -> Result<Refusal, BadKnownFaults> {
        self.patterns = patterns(&self.pattern_names, &self.reason)?;
        Ok(self)
    }
}

impl KnownFault {
    /// With what its names and programs stand for.
    fn settled(mut self) -> Result<KnownFault, BadKnownFaults> {
        let fault = || self.name.clone();
        self.patterns = patterns(&self.pattern_names, &self.name)?;
        let effect = &self.effect_name;
        let unknown = || BadKnownFaults::Effect { fault: fault(), effect: effect.clone() };
        self.effect = FaultKind::named(effect).ok_or_else(unknown)?;
        for text in [&self.example].into_iter().chain(&self.forms) {
            let tree = Program::parse(text).map_err(|error| BadKnownFaults::Example {
                fault: fault(),
                message: error.to_string(),
            })?;
            self.shapes.push(Shape::of(&tree.into()));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_read() {
        let text = include_str!("known.toml");
        let read = KnownFaults::read(text).unwrap();
        assert_eq!(read.iter().count(), text.matches("[[fault]]").count());
        assert_eq!(read.refusals().0.len(), text.matches("[[refusal]]").count());
        assert_eq!(KnownFaults::shipped(), &read);
    }

    #[test]
    fn mistakes_are_named() {
        let wrong = |text: &str| KnownFaults::read(text).unwrap_err().to_string();
        let entry =
            |more: &str| format!("[[fault]]\nname = 'f'\nwords = 'w'\nengines = ['sdd']\n{more}");
        assert_eq!(
            wrong(&entry("effect = 'crash'\nexample = 'p'\n")),
            "the example of the fault `f` cannot be read: a full stop is missing"
        );
        assert_eq!(
            wrong(&entry("effect = 'crush'\nexample = 'p.'\n")),
            "the fault `f` has an unknown effect `crush`"
        );
        assert_eq!(
            wrong(&entry("effect = 'crash'\nexample = 'p.'\npatterns = ['x']\n")),
            "`f` has an unknown pattern `x`"
        );
        assert!(wrong(&entry("effect = 'crash'\n")).starts_with("line 1: missing field `example`"));
        assert!(wrong("[[fault]]\ncolour = 1\n").starts_with("line 2: unknown field `colour`"));
    }
}
