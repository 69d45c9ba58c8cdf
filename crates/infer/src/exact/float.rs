//! Floating-point numbers that know how good they are.

use super::number::Number;
use dashu_int::UBig;

/// `mantissa · 2^(exponent - 63)`, rounded a few times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Float {
    /// Zero, or with its highest bit set.
    mantissa: u64,
    exponent: i32,
    /// The relative error is at most this many times 2^-64.
    roundings: u32,
}

/// With more roundings than these, an error of 10^-12 could not be excluded. (2^-64 times this is
/// 0.98 · 10^-12; what is left is for the last steps.)
const MOST_ROUNDINGS: u32 = 18_000_000;

impl Float {
    const ZERO: Float = Float { mantissa: 0, exponent: 0, roundings: 0 };
    const ONE: Float = Float { mantissa: 1 << 63, exponent: 0, roundings: 0 };

    /// `digits · 2^(exponent - 126)`, where one of the two highest bits is set. `lost` if there were
    /// more digits.
    fn rounded(digits: u128, exponent: Option<i32>, roundings: u32, lost: bool) -> Float {
        let carry = (digits >> 127) as u32;
        let shift = 63 + carry;
        let below = digits << (128 - shift);
        let up = below >> 127;
        let inexact = lost || below != 0;
        let roundings = roundings.saturating_add(u32::from(inexact));
        let exponent = exponent.and_then(|exponent| exponent.checked_add(carry as i32));
        let Some(exponent) = exponent.filter(|exponent| exponent.unsigned_abs() < 1 << 30) else {
            return Float { mantissa: 1 << 63, exponent: 0, roundings: u32::MAX };
        };
        match ((digits >> shift) as u64).checked_add(up as u64) {
            Some(mantissa) => Float { mantissa, exponent, roundings },
            None => Float { mantissa: 1 << 63, exponent: exponent + 1, roundings },
        }
    }

    /// Is the relative error certainly below 10^-12?
    pub(super) fn is_accurate(&self) -> bool {
        self.roundings <= MOST_ROUNDINGS
    }

    /// The difference as a floating-point number of the common kind.
    pub(super) fn minus(self, other: Float) -> f64 {
        let both = [self, other].into_iter().filter(|float| float.mantissa != 0);
        let Some(exponent) = both.map(|float| float.exponent).max() else { return 0.0 };
        let digits = |float: Float| {
            let distance = if float.mantissa == 0 { 0 } else { exponent.abs_diff(float.exponent) };
            (i128::from(float.mantissa) << 62).checked_shr(distance).unwrap_or(0)
        };
        let difference = (digits(self) - digits(other)) as f64;
        // In two steps: a factor alone may be out of range where the product is not.
        let half = (exponent - 125) / 2;
        difference * 2f64.powi(half) * 2f64.powi(exponent - 125 - half)
    }

    /// The nearest floating-point number of the common kind; `None` if it is too small for that.
    pub(super) fn to_f64(self) -> Option<f64> {
        if self.mantissa == 0 {
            return Some(0.0);
        }
        if self.exponent < f64::MIN_EXP - 1 {
            return None;
        }
        // Both factors and the product are in the range where nothing is lost.
        Some(self.mantissa as f64 / (1u64 << 63) as f64 * 2f64.powi(self.exponent))
    }
}

impl Number for Float {
    fn zero() -> Float {
        Float::ZERO
    }

    fn one() -> Float {
        Float::ONE
    }

    fn ratio(numerator: u128, denominator: u128) -> Float {
        let (Ok(top), Ok(bottom)) = (u64::try_from(numerator), u64::try_from(denominator)) else {
            return Float::long_ratio(&UBig::from(numerator), &UBig::from(denominator));
        };
        if top == 0 || top == bottom {
            return if top == 0 { Float::ZERO } else { Float::ONE };
        }
        // Two numbers with their highest bits set: the quotient lies between 1/2 and 2.
        let (up, down) = (top.leading_zeros(), bottom.leading_zeros());
        let (top, bottom) = (u128::from(top << up) << 64, u128::from(bottom << down));
        // 64 or 65 digits, and 61 more.
        let (first, rest) = (top / bottom, (top % bottom) << 61);
        let digits = (first << 61) | (rest / bottom);
        let spare = digits.leading_zeros() - 1;
        let exponent = down as i32 - up as i32 + 1 - spare as i32;
        Float::rounded(digits << spare, Some(exponent), 0, rest % bottom != 0)
    }

    fn long_ratio(numerator: &UBig, denominator: &UBig) -> Float {
        use dashu_int::ops::{BitTest, DivRem};
        if numerator == denominator || *numerator == UBig::ZERO {
            return if numerator == denominator { Float::ONE } else { Float::ZERO };
        }
        // The quotient shall have 126 or 127 digits.
        let shift = 126 + denominator.bit_len() as i64 - numerator.bit_len() as i64;
        let (quotient, rest) = match usize::try_from(shift) {
            Ok(shift) => (numerator << shift).div_rem(denominator),
            Err(_) => numerator.div_rem(&(denominator << shift.unsigned_abs() as usize)),
        };
        let digits = u128::try_from(&quotient).unwrap_or(u128::MAX);
        let spare = digits.leading_zeros().saturating_sub(1);
        let exponent = i32::try_from(126 - shift - i64::from(spare)).ok();
        Float::rounded(digits << spare, exponent, 0, rest != UBig::ZERO)
    }

