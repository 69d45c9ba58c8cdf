//! Many numbers in a few.

/// Numbers in order, ready to be asked about.
///
/// ```
/// use randlog_experiment::report::Summary;
///
/// let summary: Summary = [4, 1, 3, 2].into_iter().collect();
/// assert_eq!(summary.mean(), 2.5);
/// assert_eq!(summary.quantile(0.5), 2);
/// assert_eq!(summary.quantile(1.0), 4);
/// assert_eq!(summary.share_below(3), 0.5);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Summary {
    sorted: Vec<u64>,
}

impl FromIterator<u64> for Summary {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Summary {
        let mut sorted: Vec<u64> = numbers.into_iter().collect();
        sorted.sort_unstable();
        Summary { sorted }
    }
}

impl Summary {
    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Their sum.
    pub fn sum(&self) -> u64 {
        self.sorted.iter().sum()
    }

    /// Their mean; zero if there are none.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.count().max(1) as f64
    }

    /// The smallest number such that at least this share of all is not larger (nearest rank); zero
    /// if there are none.
    pub fn quantile(&self, share: f64) -> u64 {
        let rank = (share * self.count() as f64).ceil() as usize;
        self.sorted.get(rank.clamp(1, self.count().max(1)) - 1).copied().unwrap_or(0)
    }

    /// The quantile of one half.
    pub fn median(&self) -> f64 {
        self.quantile(0.5) as f64
    }

    /// The largest; zero if there are none.
    pub fn max(&self) -> f64 {
        self.quantile(1.0) as f64
    }

    /// The share of numbers below a limit.
    pub fn share_below(&self, limit: u64) -> f64 {
        let below = self.sorted.partition_point(|&number| number < limit);
        below as f64 / self.count().max(1) as f64
    }
}
