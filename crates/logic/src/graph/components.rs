//! Strongly connected components, by Tarjan's algorithm on an explicit stack.

use super::adjacency::Adjacency;

/// The number of each node's component. A component is numbered after all components that can be
/// reached from it.
pub(super) fn components(graph: &Adjacency) -> Vec<usize> {
    let size = graph.len();
    let mut search = Tarjan {
        graph,
        visits: 0,
        visited: vec![0; size],
        lowest: vec![0; size],
        waiting: Vec::new(),
        component: vec![UNASSIGNED; size],
        components: 0,
    };
    for root in 0..size {
        if search.visited[root] == 0 {
            search.visit_all_from(root);
        }
    }
    search.component
}

const UNASSIGNED: usize = usize::MAX;

struct Tarjan<'g> {
    graph: &'g Adjacency,
    visits: usize,
    /// When each node was first visited, counted from one; zero if not yet.
    visited: Vec<usize>,
    /// The earliest visited node known to be in the same component.
    lowest: Vec<usize>,
    /// Visited nodes without a component.
    waiting: Vec<usize>,
    component: Vec<usize>,
    components: usize,
}

impl Tarjan<'_> {
    fn visit_all_from(&mut self, root: usize) {
        // The nodes on the way from the root, each with how many of its neighbours are done.
        let mut way = vec![(root, 0)];
        self.enter(root);
        while let Some((node, done)) = way.last_mut() {
            let node = *node;
            if let Some(&(next, _)) = self.graph.of(node).get(*done) {
                *done += 1;
                if self.visited[next] == 0 {
                    self.enter(next);
                    way.push((next, 0));
                } else if self.component[next] == UNASSIGNED {
                    self.lowest[node] = self.lowest[node].min(self.visited[next]);
                }
                continue;
            }
            way.pop();
            if let Some(&(parent, _)) = way.last() {
                self.lowest[parent] = self.lowest[parent].min(self.lowest[node]);
            }
            self.leave(node);
        }
    }

    fn enter(&mut self, node: usize) {
        self.visits += 1;
        self.visited[node] = self.visits;
        self.lowest[node] = self.visits;
        self.waiting.push(node);
    }

    /// If nothing earlier is in the node's component, the component is complete.
    fn leave(&mut self, node: usize) {
        if self.lowest[node] < self.visited[node] {
            return;
        }
        while let Some(member) = self.waiting.pop() {
            self.component[member] = self.components;
            if member == node {
                break;
            }
        }
        self.components += 1;
    }
}
