//! Strongly connected components of the dependency graph.

use super::adjacency::Adjacency;
use randlog_base::Components;

/// The number of each node's component. A component is numbered after all components that can be
/// reached from it.
pub(super) fn components(graph: &Adjacency) -> Vec<usize> {
    let neighbour = |node: u32, position: usize| {
        graph.of(node as usize).get(position).map(|&(next, _)| next as u32)
    };
    let components = Components::new(graph.len(), 0..graph.len() as u32, neighbour);
    components.of.into_iter().map(|component| component as usize).collect()
}
