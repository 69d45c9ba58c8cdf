//! Choices with exact odds, by inversion of the cumulative distribution (Devroye, "Non-Uniform Random Variate Generation",
//! 1986), with as many random bits as it takes (Knuth and Yao, 1976).
//!
//! To choose among alternatives in proportion to exact weights, think of a random real number `r`
//! in `[0, 1)`, given by an endless stream of random bits, and take the alternative whose share of
//! the unit interval holds `r`. Nearly always the first 64 bits of `r` decide. [`Cumulative`] keeps
//! the first 64 bits of every border between shares, computed by exact division; only if `r` agrees
//! with a border in all of them are the exact weights looked at, with as many further bits of `r` as
//! it takes. The odds are exact, and a draw costs one random word and a binary search however large
//! the weights are.
//!
//! Where exact weights would take long to compute, the borders come from [`Approximate`] ones, which give the same 64 bits or
//! one less. The exact weights are computed only if a draw comes as close to a border as that.

use std::convert::Infallible;
use std::sync::OnceLock;

use super::choice::resolve;
use super::random_source::RandomSource;
use crate::exact::approximate::Approximate;
use crate::exact::number::{Natural, Semiring};

/// A cumulative distribution: the borders between the shares of numbered alternatives.
#[derive(Debug)]
pub(crate) struct Cumulative {
    /// In units of `2^-64`, rounded down.
    borders: Box<[u64]>,
    /// By how much the borders may be too low.
    error: u64,
}

impl Cumulative {
    /// Prepare to choose in proportion to these weights, not all of which may be zero.
    pub(crate) fn new(weights: &[Natural]) -> Cumulative {
        let total: Natural = weights.iter().sum();
        if total == Natural::ZERO {
            return Cumulative { borders: Box::default(), error: 0 };
        }
        let (mut sum, mut border) = (Natural::ZERO, 0);
        let borders = weights[..weights.len() - 1].iter().map(|weight| {
            if !weight.is_zero() {
                sum += weight;
                // A border at the very end is as good as one just before it: nothing lies between.
                border = u64::try_from((&sum << 64) / &total).unwrap_or(u64::MAX);
            }
            border
        });
        Cumulative { borders: borders.collect(), error: 0 }
    }

    /// The same, by the first bits of the weights.
    pub(crate) fn approximate(weights: &[Approximate]) -> Cumulative {
        let sum = |sum: &mut Approximate, weight: &Approximate| {
            sum.add(weight);
            Some(*sum)
        };
        let sums = || weights.iter().scan(Approximate::ZERO, sum);
        let total = sums().last().unwrap_or(Approximate::ZERO);
        let mut borders = Vec::new();
        for sum in sums().take(weights.len().saturating_sub(1)).filter(|_| !total.is_zero()) {
            borders.push(sum.share_of(total));
            // All further ones are the same.
            if borders.last() == Some(&u64::MAX) {
                break;
            }
        }
        Cumulative { borders: borders.into(), error: 1 }
    }

    /// Draw a position. `weights` must give the weights that the borders were made from.
    pub(crate) fn draw(
        &self,
        random: &mut RandomSource,
        weights: impl FnOnce() -> Vec<Natural>,
    ) -> usize {
        let Ok(position) = self.try_draw(random, || Ok::<_, Infallible>(weights()));
        position
    }

    /// The same, if computing the weights may fail.
    pub(crate) fn try_draw<E>(
        &self,
        random: &mut RandomSource,
        weights: impl FnOnce() -> Result<Vec<Natural>, E>,
    ) -> Result<usize, E> {
        let word = random.word();
        match self.position(word) {
            Some(position) => Ok(position),
            None => Ok(resolve(Natural::from(word), 64, &weights()?, random)),
        }
    }

    /// The position whose share holds all numbers with these first 64 bits, if that is known.
    fn position(&self, word: u64) -> Option<usize> {
        let position = self.borders.partition_point(|&border| border <= word);
        let is_close = position > 0 && word - self.borders[position - 1] <= self.error;
        (!is_close).then_some(position)
    }
}

/// Cumulative that are computed at the first draw.
#[derive(Debug, Default)]
pub(crate) struct LazyCumulative(OnceLock<Cumulative>);

impl LazyCumulative {
    /// Draw, preparing the borders at the first time.
    pub(crate) fn draw(
        &self,
        random: &mut RandomSource,
        weights: impl Fn() -> Vec<Natural>,
    ) -> usize {
        self.0.get_or_init(|| Cumulative::new(&weights())).draw(random, weights)
    }

