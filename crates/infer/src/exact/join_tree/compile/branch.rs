//! What is remembered in one table, and where.

use super::super::steps::{Bit, CycleBits, MOST_BITS};
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// Something that has a place in states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// The value of an item, known or guessed.
    Value(u32),
    /// What inputs make of a gate so far; of an atom on a cycle, whether it is true so far.
    Part(u32),
    /// Is an alternative of this choice taken?
    Taken(u32),
}

impl Slot {
    pub(super) fn item(self) -> u32 {
        match self {
            Slot::Value(item) | Slot::Part(item) | Slot::Taken(item) => item,
        }
    }
}

/// A gate that is both guessed and partly known has three states.
const LESS_IF_BOTH: f64 = 0.415;

/// The places of a table.
#[derive(Default)]
pub(super) struct Branch {
    places: HashMap<Slot, Bit>,
    pub(super) free: BinaryHeap<Reverse<Bit>>,
    pub(super) used: usize,
    /// The gates and cycles of which a part is known here.
    pub(super) parts: HashSet<u32>,
    /// Was a gate guessed here?
    pub(super) has_guesses: bool,
    /// How many alternatives of a choice have a place.
    pub(super) alternatives: HashMap<u32, u32>,
    /// The open atoms of cycles, by whole, and how they depend on each other.
    pub(super) open: HashMap<u32, Vec<u32>>,
    pub(super) reach: HashMap<(u32, u32), Bit>,
    snapshots: HashMap<u32, Rc<CycleBits>>,
}

impl Branch {
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn place(&self, slot: Slot) -> Option<Bit> {
        self.places.get(&slot).copied()
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = (Slot, Bit)> {
        self.places.iter().map(|(&slot, &place)| (slot, place))
    }

    /// Does it remember anything of an item?
    pub(super) fn has(&self, item: u32) -> bool {
        [Slot::Value(item), Slot::Part(item), Slot::Taken(item)]
            .iter()
            .any(|slot| self.places.contains_key(slot))
    }

    /// Where what is known of a gate and what it is guessed to be are, if both are there.
    pub(super) fn both(&self, gate: u32) -> Option<(Bit, Bit)> {
        Some((self.place(Slot::Part(gate))?, self.place(Slot::Value(gate))?))
    }

    pub(super) fn allocate(&mut self) -> Option<Bit> {
        if let Some(Reverse(place)) = self.free.pop() {
            return Some(place);
        }
        self.used += 1;
        (self.used <= MOST_BITS).then_some((self.used - 1) as Bit)
    }

    /// Gives a slot a place.
    pub(super) fn add(&mut self, slot: Slot) -> Option<Bit> {
        let place = self.allocate()?;
        self.places.insert(slot, place);
        Some(place)
    }

    /// Takes the place of a slot away; somebody has to clear it before it is free.
    pub(super) fn remove(&mut self, slot: Slot) -> Option<Bit> {
        self.places.remove(&slot)
    }

    pub(super) fn forget_alternative(&mut self, choice: u32) {
        if let Some(count) = self.alternatives.get_mut(&choice) {
            *count -= 1;
            if *count == 0 {
                self.alternatives.remove(&choice);
            }
        }
    }

    /// What is known of a gate is its value now.
    pub(super) fn rename(&mut self, gate: u32) {
        if let Some(place) = self.places.remove(&Slot::Part(gate)) {
            self.places.insert(Slot::Value(gate), place);
        }
    }

    /// Opens an atom of a cycle that has a place.
    pub(super) fn enter(&mut self, whole: u32, member: u32) -> Option<()> {
        let members = self.open.entry(whole).or_default();
        if members.contains(&member) {
            return Some(());
        }
        members.push(member);
        let others = members[..members.len() - 1].to_vec();
        self.snapshots.remove(&whole);
        for other in others {
            for pair in [(member, other), (other, member)] {
                let place = self.allocate()?;
                self.reach.insert(pair, place);
            }
        }
        Some(())
    }

    /// Closes an atom of a cycle; yields the places that others had for it.
    pub(super) fn leave(&mut self, whole: u32, member: u32) -> Vec<Bit> {
        let Some(members) = self.open.get_mut(&whole) else { return Vec::new() };
        members.retain(|&other| other != member);
        self.snapshots.remove(&whole);
        let pairs = members.iter().flat_map(|&other| [(member, other), (other, member)]);
        pairs.filter_map(|pair| self.reach.remove(&pair)).collect()
    }

    /// The places of the open atoms of a cycle.
    pub(super) fn cycle(&mut self, whole: u32) -> Rc<CycleBits> {
        let Branch { places, reach, open, snapshots, .. } = self;
        let members = open.get(&whole).map_or(&[][..], Vec::as_slice);
        let snapshot = snapshots.entry(whole).or_insert_with(|| {
            let pairs = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
            let truth = members.iter().map(|&member| places.get(&Slot::Part(member)));
            Rc::new(CycleBits {
                truth: truth.map(|place| place.copied().unwrap_or_default()).collect(),
                reach: pairs.map(|pair| reach.get(&pair).copied()).collect(),
            })
        });
        snapshot.clone()
    }

    /// About how many bits it takes to say which state it is.
    pub(super) fn bits(&self) -> f64 {
        let on_cycles: usize = self.open.values().map(Vec::len).sum();
        let mut bits = self.places.len().saturating_sub(on_cycles) as f64;
        // Atoms that are equivalent, or true: about as many cases as there are partitions.
        bits += self.open.values().map(|members| on_cycle(members.len())).sum::<f64>();
        // Of alternatives, one is taken at most.
        for (&choice, &count) in &self.alternatives {
            let taken = self.places.contains_key(&Slot::Taken(choice));
            let count = f64::from(count);
            bits += (count + if taken { 2.0 } else { 1.0 }).log2();
            bits -= count + if taken { 1.0 } else { 0.0 };
        }
        if !self.has_guesses {
            return bits;
        }
        let both = self.parts.iter().filter(|&&gate| self.both(gate).is_some()).count();
        bits - LESS_IF_BOTH * both as f64
    }
}

/// The same for atoms of one cycle.
fn on_cycle(members: usize) -> f64 {
    members as f64 * (members as f64 + 1.0).log2()
}
