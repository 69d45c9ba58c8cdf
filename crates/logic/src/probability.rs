//! Probabilities as exact fractions, so that `0.1` means one tenth.

mod text;

pub(crate) use text::Written;

use dashu_int::UBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::num::NonZeroU128;

/// A number in `(0, 1]`, exact: the text `0.1` is one tenth, not the nearest binary fraction.
///
/// Always in lowest terms, so equal numbers are equal values however they were written. Ordered by
/// value. What it can hold are fractions of 128 bits, and decimals such as `1e-300`.
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
pub struct Probability(Value);

/// Programs have probabilities by the hundred thousand: both kinds take 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Value {
    Fraction {
        numerator: u128,
        denominator: NonZeroU128,
    },
    /// What is no fraction of 128 bits in lowest terms. The last digit is not zero.
    Tiny(Decimal),
}

/// `digits · 10^-places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    pub(crate) digits: u64,
    pub(crate) places: u32,
}

impl Decimal {
    /// The probability that few digits stand for.
    pub(crate) fn value(self) -> Probability {
        Probability::new(self.digits.into(), 10u128.pow(self.places)).unwrap_or(Probability::ONE)
    }
}

/// Why a text is not a probability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum BadProbability {
    /// Not a decimal number or a fraction.
    #[error("`{0}` is not a number")]
    #[diagnostic(help("write a number such as `0.25`, `1e-3` or `1/3`"))]
    NotANumber(String),
    /// A number outside (0, 1].
    #[error("`{0}` is outside (0, 1]")]
    #[diagnostic(help(
        "a probability is above 0 and at most 1; leave out a clause that never holds"
    ))]
    OutOfRange(String),
    /// More digits than an exact fraction here can hold.
    #[error("`{0}` has more digits than can be kept exactly")]
    #[diagnostic(help("write a number such as `0.25`, `1e-3` or `1/3`"))]
    TooLong(String),
}

/// The most decimal places that a number can have, so that arithmetic with it stays fast.
pub(crate) const MOST_PLACES: u32 = 5000;

impl Probability {
    /// Certainty: the probability of a plain clause.
    pub const ONE: Probability =
        Probability(Value::Fraction { numerator: 1, denominator: NonZeroU128::MIN });

    /// The fraction `numerator / denominator`, if it lies in (0, 1].
    pub fn new(numerator: u128, denominator: u128) -> Option<Probability> {
        if numerator == 0 || numerator > denominator {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Probability::reduced(numerator / divisor, NonZeroU128::new(denominator / divisor)?))
    }

    fn reduced(numerator: u128, denominator: NonZeroU128) -> Probability {
        Probability(Value::Fraction { numerator, denominator })
    }

    /// `digits · 10^-places` (whose last digit is not zero, and which is below one), if there are not
    /// too many digits.
    fn tiny(digits: u128, places: u32) -> Option<Probability> {
        if places > MOST_PLACES {
            return None;
        }
        let mut numerator = digits;
        let (mut twos, mut fives) = (places, places);
        while twos > 0 && numerator.is_multiple_of(2) {
            (numerator, twos) = (numerator / 2, twos - 1);
        }
        while fives > 0 && numerator.is_multiple_of(5) {
            (numerator, fives) = (numerator / 5, fives - 1);
        }
        let power = |base: u128, exponent: u32| base.checked_pow(exponent);
        let denominator = power(2, twos)
            .and_then(|twos| power(5, fives).and_then(|fives| twos.checked_mul(fives)));
        match denominator.and_then(NonZeroU128::new) {
            Some(denominator) => Some(Probability::reduced(numerator, denominator)),
            None => {
                let digits = u64::try_from(digits).ok()?;
                Some(Probability(Value::Tiny(Decimal { digits, places })))
            }
        }
    }

