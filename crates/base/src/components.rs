//! Strongly connected components, by Tarjan's algorithm (1972) without recursion.

use crate::Lists;

/// The strongly connected components of a graph, in reverse topological order: a component comes after all others that it
/// can reach.
#[derive(Clone, Debug)]
pub struct Components {
    members: Lists<u32>,
    /// The component of each node; `u32::MAX` for nodes that no root reaches.
    pub of: Vec<u32>,
}

impl Components {
    /// The components of the nodes `0..count` that are reached from the roots. The successors of a
    /// node are asked for by position, until there are none left.
    pub fn new(
        count: usize,
        roots: impl IntoIterator<Item = u32>,
        successor: impl Fn(u32, usize) -> Option<u32>,
    ) -> Components {
        let mut tarjan = Tarjan {
            result: Components { members: Lists::default(), of: vec![u32::MAX; count] },
            low: vec![UNSEEN; count],
            open: Vec::new(),
            path: Vec::new(),
            clock: 0,
        };
        for root in roots {
            if tarjan.low[root as usize] == UNSEEN {
                tarjan.explore(root, &successor);
            }
        }
        tarjan.result
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.members.count()
    }

    /// How many nodes there are.
    pub fn count(&self) -> usize {
        self.members.items().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of a component.
    pub fn members(&self, component: usize) -> &[u32] {
        &self.members[component]
    }
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan {
    result: Components,
    /// The smallest date of an open node known to be reached; at first a node's own.
    low: Vec<u32>,
    /// Nodes whose component is not finished.
    open: Vec<u32>,
    /// The nodes from the root to here: node, date, next successor.
    path: Vec<(u32, u32, usize)>,
    clock: u32,
}

impl Tarjan {
    fn enter(&mut self, node: u32) {
        self.low[node as usize] = self.clock;
        self.open.push(node);
        self.path.push((node, self.clock, 0));
        self.clock += 1;
    }

    fn explore(&mut self, root: u32, successor: &impl Fn(u32, usize) -> Option<u32>) {
        self.enter(root);
        while let Some((node, date, position)) = self.path.last_mut() {
            let (node, date) = (*node, *date);
            let next = successor(node, *position);
            *position += 1;
            match next {
                Some(next) if self.low[next as usize] == UNSEEN => self.enter(next),
                Some(next) if self.result.of[next as usize] == u32::MAX => self.lower(node, next),
                Some(_) => {}
                None => self.leave(node, date),
            }
        }
    }

    /// Whatever a node reaches, one before it does, too.
    fn lower(&mut self, before: u32, node: u32) {
        let reached = self.low[node as usize];
        let low = &mut self.low[before as usize];
        *low = reached.min(*low);
    }

    fn leave(&mut self, node: u32, date: u32) {
        self.path.pop();
        let reached = self.low[node as usize];
        if let Some(&(parent, _, _)) = self.path.last() {
            self.lower(parent, node);
        }
        if reached < date {
            return;
        }
        let component = self.result.len() as u32;
        let first = self.open.iter().rposition(|&member| member == node).unwrap_or(0);
        let members = self.open.drain(first..).rev();
        let Components { of, members: lists } = &mut self.result;
        lists.push(members.inspect(|&member| of[member as usize] = component));
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Which nodes does a node reach, itself included? Add what one edge adds, until nothing is added.
    fn reached(edges: &[(usize, usize)], from: usize) -> Vec<bool> {
        let mut reached = vec![false; 11];
        reached[from] = true;
        while let Some(&(_, new)) = edges.iter().find(|&&(a, b)| reached[a] && !reached[b]) {
            reached[new] = true;
        }
        reached
    }

    proptest! {
        #[test]
        fn components_are_the_classes_of_mutual_reach(
            edges in vec((0..=10usize, 0..=10usize), 0..25),
            root in 0..=10usize,
        ) {
            let reach: Vec<_> = (0..11).map(|node| reached(&edges, node)).collect();
            let successor = |node: u32, position: usize| {
                let mut out = edges.iter().filter(|(from, _)| *from == node as usize);
                out.nth(position).map(|&(_, to)| to as u32)
            };
            let components = Components::new(11, [root as u32], successor);
            for a in 0..11 {
                prop_assert_eq!(components.of[a] != u32::MAX, reach[root][a]);
                for b in (0..11).filter(|&b| reach[root][a] && reach[root][b]) {
                    prop_assert_eq!(components.of[a] == components.of[b], reach[a][b] && reach[b][a]);
                    prop_assert!(!reach[a][b] || components.of[b] <= components.of[a]);
                }
            }
            let members: usize = (0..components.len()).map(|c| components.members(c).len()).sum();
            prop_assert_eq!(members, components.count());
        }
    }
}
