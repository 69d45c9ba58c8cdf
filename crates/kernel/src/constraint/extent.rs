//! How many positions of a sequence are in use.

use std::sync::Arc;

use crate::vars::Vars;
use crate::{Conflict, Event, Propagator, Status, Store, Var, Watch};
use randlog_base::BitSet;

/// The value of `kind` says how many of the `slots` are in use: `slots[i] = blank` if and
/// only if `i ≥ lengths[kind]`.
#[derive(Clone, Debug)]
pub struct Extent {
    kind: Var,
    slots: Vars,
    lengths: Arc<Lengths>,
    blank: u32,
}

/// How many slots each kind has in use, which many constraints can share.
#[derive(Debug)]
pub struct Lengths {
    list: Vec<u32>,
    /// The least and the largest of them, and the kinds that have it.
    least: (u32, BitSet),
    largest: (u32, BitSet),
}

impl Lengths {
    /// These lengths: of kind 0, of kind 1, …
    pub fn new(list: Vec<u32>) -> Arc<Lengths> {
        let kinds = |length: u32| {
            let kinds = (0..).zip(&list).filter(|&(_, &of_kind)| of_kind == length);
            (length, kinds.map(|(kind, _)| kind).collect())
        };
        let least = kinds(list.iter().copied().min().unwrap_or(0));
        let largest = kinds(list.iter().copied().max().unwrap_or(0));
        Arc::new(Lengths { list, least, largest })
    }

    /// The largest length.
    pub fn largest(&self) -> u32 {
        self.largest.0
    }
}

impl Extent {
    /// The first `lengths[kind]` of `slots` are not `blank`, and the others are. The values of
    /// `kind` are positions in `lengths`.
    pub fn new(kind: Var, slots: impl Into<Vars>, lengths: Arc<Lengths>, blank: u32) -> Extent {
        Extent { kind, slots: slots.into(), lengths, blank }
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
        let used = self.slots.iter().take(shortest as usize);
        used.copied().try_for_each(|slot| store.remove(slot, self.blank))?;
        let unused = self.slots.iter().skip(longest as usize);
        unused.copied().try_for_each(|slot| store.assign(slot, self.blank))
    }

    /// The least and the largest length of the kinds left, once those that do not fit are removed.
    fn lengths_left(&self, store: &mut Store) -> Result<(u32, u32), Conflict> {
        let Lengths { list, least: (shortest, short), largest: (longest, long) } = &*self.lengths;
        let (least, most) = self.range(store);
        let all_fit = least <= *shortest && *longest <= most;
        if all_fit && store.meets(self.kind, short) && store.meets(self.kind, long) {
            return Ok((*shortest, *longest));
        }
        let (mut shortest, mut longest) = (u32::MAX, 0);
        for (kind, &length) in (0..).zip(list) {
            if length < least || length > most {
                store.remove(self.kind, kind)?;
            } else if store.contains(self.kind, kind) {
                (shortest, longest) = (shortest.min(length), longest.max(length));
            }
        }
        Ok((shortest, longest))
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
            let length = self.lengths.list[kind as usize];
            self.blank_out(store, length, length)?;
            return Ok(Status::Entailed);
        }
        let (shortest, longest) = self.lengths_left(store)?;
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
                |_, x| Extent::new(x[0], x[1..].to_vec(), Lengths::new(LENGTHS.to_vec()), BLANK),
                |v| (0..).zip(&v[1..]).all(|(i, &slot)| (slot == BLANK) == (i >= LENGTHS[v[0] as usize])),
            )?;
        }
    }
}
