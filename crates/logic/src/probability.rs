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
    fn decimal(digits: u128, places: u32) -> Option<Probability> {
        if places > MOST_PLACES {
            return None;
        }
        Probability::small(&RBig::from_parts(digits.into(), power(10, places))).or_else(|| {
            let digits = u64::try_from(digits).ok()?;
            Some(Probability(Value::Tiny(Decimal { digits, places })))
        })
    }

    /// A fraction of 128 bits.
    fn small(ratio: &RBig) -> Option<Probability> {
        let numerator = u128::try_from(ratio.numerator()).ok()?;
        Probability::new(numerator, u128::try_from(ratio.denominator()).ok()?)
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
        Probability::small(ratio).or_else(|| {
            let mut rest = ratio.denominator().clone();
            let mut multiplicity = |prime: u8| rest.remove(&prime.into()).unwrap_or(0) as u32;
            let places = multiplicity(2).max(multiplicity(5));
            let digits = ratio.clone() * RBig::from(power(10, places));
            let digits = digits.is_int().then(|| u128::try_from(digits.numerator()))?.ok()?;
            Probability::decimal(digits, places)
        })
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

fn gcd(mut a: u128, mut b: u128) -> u128 {
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
    fn cmp(&self, other: &Probability) -> Ordering {
        let products = self
            .fraction()
            .zip(other.fraction())
            .and_then(|((a, b), (c, d))| Some((a.checked_mul(d)?, c.checked_mul(b)?)));
        match products {
            Some((own, others)) => own.cmp(&others),
            None => self.to_ratio().cmp(&other.to_ratio()),
        }
    }
}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Probability) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
