//! The probabilities of a circuit, part by part.
//!
//! Modules are solved from the bottom, each on its own. Of a gate, inputs that share nothing are
//! independent: their probabilities are multiplied. Only inputs that do share something, and
//! cycles, need a decision diagram.

use super::circuit::{Circuit, Edge, Kind, NodeId};
use super::diagram::{Compiled, Diagrams, Task};
use super::ground::either;
use super::modules::Modules;
use super::region::Region;
use crate::Error;
use oxidd::util::OutOfMemory;

/// Solves a circuit.
pub(super) struct Parts<'a> {
    circuit: &'a Circuit,
    modules: Modules,
    /// The probabilities of the modules and chances that have been solved.
    probabilities: Vec<f64>,
    pub(super) diagrams: Diagrams,
    /// Which walk through the circuit has seen a node last, and for which of its edges.
    seen: Vec<(u32, u32)>,
    walk: u32,
    /// How many parts were solved.
    pub(super) solved: usize,
}

impl<'a> Parts<'a> {
    /// Solves all modules below the roots.
    pub(super) fn new(
        circuit: &'a Circuit,
        roots: &[Edge],
        diagrams: Diagrams,
    ) -> Result<Parts<'a>, Error> {
        let mut parts = Parts {
            circuit,
            modules: Modules::new(circuit, roots),
            probabilities: vec![f64::NAN; circuit.len()],
            diagrams,
            seen: vec![(0, 0); circuit.len()],
            walk: 0,
            solved: 0,
        };
        for component in 0..parts.modules.components.len() {
            if let Some(entry) = parts.modules.entries[component] {
                parts.probabilities[entry as usize] = parts.module(entry)?;
            }
        }
        Ok(parts)
    }

    /// The probability of an edge to a module that has been solved.
    fn solved_edge(&self, edge: Edge) -> f64 {
        let probability = self.probabilities[edge.node() as usize];
        if edge.is_negated() { 1.0 - probability } else { probability }
    }

    fn module(&mut self, node: NodeId) -> Result<f64, Error> {
        if self.modules.is_cyclic(node) {
            self.solved += 1;
            let home = self.modules.components.of[node as usize];
            return self.diagram(&[Edge::new(node, false)], Some(home), true);
        }
        match self.circuit.kind(node) {
            Kind::Chance(probability) => Ok(probability),
            Kind::Or => self.gate(node, false),
            Kind::And => self.gate(node, true),
            // The only alternative that is used after all.
            Kind::Alternative(probability) => Ok(probability.to_f64()),
            // A choice is no event, and nobody asks for its probability.
            Kind::Choice => Ok(f64::NAN),
        }
    }

    fn gate(&mut self, node: NodeId, conjunction: bool) -> Result<f64, Error> {
        self.solved += 1;
        let mut result = if conjunction { 1.0 } else { 0.0 };
        let children = self.circuit.children(node);
        for group in self.groups(children) {
            let group: Vec<Edge> = group.into_iter().map(|index| children[index]).collect();
            let probability = match group[..] {
                [edge] if self.modules.is_module(edge.node()) => self.solved_edge(edge),
                _ => self.diagram(&group, None, conjunction)?,
            };
            result = if conjunction { result * probability } else { either(result, probability) };
        }
        Ok(result)
    }

    /// Edges in groups, by position, such that those of different groups share nothing.
    pub(super) fn groups(&mut self, edges: &[Edge]) -> Vec<Vec<usize>> {
        self.walk += 1;
        let mut leaders: Vec<u32> = (0..edges.len() as u32).collect();
        let mut open: Vec<NodeId> = Vec::new();
        for (index, edge) in edges.iter().enumerate() {
            let index = index as u32;
            open.push(edge.node());
            while let Some(node) = open.pop() {
                let (walk, other) = self.seen[node as usize];
                if walk == self.walk {
                    let (a, b) = (leader(&mut leaders, other), leader(&mut leaders, index));
                    leaders[a.max(b) as usize] = a.min(b);
                    continue;
                }
                self.seen[node as usize] = (self.walk, index);
                if !self.modules.is_module(node) {
                    open.extend(self.circuit.children(node).iter().map(|edge| edge.node()));
                }
            }
        }
        // The first edge of a group leads it.
        let mut groups = vec![Vec::new(); edges.len()];
        for index in 0..edges.len() {
            groups[leader(&mut leaders, index as u32) as usize].push(index);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// The probability of a combination of edges that share something.
    fn diagram(
        &mut self,
        edges: &[Edge],
        home: Option<u32>,
        conjunction: bool,
    ) -> Result<f64, Error> {
        self.compile(edges, home, |compiled| {
            let function = compiled.combined(edges, conjunction)?;
            Ok(compiled.probability(&function))
        })
    }

    fn compile<T>(
        &mut self,
        edges: &[Edge],
        home: Option<u32>,
        ask: impl Fn(&mut Compiled<'_>) -> Result<T, OutOfMemory>,
    ) -> Result<T, Error> {
        let region = Region::new(self.circuit, &self.modules, edges, home);
        let task = Task {
            circuit: self.circuit,
            modules: &self.modules,
            region: &region,
            probabilities: &self.probabilities,
            roots: edges,
        };
        self.diagrams.solve(&task, ask)
    }

    /// The probability of each query, given that all observations hold; `None` for queries that
    /// are impossible anyway. All of these edges may share something; what does not share anything
    /// with them does not matter.
    pub(super) fn conditional(
        &mut self,
        queries: &[Edge],
        observations: &[Edge],
    ) -> Result<Vec<Option<f64>>, Error> {
        if let ([query], []) = (queries, observations)
            && self.modules.is_module(query.node())
        {
            let probability = self.solved_edge(*query);
            return Ok(vec![(probability > 0.0).then_some(probability)]);
        }
        match self.joint(queries, observations) {
            Err(Error::Memory { .. }) if queries.len() > 1 => {
                let each = queries.iter().map(|&query| self.joint(&[query], observations));
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }
            result => result,
        }
    }

    /// The same, with one diagram for all.
    fn joint(
        &mut self,
        queries: &[Edge],
        observations: &[Edge],
    ) -> Result<Vec<Option<f64>>, Error> {
        let edges: Vec<Edge> = queries.iter().chain(observations).copied().collect();
        let (evidence, joint) = self.compile(&edges, None, |compiled| {
            let observed = compiled.combined(observations, true)?;
            let evidence = compiled.probability(&observed);
            let joint = queries.iter().map(|&query| {
                let query = compiled.edge(query)?;
                let both = compiled.combine(vec![query.clone(), observed.clone()], true)?;
                let joint = compiled.probability(&both);
                let possible = joint > 0.0 || compiled.probability(&query) > 0.0;
                Ok(possible.then_some(joint))
            });
            Ok((evidence, joint.collect::<Result<Vec<_>, _>>()?))
        })?;
        if evidence > 0.0 {
            let given = |query: f64| (query / evidence).min(1.0);
            Ok(joint.into_iter().map(|query| query.map(given)).collect())
        } else {
            Err(Error::ImpossibleEvidence)
        }
    }
}

fn leader(leaders: &mut [u32], mut index: u32) -> u32 {
    while leaders[index as usize] != index {
        let next = leaders[index as usize];
        leaders[index as usize] = leaders[next as usize];
        index = next;
    }
    index
}
