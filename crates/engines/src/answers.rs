//! Answers of engines, and whether two of them agree.
//!
//! Every comparison of answers goes through [`Bounds::agrees`] and [`disagreements`]: that of `compare`, of the
//! oracles of `fuzz`, of reductions and of experiments. Differential testing (McKeeman 1998) compares the
//! outputs of several implementations; here an output is a set of probabilities, so two outputs agree within a
//! [`TOLERANCE`].

use std::fmt;

use randlog_logic::Atom;

use super::NoAnswer;

/// How far apart two probabilities may be and still count as the same.
pub const TOLERANCE: f64 = 1e-6;

/// What an engine said: answers, or a failure.
pub type Outcome = Result<Answers, NoAnswer>;

/// The atoms that a query stands for, and what an engine says about each.
pub type Answers = Vec<(Atom, Bounds)>;

/// Where the probability of an atom lies, according to an engine. Most engines give one number,
/// which is both bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// It is not below this,
    pub low: f64,
    /// nor above this.
    pub high: f64,
}

impl Bounds {
    /// One number.
    pub fn exactly(probability: f64) -> Bounds {
        Bounds { low: probability, high: probability }
    }

    /// Is it one number?
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Can both be right? They can if the intervals overlap, give or take [`TOLERANCE`].
    ///
    /// ```
    /// use randlog_engines::Bounds;
    ///
    /// let interval = Bounds { low: 0.2, high: 0.4 };
    /// assert!(interval.agrees(Bounds::exactly(0.4 + 1e-7)));
    /// assert!(!interval.agrees(Bounds::exactly(0.5)));
    /// ```
    pub fn agrees(self, other: Bounds) -> bool {
        self.low - TOLERANCE <= other.high && other.low <= self.high + TOLERANCE
    }

    /// Does a probability lie within them, give or take [`TOLERANCE`]?
    pub fn contains(self, probability: f64) -> bool {
        self.agrees(Bounds::exactly(probability))
    }

    /// Are both bounds the same, give or take [`TOLERANCE`]? An engine that repeats its answer repeats the interval.
    pub fn is_same(self, other: Bounds) -> bool {
        (self.low - other.low).abs() <= TOLERANCE && (self.high - other.high).abs() <= TOLERANCE
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "{}", self.low),
            false => write!(f, "{} to {}", self.low, self.high),
        }
    }
}

/// What these answers say about an atom. An atom that they do not mention is false.
pub fn bounds(answers: &[(Atom, Bounds)], atom: &Atom) -> Bounds {
    answers.iter().find(|(known, _)| known == atom).map_or(Bounds::exactly(0.0), |(_, said)| *said)
}

/// The atoms of several lists of answers, in order, each once.
pub fn atoms<'a>(lists: impl IntoIterator<Item = &'a Answers>) -> Vec<&'a Atom> {
    let mut atoms: Vec<&Atom> = lists.into_iter().flatten().map(|(atom, _)| atom).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// Answers in a line.
pub fn listed(answers: &Answers) -> String {
    let each = answers.iter().map(|(atom, bounds)| format!("{atom}: {bounds}"));
    each.collect::<Vec<_>>().join(", ")
}

/// An atom about which two lists of answers disagree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disagreement<'a> {
    /// The atom.
    pub atom: &'a Atom,
    /// What the first list says.
    pub expected: Bounds,
    /// What the second list says.
    pub answered: Bounds,
}

/// The atoms about which two lists of answers disagree, in order.
///
/// ```
/// use randlog_engines::{Bounds, answers::disagreements};
/// use randlog_logic::Atom;
///
/// let answer = |number| vec![(Atom::new("p", Vec::new()), Bounds::exactly(number))];
/// assert_eq!(disagreements(&answer(0.5), &answer(0.5)).count(), 0);
/// assert_eq!(disagreements(&answer(0.5), &Vec::new()).count(), 1);
/// ```
pub fn disagreements<'a>(
    expected: &'a Answers,
    answered: &'a Answers,
) -> impl Iterator<Item = Disagreement<'a>> {
    let both = |atom| Disagreement {
        atom,
        expected: bounds(expected, atom),
        answered: bounds(answered, atom),
    };
    let all = atoms([expected, answered]).into_iter().map(both);
    all.filter(|both| !both.answered.agrees(both.expected))
}
