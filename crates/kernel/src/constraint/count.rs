//! How often a value is taken.

use crate::propagator::{Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};

/// `count` is the number of variables among `xs` that take `value`.
#[derive(Clone, Debug)]
pub struct Count {
    xs: Vec<Var>,
    value: u32,
    count: Var,
}

impl Count {
    /// `count = #{x ∈ xs : x = value}`
    pub fn new(xs: Vec<Var>, value: u32, count: Var) -> Count {
        Count { xs, value, count }
    }

    /// How many variables surely take the value, and how many possibly.
    fn bounds(&self, store: &Store) -> (u32, u32) {
        let (mut sure, mut possible) = (0, 0);
        for &x in &self.xs {
            if store.contains(x, self.value) {
                possible += 1;
                sure += u32::from(store.is_fixed(x));
            }
        }
        (sure, possible)
    }

    fn undecided(&self, store: &Store) -> Vec<Var> {
        let open = |&x: &Var| store.contains(x, self.value) && !store.is_fixed(x);
        self.xs.iter().copied().filter(open).collect()
    }
}

impl Propagator for Count {
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
        if store.max(self.count) == sure {
            for x in self.undecided(store) {
                store.remove(x, self.value)?;
            }
            return Ok(Status::Entailed);
        }
        if store.min(self.count) == possible {
            for x in self.undecided(store) {
                store.assign(x, self.value)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        let (sure, possible) = self.bounds(store);
        if store.values(self.count).all(|n| n < sure || n > possible) {
            Truth::False
        } else if sure == possible && store.value(self.count) == Some(sure) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Count::new(x[1..].to_vec(), 2, x[0]),
                |v| v[1..].iter().filter(|&&value| value == 2).count() == v[0] as usize,
            )?;
        }
    }
}
