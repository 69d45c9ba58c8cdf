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

use std::convert::Infallible;
use std::sync::OnceLock;

use super::choice::resolve;
use super::random_source::RandomSource;
use crate::exact::number::Natural;

/// A cumulative distribution: the borders between the shares of numbered alternatives.
#[derive(Debug)]
pub(crate) struct Cumulative(
    /// In units of `2^-64`, rounded down.
    Box<[u64]>,
);

impl Cumulative {
    /// Prepare to choose in proportion to these weights, not all of which may be zero.
    pub(crate) fn new(weights: &[Natural]) -> Cumulative {
        let total: Natural = weights.iter().sum();
        if total == Natural::ZERO {
            return Cumulative(Box::default());
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
        Cumulative(borders.collect())
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
        let position = self.0.partition_point(|&border| border <= word);
        if position > 0 && self.0[position - 1] == word {
            return Ok(resolve(Natural::from(word), 64, &weights()?, random));
        }
        Ok(position)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::sample::choice::pick;
    use randlog_base::Stop;

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
            assert_eq!(u128::from(borders.0[position]), exact);
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
