//! Polynomials that count by size, cut off at the largest size of interest.
//!
//! The coefficient of `z^d` counts programs (or parts of programs) with `d` clauses *more than one
//! for each predicate*: with that offset, only as many coefficients are needed as there are spare
//! clauses. A second variable may count nodes, or carry a tally as a dual number.

use randlog_base::{Stop, Stopped};

use super::approximate::Approximate;
use super::number::{Integer, Natural, Semiring, natural};

/// What series have as coefficients: numbers of either sign.
pub(crate) trait Coefficient: Semiring {
    fn times(&self, factor: &Integer) -> Self;
}

impl Coefficient for Integer {
    fn times(&self, factor: &Integer) -> Integer {
        self * factor
    }
}

impl Coefficient for Approximate {
    fn times(&self, factor: &Integer) -> Approximate {
        self.product(&Approximate::from(&natural(factor)))
    }
}

/// A place in a series: spare clauses, and the power of the second variable. The last place of a
/// series says how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Degree {
    pub(crate) spare: usize,
    pub(crate) second: usize,
}

impl Degree {
    /// What is left after taking `part` away, if it fits.
    pub(crate) fn without(self, part: Degree) -> Option<Degree> {
        Some(Degree {
            spare: self.spare.checked_sub(part.spare)?,
            second: self.second.checked_sub(part.second)?,
        })
    }

    /// Every degree that fits into this one, in order.
    pub(crate) fn parts(self) -> impl Iterator<Item = Degree> {
        (0..=self.spare)
            .flat_map(move |spare| (0..=self.second).map(move |second| Degree { spare, second }))
    }

    /// How many there are.
    pub(crate) fn number_of_parts(self) -> usize {
        (self.spare + 1).saturating_mul(self.second + 1)
    }

    /// The one at a position among them.
    pub(crate) fn part(self, position: usize) -> Degree {
        Degree { spare: position / (self.second + 1), second: position % (self.second + 1) }
    }

    /// The position of one among them.
    pub(crate) fn position(self, part: Degree) -> usize {
        part.spare * (self.second + 1) + part.second
    }
}

/// A truncated polynomial in two variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series<N = Integer> {
    /// How far it reaches.
    pub(crate) reach: Degree,
    coefficients: Vec<N>,
}

impl<N: Coefficient> Series<N> {
    /// Zero.
    pub(crate) fn zero(reach: Degree) -> Series<N> {
        Series { reach, coefficients: vec![N::ZERO; reach.number_of_parts()] }
    }

    /// One.
    pub(crate) fn one(reach: Degree) -> Series<N> {
        let mut one = Series::zero(reach);
        one.coefficients[0] = N::ONE;
        one
    }

    /// The coefficient of a degree within reach.
    pub(crate) fn at(&self, degree: Degree) -> &N {
        &self.coefficients[self.reach.position(degree)]
    }

    /// Set a coefficient.
    pub(crate) fn set(&mut self, degree: Degree, value: impl Into<N>) {
        self.coefficients[self.reach.position(degree)] = value.into();
    }

    /// The same, but nothing is counted whose number of spare clauses is not as wanted.
    pub(crate) fn only(mut self, is_wanted: impl Fn(usize) -> bool) -> Series<N> {
        for (spare, row) in self.coefficients.chunks_mut(self.reach.second + 1).enumerate() {
            if !is_wanted(spare) {
                row.fill(N::ZERO);
            }
        }
        self
    }

    /// Whether nothing is counted.
    pub(crate) fn is_zero(&self) -> bool {
        self.coefficients.iter().all(N::is_zero)
    }

    /// Add `factor` times `other`.
    pub(crate) fn add_scaled(&mut self, factor: &Integer, other: &Series<N>) {
        for (sum, term) in self.coefficients.iter_mut().zip(&other.coefficients) {
            if !term.is_zero() {
                sum.add(&term.times(factor));
            }
        }
    }

    /// Add.
    pub(crate) fn add(&mut self, other: &Series<N>) {
        for (sum, term) in self.coefficients.iter_mut().zip(&other.coefficients) {
            sum.add(term);
        }
    }

    /// The same, with a factor for each number of spare clauses.
    pub(crate) fn scaled_by_size(mut self, factors: impl Iterator<Item = Natural>) -> Series<N> {
        let rows = self.coefficients.chunks_mut(self.reach.second + 1);
        for (row, factor) in rows.zip(factors.map(Integer::from)) {
            row.iter_mut().for_each(|coefficient| *coefficient = coefficient.times(&factor));
        }
        self
    }

    /// The product.
    pub(crate) fn times(&self, other: &Series<N>, stop: &Stop) -> Result<Series<N>, Stopped> {
        let mut product = Series::zero(self.reach);
        product.add_product(&Integer::ONE, self, other, stop)?;
        Ok(product)
    }

    /// Add `factor · left · right`.
    pub(crate) fn add_product(
        &mut self,
        factor: &Integer,
        left: &Series<N>,
        right: &Series<N>,
        stop: &Stop,
    ) -> Result<(), Stopped> {
        stop.check()?;
        let scaled = (*factor != Integer::ONE).then(|| {
            let mut multiple = Series::zero(left.reach);
            multiple.add_scaled(factor, left);
            multiple
        });
        let left = scaled.as_ref().unwrap_or(left);
        let width = self.reach.second + 1;
        for (a, left) in left.coefficients.chunks(width).enumerate() {
            let others = right.coefficients.chunks(width).take(self.reach.spare + 1 - a);
            for (b, right) in others.enumerate() {
                let sums = &mut self.coefficients[(a + b) * width..][..width];
                add_row_product(sums, left, right);
            }
        }
        Ok(())
    }
}

impl Series {
    /// Everything of this power of the second variable, whatever the number of clauses.
    pub(crate) fn total(&self, second: usize) -> Integer {
        (0..=self.reach.spare).map(|spare| self.at(Degree { spare, second })).sum()
    }

    /// The first bits of all coefficients, none of which is negative.
    pub(crate) fn approximate(&self) -> Series<Approximate> {
        let first_bits = |coefficient| Approximate::from(&natural(coefficient));
        Series {
            reach: self.reach,
            coefficients: self.coefficients.iter().map(first_bits).collect(),
        }
    }
}

fn add_row_product<N: Coefficient>(sums: &mut [N], left: &[N], right: &[N]) {
    for (i, x) in left.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (sum, y) in sums[i..].iter_mut().zip(right) {
            if !y.is_zero() {
                sum.add(&x.product(y));
            }
        }
    }
}
