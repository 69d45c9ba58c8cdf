//! Strata and cycles: what the strongly connected components say.

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
        let component = self.uses.components();
        self.check_components(&component, |sign| sign == Sign::Positive)?;
        Ok(Strata { graph: self, levels: self.levels(&component) })
    }

    /// Does no predicate depend on itself? If one does, a cycle: the shortest one through one of
    /// its edges.
    pub fn check_acyclic(&self) -> Result<(), Cycle> {
        self.check_components(&self.uses.components(), |_| false)
    }

    /// Are only such edges inside of components?
    fn check_components(&self, of: &[u32], allowed: impl Fn(Sign) -> bool) -> Result<(), Cycle> {
        let mut edges = self.used_by.edges();
        match edges.find(|&(from, to, sign)| of[from] == of[to] && !allowed(sign)) {
            Some((from, to, _)) => Err(self.cycle_through(from, to)),
            None => Ok(()),
        }
    }

    /// The shortest cycle through an edge inside a component.
    fn cycle_through(&self, from: usize, to: usize) -> Cycle {
        let way_back = self.used_by.shortest_path(to, |node| node == from).unwrap_or_default();
        let mut nodes = vec![from];
        nodes.extend(way_back);
        Cycle { edges: self.path(&nodes) }
    }

    /// Components are numbered after everything they use, so one pass in that order settles all.
    fn levels(&self, component: &[u32]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.predicates.len()).collect();
        order.sort_unstable_by_key(|&node| component[node]);
        let mut levels = vec![0; component.len()];
        for node in order {
            let above = |&(used, sign): &(usize, Sign)| {
                levels[component[used] as usize] + usize::from(sign == Sign::Negative)
            };
            let level = self.uses.of(node).iter().map(above).max().unwrap_or(0);
            let own = &mut levels[component[node] as usize];
            *own = level.max(*own);
        }
        component.iter().map(|&component| levels[component as usize]).collect()
    }
}
