//! How often each value occurs in a sequence that goes through all values in order.

use crate::vars::Vars;
use crate::{Conflict, Cost, Event, Propagator, Status, Store, Watch};

/// A sequence of runs: first 0s, then 1s, and so on; the length of each run lies between two bounds.
///
/// In terms of the position at which each run starts, the constraint is a chain of differences: the
/// next run starts so many positions later. A pass forward and a pass backward along the chain
/// bound the starts, and the starts bound the values.
#[derive(Clone, Debug)]
pub struct Runs {
    xs: Vars,
    /// The least and the largest length of each run.
    lengths: Vec<(usize, usize)>,
}

/// The first and the last position at which a run can start.
#[derive(Clone, Copy)]
struct Start {
    earliest: usize,
    latest: usize,
}

impl Runs {
    /// The run of value `v` has a length from `lengths[v].0` to `lengths[v].1`. There are no other values.
    pub fn new(xs: impl Into<Vars>, lengths: Vec<(usize, usize)>) -> Runs {
        Runs { xs: xs.into(), lengths }
    }

    /// Where each run can start, the last of them an empty one at the end.
    fn starts(&self, store: &Store) -> Result<Vec<Start>, Conflict> {
        let (end, last) = (self.xs.len(), self.lengths.len());
        let mut starts = vec![Start { earliest: 0, latest: end }; last + 1];
        starts[0].latest = 0;
        starts[last].earliest = end;
        for (at, &x) in self.xs.iter().enumerate() {
            let (least, most) = (store.min(x) as usize, store.max(x) as usize);
            if least >= last {
                return Err(Conflict);
            }
            starts[least].latest = starts[least].latest.min(at);
            if most + 1 < last {
                starts[most + 1].earliest = starts[most + 1].earliest.max(at + 1);
            }
        }
        for (run, &(least, most)) in self.lengths.iter().enumerate() {
            let Start { earliest, latest } = starts[run];
            let next = &mut starts[run + 1];
            next.earliest = next.earliest.max(earliest + least);
            next.latest = next.latest.min(latest.saturating_add(most));
        }
        for (run, &(least, most)) in self.lengths.iter().enumerate().rev() {
            let Start { earliest, latest } = starts[run + 1];
            let before = &mut starts[run];
            before.earliest = before.earliest.max(earliest.saturating_sub(most));
            before.latest = before.latest.min(latest.checked_sub(least).ok_or(Conflict)?);
        }
        let is_possible = |start: &Start| start.earliest <= start.latest;
        if starts.iter().all(is_possible) { Ok(starts) } else { Err(Conflict) }
    }
}

impl Propagator for Runs {
    const COST: Cost = Cost::High;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        // The starts were bounded by the values from before. A value that is pruned to one beyond a hole in its domain bounds
        // them further, so values that are fixed only now must be looked at once more.
        let all_fixed = store.all_fixed(&self.xs);
        let starts = self.starts(store)?;
        let runs = &starts[1..self.lengths.len()];
        let (mut least, mut most) = (0, 0);
        for (at, &x) in self.xs.iter().enumerate() {
            least += runs[least..].iter().take_while(|start| start.latest <= at).count();
            most += runs[most..].iter().take_while(|start| start.earliest <= at).count();
            store.at_least(x, least as u32)?;
            store.at_most(x, most as u32)?;
        }
        Ok(Status::entailed_if(all_fixed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    fn agrees_with_its_twin(
        domains: &[Vec<u32>],
        lengths: &[(usize, usize)],
    ) -> Result<(), TestCaseError> {
        check(
            domains,
            Strength::Sound,
            |_, x| Runs::new(x.to_vec(), lengths.to_vec()),
            |v| {
                let count = |value: usize| v.iter().filter(|&&x| x as usize == value).count();
                let fits = |(value, &(least, most)): (usize, &(usize, usize))| {
                    (least..=most).contains(&count(value))
                };
                v.is_sorted()
                    && v.iter().all(|&x| (x as usize) < lengths.len())
                    && lengths.iter().enumerate().all(fits)
            },
        )
    }

    proptest! {
        #[test]
        fn is_its_twin(
            domains in crate::testing::domains(6, 4),
            bounds in prop::collection::vec((0usize..3, 0usize..4), 1..5),
        ) {
            let lengths: Vec<_> = bounds.iter().map(|&(least, more)| (least, least + more)).collect();
            agrees_with_its_twin(&domains, &lengths)?;
        }
    }

    #[test]
    fn values_that_are_fixed_beyond_a_hole_are_looked_at_once_more() {
        let domains = [vec![0], vec![0, 2], vec![1], vec![0, 2], vec![2], vec![2]];
        agrees_with_its_twin(&domains, &[(1, 2), (2, 2), (1, 3)]).unwrap();
    }
}
