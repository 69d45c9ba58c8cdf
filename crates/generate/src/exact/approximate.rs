//! Floating-point numbers with a huge range and a known error.
//!
//! Most draws need only the first bits of exact numbers that have millions of them. Sums and products of numbers that are not
//! negative keep the relative error small: each operation rounds towards zero and adds at most `2^-124` to it, so that a
//! billion of operations one after the other leave more than the [`BITS`] that a border needs.

use dashu_int::ops::BitTest;

use super::number::{Natural, Semiring};

/// `mantissa · 2^exponent`; the mantissa is zero, or its highest bit is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Approximate {
    mantissa: u128,
    exponent: i64,
}

/// So many bits of a share are known, but for the last three.
const BITS: usize = 80;

impl Approximate {
    fn normalised(mantissa: u128, exponent: i64) -> Approximate {
        let zeros = mantissa.leading_zeros();
        match mantissa {
            0 => Approximate::ZERO,
            _ => Approximate { mantissa: mantissa << zeros, exponent: exponent - i64::from(zeros) },
        }
    }

    /// The first 64 bits of the share that this is of a sum that holds it. Those of the exact share are the same or one more.
    pub(crate) fn share_of(self, sum: Approximate) -> u64 {
        let smaller = usize::try_from(sum.exponent - self.exponent).unwrap_or(0);
        if self.is_zero() || smaller > BITS {
            return 0;
        }
        let share = (Natural::from(self.mantissa) << (BITS - smaller)) / sum.mantissa;
        let surely = u128::try_from(share).unwrap_or(u128::MAX).saturating_sub(8);
        u64::try_from(surely >> (BITS - 64)).unwrap_or(u64::MAX)
    }
}

impl From<&Natural> for Approximate {
    fn from(number: &Natural) -> Approximate {
        let cut = number.bit_len().saturating_sub(128);
        let first = u128::try_from(number >> cut).unwrap_or(u128::MAX);
        Approximate::normalised(first, cut as i64)
    }
}

impl Semiring for Approximate {
    const ZERO: Approximate = Approximate { mantissa: 0, exponent: 0 };
    const ONE: Approximate = Approximate { mantissa: 1 << 127, exponent: -127 };

    fn is_zero(&self) -> bool {
        self.mantissa == 0
    }

    fn add(&mut self, other: &Approximate) {
        if other.is_zero() {
            return;
        }
        let (large, small) = match self.is_zero() || self.exponent < other.exponent {
            true => (*other, *self),
            false => (*self, *other),
        };
        let shift = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let addend = small.mantissa.checked_shr(shift).unwrap_or(0);
        let (sum, carried) = large.mantissa.overflowing_add(addend);
        *self = match carried {
            true => Approximate { mantissa: 1 << 127 | sum >> 1, exponent: large.exponent + 1 },
            false => Approximate { mantissa: sum, ..large },
        };
    }

    fn product(&self, other: &Approximate) -> Approximate {
        let halves = |number: u128| (number >> 64, number & u128::from(u64::MAX));
        let ((a, b), (c, d)) = (halves(self.mantissa), halves(other.mantissa));
        // The product of the lower halves is left out.
        let highest = a * c + ((a * d) >> 64) + ((b * c) >> 64);
        Approximate::normalised(highest, self.exponent + other.exponent + 128)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Natural> {
        (any::<u128>(), any::<u128>(), 0usize..256, 0usize..300).prop_map(
            |(low, high, cut, shift)| (((Natural::from(high) << 128) + low) >> cut) << shift,
        )
    }

    proptest! {
        /// Sums of products, as long as those of a large space, against exact ones.
        #[test]
        fn shares_begin_with_the_exact_bits(
            terms in proptest::collection::vec((number(), number()), 1..60),
            part in 0usize..60,
        ) {
            let sums = |terms: &[(Natural, Natural)]| {
                let (mut exact, mut sum) = (Natural::ZERO, Approximate::ZERO);
                for (left, right) in terms {
                    exact += left * right;
                    sum.add(&Approximate::from(left).product(&right.into()));
                }
                (exact, sum)
            };
            let (exact, sum) = sums(&terms);
            prop_assert_eq!(exact.is_zero(), sum.is_zero());
            let (exact_part, part) = sums(&terms[..part.min(terms.len())]);
            if !exact.is_zero() {
                let border = u64::try_from((exact_part << 64) / exact).unwrap_or(u64::MAX);
                let found = part.share_of(sum);
                prop_assert!(found == border || found.checked_add(1) == Some(border), "{found} {border}");
            }
        }
    }
}
