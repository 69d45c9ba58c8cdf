//! Exact probabilities, and their nearest floating-point numbers.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, Gcd};
use std::fmt;

/// An exact probability, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: UBig,
    denominator: UBig,
}

impl Fraction {
    pub(super) fn zero() -> Fraction {
        Fraction { numerator: UBig::ZERO, denominator: UBig::ONE }
    }

    /// The quotient; the denominator must not be zero.
    pub(super) fn new(numerator: &UBig, denominator: &UBig) -> Fraction {
        let common = numerator.gcd(denominator);
        Fraction { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The nearest floating-point number; of two equally near ones the even one.
    pub fn to_f64(&self) -> f64 {
        /// Bits of a significand, and the exponent of the smallest positive number.
        const PRECISION: usize = f64::MANTISSA_DIGITS as usize;
        const SMALLEST: usize = 1074;
        if self.numerator.is_zero() {
            return 0.0;
        }
        // The quotient in units of 2^-shift has 53 bits, or 54; fewer if it is very small.
        let wider =
            (self.denominator.bit_len() + PRECISION).saturating_sub(self.numerator.bit_len());
        let mut shift = wider.min(SMALLEST);
        if self.floor_shifted(shift).0.bit_len() > PRECISION {
            shift -= 1;
        }
        let (floor, remainder) = self.floor_shifted(shift);
        let twice = remainder << 1;
        let up = twice > self.denominator || (twice == self.denominator && floor.bit(0));
        let units = if up { floor + UBig::ONE } else { floor };
        // Both factors are powers of two, and neither product is rounded: the result has no more
        // than 53 bits, none below the smallest number.
        let units = u64::try_from(units).unwrap_or(u64::MAX) as f64;
        let half = shift / 2;
        units * (-(half as f64)).exp2() * (-((shift - half) as f64)).exp2()
    }

    /// The fraction times `2^shift`, rounded down, and what remains.
    fn floor_shifted(&self, shift: usize) -> (UBig, UBig) {
        (&self.numerator << shift).div_rem(&self.denominator)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator.is_one() {
            true => write!(f, "{}", self.numerator),
            false => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fraction(numerator: u64, denominator: u64) -> Fraction {
        Fraction::new(&UBig::from(numerator), &UBig::from(denominator))
    }

    #[test]
    fn very_small_fractions_are_rounded_once() {
        let power = |exponent: usize| UBig::ONE << exponent;
        let nearest = |numerator: u64, exponent| {
            Fraction::new(&UBig::from(numerator), &power(exponent)).to_f64()
        };
        assert_eq!(nearest(1, 1074), f64::from_bits(1));
        assert_eq!(nearest(1, 1075), 0.0);
        assert_eq!(nearest(3, 1075), f64::from_bits(2));
        assert_eq!(nearest(3, 1076), f64::from_bits(1));
        assert_eq!(nearest(1, 1022), f64::MIN_POSITIVE);
        assert_eq!(nearest((1 << 53) - 1, 1075), f64::MIN_POSITIVE);
        assert_eq!(
            Fraction::new(&UBig::ONE, &(power(1075) - UBig::ONE)).to_f64(),
            f64::from_bits(1)
        );
        assert_eq!(Fraction::new(&UBig::ONE, &power(100_000)).to_f64(), 0.0);
    }

    proptest! {
        /// Numbers below 2^53 are exact, and the processor rounds their quotient correctly.
        #[test]
        fn the_nearest_number_is_that_of_the_processor(a in 0u64..1 << 53, b in 1u64..1 << 53) {
            let (small, large) = (a.min(b), a.max(b));
            prop_assert_eq!(fraction(small, large).to_f64(), small as f64 / large as f64);
        }

        #[test]
        fn common_factors_do_not_matter(a in 0u64..1000, b in 1000u64..2000, power in 0usize..2000) {
            let factor = UBig::from(7u8).pow(power);
            let scaled = Fraction::new(&(UBig::from(a) * &factor), &(UBig::from(b) * &factor));
            prop_assert_eq!(&scaled, &fraction(a, b));
            prop_assert_eq!(scaled.to_f64(), a as f64 / b as f64);
        }
    }
}