    fn plus(&self, other: &Float) -> Float {
        if self.mantissa == 0 || other.mantissa == 0 {
            return if self.mantissa == 0 { *other } else { *self };
        }
        let (large, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let distance = large.exponent.abs_diff(small.exponent);
        let digits = u128::from(small.mantissa) << 63;
        let shifted = digits.checked_shr(distance).unwrap_or(0);
        let lost = distance > 63 && (distance > 127 || shifted << distance != digits);
        let sum = (u128::from(large.mantissa) << 63) + shifted;
        let roundings = self.roundings.max(other.roundings);
        Float::rounded(sum, Some(large.exponent), roundings, lost)
    }

    fn times(&self, other: &Float) -> Float {
        if self.mantissa == 0 || other.mantissa == 0 {
            return Float::ZERO;
        }
        let digits = u128::from(self.mantissa) * u128::from(other.mantissa);
        let exponent = self.exponent.checked_add(other.exponent);
        Float::rounded(digits, exponent, self.roundings.saturating_add(other.roundings), false)
    }

    fn over(&self, other: &Float) -> Float {
        if self.mantissa == 0 {
            return Float::ZERO;
        }
        let quotient = Float::ratio(self.mantissa.into(), other.mantissa.max(1).into());
        let roundings = self.roundings.saturating_add(other.roundings);
        Float {
            mantissa: quotient.mantissa,
            exponent: quotient.exponent + self.exponent - other.exponent,
            roundings: roundings.saturating_add(quotient.roundings),
        }
    }

    fn is_zero(&self) -> bool {
        self.mantissa == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;
    use dashu_ratio::RBig;
    use proptest::prelude::*;

    /// The value, as a fraction.
    fn exactly(float: Float) -> RBig {
        let power = |exponent: i32| UBig::ONE << exponent.unsigned_abs() as usize;
        let mantissa = RBig::from_parts(IBig::from(float.mantissa), UBig::ONE << 63);
        match float.exponent {
            0.. => mantissa * RBig::from_parts(power(float.exponent).into(), UBig::ONE),
            _ => mantissa / RBig::from_parts(power(float.exponent).into(), UBig::ONE),
        }
    }

    /// Is the error as small as is said?
    fn is_within(float: Float, right: &RBig) -> bool {
        let difference = exactly(float) - right;
        let size = if difference < RBig::ZERO { -difference } else { difference };
        let unit = RBig::from_parts(float.roundings.into(), UBig::ONE << 64);
        size <= right * unit * RBig::from_parts(1001.into(), 1000u32.into())
    }

    fn fraction() -> impl Strategy<Value = (u128, u128)> {
        let small = (0..100u128, 1..100u128);
        let word = (any::<u64>().prop_map(u128::from), 1..u128::from(u64::MAX));
        prop_oneof![small, word, (any::<u128>(), 1..u128::MAX)]
    }

    proptest! {
        #[test]
        fn results_are_as_good_as_their_roundings_say(
            a in fraction(), b in fraction(), power in 0..600usize,
        ) {
            let [x, y] = [a, b].map(|(n, d)| (Float::ratio(n, d), RBig::ratio(n, d)));
            prop_assert!(x.0.roundings <= 1 && is_within(x.0, &x.1));
            prop_assert!(is_within(x.0.plus(&y.0), &(&x.1 + &y.1)));
            prop_assert!(is_within(x.0.times(&y.0), &(&x.1 * &y.1)));
            if !y.0.is_zero() {
                prop_assert!(is_within(x.0.over(&y.0), &(&x.1 / &y.1)));
            }
            let scale = UBig::ONE << power;
            let (difference, exact) = (x.0.minus(y.0), (&x.1 - &y.1).to_f64().value());
            let larger = x.1.to_f64().value().max(y.1.to_f64().value());
            prop_assert!((difference - exact).abs() <= exact.abs() * 1e-15 + larger * 1e-18);
            let tiny = Float::long_ratio(&UBig::ONE, &scale);
            let right = RBig::from_parts(1.into(), scale);
            prop_assert!(is_within(x.0.plus(&tiny), &(&x.1 + &right)));
            prop_assert!(is_within(tiny.plus(&x.0), &(&x.1 + right)));
        }

        #[test]
        fn floats_round_to_the_nearest_common_number(n in 1..u64::MAX, d in 1..u64::MAX) {
            let found = Float::ratio(n.into(), d.into()).to_f64();
            let right = RBig::ratio(n.into(), d.into()).to_f64().value();
            prop_assert!((found.unwrap() / right - 1.0).abs() <= 2f64.powi(-52));
        }
    }

    #[test]
    fn products_do_not_underflow() {
        let tiny = Float::ratio(1, 10u128.pow(36));
        let product = (0..1000).fold(Float::ONE, |product, _| product.times(&tiny));
        assert!(!product.is_zero() && product.is_accurate());
        assert_eq!(product.to_f64(), None);
        let ratio = product.times(&Float::ratio(1, 2)).over(&product);
        assert_eq!(ratio.to_f64(), Some(0.5));
    }

    #[test]
    fn a_number_out_of_range_is_not_called_accurate() {
        let small = Float { mantissa: 1 << 63, exponent: -(1 << 29), roundings: 0 };
        assert!(!small.times(&small).times(&small).is_accurate());
    }
}