    /// The same number, if it lies in (0, 1] and is not too long.
    ///
    /// ```
    /// use dashu_ratio::RBig;
    /// use randlog_logic::Probability;
    ///
    /// let tiny: Probability = "1e-300".parse()?;
    /// let one = RBig::ONE;
    /// assert_eq!(Probability::from_ratio(&tiny.to_ratio()), Some(tiny));
    /// assert_eq!(Probability::from_ratio(&(&one + &one)), None);
    /// # Ok::<(), randlog_logic::BadProbability>(())
    /// ```
    pub fn from_ratio(ratio: &RBig) -> Option<Probability> {
        if *ratio <= RBig::ZERO || *ratio > RBig::ONE {
            return None;
        }
        let (numerator, denominator) = ratio.clone().into_parts();
        let numerator = numerator.into_parts().1;
        let fraction = u128::try_from(&numerator).ok().zip(u128::try_from(&denominator).ok());
        if let Some((numerator, denominator)) = fraction {
            return Probability::new(numerator, denominator);
        }
        let (twos, rest) = multiplicity(denominator, 2);
        let (fives, rest) = multiplicity(rest, 5);
        let places = twos.max(fives);
        if rest != UBig::ONE {
            return None;
        }
        let digits = numerator * power(2, places - twos) * power(5, places - fives);
        Probability::tiny(u128::try_from(&digits).ok()?, places)
    }

    /// The exact value.
    pub fn to_ratio(self) -> RBig {
        match self.0 {
            Value::Fraction { numerator, denominator } => {
                RBig::from_parts(numerator.into(), denominator.get().into())
            }
            Value::Tiny(Decimal { digits, places }) => {
                RBig::from_parts(digits.into(), power(10, places))
            }
        }
    }

    /// Numerator and denominator in lowest terms, if both have 128 bits at most.
    pub fn fraction(self) -> Option<(u128, u128)> {
        match self.0 {
            Value::Fraction { numerator, denominator } => Some((numerator, denominator.get())),
            Value::Tiny(_) => None,
        }
    }

    /// Is this certainty?
    pub fn is_one(&self) -> bool {
        *self == Probability::ONE
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        match self.0 {
            Value::Fraction { numerator, denominator } => {
                numerator as f64 / denominator.get() as f64
            }
            Value::Tiny(_) => self.to_string().parse().unwrap_or(0.0),
        }
    }

    /// Is the sum of these probabilities at most one, as the heads of one clause require?
    pub fn sum_at_most_one(terms: impl IntoIterator<Item = Probability> + Clone) -> bool {
        sum_of_fractions_at_most_one(terms.clone()).unwrap_or_else(|| {
            let ratios = terms.into_iter().map(Probability::to_ratio);
            ratios.fold(RBig::ZERO, |sum, term| sum + term) <= RBig::ONE
        })
    }
}

/// `None` if the common denominator is too large to tell.
fn sum_of_fractions_at_most_one(terms: impl IntoIterator<Item = Probability>) -> Option<bool> {
    let (mut numerator, mut denominator) = (0u128, 1u128);
    for term in terms {
        let (part, whole) = term.fraction()?;
        let scale = whole / gcd(denominator, whole);
        let common = denominator.checked_mul(scale)?;
        let addend = part.checked_mul(common / whole)?;
        numerator = numerator.checked_mul(scale)?.checked_add(addend)?;
        if numerator > common {
            return Some(false);
        }
        let divisor = gcd(numerator, common);
        (numerator, denominator) = (numerator / divisor, common / divisor);
    }
    Some(true)
}

fn power(base: u8, exponent: u32) -> UBig {
    UBig::from(base).pow(exponent as usize)
}

/// How often a prime divides a number, and what is left.
fn multiplicity(mut number: UBig, prime: u8) -> (u32, UBig) {
    use dashu_int::ops::DivRem;
    let mut times = 0;
    loop {
        match (&number).div_rem(u16::from(prime)) {
            (quotient, 0) if times <= MOST_PLACES => (number, times) = (quotient, times + 1),
            _ => return (times, number),
        }
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
        let (Some((mut a, mut b)), Some((mut c, mut d))) = (self.fraction(), other.fraction())
        else {
            return self.to_ratio().cmp(&other.to_ratio());
        };
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
