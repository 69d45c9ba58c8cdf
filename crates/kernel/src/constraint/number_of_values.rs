//! How many different values are taken.

use crate::propagator::{Cost, Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};
use crate::values::Values;

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
    taken: Values,
    distinct: u32,
    open: Vec<Var>,
    /// Values that no variable has taken yet but some open one can, each with its first candidate
    /// and whether there is another one.
    missing: Vec<(u32, Var, bool)>,
}

impl NumberOfValues {
    /// `number = |{x : x ∈ xs}|`
    pub fn new(xs: Vec<Var>, number: Var) -> NumberOfValues {
        NumberOfValues { xs, number }
    }

    fn census(&self, store: &Store) -> Census {
        let mut fixed: Vec<u32> = self.xs.iter().filter_map(|&x| store.value(x)).collect();
        fixed.sort_unstable();
        fixed.dedup();
        let distinct = fixed.len() as u32;
        let taken: Values = fixed.into_iter().collect();
        let open: Vec<Var> = self.xs.iter().copied().filter(|&x| !store.is_fixed(x)).collect();
        let mut chances: Vec<(u32, Var)> = open
            .iter()
            .flat_map(|&x| store.values(x).map(move |value| (value, x)))
            .filter(|&(value, _)| !taken.contains(value))
            .collect();
        chances.sort_unstable();
        let missing = chances
            .chunk_by(|a, b| a.0 == b.0)
            .map(|chunk| (chunk[0].0, chunk[0].1, chunk.len() > 1))
            .collect();
        Census { taken, distinct, open, missing }
    }
}

impl Census {
    fn least(&self) -> u32 {
        self.distinct.max(u32::from(!self.open.is_empty()))
    }

    fn most(&self) -> u32 {
        self.distinct + (self.open.len() as u32).min(self.missing.len() as u32)
    }
}

impl Propagator for NumberOfValues {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.xs, Event::CHANGED);
        watch.on(self.number, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let census = self.census(store);
        store.at_least(self.number, census.least())?;
        store.at_most(self.number, census.most())?;
        if census.open.is_empty() {
            return Ok(Status::Entailed);
        }
        if store.max(self.number) == census.distinct {
            for &x in &census.open {
                store.intersect(x, &census.taken)?;
            }
            return Ok(Status::Entailed);
        }
        if store.min(self.number) == census.distinct + census.open.len() as u32 {
            for &x in &census.open {
                store.subtract(x, &census.taken)?;
            }
        }
        if store.min(self.number) == census.distinct + census.missing.len() as u32 {
            for &(value, x, _) in census.missing.iter().filter(|(_, _, again)| !again) {
                store.assign(x, value)?;
            }
        }
        Ok(Status::Active)
    }

    fn entailment(&self, store: &Store) -> Truth {
        let census = self.census(store);
        let possible = census.least()..=census.most();
        if store.values(self.number).all(|n| !possible.contains(&n)) {
            Truth::False
        } else if census.open.is_empty() && store.value(self.number) == Some(census.distinct) {
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
