//! Part of an experiment, for one of several machines.

use std::fmt;
use std::str::FromStr;

use randlog_base::random::scrambled;
use serde::{Deserialize, Serialize};

/// Shard `index` of `count`, counted from one. Written `2/8`.
///
/// Runs go to shards by a hash of their number, so that hard runs, which are neighbours in the
/// list, are spread over all shards.
///
/// ```
/// use randlog_experiment::Shard;
///
/// let shards: Vec<Shard> = (1..=3).map(|index| Shard::new(index, 3).unwrap()).collect();
/// for id in 0..1000 {
///     assert_eq!(shards.iter().filter(|shard| shard.contains(id)).count(), 1);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    // Ordered by this first, so that the whole comes before its parts.
    count: u64,
    index: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Shard `index` of `count`, if there is one.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (1..=count).contains(&index).then_some(Shard { index, count })
    }

    /// Which of them it is, counted from one.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// All shards, this one among them.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.count).map(move |index| Shard { index, count: self.count })
    }

    /// Whether a run belongs to this shard.
    pub fn contains(self, id: u64) -> bool {
        Shard::of(id, self.count) == Some(self)
    }

    /// The one of so many shards that a run belongs to.
    pub fn of(id: u64, count: u64) -> Option<Shard> {
        Some(Shard { count, index: scrambled(id).checked_rem(count)? + 1 })
    }

    /// What the file of this shard is called.
    pub fn file_name(self) -> String {
        if self == Shard::WHOLE {
            "records.jsonl".to_owned()
        } else {
            format!("records-{}-of-{}.jsonl", self.index, self.count)
        }
    }

    /// The shard whose file is called like this.
    pub fn of_file_name(name: &str) -> Option<Shard> {
        let inner = name.strip_prefix("records-").and_then(|rest| rest.strip_suffix(".jsonl"));
        let shard = match inner {
            None => Shard::WHOLE,
            Some(inner) => {
                let (index, count) = inner.split_once("-of-")?;
                Shard::new(index.parse().ok()?, count.parse().ok()?)?
            }
        };
        // `records-01-of-4.jsonl` is none of ours.
        (shard.file_name() == name).then_some(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        text.split_once('/')
            .and_then(|(index, count)| Shard::new(index.parse().ok()?, count.parse().ok()?))
            .ok_or("write a shard as I/N, with I from 1 to N: `1/4` is the first of four")
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Shard, &'static str> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_partition_is_the_same_in_every_version() {
        let second: Vec<u64> =
            (0..40).filter(|&id| Shard::new(2, 4).unwrap().contains(id)).collect();
        assert_eq!(second, [1, 3, 11, 15, 25, 32, 34]);
    }

    #[test]
    fn shards_are_of_about_the_same_size() {
        for count in [2, 3, 7, 10, 64] {
            for shard in Shard::new(1, count).unwrap().all() {
                let share = (0..399_360).filter(|&id| shard.contains(id)).count() as u64;
                let even = 399_360 / count;
                assert!(share.abs_diff(even) < even / 10, "{shard}: {share} of {even}");
            }
        }
    }

    #[test]
    fn shards_are_read_as_they_are_written() {
        assert_eq!("3/8".parse(), Ok(Shard::new(3, 8).unwrap()));
        for wrong in ["", "0/4", "5/4", "1", "1/0", "a/b", "-1/4", "1/4/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_name_of_a_file_tells_its_shard() {
        for shard in Shard::new(1, 12).unwrap().all().chain([Shard::WHOLE]) {
            assert_eq!(Shard::of_file_name(&shard.file_name()), Some(shard));
        }
        for other in ["records-1-of-1.jsonl", "records-01-of-4.jsonl", "records-5-of-4.jsonl", "r"]
        {
            assert_eq!(Shard::of_file_name(other), None, "{other}");
        }
    }
}
