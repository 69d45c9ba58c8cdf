//! How many of some variables take the value that is meant for them.

use crate::vars::Vars;
use crate::{Conflict, Event, Propagator, Status, Store, Var, Watch};

/// `count` is the number of those among some variables that take the value meant for them.
#[derive(Clone, Debug)]
pub struct Count {
    xs: Vars,
    /// The value meant for the first variable, and how much larger that for the next one is.
    first: u32,
    step: u32,
    count: Var,
}

impl Count {
    /// `count = #{i : xs[i] = value}`
    pub fn of(value: u32, xs: impl Into<Vars>, count: Var) -> Count {
        Count { xs: xs.into(), first: value, step: 0, count }
    }

    /// `count = #{i : xs[i] = i}`
    pub fn of_positions(xs: impl Into<Vars>, count: Var) -> Count {
        Count { xs: xs.into(), first: 0, step: 1, count }
    }

    /// The variables with the values meant for them.
    fn pairs(&self) -> impl Iterator<Item = (Var, u32)> {
        let mut next = self.first;
        self.xs.iter().map(move |&x| {
            let value = next;
            next += self.step;
            (x, value)
        })
    }

    /// How many variables surely take their value, and how many possibly.
    fn bounds(&self, store: &Store) -> (u32, u32) {
        let (mut sure, mut possible) = (0, 0);
        for (x, value) in self.pairs() {
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
        watch.on_all(&self.xs, Event::CHANGED);
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
        for (x, value) in self.pairs() {
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

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5), value in 0u32..4) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Count::of(value, x[1..].to_vec(), x[0]),
                |v| v[1..].iter().filter(|&&v| v == value).count() == v[0] as usize,
            )?;
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Count::of_positions(x[1..].to_vec(), x[0]),
                |v| v[1..].iter().zip(0..).filter(|&(&v, at)| v == at).count() == v[0] as usize,
            )?;
        }
    }
}
