//! The probabilities of a circuit, part by part.
//!
//! Modules are solved from the bottom, each on its own. Of a gate, inputs that share nothing are
//! independent: their probabilities are multiplied. Only inputs that do share something, and
//! cycles, must be solved together, as a subcircuit.

use super::circuit::Weights;
use super::circuit::{Circuit, Edge, Kind, NodeId};
use super::modules::Modules;
use super::number::{Chance, Number};
use super::solver::Solver;
use super::subcircuit::{Goal, Source, Subcircuit};
use crate::Error;

/// Solves a circuit.
pub(super) struct Parts<'a, N> {
    source: Source<'a, N>,
    solver: &'a mut Solver,
    /// Which walk through the circuit has seen a node last, and for which of its edges.
    seen: Vec<(u32, u32)>,
    walk: u32,
}

impl<'a, N: Number> Parts<'a, N> {
    /// Solves all modules below the roots.
    pub(super) fn new(
        weights: Weights<'a>,
        circuit: &'a Circuit,
        roots: &[Edge],
        solver: &'a mut Solver,
    ) -> Result<Parts<'a, N>, Error> {
        let modules = Modules::new(circuit, roots);
        let chances = vec![Chance::certain(); circuit.len()];
        let mut parts = Parts {
            source: Source { weights, circuit, modules, chances },
            solver,
            seen: vec![(0, 0); circuit.len()],
            walk: 0,
        };
        for component in 0..parts.source.modules.components.len() {
            parts.solver.stop.check_at(component as u64)?;
            if let Some(entry) = parts.source.modules.entries[component] {
                parts.source.chances[entry as usize] = parts.module(entry)?;
            }
        }
        Ok(parts)
    }

    /// The chance of an edge to a module that has been solved.
    fn solved_edge(&self, edge: Edge) -> Chance<N> {
        self.source.chances[edge.node() as usize].clone().negated_if(edge.is_negated())
    }

    fn module(&mut self, node: NodeId) -> Result<Chance<N>, Error> {
        if self.source.modules.is_cyclic(node) {
            let home = self.source.modules.components.of[node as usize];
            return self.together(&Goal::All(&[Edge::new(node, false)]), Some(home));
        }
        match self.source.circuit.kind(node) {
            Kind::Or => self.gate(node, false),
            Kind::And => self.gate(node, true),
            // An alternative that is a module is the only one that is used after all.
            Kind::Chance(head) | Kind::Alternative(head) => {
                Ok(Chance::of_head(head, head.probability(self.source.weights)))
            }
            // A choice is no event, and nobody asks for its probability.
            Kind::Choice => Ok(Chance::certain()),
        }
    }

    fn gate(&mut self, node: NodeId, conjunction: bool) -> Result<Chance<N>, Error> {
        let solved = self.solver.sizes.parts;
        let mut result = Chance::certain().negated_if(!conjunction);
        let children = self.source.circuit.children(node);
        for group in self.groups(children) {
            let group: Vec<Edge> = group.into_iter().map(|index| children[index]).collect();
            let chance = match group[..] {
                [edge] if self.source.modules.is_module(edge.node()) => self.solved_edge(edge),
                _ if conjunction => self.together(&Goal::All(&group), None)?,
                _ => self.together(&Goal::Any(&group), None)?,
            };
            result = if conjunction { result.and(&chance) } else { result.or(&chance) };
        }
        // A gate whose inputs had to be solved together is no further part.
        self.solver.sizes.parts = self.solver.sizes.parts.max(solved + 1);
        Ok(result)
    }

    /// Edges in groups, by position, such that those of different groups share nothing.
    fn groups(&mut self, edges: &[Edge]) -> Vec<Vec<usize>> {
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
                if !self.source.modules.is_module(node) {
                    open.extend(self.source.circuit.children(node).iter().map(|edge| edge.node()));
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

    /// The chance of edges that share something.
    fn together(&mut self, goal: &Goal<'_>, home: Option<u32>) -> Result<Chance<N>, Error> {
        let answers = self.solver.solve(&Subcircuit::new(&self.source, goal, home))?;
        self.solver.sizes.parts += 1;
        Ok(answers.into_iter().next().unwrap_or_else(Chance::certain))
    }

    /// The chances of the first ones of these edges, given that all others hold.
    pub(super) fn chances(
        &mut self,
        roots: &[Edge],
        queries: usize,
    ) -> Result<Vec<Chance<N>>, Error> {
        let mut chances = vec![Chance::certain(); queries];
        for group in self.groups(roots) {
            let (asked, observed): (Vec<usize>, Vec<usize>) =
                group.into_iter().partition(|&index| index < queries);
            let edges = |indices: &[usize]| indices.iter().map(|&i| roots[i]).collect::<Vec<_>>();
            let found = self.conditional(&edges(&asked), &edges(&observed))?;
            for (index, chance) in asked.into_iter().zip(found) {
                chances[index] = chance;
            }
        }
        Ok(chances)
    }

    /// The chance of each query, given that all observations hold. All of these edges may share something; what does
    /// not share anything with them does not matter.
    fn conditional(
        &mut self,
        queries: &[Edge],
        observations: &[Edge],
    ) -> Result<Vec<Chance<N>>, Error> {
        if let ([query], []) = (queries, observations)
            && self.source.modules.is_module(query.node())
        {
            return Ok(vec![self.solved_edge(*query)]);
        }
        match self.joint(queries, observations) {
            Err(Error::Memory { .. }) if queries.len() > 1 => {
                let each = queries.iter().map(|&query| self.joint(&[query], observations));
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }
            result => result,
        }
    }

    /// The same, all together. Without queries, it is only whether the observations are possible.
    fn joint(&mut self, queries: &[Edge], observations: &[Edge]) -> Result<Vec<Chance<N>>, Error> {
        let goal = match queries {
            [] => Goal::All(observations),
            _ => Goal::Given(queries, observations),
        };
        let joints = self.solver.solve(&Subcircuit::new(&self.source, &goal, None))?;
        self.solver.sizes.parts += 1;
        if queries.is_empty() {
            let possible = joints.iter().all(|joint| !joint.yes.is_zero());
            return if possible { Ok(Vec::new()) } else { Err(Error::ImpossibleEvidence) };
        }
        let given = joints.into_iter().map(|Chance { yes, no }| {
            let evidence = yes.plus(&no);
            if evidence.is_zero() {
                return Err(Error::ImpossibleEvidence);
            }
            Ok(Chance { yes: yes.over(&evidence), no: no.over(&evidence) })
        });
        given.collect()
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
