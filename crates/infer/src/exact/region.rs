//! The part of a circuit between some edges and the modules below them: what must be compiled
//! together.

use super::circuit::{Circuit, Edge, Kind, NodeId};
use super::modules::Modules;
use hashbrown::{HashMap, HashSet};
use randlog_base::Lists;

/// Nodes that must be compiled together, numbered on their own.
pub(super) struct Region {
    /// First gates and alternatives, each after everything it uses, but for cycles; then events:
    /// modules, chances and choices, as a walk from the top meets them.
    nodes: Vec<NodeId>,
    gates: usize,
    numbers: HashMap<NodeId, u32>,
    /// The children of the gates.
    children: Lists<(u32, bool)>,
}

impl Region {
    /// The region below these edges, down to modules. Inside a component that is given as `home`,
    /// nodes are no modules.
    pub(super) fn new(
        circuit: &Circuit,
        modules: &Modules,
        edges: &[Edge],
        home: Option<u32>,
    ) -> Region {
        let mut walk = Walk {
            circuit,
            modules,
            home,
            seen: HashSet::new(),
            path: Vec::new(),
            gates: Vec::new(),
            events: Vec::new(),
        };
        edges.iter().for_each(|edge| walk.visit(edge.node()));
        // Members of a cycle are left in any order: components keep the rest in order.
        walk.gates.sort_by_key(|&node| modules.components.of[node as usize]);
        let gates = walk.gates.len();
        let nodes: Vec<NodeId> = walk.gates.into_iter().chain(walk.events).collect();
        let numbers: HashMap<NodeId, u32> =
            nodes.iter().enumerate().map(|(number, &node)| (node, number as u32)).collect();
        let mut children = Lists::default();
        for &gate in &nodes[..gates] {
            let edges = circuit.children(gate).iter();
            children.push(edges.map(|edge| (numbers[&edge.node()], edge.is_negated())));
        }
        Region { nodes, gates, numbers, children }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn gates(&self) -> std::ops::Range<u32> {
        0..self.gates as u32
    }

    pub(super) fn events(&self) -> std::ops::Range<u32> {
        self.gates as u32..self.nodes.len() as u32
    }

    pub(super) fn node(&self, number: u32) -> NodeId {
        self.nodes[number as usize]
    }

    pub(super) fn number(&self, node: NodeId) -> u32 {
        self.numbers[&node]
    }

    /// The children of a gate, each with whether it is negated.
    pub(super) fn children(&self, gate: u32) -> &[(u32, bool)] {
        &self.children[gate as usize]
    }
}

/// A depth-first walk from the top.
struct Walk<'a> {
    circuit: &'a Circuit,
    modules: &'a Modules,
    home: Option<u32>,
    seen: HashSet<NodeId>,
    path: Vec<(NodeId, usize)>,
    gates: Vec<NodeId>,
    events: Vec<NodeId>,
}

impl Walk<'_> {
    fn visit(&mut self, root: NodeId) {
        self.enter(root);
        while let Some((node, position)) = self.path.last_mut() {
            let node = *node;
            let next = self.circuit.children(node).get(*position);
            *position += 1;
            match next {
                Some(edge) => self.enter(edge.node()),
                None => {
                    self.path.pop();
                    self.gates.push(node);
                }
            }
        }
    }

    fn enter(&mut self, node: NodeId) {
        if !self.seen.insert(node) {
            return;
        }
        let at_home = self.home == Some(self.modules.components.of[node as usize]);
        match self.circuit.kind(node) {
            Kind::Chance(_) | Kind::Choice => self.events.push(node),
            _ if self.modules.is_module(node) && !at_home => self.events.push(node),
            _ => self.path.push((node, 0)),
        }
    }
}
