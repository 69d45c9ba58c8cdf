//! The numbers of tasks as arrays that the site accepts.

/// An array of tasks. The number of a shard is that of the task and the offset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Array {
    offset: u64,
    /// The numbers of its tasks, ascending.
    numbers: Vec<u64>,
}

/// Arrays for these shards, ascending. At a site, numbers of tasks are below `max`.
pub(super) fn split(shards: &[u64], max: u64) -> Vec<Array> {
    // Numbers from 1 on, so that a task has the number of its shard wherever that is possible.
    let size = max.saturating_sub(1).max(1);
    let mut arrays: Vec<Array> = Vec::new();
    for &shard in shards {
        let offset = (shard - 1) / size * size;
        if arrays.last().is_none_or(|array| array.offset != offset) {
            arrays.push(Array { offset, numbers: Vec::new() });
        }
        if let Some(array) = arrays.last_mut() {
            array.numbers.push(shard - offset);
        }
    }
    arrays
}

impl Array {
    /// What `sbatch` is told to submit it.
    pub(super) fn arguments(&self, script: &str) -> Vec<String> {
        let mut arguments = vec![format!("--array={}", ranges(&self.numbers)), script.to_owned()];
        if self.offset > 0 {
            arguments.push(self.offset.to_string());
        }
        arguments
    }
}

/// Numbers, ascending, as Slurm writes them: `1-3,7`.
fn ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_written_as_ranges() {
        assert_eq!(ranges(&[1]), "1");
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
    }

    #[test]
    fn more_tasks_than_the_site_has_numbers_are_several_arrays() {
        let all: Vec<u64> = (1..=2500).collect();
        let arrays = split(&all, 1001);
        assert_eq!(arrays.len(), 3);
        for array in &arrays {
            assert!(array.numbers.iter().all(|number| (1..1001).contains(number)));
        }
        let shards = arrays.iter().flat_map(|array| array.numbers.iter().map(|n| n + array.offset));
        assert!(shards.eq(all));
        assert_eq!(arrays[0].arguments("a.sh"), ["--array=1-1000", "a.sh"]);
        assert_eq!(arrays[2].arguments("a.sh"), ["--array=1-500", "a.sh", "2000"]);
        let few = split(&[3, 1001, 2000], 1001);
        assert_eq!(few[1].arguments("a.sh"), ["--array=1,1000", "a.sh", "1000"]);
    }
}
