//! Probabilities written as terms: numbers, and sums, products and quotients of them, as exact fractions.

use crate::{BadProbability, Compound, Number, ParseProblem, Probability, Term};

/// By how much the probabilities of one clause may exceed one together, because they were rounded.
/// They are then divided by their sum.
const ROUNDING: (u128, u128) = (1_000_000_001, 1_000_000_000);

/// The probabilities of the heads of one clause; `None` for zero.
///
/// ```
/// use randlog_logic::wide::{WideProgram, distribution};
///
/// let program = WideProgram::parse("1/3::a; 0.5*0.5::b; 0.0::c.")?;
/// let heads = program.clauses[0].heads.iter().filter_map(|head| head.annotation.clone());
/// let found = distribution(&heads.collect::<Vec<_>>()).unwrap();
/// let written = found.iter().map(|p| p.map(|p| p.to_string()));
/// assert_eq!(written.collect::<Vec<_>>(), [Some("1/3".into()), Some("0.25".into()), None]);
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
pub fn distribution(terms: &[Term]) -> Result<Vec<Option<Probability>>, ParseProblem> {
    let found = terms.iter().map(probability).collect::<Result<Vec<_>, _>>()?;
    if found.len() == 1 {
        return Ok(found);
    }
    match Probability::sum_at_most_one(found.iter().flatten().copied()) {
        Some(true) => Ok(found),
        None => Err(ParseProblem::SumTooLong),
        Some(false) => scaled(&found),
    }
}

/// Divides by the sum, if that exceeds one by no more than rounding explains.
fn scaled(found: &[Option<Probability>]) -> Result<Vec<Option<Probability>>, ParseProblem> {
    let positive = found.iter().flatten();
    let common = positive.clone().try_fold(1u128, |common, p| {
        common.checked_mul(p.denominator() / crate::probability::gcd(common, p.denominator()))
    });
    let scaled = common.and_then(|common| {
        let over = |p: &Probability| p.numerator().checked_mul(common / p.denominator());
        let sum = positive.clone().try_fold(0u128, |sum, p| sum.checked_add(over(p)?))?;
        let allowed = sum.checked_mul(ROUNDING.1)? <= common.checked_mul(ROUNDING.0)?;
        Some((allowed, sum, common))
    });
    match scaled {
        None => Err(ParseProblem::SumTooLong),
        Some((false, ..)) => Err(ParseProblem::SumAboveOne),
        Some((true, sum, common)) => {
            let share = |p: &Option<Probability>| {
                p.and_then(|p| Probability::new(p.numerator() * (common / p.denominator()), sum))
            };
            Ok(found.iter().map(share).collect())
        }
    }
}

/// The probability that a term stands for; `None` for zero.
fn probability(term: &Term) -> Result<Option<Probability>, ParseProblem> {
    if let Term::Number(number) = term {
        let text = term.to_string();
        let zero = match number {
            Number::Integer(value) => *value == 0,
            Number::Float(text) => is_zero(text),
        };
        return match zero {
            true => Ok(None),
            false => text.parse().map(Some).map_err(ParseProblem::Probability),
        };
    }
    let bad = || BadProbability::NotANumber(term.to_string());
    let Fraction { negative, numerator, denominator } = fraction(term).ok_or_else(bad)?;
    if numerator == 0 {
        return Ok(None);
    }
    let in_range = if negative { None } else { Probability::new(numerator, denominator) };
    in_range.map(Some).ok_or_else(|| BadProbability::OutOfRange(term.to_string()).into())
}

fn is_zero(text: &str) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    mantissa.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'-'))
}

#[derive(Clone, Copy)]
struct Fraction {
    negative: bool,
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    fn new(negative: bool, numerator: u128, denominator: u128) -> Option<Fraction> {
        let divisor = crate::probability::gcd(numerator, denominator);
        if denominator == 0 {
            return None;
        }
        let divisor = divisor.max(1);
        Some(Fraction {
            negative,
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        match self.negative == other.negative {
            true => Fraction::new(self.negative, left.checked_add(right)?, denominator),
            false if left >= right => Fraction::new(self.negative, left - right, denominator),
            false => Fraction::new(other.negative, right - left, denominator),
        }
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Fraction::new(self.negative != other.negative, numerator, denominator)
    }

    fn inverse(self) -> Option<Fraction> {
        Fraction::new(self.negative, self.denominator, self.numerator)
    }

    fn opposite(self) -> Fraction {
        Fraction { negative: !self.negative, ..self }
    }
}

/// The exact value of an expression of numbers, if it is small enough.
fn fraction(term: &Term) -> Option<Fraction> {
    match term {
        Term::Number(Number::Integer(value)) => {
            Fraction::new(*value < 0, u128::from(value.unsigned_abs()), 1)
        }
        Term::Number(Number::Float(text)) => decimal(text),
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => match (functor.as_str(), &args[..]) {
                ("+", [a, b]) => fraction(a)?.plus(fraction(b)?),
                ("-", [a, b]) => fraction(a)?.plus(fraction(b)?.opposite()),
                ("*", [a, b]) => fraction(a)?.times(fraction(b)?),
                ("/", [a, b]) => fraction(a)?.times(fraction(b)?.inverse()?),
                ("-", [a]) => fraction(a).map(Fraction::opposite),
                ("+", [a]) => fraction(a),
                _ => None,
            },
            Compound::List(..) => None,
        },
        _ => None,
    }
}

fn decimal(text: &str) -> Option<Fraction> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, places) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits: u128 = format!("{whole}{places}").parse().ok()?;
    let shift = i32::try_from(places.len()).ok()?.checked_sub(exponent)?;
    let power = 10u128.checked_pow(shift.unsigned_abs())?;
    let negative = unsigned.len() < mantissa.len();
    match shift >= 0 {
        true => Fraction::new(negative, digits, power),
        false => Fraction::new(negative, digits.checked_mul(power)?, 1),
    }
}
