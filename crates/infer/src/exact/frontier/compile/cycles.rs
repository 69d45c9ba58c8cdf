//! Places for the atoms of cycles, and for how they depend on each other.

use super::super::super::number::Number;
use super::super::steps::{Cycle, Step, Test};
use super::{Compiler, Roots};
use std::rc::Rc;

impl<N: Number> Compiler<'_, N> {
    /// Forgets an item that no unit needs any more.
    pub(super) fn retire(&mut self, item: u32, roots: &Roots) {
        if self.subcircuit.is_member(item) {
            let whole = self.units.whole[item as usize];
            if let Some(members) = self.open.get_mut(&whole) {
                // What is asked for or observed must be known in the end.
                if roots.contains_key(&item) {
                    return;
                }
                members.retain(|&member| member != item);
                for &other in members.iter() {
                    self.forgotten.extend(self.reach.remove(&(item, other)));
                    self.forgotten.extend(self.reach.remove(&(other, item)));
                }
                self.snapshots.remove(&whole);
            }
        }
        self.forget(item);
    }

    pub(super) fn link(&mut self, test: Test<N>, from: Option<u32>, to: &[u32]) -> Option<()> {
        let whole = self.units.whole[from.or(to.first().copied())? as usize];
        for &member in from.iter().chain(to) {
            self.enter(whole, member)?;
        }
        let members = &self.open[&whole];
        let (places, reach) = (&self.places, &self.reach);
        let cycle = self.snapshots.entry(whole).or_insert_with(|| {
            let pairs = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
            Rc::new(Cycle {
                truth: members.iter().map(|member| places[member]).collect(),
                reach: pairs.map(|pair| reach.get(&pair).copied()).collect(),
            })
        });
        let index = |atom: u32| members.iter().position(|&member| member == atom);
        let to = to.iter().filter_map(|&atom| index(atom)).collect();
        self.steps.push(Step::Link(test, from.and_then(index), to, cycle.clone()));
        Some(())
    }

    /// Opens an atom of a cycle.
    fn enter(&mut self, whole: u32, member: u32) -> Option<()> {
        let members = self.open.entry(whole).or_default();
        if members.contains(&member) {
            return Some(());
        }
        members.push(member);
        let others = members[..members.len() - 1].to_vec();
        self.snapshots.remove(&whole);
        self.place(member)?;
        for other in others {
            for pair in [(member, other), (other, member)] {
                let place = self.allocate()?;
                self.reach.insert(pair, place);
            }
        }
        Some(())
    }
}
