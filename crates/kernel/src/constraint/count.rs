//! How many of some variables take the value that is meant for them.

use crate::propagator::{Propagator, Status, Watch};
use crate::store::{Conflict, Event, Store, Var};

/// `count` is the number of pairs of a variable and a value in which the variable takes the value.
#[derive(Clone, Debug)]
pub struct Count {
    pairs: Vec<(Var, u32)>,
    count: Var,
}

impl Count {
    /// `count = #{(x, value) ∈ pairs : x = value}`, where each pair has a variable of its own.
    pub fn new(pairs: impl IntoIterator<Item = (Var, u32)>, count: Var) -> Count {
        Count { pairs: pairs.into_iter().collect(), count }
    }

    /// How many variables surely take their value, and how many possibly.
    fn bounds(&self, store: &Store) -> (u32, u32) {
        let (mut sure, mut possible) = (0, 0);
        for &(x, value) in &self.pairs {
            if store.contains(x, value) {
                possible += 1;
                sure += u32::from(store.is_fixed(x));
            }
        }
        (sure, possible)
    }
}

impl Propagator for Count {
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        self.pairs.iter().for_each(|&(x, _)| watch.on(x, Event::CHANGED));
        watch.on(self.count, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (sure, possible) = self.bounds(store);
        store.at_least(self.count, sure)?;
        store.at_most(self.count, possible)?;
        if sure == possible {
            return Ok(Status::Entailed);
        }
        let (none, all) = (store.max(self.count) == sure, store.min(self.count) == possible);
        if !none && !all {
            return Ok(Status::Active);
        }
        for &(x, value) in &self.pairs {
            if store.contains(x, value) && !store.is_fixed(x) {
                if all { store.assign(x, value)? } else { store.remove(x, value)? }
            }
        }
        Ok(Status::Entailed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    /// The value meant for each variable.
    const VALUES: [u32; 4] = [2, 2, 0, 3];

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Count::new(x[1..].iter().copied().zip(VALUES), x[0]),
                |v| v[1..].iter().zip(VALUES).filter(|&(&v, value)| v == value).count() == v[0] as usize,
            )?;
        }
    }
}
