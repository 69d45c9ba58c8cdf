//! How many positions of a sequence are in use.

use std::sync::Arc;

use crate::propagator::{Propagator, Status, Watch};
use crate::store::{Conflict, Event, Store, Var};

/// The value of `kind` says how many of the `slots` are in use: `slots[i] = blank` if and
/// only if `i ≥ lengths[kind]`.
#[derive(Clone, Debug)]
pub struct Extent {
    kind: Var,
    slots: Vec<Var>,
    lengths: Arc<[u32]>,
    blank: u32,
}

impl Extent {
    /// The first `lengths[kind]` of `slots` are not `blank`, and the others are. The values of
    /// `kind` are positions in `lengths`.
    pub fn new(kind: Var, slots: Vec<Var>, lengths: Arc<[u32]>, blank: u32) -> Extent {
        Extent { kind, slots, lengths, blank }
    }

    /// The least and the largest length that the slots allow.
    fn range(&self, store: &Store) -> (u32, u32) {
        let used = |&x: &Var| !store.contains(x, self.blank);
        let unused = |&x: &Var| store.value(x) == Some(self.blank);
        let least = self.slots.iter().rposition(used).map_or(0, |last| last as u32 + 1);
        let most = self.slots.iter().position(unused).unwrap_or(self.slots.len());
        (least, most as u32)
    }

    /// Slots below `shortest` are in use, and those from `longest` on are not.
    fn blank_out(&self, store: &mut Store, shortest: u32, longest: u32) -> Result<(), Conflict> {
        for (position, &slot) in (0..).zip(&self.slots) {
            if position < shortest {
                store.remove(slot, self.blank)?;
            } else if position >= longest {
                store.assign(slot, self.blank)?;
            }
        }
        Ok(())
    }
}

impl Propagator for Extent {
    const SETTLES: bool = true;

    fn watch(&self, watch: &mut Watch) {
        watch.on(self.kind, Event::FIXED);
        watch.on_all(&self.slots, Event::FIXED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        if let Some(kind) = store.value(self.kind) {
            self.blank_out(store, self.lengths[kind as usize], self.lengths[kind as usize])?;
            return Ok(Status::Entailed);
        }
        let (least, most) = self.range(store);
        let (mut shortest, mut longest) = (u32::MAX, 0);
        for (kind, &length) in (0..).zip(self.lengths.iter()) {
            if length < least || length > most {
                store.remove(self.kind, kind)?;
            } else if store.contains(self.kind, kind) {
                (shortest, longest) = (shortest.min(length), longest.max(length));
            }
        }
        self.blank_out(store, shortest, longest)?;
        Ok(Status::entailed_if(shortest == longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    const LENGTHS: [u32; 5] = [2, 0, 3, 1, 2];
    const BLANK: u32 = 1;

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(4, 5)) {
            check(
                &domains,
                Strength::DomainConsistent,
                |_, x| Extent::new(x[0], x[1..].to_vec(), LENGTHS.into(), BLANK),
                |v| (0..).zip(&v[1..]).all(|(i, &slot)| (slot == BLANK) == (i >= LENGTHS[v[0] as usize])),
            )?;
        }
    }
}
