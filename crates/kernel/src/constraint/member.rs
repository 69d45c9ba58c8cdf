//! Membership, "`x` is one of these", and implications between reified constraints.

use crate::{Conflict, Cost, Event, Propagator, Reifiable, Status, Store, Truth, Var, Watch};
use randlog_base::BitSet;

/// The statement that a variable takes a value of a set: the smallest constraint, and what the
/// conditions of other constraints are made of.
#[derive(Clone, Debug)]
pub struct Member {
    x: Var,
    set: BitSet,
}

impl Member {
    /// `x ∈ set`
    pub fn new(x: Var, set: impl IntoIterator<Item = u32>) -> Member {
        Member { x, set: set.into_iter().collect() }
    }

    /// `x = value`
    pub fn is(x: Var, value: u32) -> Member {
        Member::new(x, [value])
    }
}

impl Propagator for Member {
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on(self.x, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        store.intersect(self.x, &self.set)?;
        Ok(Status::Entailed)
    }
}

impl Reifiable for Member {
    #[inline]
    fn truth(&self, store: &Store) -> Truth {
        if !store.meets(self.x, &self.set) {
            Truth::False
        } else if store.within(self.x, &self.set) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }
}

/// `x ∈ S ⇒ statement`
///
/// While the condition is open, the statement does not prune, but is asked whether it can still
/// hold: if not, the condition is made false.
#[derive(Clone, Debug)]
pub struct Implies<S>(pub Member, pub S);

impl<S: Reifiable> Propagator for Implies<S> {
    const COST: Cost = S::COST;
    const SETTLES: bool = S::SETTLES;
    const IDEMPOTENT: bool = S::IDEMPOTENT;

    fn watch(&self, watch: &mut Watch) {
        self.0.watch(watch);
        self.1.watch(watch);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Implies(condition, statement) = self;
        match condition.truth(store) {
            Truth::True => return statement.propagate(store),
            Truth::False => return Ok(Status::Entailed),
            Truth::Undecided => {}
        }
        match statement.truth(store) {
            Truth::Undecided => return Ok(Status::Active),
            Truth::False => store.subtract(condition.x, &condition.set)?,
            Truth::True => {}
        }
        Ok(Status::Entailed)
    }
}

/// `x ∈ S ⇔ y ∈ T`
#[derive(Clone, Debug)]
pub struct Iff(pub Member, pub Member);

impl Propagator for Iff {
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        self.0.watch(watch);
        self.1.watch(watch);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Iff(one, other) = self;
        match (one.truth(store), other.truth(store)) {
            (Truth::True, _) => store.intersect(other.x, &other.set)?,
            (Truth::False, _) => store.subtract(other.x, &other.set)?,
            (_, Truth::True) => store.intersect(one.x, &one.set)?,
            (_, Truth::False) => store.subtract(one.x, &one.set)?,
            (Truth::Undecided, Truth::Undecided) => return Ok(Status::Active),
        }
        Ok(Status::Entailed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::LexLess;
    use crate::testing::{Strength, check, check_truth};
    use proptest::prelude::*;

    const S: [u32; 2] = [1, 2];
    const T: [u32; 3] = [0, 2, 66];

    proptest! {
        #[test]
        fn member_is_its_twin(domains in crate::testing::domains(1, 70)) {
            let twin = |v: &[u32]| T.contains(&v[0]);
            check(&domains, Strength::DomainConsistent, |_, x| Member::new(x[0], T), twin)?;
            check_truth(&domains, |_, x| Member::new(x[0], T), twin)?;
        }

        #[test]
        fn implies_is_its_twin(domains in crate::testing::domains(2, 70)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Implies(Member::new(x[0], S), Member::new(x[1], T)),
                |v| !S.contains(&v[0]) || T.contains(&v[1]),
            )?;
        }

        #[test]
        fn any_statement_can_be_implied(domains in crate::testing::domains(5, 3)) {
            check(
                &domains,
                Strength::Sound,
                |model, x| {
                    let less = LexLess::strict(model, x[1..3].to_vec(), x[3..5].to_vec());
                    Implies(Member::new(x[0], S), less)
                },
                |v| !S.contains(&v[0]) || v[1..3] < v[3..5],
            )?;
        }

        #[test]
        fn iff_is_its_twin(domains in crate::testing::domains(2, 70)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Iff(Member::new(x[0], S), Member::new(x[1], T)),
                |v| S.contains(&v[0]) == T.contains(&v[1]),
            )?;
        }
    }
}
