//! Numbers of a spec that are neither counts nor probabilities: weights and averages.

use std::fmt;
use std::str::FromStr;

/// A number that is not negative, exact: the text `0.1` is one tenth, not the nearest binary fraction.
///
/// ```
/// use randlog_generate::spec::Number;
///
/// let fifth: Number = "0.20".parse().unwrap();
/// assert_eq!(fifth.to_string(), "0.2");
/// assert_eq!("2/6".parse::<Number>().unwrap().to_string(), "1/3");
/// assert_eq!("2.5e3".parse::<Number>().unwrap().to_string(), "2500");
/// assert!("-1".parse::<Number>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    numerator: u64,
    denominator: u64,
}

/// A text that is no such number, or has more digits than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

/// The most decimal places.
const MAX_PLACES: u32 = 18;

impl Number {
    /// One: what everything weighs unless a spec says otherwise.
    pub const ONE: Number = Number { numerator: 1, denominator: 1 };

    fn new(numerator: u64, denominator: u64) -> Option<Number> {
        let divisor = gcd(numerator, denominator);
        (divisor > 0 && denominator > 0)
            .then(|| Number { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator in lowest terms.
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The decimal number of so many significant digits that is nearest; nothing if it is negative or too
    /// large or small to be kept.
    pub fn rounded(value: f64, digits: usize) -> Option<Number> {
        format!("{value:.*e}", digits.saturating_sub(1)).parse().ok()
    }
}

impl fmt::Display for Number {
    /// A decimal where one is exact, else a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number { numerator, denominator } = *self;
        let exact = |&places: &u32| 10u128.pow(places).is_multiple_of(denominator.into());
        let Some(places) = (0..=MAX_PLACES).find(exact) else {
            return write!(f, "{numerator}/{denominator}");
        };
        let scale = 10u128.pow(places);
        let digits = u128::from(numerator) * (scale / u128::from(denominator));
        match places {
            0 => write!(f, "{digits}"),
            _ => {
                write!(f, "{}.{:0width$}", digits / scale, digits % scale, width = places as usize)
            }
        }
    }
}

impl FromStr for Number {
    type Err = NotANumber;

    /// Reads a decimal (`0.25`, `3`, `1e-3`) or a fraction (`1/3`).
    fn from_str(text: &str) -> Result<Number, NotANumber> {
        let parsed = match text.split_once('/') {
            Some((numerator, denominator)) => {
                whole(numerator.trim_end()).zip(whole(denominator.trim_start()))
            }
            None => decimal(text),
        };
        parsed
            .and_then(|(numerator, denominator)| Number::new(numerator, denominator))
            .ok_or(NotANumber)
    }
}

fn whole(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// `whole.fraction e exponent` as numerator and denominator.
fn decimal(text: &str) -> Option<(u64, u64)> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (before, after) = match mantissa.split_once('.') {
        Some((before, after)) if !after.is_empty() => (before, after.trim_end_matches('0')),
        Some(_) => return None,
        None => (mantissa, ""),
    };
    // An empty part before the point is not a number; an empty one after it is.
    whole(before)?;
    let digits = whole(&format!("{before}{after}"))?;
    let places = i32::try_from(after.len()).ok()?.checked_sub(exponent)?;
    let scale = 10u64.checked_pow(places.unsigned_abs())?;
    if places > 0 { Some((digits, scale)) } else { Some((digits.checked_mul(scale)?, 1)) }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
