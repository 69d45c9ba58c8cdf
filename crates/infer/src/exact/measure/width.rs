//! How tightly a circuit hangs together: its treewidth, from above.
//!
//! The treewidth of a circuit is that of the graph in which each gate is joined to its inputs (Jha and Suciu, *On the
//! Tractability of Query Compilation and Bounded Treewidth*, 2012). Eliminating one vertex after the other, always one with
//! the fewest neighbours, gives an upper bound (Bodlaender and Koster, *Treewidth Computations I*, 2010).

use crate::exact::circuit::{Circuit, Edge, NodeId};
use hashbrown::{HashMap, HashSet};
use randlog_base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An upper bound on the treewidth of what these edges reach. If the steps are spent, the rest is taken for a clique.
pub(super) fn width(circuit: &Circuit, roots: &[Edge], stop: &Stop) -> Result<usize, Stopped> {
    let mut graph = Graph::default();
    let mut open: Vec<NodeId> = roots.iter().map(|root| root.node()).collect();
    let mut seen = HashSet::new();
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            graph.neighbours.entry(node).or_default();
            for child in circuit.children(node).iter().map(|edge| edge.node()) {
                graph.join(node, child);
                open.push(child);
            }
        }
    }
    graph.width(stop)
}

/// An undirected graph without loops.
#[derive(Default)]
struct Graph {
    neighbours: HashMap<NodeId, HashSet<NodeId>>,
}

impl Graph {
    fn join(&mut self, one: NodeId, other: NodeId) {
        if one != other {
            self.neighbours.entry(one).or_default().insert(other);
            self.neighbours.entry(other).or_default().insert(one);
        }
    }

    /// The most neighbours that a vertex has when it is eliminated.
    fn width(mut self, stop: &Stop) -> Result<usize, Stopped> {
        let degree = |(&vertex, near): (&NodeId, &HashSet<NodeId>)| Reverse((near.len(), vertex));
        let mut queue: BinaryHeap<_> = self.neighbours.iter().map(degree).collect();
        let (mut width, mut steps) = (0, 0);
        while let Some(Reverse((degree, vertex))) = queue.pop() {
            if self.neighbours.get(&vertex).is_none_or(|near| near.len() != degree) {
                continue;
            }
            let left = self.neighbours.len() - 1;
            // Whatever comes next has no more neighbours than there are vertices.
            if width >= left {
                break;
            }
            match stop.check_at(steps) {
                Err(Stopped::Steps) => return Ok(width.max(left)),
                other => other?,
            }
            width = width.max(degree);
            let mut near: Vec<NodeId> =
                self.neighbours.remove(&vertex).into_iter().flatten().collect();
            near.sort_unstable();
            steps += (near.len() * near.len()) as u64 + 1;
            for (position, &one) in near.iter().enumerate() {
                near[..position].iter().for_each(|&other| self.join(one, other));
            }
            for neighbour in near {
                let beyond = self.neighbours.entry(neighbour).or_default();
                beyond.remove(&vertex);
                queue.push(Reverse((beyond.len(), neighbour)));
            }
        }
        Ok(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn graph(edges: &[(u32, u32)]) -> Graph {
        let mut graph = Graph::default();
        edges.iter().for_each(|&(one, other)| graph.join(one, other));
        graph
    }

    fn width(edges: &[(u32, u32)]) -> usize {
        graph(edges).width(&Stop::NEVER).unwrap()
    }

    /// Trees of all orders of elimination: the best of them gives the treewidth.
    fn treewidth(mut rest: Vec<u32>, neighbours: &dyn Fn(u32, &[u32]) -> usize) -> usize {
        fn best(
            eliminated: &mut Vec<u32>,
            rest: &mut Vec<u32>,
            neighbours: &dyn Fn(u32, &[u32]) -> usize,
        ) -> usize {
            let choices = 0..rest.len();
            let each = choices.map(|position| {
                let vertex = rest.remove(position);
                let own = neighbours(vertex, eliminated);
                eliminated.push(vertex);
                let width = own.max(best(eliminated, rest, neighbours));
                eliminated.pop();
                rest.insert(position, vertex);
                width
            });
            each.collect::<Vec<_>>().into_iter().min().unwrap_or(0)
        }
        best(&mut Vec::new(), &mut rest, neighbours)
    }

    /// How many vertices that are left does this one reach through eliminated ones?
    fn reached(edges: &[(u32, u32)], vertex: u32, eliminated: &[u32]) -> usize {
        let mut seen = vec![vertex];
        let mut next = 0;
        while let Some(&one) = seen.get(next) {
            next += 1;
            if one == vertex || eliminated.contains(&one) {
                for &(a, b) in edges {
                    let other = if a == one { Some(b) } else { (b == one).then_some(a) };
                    seen.extend(other.filter(|other| !seen.contains(other)));
                }
            }
        }
        seen.iter().filter(|&one| *one != vertex && !eliminated.contains(one)).count()
    }

    #[test]
    fn known_graphs() {
        let cycle: Vec<(u32, u32)> = (0..9).map(|i| (i, (i + 1) % 9)).collect();
        let clique: Vec<(u32, u32)> = (0..7).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        let star: Vec<(u32, u32)> = (1..50).map(|i| (0, i)).collect();
        let grid = (0..4).flat_map(|i| (0..3).map(move |j| (4 * j + i, 4 * j + i + 4)));
        let grid: Vec<(u32, u32)> = grid
            .chain((0..4).flat_map(|j| (0..3).map(move |i| (4 * j + i, 4 * j + i + 1))))
            .collect();
        assert_eq!([&cycle, &clique, &star, &grid].map(|edges| width(edges)), [2, 6, 1, 4]);
        assert_eq!(width(&[]), 0);
        assert_eq!(graph(&clique).width(&Stop::NEVER.with_steps(0)).unwrap(), 6);
        assert_eq!(graph(&star).width(&Stop::NEVER.with_steps(0)).unwrap(), 49);
    }

    proptest! {
        #[test]
        fn it_is_an_upper_bound_on_the_treewidth(edges in vec((0..6_u32, 0..6_u32), 0..12)) {
            let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
            let exact = treewidth((0..6).collect(), &|vertex, gone| reached(&edges, vertex, gone));
            let bound = width(&edges);
            prop_assert!(exact <= bound, "{} {}", exact, bound);
            // On graphs as small as these, the fewest neighbours are the best choice.
            prop_assert!(bound == exact, "{} {}", exact, bound);
        }
    }
}
