//! Probabilities as exact fractions, so that `0.1` means one tenth.

use std::fmt;
use std::str::FromStr;

/// A number in `(0, 1]`, exact: the text `0.1` is one tenth, not the nearest binary fraction.
///
/// Always in lowest terms, so equal numbers are equal values however they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u128,
    denominator: u128,
}

/// Why a text is not a probability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadProbability {
    /// Not a decimal number or a fraction.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A number outside (0, 1].
    #[error("`{0}` is outside (0, 1]")]
    OutOfRange(String),
    /// More digits than an exact fraction here can hold.
    #[error("`{0}` has more digits than can be kept exactly")]
    TooLong(String),
}

impl Probability {
    /// Certainty: the probability of a plain clause.
    pub const ONE: Probability = Probability { numerator: 1, denominator: 1 };

    /// The fraction `numerator / denominator`, if it lies in (0, 1].
    pub fn new(numerator: u128, denominator: u128) -> Option<Probability> {
        if numerator == 0 || numerator > denominator {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Probability { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> u128 {
        self.numerator
    }

    /// The denominator in lowest terms.
    pub fn denominator(&self) -> u128 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl FromStr for Probability {
    type Err = BadProbability;

    fn from_str(text: &str) -> Result<Probability, BadProbability> {
        todo!("{text}")
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}
