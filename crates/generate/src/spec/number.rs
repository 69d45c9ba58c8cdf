//! Numbers of a spec that are neither counts nor probabilities: weights and averages.

use std::fmt;
use std::str::FromStr;

use dashu_int::UBig;
use dashu_int::ops::Gcd;

/// A number that is not negative, exact: the text `0.1` is one tenth, not the nearest binary fraction.
///
/// ```
/// use randlog_generate::spec::Number;
///
/// let fifth: Number = "0.20".parse().unwrap();
/// assert_eq!(fifth.to_string(), "0.2");
/// assert_eq!("2/6".parse::<Number>().unwrap().to_string(), "1/3");
/// assert_eq!("2.5e3".parse::<Number>().unwrap().to_string(), "2500");
/// assert_eq!("1/3145728".parse::<Number>().unwrap().to_string(), "1/3145728");
/// assert_eq!("25e-40".parse::<Number>().unwrap().to_string(), "2.5e-39");
/// assert!("-1".parse::<Number>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number {
    /// The number is `numerator / denominator · 10^exponent`. The fraction is in lowest terms, neither of
    /// the two is divisible by ten, and the denominator neither by two nor by five: so equal numbers are
    /// equal values.
    numerator: u64,
    denominator: u64,
    exponent: i32,
}

/// A text that is no such number, or has more digits than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl Number {
    /// One: what everything weighs unless a spec says otherwise.
    pub const ONE: Number = Number { numerator: 1, denominator: 1, exponent: 0 };

    /// The largest weight and, as its reciprocal, the smallest.
    pub(crate) const LARGEST: f64 = 1e300;

    fn new(mut numerator: u64, mut denominator: u64, mut exponent: i32) -> Option<Number> {
        if denominator == 0 {
            return None;
        }
        if numerator == 0 {
            return Some(Number { numerator: 0, denominator: 1, exponent: 0 });
        }
        for (factor, other) in [(2, 5), (5, 2)] {
            while denominator.is_multiple_of(factor) {
                (denominator, exponent) = (denominator / factor, exponent.checked_sub(1)?);
                numerator = numerator.checked_mul(other)?;
            }
        }
        let divisor = gcd(numerator, denominator);
        (numerator, denominator) = (numerator / divisor, denominator / divisor);
        while numerator.is_multiple_of(10) {
            (numerator, exponent) = (numerator / 10, exponent.checked_add(1)?);
        }
        Some(Number { numerator, denominator, exponent })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> UBig {
        UBig::from(self.numerator) * power_of_ten(self.exponent)
    }

    /// The denominator in lowest terms, but for powers of ten.
    pub fn denominator(self) -> UBig {
        UBig::from(self.denominator) * power_of_ten(-self.exponent)
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        let digits = format!("{}e{}", self.numerator, self.exponent);
        digits.parse::<f64>().unwrap_or(f64::NAN) / self.denominator as f64
    }

    /// The decimal number of so many significant digits that is nearest; nothing if there is none.
    pub fn rounded(value: f64, digits: usize) -> Option<Number> {
        format!("{value:.*e}", digits.saturating_sub(1)).parse().ok()
    }
}

/// How far the sum of some numbers may be off because each was rounded to as many decimal places as the longest of them. Nothing if
/// there are not two places at least: nobody rounds that much.
pub(crate) fn rounding(numbers: impl IntoIterator<Item = Number>) -> f64 {
    let (mut count, mut places) = (0, 0);
    for number in numbers {
        count += 1;
        places = places.max(-number.exponent);
    }
    if places < 2 { 0.0 } else { 0.5 * f64::from(count) * 10f64.powi(-places) }
}

/// One, if the exponent is negative.
fn power_of_ten(exponent: i32) -> UBig {
    UBig::from(10u8).pow(usize::try_from(exponent).unwrap_or(0))
}

impl fmt::Display for Number {
    /// A decimal where one is exact, else a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Number { numerator, denominator, exponent } = *self;
        if denominator > 1 {
            let (numerator, denominator) = (self.numerator(), self.denominator());
            let common = (&numerator).gcd(&denominator);
            return write!(f, "{}/{}", numerator / &common, denominator / common);
        }
        let digits = numerator.to_string();
        let places = usize::try_from(-exponent).unwrap_or(0);
        match exponent {
            0..=15 => write!(f, "{digits}{}", "0".repeat(exponent as usize)),
            -20..=-1 => {
                let padded = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = padded.split_at(padded.len() - places);
                write!(f, "{whole}.{fraction}")
            }
            _ => {
                let (first, others) = digits.split_at(1);
                let point = if others.is_empty() { "" } else { "." };
                write!(f, "{first}{point}{others}e{}", exponent + others.len() as i32)
            }
        }
    }
}

impl FromStr for Number {
    type Err = NotANumber;

    /// Reads a decimal (`0.25`, `3`, `1e-3`) or a fraction (`1/3`).
    fn from_str(text: &str) -> Result<Number, NotANumber> {
        let parsed = match text.split_once('/') {
            Some((numerator, denominator)) => whole(numerator.trim_end())
                .zip(whole(denominator.trim_start()))
                .and_then(|(numerator, denominator)| Number::new(numerator, denominator, 0)),
            None => decimal(text),
        };
        parsed.ok_or(NotANumber)
    }
}

fn whole(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// `whole.fraction e exponent`.
fn decimal(text: &str) -> Option<Number> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i16>().ok()?),
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
    let places = i32::try_from(after.len()).ok()?;
    Number::new(digits, 1, i32::from(exponent) - places)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
