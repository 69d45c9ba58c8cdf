//! Probabilities as exact fractions, so that `0.1` means one tenth.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A number in `(0, 1]`, exact: the text `0.1` is one tenth, not the nearest binary fraction.
///
/// Always in lowest terms, so equal numbers are equal values however they were written. Ordered by
/// value.
///
/// ```
/// use randlog_logic::Probability;
///
/// let tenth: Probability = "0.10".parse()?;
/// assert_eq!(tenth, Probability::new(1, 10).unwrap());
/// assert_eq!(tenth.to_string(), "0.1");
/// assert_eq!("2/6".parse::<Probability>()?.to_string(), "1/3");
/// # Ok::<(), randlog_logic::BadProbability>(())
/// ```
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

/// The most decimal places a probability can have: `10^38` is the largest power of ten in `u128`.
const MAX_PLACES: u32 = 38;

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

    /// Is this certainty?
    pub fn is_one(&self) -> bool {
        *self == Probability::ONE
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Is the sum of these probabilities at most one, as the heads of one clause require?
    /// `None` if their common denominator is too large to tell exactly.
    pub fn sum_at_most_one(terms: impl IntoIterator<Item = Probability>) -> Option<bool> {
        let (mut numerator, mut denominator) = (0u128, 1u128);
        for term in terms {
            let scale = term.denominator / gcd(denominator, term.denominator);
            let common = denominator.checked_mul(scale)?;
            let addend = term.numerator.checked_mul(common / term.denominator)?;
            numerator = numerator.checked_mul(scale)?.checked_add(addend)?;
            if numerator > common {
                return Some(false);
            }
            let divisor = gcd(numerator, common);
            (numerator, denominator) = (numerator / divisor, common / divisor);
        }
        Some(true)
    }

    /// The number of decimal places, and the digits after the point, if a decimal can be exact.
    fn decimal(&self) -> Option<(u32, u128)> {
        let twos = self.denominator.trailing_zeros();
        let mut rest = self.denominator >> twos;
        let mut fives = 0;
        while rest.is_multiple_of(5) {
            rest /= 5;
            fives += 1;
        }
        let places = twos.max(fives);
        let finite = rest == 1 && places <= MAX_PLACES;
        finite.then(|| (places, self.numerator * (10u128.pow(places) / self.denominator)))
    }
}

pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Division of 64-bit numbers is several times cheaper, and nearly all probabilities are small.
        let rest = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(small_a), Ok(small_b)) => (small_a % small_b).into(),
            _ => a % b,
        };
        (a, b) = (b, rest);
    }
    a
}

impl Ord for Probability {
    /// Cross multiplication could overflow, so compare the continued fractions: whole parts first,
    /// then the remainders, whose reciprocals are ordered the other way round.
    fn cmp(&self, other: &Probability) -> Ordering {
        let (mut a, mut b) = (self.numerator, self.denominator);
        let (mut c, mut d) = (other.numerator, other.denominator);
        loop {
            let whole = (a / b).cmp(&(c / d));
            if whole.is_ne() {
                return whole;
            }
            match (a % b, c % d) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // a/b < c/d exactly if d/(c mod d) < b/(a mod b).
                (left, right) => (a, b, c, d) = (d, right, b, left),
            }
        }
    }
}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Probability) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Probability {
    /// The shortest decimal if one is exact, else a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decimal() {
            Some((0, _)) => f.write_str("1"),
            Some((places, digits)) => write!(f, "0.{digits:0width$}", width = places as usize),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl FromStr for Probability {
    type Err = BadProbability;

    /// Reads a decimal (`0.25`, `1`, `1e-3`) or a fraction (`1/3`).
    fn from_str(text: &str) -> Result<Probability, BadProbability> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let negative = unsigned.len() < text.len();
        let parsed = match unsigned.split_once('/') {
            Some((numerator, denominator)) => {
                fraction(numerator.trim_end(), denominator.trim_start())
            }
            None => {
                Decimal::split(unsigned).map_or(Err(Reason::NotANumber), |decimal| decimal.value())
            }
        };
        match parsed {
            Err(Reason::NotANumber) => Err(BadProbability::NotANumber(shorten(text))),
            _ if negative => Err(BadProbability::OutOfRange(shorten(text))),
            Err(Reason::OutOfRange) => Err(BadProbability::OutOfRange(shorten(text))),
            Err(Reason::TooLong) => Err(BadProbability::TooLong(shorten(text))),
            Ok(probability) => Ok(probability),
        }
    }
}

/// [`BadProbability`] without the text.
enum Reason {
    NotANumber,
    OutOfRange,
    TooLong,
}

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
        return Err(Reason::NotANumber);
    }
    let parse = |digits: &str| digits.parse::<u128>().map_err(|_| Reason::TooLong);
    match (parse(numerator)?, parse(denominator)?) {
        (_, 0) => Err(Reason::NotANumber),
        (numerator, denominator) => {
            Probability::new(numerator, denominator).ok_or(Reason::OutOfRange)
        }
    }
}

/// The parts of `whole.fraction e exponent`.
struct Decimal<'t> {
    whole: &'t str,
    fraction: &'t str,
    exponent: i128,
}

impl<'t> Decimal<'t> {
    fn split(text: &'t str) -> Option<Decimal<'t>> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (text, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        is_digits(whole).then_some(Decimal { whole, fraction, exponent })
    }

    fn value(&self) -> Result<Probability, Reason> {
        // Only the digits between the first and the last that is not zero carry the value.
        let digits = || self.whole.bytes().chain(self.fraction.bytes());
        let length = self.whole.len() + self.fraction.len();
        let Some(leading) = digits().position(|digit| digit != b'0') else {
            return Err(Reason::OutOfRange);
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
            return Err(Reason::OutOfRange);
        }
        if places > MAX_PLACES.into() {
            return Err(Reason::TooLong);
        }
        let numerator = significand.fold(0, |value, digit| 10 * value + u128::from(digit - b'0'));
        Probability::new(numerator, 10u128.pow(places as u32)).ok_or(Reason::OutOfRange)
    }
}

fn parse_exponent(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1 } else { 1 };
    // Beyond this bound every value is out of range or too long, whatever the digits.
    const BOUND: i128 = 1 << 100;
    is_digits(digits).then(|| sign * digits.parse().unwrap_or(BOUND).min(BOUND))
}
