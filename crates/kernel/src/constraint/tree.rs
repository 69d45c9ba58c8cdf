//! Forests, given by the parent of each node.

use crate::propagator::{Cost, Propagator, Status, Truth, Watch};
use crate::store::{Conflict, Event, Store, Var};

/// `parents[i] = j` says that node `j` is the parent of node `i`; a node that is its own parent is
/// a root. There are no other cycles, and `trees` is the number of roots.
///
/// Along fixed parents every node has a topmost known ancestor. A node that is still open must not
/// choose a parent below itself, that is, one whose topmost known ancestor is the node itself.
#[derive(Clone, Debug)]
pub struct Tree {
    parents: Vec<Var>,
    trees: Var,
}

impl Tree {
    /// A forest of `trees` trees. The values of `parents` are positions in `parents`; others are
    /// never taken.
    pub fn new(parents: Vec<Var>, trees: Var) -> Tree {
        Tree { parents, trees }
    }

    /// The topmost ancestor of `node` along fixed parents, or none if they form a cycle.
    fn topmost(&self, store: &Store, mut node: u32) -> Option<u32> {
        for _ in 0..=self.parents.len() {
            match self.parents.get(node as usize).and_then(|&x| store.value(x)) {
                Some(parent) if parent != node => node = parent,
                _ => return Some(node),
            }
        }
        None
    }

    /// How many nodes are surely roots, and how many possibly.
    fn roots(&self, store: &Store) -> (u32, u32) {
        let mut roots = (0, 0);
        for (node, &x) in (0..).zip(&self.parents) {
            if store.contains(x, node) {
                roots.1 += 1;
                roots.0 += u32::from(store.is_fixed(x));
            }
        }
        roots
    }

    /// Forbid parents that lie below their child.
    fn forbid_cycles(&self, store: &mut Store) -> Result<(), Conflict> {
        for (node, _) in (0..).zip(&self.parents) {
            let top = self.topmost(store, node).ok_or(Conflict)?;
            if top != node
                && let Some(&x) = self.parents.get(top as usize)
                && !store.is_fixed(x)
            {
                store.remove(x, node)?;
            }
        }
        Ok(())
    }

    /// Keep the number of roots and `trees` in step.
    fn count_roots(&self, store: &mut Store) -> Result<(), Conflict> {
        let (sure, possible) = self.roots(store);
        store.at_least(self.trees, sure)?;
        store.at_most(self.trees, possible)?;
        let (all, none) = (store.min(self.trees) == possible, store.max(self.trees) == sure);
        if sure == possible || !(all || none) {
            return Ok(());
        }
        for (node, &x) in (0..).zip(&self.parents) {
            if store.contains(x, node) && !store.is_fixed(x) {
                if all {
                    store.assign(x, node)?;
                } else {
                    store.remove(x, node)?;
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Tree {
    fn watch(&self, watch: &mut Watch) {
        watch.on_all(&self.parents, Event::CHANGED);
        watch.on(self.trees, Event::CHANGED);
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let nodes = self.parents.len() as u32;
        for &x in &self.parents {
            store.at_most(x, nodes.saturating_sub(1))?;
        }
        self.forbid_cycles(store)?;
        self.count_roots(store)?;
        let done = self.parents.iter().all(|&x| store.is_fixed(x));
        Ok(if done { Status::Entailed } else { Status::Active })
    }

    fn entailment(&self, store: &Store) -> Truth {
        let (sure, possible) = self.roots(store);
        let cyclic = (0..self.parents.len() as u32).any(|n| self.topmost(store, n).is_none());
        let outside = self.parents.iter().any(|&x| store.min(x) as usize >= self.parents.len());
        if cyclic || outside || store.values(self.trees).all(|n| n < sure || n > possible) {
            Truth::False
        } else if self.parents.iter().all(|&x| store.is_fixed(x)) && store.is_fixed(self.trees) {
            Truth::True
        } else {
            Truth::Undecided
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, check};
    use proptest::prelude::*;

    /// Every node reaches a root by going up as often as there are nodes.
    fn is_forest(parents: &[u32], trees: u32) -> bool {
        let inside = parents.iter().all(|&p| (p as usize) < parents.len());
        let root = |node: u32| (0..parents.len()).fold(node, |n, _| parents[n as usize]);
        inside
            && (0..parents.len() as u32).all(|n| parents[root(n) as usize] == root(n))
            && (0..).zip(parents).filter(|&(n, &p)| n == p).count() as u32 == trees
    }

    proptest! {
        #[test]
        fn is_its_twin(domains in crate::testing::domains(5, 5)) {
            check(
                &domains,
                Strength::Sound,
                |_, x| Tree::new(x[1..].to_vec(), x[0]),
                |v| is_forest(&v[1..], v[0]),
            )?;
        }
    }
}
