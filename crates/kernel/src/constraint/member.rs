//! Links between "`x` is one of these" and "`y` is one of those".

use crate::propagator::{Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};
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

    /// The variable the statement is about.
    pub fn variable(&self) -> Var {
        self.x
    }

    /// Whether the statement holds.
    #[inline]
    pub fn truth(&self, store: &Store) -> Truth {
        if !store.meets(self.x, &self.set) {
            Truth::False
        } else if store.within(self.x, &self.set) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }

    /// Make it hold.
    #[inline]
    pub fn confirm(&self, store: &mut Store) -> Result<(), Conflict> {
        store.intersect(self.x, &self.set)
    }

    /// Make it not hold.
    #[inline]
    pub fn deny(&self, store: &mut Store) -> Result<(), Conflict> {
        store.subtract(self.x, &self.set)
    }
}

impl Propagator for Member {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.x, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.confirm(store)?;
        Ok(Status::Entailed)
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        self.truth(store)
    }
}

/// `x ∈ S ⇒ y ∈ T`
#[derive(Clone, Debug)]
pub struct Implies(pub Member, pub Member);

impl Propagator for Implies {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.0.x, Event::CHANGED);
        watch.on(self.1.x, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        match (self.0.truth(store), self.1.truth(store)) {
            (Truth::False, _) | (_, Truth::True) => {}
            (Truth::True, _) => self.1.confirm(store)?,
            (_, Truth::False) => self.0.deny(store)?,
            (Truth::Undecided, Truth::Undecided) => return Ok(Status::Active),
        }
        Ok(Status::Entailed)
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        match (self.0.truth(store), self.1.truth(store)) {
            (Truth::False, _) | (_, Truth::True) => Truth::True,
            (Truth::True, Truth::False) => Truth::False,
            _ => Truth::Undecided,
        }
    }
}

/// `x ∈ S ⇔ y ∈ T`
#[derive(Clone, Debug)]
pub struct Iff(pub Member, pub Member);

impl Propagator for Iff {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.0.x, Event::CHANGED);
        watch.on(self.1.x, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        match (self.0.truth(store), self.1.truth(store)) {
            (Truth::True, _) => self.1.confirm(store)?,
            (Truth::False, _) => self.1.deny(store)?,
            (_, Truth::True) => self.0.confirm(store)?,
            (_, Truth::False) => self.0.deny(store)?,
            (Truth::Undecided, Truth::Undecided) => return Ok(Status::Active),
        }
        Ok(Status::Entailed)
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        match (self.0.truth(store), self.1.truth(store)) {
            (Truth::Undecided, _) | (_, Truth::Undecided) => Truth::Undecided,
            (left, right) if left == right => Truth::True,
            _ => Truth::False,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    const S: [u32; 2] = [1, 2];
    const T: [u32; 3] = [0, 2, 66];

    proptest! {
        #[test]
        fn member_is_its_twin(domains in crate::testing::domains(1, 70)) {
            check(&domains, Strength::DomainConsistent, |_, x| Member::new(x[0], T), |v| T.contains(&v[0]))?;
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
