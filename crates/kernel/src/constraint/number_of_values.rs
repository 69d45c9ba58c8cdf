//! How many different values are taken.

use crate::propagator::{Cost, Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};
use randlog_base::BitSet;

/// `number` is the number of different values that `xs` take.
///
/// Pruning is by counting: the values already taken bound the number from below, those and the
/// open variables (or all values in sight) from above. Where a bound is met, the open variables
/// must take old values only, new values only, or the last chance of a value must be used.
#[derive(Clone, Debug)]
pub struct NumberOfValues {
    xs: Vec<Var>,
    number: Var,
}

/// What is known of the values of a list of variables.
struct Census {
    /// The values of the fixed variables.
    taken: BitSet,
    /// The values that any variable can have.
    seen: BitSet,
    /// How many variables are not fixed.
    open: u32,
}

impl NumberOfValues {
    /// `number = |{x : x ∈ xs}|`
    pub fn new(xs: Vec<Var>, number: Var) -> NumberOfValues {
        NumberOfValues { xs, number }
    }

    fn census(&self, store: &Store) -> Census {
        let mut census = Census { taken: BitSet::default(), seen: BitSet::default(), open: 0 };
        for &x in &self.xs {
            store.collect_into(x, &mut census.seen);
            if store.is_fixed(x) {
                store.collect_into(x, &mut census.taken);
            } else {
                census.open += 1;
            }
        }
        census
    }

    fn open_variables(&self, store: &Store) -> Vec<Var> {
        self.xs.iter().copied().filter(|&x| !store.is_fixed(x)).collect()
    }

    /// All values in sight are needed: a value that only one variable can have is taken by it.
    fn use_last_chances(&self, store: &mut Store, census: &Census) -> Result<(), Conflict> {
        for value in census.seen.iter().filter(|&value| !census.taken.contains(value)) {
            let mut candidates = self.xs.iter().filter(|&&x| store.contains(x, value));
            if let (Some(&x), None) = (candidates.next(), candidates.next()) {
                store.assign(x, value)?;
            }
        }
        Ok(())
    }
}

impl Census {
    fn least(&self) -> u32 {
        self.taken.count().max(u32::from(self.open > 0))
    }

    fn most(&self) -> u32 {
        self.seen.count().min(self.taken.count() + self.open)
    }
}

impl Propagator for NumberOfValues {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::FIXED);
        watch.on(self.number, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let census = self.census(store);
        store.at_least(self.number, census.least())?;
        store.at_most(self.number, census.most())?;
        if census.open == 0 {
            return Ok(Status::Entailed);
        }
        let taken = census.taken.count();
        if store.max(self.number) == taken {
            for x in self.open_variables(store) {
                store.intersect(x, &census.taken)?;
            }
            return Ok(Status::Entailed);
        }
        if store.min(self.number) == taken + census.open {
            for x in self.open_variables(store) {
                store.subtract(x, &census.taken)?;
            }
        }
        if store.min(self.number) == census.seen.count() {
            self.use_last_chances(store, &census)?;
        }
        Ok(Status::Active)
    }

    fn entailment(&self, store: &Store) -> Truth {
        let census = self.census(store);
        let possible = census.least()..=census.most();
        if store.values(self.number).all(|n| !possible.contains(&n)) {
            Truth::False
        } else if census.open == 0 && store.is_fixed(self.number) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5)) {
            check(
                &domains,
                Strength::Sound,
                |_, x| NumberOfValues::new(x[1..].to_vec(), x[0]),
                |v| v[1..].iter().collect::<BTreeSet<_>>().len() == v[0] as usize,
            )?;
        }
    }
}
