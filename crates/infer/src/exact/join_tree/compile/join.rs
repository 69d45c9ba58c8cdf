//! Joins: what two branches know, in the places of one.

use super::super::steps::{Bit, Join, Mask, TableStep};
use super::branch::Slot;
use super::{Compiler, Number, choice};
use hashbrown::HashMap;

impl<N: Number> Compiler<'_, N> {
    /// Joins the newest branch to the one that has waited for it.
    pub(super) fn join(&mut self) -> Option<()> {
        let left = self.waiting.pop()?;
        let mut right = std::mem::replace(&mut self.branch, left);
        let bits = self.branch.bits() + right.bits();
        self.places = self.places.max(right.used);
        self.branch.has_guesses |= right.has_guesses;
        let mut slots: Vec<(Slot, Bit)> = right.slots().collect();
        slots.sort_unstable_by_key(|&(_, place)| place);
        let (cycles, choices) = (Vec::new(), Vec::new());
        let mut join = Join { moves: Vec::new(), key: Mask::NONE, choices, cycles };
        let mut taken: Vec<(u32, Bit)> = Vec::new();
        let mut shared: Vec<u32> = Vec::new();
        let mut alternatives: HashMap<u32, Mask> = HashMap::new();
        let mut same = 0;
        let was_there: Vec<bool> =
            slots.iter().map(|(slot, _)| self.branch.has(slot.item())).collect();
        for (&(slot, from), was_there) in slots.iter().zip(was_there) {
            let item = slot.item();
            if was_there {
                shared.push(item);
            }
            let to = match self.branch.place(slot) {
                None => {
                    if let (Slot::Value(_), Some(choice)) = (slot, choice(self.subcircuit, item)) {
                        *self.branch.alternatives.entry(choice).or_default() += 1;
                    }
                    self.branch.add(slot)?
                }
                Some(to) => {
                    match slot {
                        Slot::Value(_) => {
                            join.key.set(to);
                            same += 1;
                            if let Some(choice) = choice(self.subcircuit, item) {
                                alternatives.entry(choice).or_insert(Mask::NONE).set(to);
                            }
                        }
                        Slot::Taken(choice) => taken.push((choice, to)),
                        Slot::Part(_) => {}
                    }
                    to
                }
            };
            join.moves.push((from, to));
        }
        shared.sort_unstable();
        shared.dedup();
        for &item in &shared {
            self.holders[item as usize] -= 1;
        }
        // Those who have a part of the same.
        let mut wholes: Vec<u32> = right.parts.drain().collect();
        wholes.sort_unstable();
        for &whole in &wholes {
            if !self.branch.parts.insert(whole) {
                self.makers[whole as usize] -= 1;
            }
        }
        let mut bounded = wholes.clone();
        for (&whole, members) in &right.open {
            let is_shared = self.branch.open.contains_key(&whole);
            members.iter().try_for_each(|&member| self.branch.enter(whole, member))?;
            if is_shared {
                join.cycles.push(self.branch.cycle(whole));
            }
            bounded.extend(&self.branch.open[&whole]);
        }
        for (pair, &from) in &right.reach {
            join.moves.push((from, *self.branch.reach.get(pair)?));
        }
        let known = |choice| alternatives.get(&choice).copied().unwrap_or(Mask::NONE);
        join.choices = taken.into_iter().map(|(choice, taken)| (taken, known(choice))).collect();
        self.measure(bits - f64::from(same))?;
        self.steps.push(TableStep::Join(Box::new(join)));
        bounded.sort_unstable();
        bounded.dedup();
        self.bound(&bounded);
        for whole in wholes {
            self.complete(whole)?;
        }
        for &(slot, _) in &slots {
            if let Slot::Taken(choice) = slot {
                self.close(choice)?;
            }
        }
        for &(slot, _) in &slots {
            self.retire(slot.item());
        }
        self.flush();
        Some(())
    }
}
