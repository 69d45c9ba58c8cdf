//! A constraint that matters only under a condition.

use super::Member;
use crate::propagator::{Cost, Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store};

/// `x ∈ S ⇒ constraint`.
///
/// While the condition is open, the constraint does not prune, but is asked whether it can still
/// hold: if not, the condition is made false.
pub struct Conditional<C> {
    condition: Member,
    constraint: C,
}

impl<C: Propagator> Conditional<C> {
    /// `condition ⇒ constraint`
    pub fn new(condition: Member, constraint: C) -> Conditional<C> {
        Conditional { condition, constraint }
    }
}

impl<C: Propagator> Propagator for Conditional<C> {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.condition.variable(), Event::CHANGED);
        self.constraint.watch(watch);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        match self.condition.truth(store) {
            Truth::True => return self.constraint.propagate(store),
            Truth::False => return Ok(Status::Entailed),
            Truth::Undecided => {}
        }
        match self.constraint.entailment(store) {
            Truth::True => Ok(Status::Entailed),
            Truth::False => self.condition.deny(store).map(|()| Status::Entailed),
            Truth::Undecided => Ok(Status::Active),
        }
    }

    fn settles(&self) -> bool {
        self.constraint.settles()
    }

    fn entailment(&self, store: &Store) -> Truth {
        match (self.condition.truth(store), self.constraint.entailment(store)) {
            (Truth::False, _) | (_, Truth::True) => Truth::True,
            (Truth::True, Truth::False) => Truth::False,
            _ => Truth::Undecided,
        }
    }

    fn idempotent(&self) -> bool {
        self.constraint.idempotent()
    }

    fn cost(&self) -> Cost {
        self.constraint.cost()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::LexLess;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 3)) {
            check(
                &domains,
                Strength::Sound,
                |model, x| {
                    let less = LexLess::strict(model, x[1..3].to_vec(), x[3..5].to_vec());
                    Conditional::new(Member::new(x[0], [1, 2]), less)
                },
                |v| v[0] == 0 || v[1..3] < v[3..5],
            )?;
        }
    }
}
