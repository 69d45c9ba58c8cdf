//! Neighbours in a flat array, and breadth-first search over them.

use super::Sign;
use randlog_base::{Components, Lists};
use std::collections::VecDeque;

/// For each node its neighbours, in ascending order, each once.
#[derive(Clone, Debug)]
pub(super) struct Adjacency(Lists<(usize, Sign)>);

impl Adjacency {
    /// Sorts the edges `(node, neighbour, sign)` and merges repeated ones in place, negative signs
    /// winning.
    pub(super) fn new(size: usize, edges: &mut Vec<(usize, usize, Sign)>) -> Adjacency {
        edges.sort_unstable();
        edges.dedup_by(|later, earlier| {
            let same = (later.0, later.1) == (earlier.0, earlier.1);
            if same {
                earlier.2 = later.2.max(earlier.2);
            }
            same
        });
        let neighbours = edges.iter().map(|&(node, next, sign)| (node as u32, (next, sign)));
        Adjacency(Lists::grouped(size, neighbours))
    }

    pub(super) fn of(&self, node: usize) -> &[(usize, Sign)] {
        &self.0[node]
    }

    /// All edges, in order.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize, Sign)> {
        let of = |node| self.of(node).iter().map(move |&(next, sign)| (node, next, sign));
        (0..self.0.count()).flat_map(of)
    }

    /// The component of each node, numbered after all components that can be reached from it.
    pub(super) fn components(&self) -> Vec<u32> {
        let count = self.0.count();
        let neighbour = |node: u32, position: usize| {
            self.of(node as usize).get(position).map(|&(next, _)| next as u32)
        };
        Components::new(count, 0..count as u32, neighbour).of
    }

    pub(super) fn sign(&self, node: usize, neighbour: usize) -> Option<Sign> {
        let neighbours = self.of(node);
        let found = neighbours.binary_search_by_key(&neighbour, |&(other, _)| other);
        found.ok().map(|index| neighbours[index].1)
    }

    /// Everything that can be reached from these nodes, themselves included.
    pub(super) fn reach(&self, starts: impl IntoIterator<Item = usize>) -> Reach {
        self.search(starts, |_| false).0
    }

    /// The nodes of a shortest path from `start` to the first node found that meets the condition.
    pub(super) fn shortest_path(
        &self,
        start: usize,
        goal: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let (reach, found) = self.search([start], goal);
        found.map(|end| reach.path_to(end))
    }

    /// Breadth-first search until a node meets the condition.
    fn search(
        &self,
        starts: impl IntoIterator<Item = usize>,
        goal: impl Fn(usize) -> bool,
    ) -> (Reach, Option<usize>) {
        let mut reach = Reach { parents: vec![UNREACHED; self.0.count()] };
        let mut queue = VecDeque::from_iter(starts);
        queue.iter().for_each(|&start| reach.parents[start] = start);
        while let Some(node) = queue.pop_front() {
            if goal(node) {
                return (reach, Some(node));
            }
            for &(next, _) in self.of(node) {
                if !reach.contains(next) {
                    reach.parents[next] = node;
                    queue.push_back(next);
                }
            }
        }
        (reach, None)
    }
}

const UNREACHED: usize = usize::MAX;

/// The tree of a breadth-first search.
pub(super) struct Reach {
    /// The node before each reached one; a start's is itself.
    parents: Vec<usize>,
}

impl Reach {
    pub(super) fn contains(&self, node: usize) -> bool {
        self.parents[node] != UNREACHED
    }

    /// The path from a start to a node that was reached.
    pub(super) fn path_to(&self, end: usize) -> Vec<usize> {
        let before = |&node: &usize| Some(self.parents[node]).filter(|&parent| parent != node);
        let mut path: Vec<usize> = std::iter::successors(Some(end), before).collect();
        path.reverse();
        path
    }
}