    /// The same, preparing the borders by the first bits of the weights.
    pub(crate) fn draw_approximately<E>(
        &self,
        random: &mut RandomSource,
        first_bits: impl Fn() -> Vec<Approximate>,
        weights: impl FnOnce() -> Result<Vec<Natural>, E>,
    ) -> Result<usize, E> {
        let borders = self.0.get_or_init(|| Cumulative::approximate(&first_bits()));
        borders.try_draw(random, weights)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use randlog_base::Stop;

    use super::*;
    use crate::exact::sample::choice::pick;

    /// How often each alternative is drawn, in a fixed number of draws.
    fn frequencies(
        weights: &[u64],
        mut draw: impl FnMut(&[Natural], &mut RandomSource) -> usize,
    ) -> Vec<u64> {
        let weights: Vec<Natural> = weights.iter().map(|&weight| weight.into()).collect();
        let mut random = RandomSource::new(7, 0, &Stop::NEVER);
        let mut seen = vec![0; weights.len()];
        for _ in 0..60_000 {
            seen[draw(&weights, &mut random)] += 1;
        }
        seen
    }

    fn close(seen: &[u64], weights: &[u64]) {
        let (draws, total): (u64, u64) = (seen.iter().sum(), weights.iter().sum());
        for (&seen, &weight) in seen.iter().zip(weights) {
            let expected = draws as f64 * weight as f64 / total as f64;
            assert!((seen as f64 - expected).abs() <= 5.0 * expected.sqrt(), "{seen} {expected}");
        }
    }

    #[test]
    fn shares_follow_weights() {
        let weights = [3, 0, 1, 4, 0, 2];
        close(&frequencies(&weights, pick), &weights);
        let borders = |weights: &[Natural], random: &mut RandomSource| {
            Cumulative::new(weights).draw(random, || weights.to_vec())
        };
        close(&frequencies(&weights, borders), &weights);
    }

    #[test]
    fn a_border_that_needs_more_bits_is_resolved_exactly() {
        // The first four bits of r say 5/16 <= r < 6/16, and the border lies at 1/3.
        let weights = [1u64, 2];
        let exact = |weights: &[Natural], random: &mut RandomSource| {
            resolve(Natural::from(5u8), 4, weights, random)
        };
        // Below 1/3 lies a third of that interval: (1/3 - 5/16) · 16.
        close(&frequencies(&weights, exact), &[1, 2]);
        let thirds = |weights: &[Natural], random: &mut RandomSource| {
            resolve(Natural::from(2u8), 3, weights, random)
        };
        // And of [2/8, 3/8), two thirds.
        let seen = frequencies(&weights, thirds);
        close(&seen, &[2, 1]);
    }

    #[test]
    fn borders_are_rounded_down() {
        let weights: Vec<Natural> = [5u64, 1, 0, 7].into_iter().map(Natural::from).collect();
        let borders = Cumulative::new(&weights);
        let total = 13u128;
        for (position, end) in [5u128, 6, 6].into_iter().enumerate() {
            let exact = (end << 64) / total;
            assert_eq!(u128::from(borders.borders[position]), exact);
        }
    }

    proptest! {
        /// Words at and around exact borders, and any others.
        #[test]
        fn first_bits_decide_rightly_or_not_at_all(
            factors in proptest::collection::vec((0u64..5, any::<u64>(), 0usize..200), 1..12),
            words in proptest::collection::vec(any::<u64>(), 4),
        ) {
            let weight = |&(small, large, shift): &(u64, u64, usize)| {
                let factor = if small < 4 { small } else { large };
                Natural::from(factor) << if small == 1 { 0 } else { shift }
            };
            let weights: Vec<Natural> = factors.iter().map(weight).collect();
            let total: Natural = weights.iter().sum();
            prop_assume!(!total.is_zero());
            let first_bits: Vec<Approximate> = weights.iter().map(Approximate::from).collect();
            let (exact, approximate) =
                (Cumulative::new(&weights), Cumulative::approximate(&first_bits));
            let near = exact.borders.iter().flat_map(|&border| border.saturating_sub(3)..=border.saturating_add(3));
            for word in near.chain(words) {
                for borders in [&exact, &approximate] {
                    let Some(position) = borders.position(word) else { continue };
                    let below: Natural = weights[..position].iter().sum();
                    let (first, beyond) = (&total * word, &total * (Natural::from(word) + 1u8));
                    prop_assert!(&below << 64 <= first && beyond <= (&below + &weights[position]) << 64);
                }
                let is_near = exact.borders.iter().any(|&border| border.abs_diff(word) <= 1);
                prop_assert!(approximate.position(word).is_some() || is_near);
            }
        }
    }

    #[test]
    fn nothing_weighs_nothing() {
        assert_eq!(
            pick(&[Natural::ZERO, Natural::from(9u8)], &mut RandomSource::new(1, 1, &Stop::NEVER)),
            1
        );
    }
}
