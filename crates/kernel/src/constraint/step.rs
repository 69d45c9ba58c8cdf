//! A variable that follows another one closely.

use crate::{Conflict, Cost, Event, Propagator, Status, Store, Var, Watch};
use randlog_base::BitSet;

/// `y = x` or `y = x + 1`
#[derive(Clone, Copy, Debug)]
pub struct Step {
    x: Var,
    y: Var,
}

impl Step {
    /// From `x` to `y` is no step, or one.
    pub fn new(x: Var, y: Var) -> Step {
        Step { x, y }
    }
}

/// A word of the set of all successors of members.
fn successors(set: &BitSet, index: usize) -> u64 {
    let carried = index.checked_sub(1).map_or(0, |before| set.word(before) >> 63);
    set.word(index) << 1 | carried
}

/// A word of the set of all predecessors of members.
fn predecessors(set: &BitSet, index: usize) -> u64 {
    set.word(index) >> 1 | set.word(index + 1) << 63
}

impl Propagator for Step {
    const COST: Cost = Cost::High;
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&[self.x, self.y], Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let from = store.set_of(self.x);
        store
            .keep(self.y, |index| from.word(index as usize) | successors(&from, index as usize))?;
        let to = store.set_of(self.y);
        store.keep(self.x, |index| to.word(index as usize) | predecessors(&to, index as usize))?;
        Ok(Status::entailed_if(store.is_fixed(self.x) && store.is_fixed(self.y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(low in crate::testing::domains(2, 5), high in crate::testing::domains(2, 70)) {
            // Around the end of a word, too.
            let moved = |by: u32| low.iter().map(|d| d.iter().map(|v| v + by).collect()).collect();
            for domains in [low.clone(), high, moved(61)] {
                check(
                    &domains,
                    Strength::DomainConsistent,
                    |_, x| Step::new(x[0], x[1]),
                    |v| v[1] == v[0] || v[1] == v[0] + 1,
                )?;
            }
        }
    }
}
