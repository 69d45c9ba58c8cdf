//! Many numbers in a few.

use std::collections::BTreeMap;

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

/// A number that stands for many.
pub type Statistic = fn(&Summary) -> f64;

impl FromIterator<u64> for Summary {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Summary {
        let mut sorted: Vec<u64> = numbers.into_iter().collect();
        sorted.sort_unstable();
        Summary { sorted }
    }
}

impl Summary {
    /// Summaries of the numbers that have the same key.
    pub fn by<K: Ord>(numbers: impl IntoIterator<Item = (K, u64)>) -> BTreeMap<K, Summary> {
        let mut lists: BTreeMap<K, Vec<u64>> = BTreeMap::new();
        for (key, number) in numbers {
            lists.entry(key).or_default().push(number);
        }
        lists.into_iter().map(|(key, list)| (key, list.into_iter().collect())).collect()
    }

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

    /// Lower whisker, quartiles and upper whisker; nothing if there are no numbers. Whiskers reach to
    /// the last number within one and a half times the height of the box.
    pub fn box_with_whiskers(&self) -> Option<[u64; 5]> {
        let [first, median, third] = [0.25, 0.5, 0.75].map(|share| self.quantile(share));
        let reach = (third - first) * 3 / 2;
        let within = |number: &&u64| **number + reach >= first && **number <= third + reach;
        let low = self.sorted.iter().find(within)?;
        let high = self.sorted.iter().rfind(within)?;
        Some([*low, first, median, third, *high])
    }

    /// The share of numbers below a limit.
    pub fn share_below(&self, limit: u64) -> f64 {
        let below = self.sorted.partition_point(|&number| number < limit);
        below as f64 / self.count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_put_together_by_their_keys() {
        let all = Summary::by([("b", 3), ("a", 1), ("b", 5)]);
        let means: Vec<(&str, f64)> = all.iter().map(|(key, part)| (*key, part.mean())).collect();
        assert_eq!(means, [("a", 1.0), ("b", 4.0)]);
    }

    #[test]
    fn whiskers_leave_out_what_is_far_away() {
        let summary: Summary = [1, 50, 51, 52, 53, 54, 55, 56, 1000].into_iter().collect();
        assert_eq!(summary.box_with_whiskers(), Some([50, 51, 53, 55, 56]));
        assert_eq!(Summary::default().box_with_whiskers(), None);
    }
}
