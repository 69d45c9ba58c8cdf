//! Floating-point numbers of any magnitude that carry their gradient: dual numbers, for forward automatic differentiation
//! (Wengert, 1964).

use dashu_int::ops::{BitTest, UnsignedAbs};

use crate::exact::number::{Integer, Natural, Semiring, Weight};
use crate::exact::series::Coefficient;

/// A number, and how it changes with each of `M` parameters: dual numbers, in floating point. All of it
/// is multiplied by a power of two, so that numbers of programs do not overflow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dual<const M: usize> {
    value: f64,
    slopes: [f64; M],
    exponent: i64,
}

/// Values are kept within `1 / LARGE` and `LARGE`, and exponents are multiples of `STEP`, so that nearly
/// all are zero.
const STEP: i64 = 256;
/// `2^STEP`.
const LARGE: f64 = f64::from_bits(((1023 + STEP) as u64) << 52);

impl<const M: usize> Dual<M> {
    /// What cannot be computed.
    pub(crate) const LOST: Dual<M> = Dual { value: f64::NAN, slopes: [f64::NAN; M], exponent: 0 };

    /// The exponential of a number, whose slopes are given.
    pub(crate) fn exponential(number: f64, slopes: [f64; M]) -> Dual<M> {
        let steps = (number / LARGE.ln()).round();
        let value = (number - steps * LARGE.ln()).exp();
        let slopes = slopes.map(|slope| slope * value);
        Dual { value, slopes, exponent: steps as i64 * STEP }
    }

    /// The logarithm, and its slopes; nothing if the number is not positive.
    pub(crate) fn logarithm(&self) -> Option<(f64, [f64; M])> {
        let value = self.value.ln() + self.exponent as f64 * std::f64::consts::LN_2;
        (self.value > 0.0 && value.is_finite())
            .then(|| (value, self.slopes.map(|s| s / self.value)))
    }

    /// This number divided by another; nothing if that is zero.
    pub(crate) fn ratio(&self, other: &Dual<M>) -> f64 {
        if other.value == 0.0 {
            return 0.0;
        }
        let scale = (self.exponent - other.exponent).clamp(-1000, 1000) as i32;
        self.value / other.value * 2f64.powi(scale)
    }

    fn whole(number: &Natural) -> Dual<M> {
        let steps = number.bit_len() as i64 / STEP;
        let shifted = number >> (steps * STEP).saturating_sub(64).max(0) as usize;
        // At most `STEP` bits and some are left.
        let value = shifted.to_f64().value() / if steps > 0 { 2f64.powi(64) } else { 1.0 };
        Dual { value, slopes: [0.0; M], exponent: steps * STEP }.in_range()
    }

    /// A sum with signs may be zero at a point and not beside it, so slopes count.
    fn is_nothing(&self) -> bool {
        self.value == 0.0 && self.slopes.iter().all(|slope| *slope == 0.0)
    }

    fn scaled_by(&self, factor: f64) -> Dual<M> {
        let slopes = self.slopes.map(|slope| slope * factor);
        Dual { value: self.value * factor, slopes, exponent: self.exponent }.in_range()
    }

    fn in_range(self) -> Dual<M> {
        let size = self.value.abs();
        if (size < LARGE && size > 1.0 / LARGE) || size == 0.0 || !size.is_finite() {
            return self;
        }
        let (factor, step) = if size > 1.0 { (1.0 / LARGE, STEP) } else { (LARGE, -STEP) };
        let slopes = self.slopes.map(|slope| slope * factor);
        Dual { value: self.value * factor, slopes, exponent: self.exponent + step }
    }

    /// Add `factor` times another.
    fn accumulate(&mut self, other: &Dual<M>, factor: f64) {
        let factor =
            if self.exponent == other.exponent { factor } else { factor * self.meet(other) };
        self.value += other.value * factor;
        for (slope, other) in self.slopes.iter_mut().zip(&other.slopes) {
            *slope += other * factor;
        }
    }

    /// Take over the exponent of another number if that is larger, or if this one is nothing; and tell by
    /// what the other one is to be multiplied.
    fn meet(&mut self, other: &Dual<M>) -> f64 {
        if other.is_nothing() {
            return 0.0;
        }
        let difference = other.exponent - self.exponent;
        if difference < 0 && !self.is_nothing() {
            return power_of_two(difference);
        }
        let shrink = if self.is_nothing() { 0.0 } else { power_of_two(-difference) };
        self.value *= shrink;
        self.slopes.iter_mut().for_each(|slope| *slope *= shrink);
        self.exponent = other.exponent;
        1.0
    }

    fn times(&self, other: &Dual<M>) -> Dual<M> {
        let mut slopes = [0.0; M];
        for ((slope, left), right) in slopes.iter_mut().zip(&self.slopes).zip(&other.slopes) {
            *slope = left * other.value + self.value * right;
        }
        let exponent = self.exponent + other.exponent;
        Dual { value: self.value * other.value, slopes, exponent }.in_range()
    }
}

/// What is too small becomes nothing.
fn power_of_two(exponent: i64) -> f64 {
    if exponent < -1000 { 0.0 } else { 2f64.powi(exponent as i32) }
}

impl<const M: usize> Semiring for Dual<M> {
    const ZERO: Dual<M> = Dual { value: 0.0, slopes: [0.0; M], exponent: 0 };
    const ONE: Dual<M> = Dual { value: 1.0, slopes: [0.0; M], exponent: 0 };

    fn is_zero(&self) -> bool {
        self.is_nothing()
    }
    fn add(&mut self, other: &Dual<M>) {
        self.accumulate(other, 1.0);
    }
    fn product(&self, other: &Dual<M>) -> Dual<M> {
        self.times(other)
    }
}

impl<const M: usize> Weight for Dual<M> {
    fn scaled(&self, factor: &Natural) -> Dual<M> {
        self.times(&Dual::whole(factor))
    }
    fn divided(&self, divisor: &Natural) -> Dual<M> {
        let Dual { value, exponent, .. } = Dual::<M>::whole(divisor);
        let quotient = self.scaled_by(1.0 / value);
        Dual { exponent: quotient.exponent - exponent, ..quotient }
    }
    fn minus(&self, other: &Dual<M>) -> Dual<M> {
        let mut difference = *self;
        difference.accumulate(other, -1.0);
        difference
    }
    fn subsets(&self, most: usize) -> Vec<Dual<M>> {
        // Only sets of clauses of different weights are made of such numbers.
        crate::exact::number::elementary(std::slice::from_ref(self), most)
    }
}

impl<const M: usize> Coefficient for Dual<M> {
    fn times(&self, factor: &Integer) -> Dual<M> {
        let size = Dual::<M>::whole(&factor.clone().unsigned_abs());
        let factor = if *factor < Integer::ZERO { size.scaled_by(-1.0) } else { size };
        Dual::times(self, &factor)
    }
}
