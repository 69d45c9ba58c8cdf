//! Two variables whose values are sorted into the same classes.

use std::sync::Arc;

use crate::{Conflict, Event, Propagator, Status, Store, Var, Watch};
use randlog_base::BitSet;

/// `x ∈ Sᵢ ⇔ y ∈ Tᵢ` for every class `i`, where the `Sᵢ` are disjoint and the `Tᵢ` are disjoint.
/// Values outside all classes are not allowed.
#[derive(Clone, Debug)]
pub struct SameClass {
    x: Var,
    y: Var,
    classes: Arc<Classes>,
}

/// Pairs of sets `(Sᵢ, Tᵢ)`, which many constraints can share.
#[derive(Debug)]
pub struct Classes {
    list: Vec<(BitSet, BitSet)>,
    unions: (BitSet, BitSet),
}

impl Classes {
    /// These classes.
    pub fn new(list: Vec<(BitSet, BitSet)>) -> Arc<Classes> {
        let mine = list.iter().flat_map(|(mine, _)| mine.iter()).collect();
        let yours = list.iter().flat_map(|(_, yours)| yours.iter()).collect();
        Arc::new(Classes { list, unions: (mine, yours) })
    }
}

impl SameClass {
    /// `x` and `y` are in the same one of `classes`.
    pub fn new(x: Var, y: Var, classes: Arc<Classes>) -> SameClass {
        SameClass { x, y, classes }
    }
}

impl Propagator for SameClass {
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on(self.x, Event::CHANGED);
        watch.on(self.y, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Classes { list, unions: (mine, yours) } = &*self.classes;
        store.intersect(self.x, mine)?;
        store.intersect(self.y, yours)?;
        for (mine, yours) in list {
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
            let set = |values: &[u32]| values.iter().copied().collect::<BitSet>();
            let classes = Classes::new(CLASSES.map(|(s, t)| (set(s), set(t))).to_vec());
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| SameClass::new(x[0], x[1], classes.clone()),
                |v| CLASSES.iter().any(|(s, t)| s.contains(&v[0]) && t.contains(&v[1])),
            )?;
        }
    }
}
