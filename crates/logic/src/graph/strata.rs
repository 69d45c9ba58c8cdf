//! Strata and cycles: what the strongly connected components say.

use super::components::components;
use super::{Cycle, DependencyGraph, Sign};
use crate::Predicate;

/// The least stratum of each predicate: not below anything it uses, and above whatever it negates.
#[derive(Clone, Debug)]
pub struct Strata<'g> {
    graph: &'g DependencyGraph,
    levels: Vec<usize>,
}

impl<'g> Strata<'g> {
    /// The stratum of a predicate, counted from zero, if it occurs in the program.
    pub fn of(&self, predicate: &Predicate) -> Option<usize> {
        self.graph.numbers.get(predicate).map(|&number| self.levels[number])
    }

    /// The predicates of each stratum, from below.
    pub fn layers(&self) -> Vec<Vec<&'g Predicate>> {
        let count = self.levels.iter().max().map_or(0, |top| top + 1);
        let mut layers = vec![Vec::new(); count];
        for (predicate, &level) in self.graph.predicates.iter().zip(&self.levels) {
            layers[level].push(predicate);
        }
        layers
    }
}

impl DependencyGraph {
    /// The least stratum of each predicate, or a cycle through a negative edge: the shortest one
    /// through that edge.
    pub fn strata(&self) -> Result<Strata<'_>, Cycle> {
        let component = components(&self.uses);
        let inside = |(from, to, sign): (usize, usize, Sign)| {
            component[from] == component[to] && sign == Sign::Negative
        };
        match self.numbered_edges().find(|&edge| inside(edge)) {
            Some((from, to, _)) => Err(self.cycle_through(from, to)),
            None => Ok(Strata { graph: self, levels: self.levels(&component) }),
        }
    }

    /// Does no predicate depend on itself? If one does, a cycle: the shortest one through one of
    /// its edges.
    pub fn check_acyclic(&self) -> Result<(), Cycle> {
        let component = components(&self.uses);
        let mut edges = self.numbered_edges();
        match edges.find(|&(from, to, _)| component[from] == component[to]) {
            Some((from, to, _)) => Err(self.cycle_through(from, to)),
            None => Ok(()),
        }
    }

    fn numbered_edges(&self) -> impl Iterator<Item = (usize, usize, Sign)> {
        (0..self.predicates.len()).flat_map(move |from| {
            self.used_by.of(from).iter().map(move |&(to, sign)| (from, to, sign))
        })
    }

    /// The shortest cycle through an edge inside a component.
    fn cycle_through(&self, from: usize, to: usize) -> Cycle {
        let way_back = self.used_by.shortest_path(to, |node| node == from).unwrap_or_default();
        let mut nodes = vec![from];
        nodes.extend(way_back);
        Cycle { edges: self.path(&nodes) }
    }

    /// Components are numbered after everything they use, so one pass in that order settles all.
    fn levels(&self, component: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.predicates.len()).collect();
        order.sort_unstable_by_key(|&node| component[node]);
        let mut levels = vec![0; component.len()];
        for &node in &order {
            let uses = self.uses.of(node).iter();
            let below = uses
                .map(|&(used, sign)| levels[component[used]] + usize::from(sign == Sign::Negative));
            let level = below.max().unwrap_or(0);
            levels[component[node]] = levels[component[node]].max(level);
        }
        component.iter().map(|&component| levels[component]).collect()
    }
}
