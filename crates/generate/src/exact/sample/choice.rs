//! One draw among alternatives with exact weights.

use super::random_source::RandomSource;
use crate::exact::number::Natural;

/// Alternatives, each with its weight.
#[derive(Debug)]
pub(crate) struct Choice<T> {
    alternatives: Vec<T>,
    weights: Vec<Natural>,
}

impl<T> FromIterator<(T, Natural)> for Choice<T> {
    fn from_iter<I: IntoIterator<Item = (T, Natural)>>(weighted: I) -> Choice<T> {
        let (alternatives, weights) = weighted.into_iter().unzip();
        Choice { alternatives, weights }
    }
}

impl<T> Choice<T> {
    /// One alternative, in proportion to the weights, not all of which may be zero.
    pub(crate) fn draw(mut self, random: &mut RandomSource) -> T {
        self.alternatives.swap_remove(pick(&self.weights, random))
    }
}

/// A position, drawn in proportion to these weights, not all of which may be zero.
pub(crate) fn pick(weights: &[Natural], random: &mut RandomSource) -> usize {
    resolve(Natural::ZERO, 0, weights, random)
}

/// Find the share that holds `r`, whose first `known` bits are `bits`: see
/// [`borders`](super::cumulative).
pub(super) fn resolve(
    mut bits: Natural,
    mut known: usize,
    weights: &[Natural],
    random: &mut RandomSource,
) -> usize {
    let mut sum = Natural::ZERO;
    let ends: Vec<Natural> = weights
        .iter()
        .map(|weight| {
            sum += weight;
            sum.clone()
        })
        .collect();
    let share = |place: &Natural| ends.partition_point(|end| end <= place);
    loop {
        // With total weight t, the product r·t lies in [bits·t, (bits + 1)·t) / 2^known.
        let lowest = (&bits * &sum) >> known;
        let beyond = (&bits + Natural::ONE) * &sum;
        let highest = if beyond == Natural::ZERO { beyond } else { (beyond - 1u8) >> known };
        let first = share(&lowest);
        if first == share(&highest) {
            return first.min(weights.len().saturating_sub(1));
        }
        bits = (bits << 64) + random.word();
        known += 64;
    }
}
