//! Two variables whose values are sorted into the same classes.

use crate::propagator::{Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};
use crate::values::Values;

/// `x ∈ Sᵢ ⇔ y ∈ Tᵢ` for every class `i`, where the `Sᵢ` are disjoint and the `Tᵢ` are disjoint.
/// Values outside all classes are not allowed.
#[derive(Clone, Debug)]
pub struct SameClass {
    x: Var,
    y: Var,
    classes: Vec<(Values, Values)>,
    unions: (Values, Values),
}

impl SameClass {
    /// `x` and `y` are in the same one of `classes`.
    pub fn new(x: Var, y: Var, classes: Vec<(Values, Values)>) -> SameClass {
        let mine = Values::union(classes.iter().map(|(mine, _)| mine));
        let yours = Values::union(classes.iter().map(|(_, yours)| yours));
        SameClass { x, y, classes, unions: (mine, yours) }
    }
}

impl Propagator for SameClass {
    fn watch(&self, watch: &mut Watch) {
        watch.on(self.x, Event::CHANGED);
        watch.on(self.y, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let (mine, yours) = &self.unions;
        store.intersect(self.x, mine)?;
        store.intersect(self.y, yours)?;
        for (mine, yours) in &self.classes {
            match (store.meets(self.x, mine), store.meets(self.y, yours)) {
                (true, true) if store.within(self.x, mine) => {
                    store.intersect(self.y, yours)?;
                    return Ok(Status::Entailed);
                }
                (true, true) if store.within(self.y, yours) => {
                    store.intersect(self.x, mine)?;
                    return Ok(Status::Entailed);
                }
                (true, false) => store.subtract(self.x, mine)?,
                (false, true) => store.subtract(self.y, yours)?,
                _ => {}
            }
        }
        Ok(Status::Active)
    }

    fn settles(&self) -> bool {
        true
    }

    fn entailment(&self, store: &Store) -> Truth {
        let mut common = self
            .classes
            .iter()
            .filter(|(mine, yours)| store.meets(self.x, mine) && store.meets(self.y, yours));
        match common.next() {
            None => Truth::False,
            Some((mine, yours)) if store.within(self.x, mine) && store.within(self.y, yours) => {
                Truth::True
            }
            Some(_) => Truth::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    const CLASSES: [(&[u32], &[u32]); 3] =
        [(&[0, 66], &[1]), (&[1], &[0, 2, 3]), (&[2, 3, 4], &[4, 65])];

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(2, 70)) {
            let set = |values: &[u32]| values.iter().copied().collect::<Values>();
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| SameClass::new(x[0], x[1], CLASSES.map(|(s, t)| (set(s), set(t))).to_vec()),
                |v| CLASSES.iter().any(|(s, t)| s.contains(&v[0]) && t.contains(&v[1])),
            )?;
        }
    }
}
