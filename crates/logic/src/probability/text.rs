//! Probabilities as texts.

use super::BadProbability::{self, NotANumber, OutOfRange, TooLong};
use super::{Decimal, Probability, Value};
use std::fmt;
use std::str::FromStr;

/// The most decimal places that are written out: `10^38` is the largest power of ten in `u128`.
const MAX_PLACES: u32 = 38;

impl fmt::Display for Probability {
    /// The shortest decimal if one is exact, else a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = match self.0 {
            Value::Fraction { numerator, denominator } => (numerator, denominator.get()),
            Value::Tiny(Decimal { digits, places }) => {
                let digits = digits.to_string();
                let (first, others) = digits.split_at(1);
                let others = if others.is_empty() { "0" } else { others };
                return write!(f, "{first}.{others}e-{}", places as usize - (digits.len() - 1));
            }
        };
        match decimal(numerator, denominator) {
            Some((0, _)) => f.write_str("1"),
            Some((places, digits)) => write!(f, "0.{digits:0width$}", width = places as usize),
            None => write!(f, "{numerator}/{denominator}"),
        }
    }
}

/// The number of decimal places, and the digits after the point, if a decimal can be exact.
fn decimal(numerator: u128, denominator: u128) -> Option<(u32, u128)> {
    let twos = denominator.trailing_zeros();
    let mut rest = denominator >> twos;
    let mut fives = 0;
    while rest.is_multiple_of(5) {
        rest /= 5;
        fives += 1;
    }
    let places = twos.max(fives);
    let finite = rest == 1 && places <= MAX_PLACES;
    finite.then(|| (places, numerator * (10u128.pow(places) / denominator)))
}

impl FromStr for Probability {
    type Err = BadProbability;

    /// Reads a decimal (`0.25`, `1`, `1e-3`) or a fraction (`1/3`).
    fn from_str(text: &str) -> Result<Probability, BadProbability> {
        let parsed = match text.strip_prefix('-').unwrap_or(text).split_once('/') {
            Some((numerator, denominator)) => {
                fraction(numerator.trim_end(), denominator.trim_start())
            }
            None => Written::split(text).ok_or(NotANumber as Reason).and_then(Written::value),
        };
        match parsed.map_err(|reason| reason(shorten(text))) {
            Ok(_) | Err(TooLong(_)) if text.starts_with('-') => Err(OutOfRange(shorten(text))),
            parsed => parsed,
        }
    }
}

/// Makes the error of a text.
type Reason = fn(String) -> BadProbability;

/// Enough of a text to recognise it in a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(48) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn fraction(numerator: &str, denominator: &str) -> Result<Probability, Reason> {
    if !is_digits(numerator) || !is_digits(denominator) {
        return Err(NotANumber as Reason);
    }
    let parse = |digits: &str| digits.parse::<u128>().map_err(|_| TooLong as Reason);
    match (parse(numerator)?, parse(denominator)?) {
        (_, 0) => Err(NotANumber as Reason),
        (numerator, denominator) => {
            Probability::new(numerator, denominator).ok_or(OutOfRange as Reason)
        }
    }
}

/// The parts of `whole.fraction e exponent`, and whether there is a sign before them.
pub(crate) struct Written<'t> {
    pub(crate) negative: bool,
    pub(crate) whole: &'t str,
    pub(crate) fraction: &'t str,
    pub(crate) exponent: i128,
}

impl<'t> Written<'t> {
    pub(crate) fn split(text: &'t str) -> Option<Written<'t>> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let negative = unsigned.len() < text.len();
        is_digits(whole).then_some(Written { negative, whole, fraction, exponent })
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.whole.bytes().chain(self.fraction.bytes()).all(|digit| digit == b'0')
    }

    fn value(self) -> Result<Probability, Reason> {
        // Only the digits between the first and the last that is not zero carry the value.
        let digits = || self.whole.bytes().chain(self.fraction.bytes());
        let length = self.whole.len() + self.fraction.len();
        let Some(leading) = digits().position(|digit| digit != b'0') else {
            return Err(OutOfRange as Reason);
        };
        let trailing = self.fraction.bytes().rev().chain(self.whole.bytes().rev());
        let trailing = trailing.take_while(|&digit| digit == b'0').count();
        let significant = length - leading - trailing;
        let places = self.fraction.len() as i128 - trailing as i128 - self.exponent;

        // Without trailing zeros, a number is at most one if it is one, or less than one.
        let significand = digits().skip(leading).take(significant);
        if places == 0 && significant == 1 && significand.clone().eq([b'1']) {
            return Ok(Probability::ONE);
        }
        if places <= 0 || significant as i128 > places {
            return Err(OutOfRange as Reason);
        }
        if significant > MAX_PLACES as usize {
            return Err(TooLong as Reason);
        }
        let digits = significand.fold(0, |value, digit| 10 * value + u128::from(digit - b'0'));
        let places = u32::try_from(places).map_err(|_| TooLong as Reason)?;
        match 10u128.checked_pow(places) {
            Some(power) => Probability::new(digits, power).ok_or(OutOfRange as Reason),
            None => Probability::decimal(digits, places).ok_or(TooLong as Reason),
        }
    }
}

fn parse_exponent(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1 } else { 1 };
    // Beyond this bound every value is out of range or too long, whatever the digits.
    const BOUND: i128 = 1 << 100;
    is_digits(digits).then(|| sign * digits.parse().unwrap_or(BOUND).min(BOUND))
}
