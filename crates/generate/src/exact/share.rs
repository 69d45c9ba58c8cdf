//! Counting beyond closed forms by Monte Carlo estimation: the exact count of the looser space, times the share of drawn
//! programs that meet the rules.

use randlog_base::Stop;

use super::number::Natural;
use super::{NoSampler, Sampler, count_within};
use crate::Spec;

/// A count that is known by a measured share.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatedCount {
    /// How many programs there are without the rules that tie clauses to each other, exactly.
    pub looser: Natural,
    /// How many programs were drawn from these, each as likely as any other.
    pub draws: u64,
    /// How many of them met the rules.
    pub accepted: u64,
}

/// The normal deviation that leaves 5 % outside, on both sides together.
const DEVIATION: f64 = 1.959_963_985;
/// Shares are scaled by this before they are multiplied exactly.
const SCALE: f64 = 1e15;

/// Draw this many programs without regard to `cycles`, `independent` and `required`, and see how many meet
/// them.
pub fn estimate(spec: &Spec, draws: u64, stop: &Stop) -> Result<EstimatedCount, NoSampler> {
    let spec = spec.with_weights(Default::default());
    let loose = spec.without_ties();
    let sampler = Sampler::filtering(&loose, &spec, stop)?;
    let accepted = sampler.accepted(draws, stop)?;
    Ok(EstimatedCount { looser: count_within(&loose, stop)?, draws, accepted })
}

impl EstimatedCount {
    /// The most likely count.
    pub fn count(&self) -> Natural {
        &self.looser * self.accepted / self.draws.max(1)
    }

    /// The smallest and the largest count that are not implausible: a 95 % interval (Wilson, 1927).
    pub fn interval(&self) -> (Natural, Natural) {
        let (draws, share) =
            (self.draws.max(1) as f64, self.accepted as f64 / self.draws.max(1) as f64);
        let spread = DEVIATION * DEVIATION / draws;
        let middle = (share + spread / 2.0) / (1.0 + spread);
        let half = DEVIATION * (share * (1.0 - share) / draws + spread / (4.0 * draws)).sqrt()
            / (1.0 + spread);
        let part = |share: f64| {
            let scaled = (share.clamp(0.0, 1.0) * SCALE).round() as u64;
            &self.looser * scaled / (SCALE as u64)
        };
        // What was seen is there.
        let low = if self.accepted == 0 { Natural::ZERO } else { part(middle - half) };
        let high =
            if self.accepted == self.draws { self.looser.clone() } else { part(middle + half) };
        (low, high)
    }
}
