//! A sequence that never decreases.

use crate::vars::Vars;
use crate::{Conflict, Event, Propagator, Status, Store, Watch};

/// `x₀ ≤ x₁ ≤ x₂ ≤ …`
#[derive(Clone, Debug)]
pub struct Increasing(Vars);

impl Increasing {
    /// These variables, in this order.
    pub fn new(xs: impl Into<Vars>) -> Increasing {
        Increasing(xs.into())
    }
}

impl Propagator for Increasing {
    const SETTLES: bool = true;
    const IDEMPOTENT: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.0, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let mut least = 0;
        for &x in &self.0 {
            store.at_least(x, least)?;
            least = store.min(x);
        }
        let mut most = u32::MAX;
        for &x in self.0.iter().rev() {
            store.at_most(x, most)?;
            most = store.max(x);
        }
        Ok(Status::entailed_if(store.all_fixed(&self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(4, 66)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Increasing::new(x.to_vec()),
                |v| v.is_sorted(),
            )?;
        }
    }
}
