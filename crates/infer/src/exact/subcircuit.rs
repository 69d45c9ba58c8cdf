//! The part of a circuit between some edges and the modules below them: what must be solved
//! together.
//!
//! A subcircuit stands by itself: gates over events with known chances, and what is asked about them.

use super::circuit::Weights;
use super::circuit::{Circuit, Edge, Head, Kind, NodeId};
use super::modules::Modules;
use super::number::Chance;
use hashbrown::{HashMap, HashSet};
use randlog_base::Lists;
use randlog_logic::Probability;

/// What a gate does with its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gate {
    And,
    Or,
    /// Is this alternative of the only input, a choice, taken?
    Alternative(Head, Probability),
}

/// A gate that is an alternative, and the head that it stands for.
pub(super) type AlternativeGate = (u32, (Head, Probability));

/// A gate or an event, possibly negated.
pub(super) type Input = (u32, bool);

/// Gates and events that must be solved together, numbered on their own: first gates, each after
/// everything it uses, but for cycles; then events as a walk from the top meets them.
pub(super) struct Subcircuit<N> {
    gates: Vec<Gate>,
    /// The inputs of the gates.
    inputs: Lists<Input>,
    /// Gates of one cycle have the same number here, and stand side by side.
    cycles: Vec<Option<u32>>,
    /// The chances of the events; none for a choice, of which only the alternatives have some.
    chances: Vec<Option<Chance<N>>>,
    /// The nodes that the events are in the circuit.
    nodes: Vec<NodeId>,
    /// What is asked for.
    pub(super) queries: Vec<Input>,
    /// What is known to be true.
    pub(super) observations: Vec<Input>,
}

/// What is asked about a circuit.
pub(super) enum Goal<'e> {
    /// Do all of these hold?
    All(&'e [Edge]),
    /// Does one of these hold?
    Any(&'e [Edge]),
    /// Does each of these hold, given that all of the others do?
    Given(&'e [Edge], &'e [Edge]),
}

/// What a subcircuit is cut out of.
pub(super) struct Source<'a, N> {
    pub(super) weights: Weights<'a>,
    pub(super) circuit: &'a Circuit,
    pub(super) modules: Modules,
    /// The chances of the modules and events that have been solved, by node.
    pub(super) chances: Vec<Chance<N>>,
}

impl<N: Clone> Subcircuit<N> {
    /// The subcircuit of a goal, down to modules. Inside a component that is given as `home`, nodes are no
    /// modules.
    pub(super) fn new(source: &Source<'_, N>, goal: &Goal<'_>, home: Option<u32>) -> Subcircuit<N> {
        let Source { weights, circuit, modules, chances } = source;
        let edges: Vec<Edge> = match *goal {
            Goal::All(edges) | Goal::Any(edges) => edges.to_vec(),
            Goal::Given(queries, observations) => [queries, observations].concat(),
        };
        let (mut gates, events) = walk(circuit, modules, &edges, home);
        // Members of a cycle are left in any order: components keep the rest in order.
        gates.sort_by_key(|&node| modules.components.of[node as usize]);
        let own = matches!(goal, Goal::All(_) | Goal::Any(_));
        let first_event = gates.len() + usize::from(own);
        let numbered = gates.iter().zip(0..).chain(events.iter().zip(first_event as u32..));
        let numbers: HashMap<NodeId, u32> =
            numbered.map(|(&node, number)| (node, number)).collect();
        let input = |edge: &Edge| (numbers[&edge.node()], edge.is_negated());
        let mut subcircuit = Subcircuit {
            gates: Vec::with_capacity(first_event),
            inputs: Lists::default(),
            cycles: Vec::with_capacity(first_event),
            chances: Vec::with_capacity(events.len()),
            nodes: Vec::new(),
            queries: Vec::new(),
            observations: Vec::new(),
        };
        for &node in &gates {
            let component = modules.components.of[node as usize];
            let cycle = modules.is_cyclic(node).then_some(component);
            let gate = match circuit.kind(node) {
                Kind::And => Gate::And,
                Kind::Alternative(head) => Gate::Alternative(head, head.probability(*weights)),
                _ => Gate::Or,
            };
            subcircuit.add(gate, cycle, circuit.children(node).iter().map(input));
        }
        for &node in &events {
            let is_choice = circuit.kind(node) == Kind::Choice;
            subcircuit.chances.push((!is_choice).then(|| chances[node as usize].clone()));
        }
        subcircuit.nodes = events;
        match *goal {
            Goal::All(edges) => subcircuit.ask(Gate::And, edges.iter().map(input)),
            Goal::Any(edges) => subcircuit.ask(Gate::Or, edges.iter().map(input)),
            Goal::Given(queries, observations) => {
                subcircuit.queries = queries.iter().map(input).collect();
                subcircuit.observations = observations.iter().map(input).collect();
            }
        }
        subcircuit
    }

    fn add(&mut self, gate: Gate, cycle: Option<u32>, inputs: impl Iterator<Item = Input>) {
        self.gates.push(gate);
        self.cycles.push(cycle);
        self.inputs.push(inputs);
    }

    /// Asks for a gate that is no node of the circuit.
    fn ask(&mut self, gate: Gate, inputs: impl Iterator<Item = Input>) {
        self.queries.push((self.gates.len() as u32, false));
        self.add(gate, None, inputs);
    }
}

impl<N> Subcircuit<N> {
    pub(super) fn len(&self) -> usize {
        self.gates.len() + self.chances.len()
    }

    pub(super) fn gates(&self) -> std::ops::Range<u32> {
        0..self.gates.len() as u32
    }

    pub(super) fn events(&self) -> std::ops::Range<u32> {
        self.gates.len() as u32..self.len() as u32
    }

    pub(super) fn gate(&self, gate: u32) -> Gate {
        self.gates[gate as usize]
    }

    /// The inputs of a gate.
    pub(super) fn inputs(&self, gate: u32) -> &[Input] {
        &self.inputs[gate as usize]
    }

    /// The cycle of a gate, if it is on one.
    pub(super) fn cycle(&self, gate: u32) -> Option<u32> {
        self.cycles[gate as usize]
    }

    pub(super) fn has_cycles(&self) -> bool {
        self.cycles.iter().any(Option::is_some)
    }

    /// Is this gate an atom on a cycle?
    pub(super) fn is_member(&self, number: u32) -> bool {
        let cycle = self.cycles.get(number as usize).copied().flatten();
        cycle.is_some() && self.gates[number as usize] == Gate::Or
    }

    /// Are these two gates of the same cycle?
    pub(super) fn is_same_cycle(&self, gate: u32, input: u32) -> bool {
        let cycle = self.cycles[gate as usize];
        cycle.is_some() && self.cycles.get(input as usize).copied().flatten() == cycle
    }

    /// The node of an event.
    pub(super) fn node(&self, event: u32) -> NodeId {
        self.nodes[event as usize - self.gates.len()]
    }

    /// The chance of an event; none for a choice.
    pub(super) fn chance(&self, event: u32) -> Option<&Chance<N>> {
        self.chances[event as usize - self.gates.len()].as_ref()
    }

    /// The alternatives of each choice, with their probabilities.
    pub(super) fn alternatives(&self) -> HashMap<u32, Vec<AlternativeGate>> {
        let mut alternatives: HashMap<u32, Vec<AlternativeGate>> = HashMap::new();
        for gate in self.gates() {
            if let Gate::Alternative(head, probability) = self.gate(gate) {
                let choice = self.inputs(gate)[0].0;
                alternatives.entry(choice).or_default().push((gate, (head, probability)));
            }
        }
        alternatives
    }

    /// Which gates and events are asked for or observed, or used by a gate that is not of the same
    /// cycle?
    pub(super) fn used_outside(&self) -> Vec<bool> {
        let mut used = vec![false; self.len()];
        for &(root, _) in self.queries.iter().chain(&self.observations) {
            used[root as usize] = true;
        }
        for gate in self.gates() {
            for &(input, _) in self.inputs(gate) {
                used[input as usize] |= !self.is_same_cycle(gate, input);
            }
        }
        used
    }
}

#[cfg(test)]
impl<N> Subcircuit<N> {
    /// A subcircuit without events or questions.
    pub(super) fn of_gates(gates: Vec<(Gate, Option<u32>, Vec<Input>)>) -> Subcircuit<N> {
        let mut subcircuit = Subcircuit {
            gates: Vec::new(),
            inputs: Lists::default(),
            cycles: Vec::new(),
            chances: Vec::new(),
            nodes: Vec::new(),
            queries: Vec::new(),
            observations: Vec::new(),
        };
        for (gate, cycle, inputs) in gates {
            subcircuit.gates.push(gate);
            subcircuit.cycles.push(cycle);
            subcircuit.inputs.push(inputs);
        }
        subcircuit
    }

    /// Adds an event, or a choice.
    pub(super) fn add_event(&mut self, chance: Option<Chance<N>>) {
        self.chances.push(chance);
    }
}

/// The gates and events that a depth-first walk from the top meets: gates when it leaves them, events when it comes to them.
fn walk(
    circuit: &Circuit,
    modules: &Modules,
    edges: &[Edge],
    home: Option<u32>,
) -> (Vec<NodeId>, Vec<NodeId>) {
    let (mut gates, mut events) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    let mut path: Vec<(NodeId, usize)> = Vec::new();
    for root in edges {
        let mut next = Some(root);
        loop {
            match next.map(|edge| edge.node()) {
                Some(node) if seen.insert(node) => {
                    let is_leaf = matches!(circuit.kind(node), Kind::Chance(_) | Kind::Choice);
                    let at_home = home == Some(modules.components.of[node as usize]);
                    match is_leaf || modules.is_module(node) && !at_home {
                        true => events.push(node),
                        false => path.push((node, 0)),
                    }
                }
                Some(_) => {}
                None => gates.extend(path.pop().map(|(node, _)| node)),
            }
            let Some((node, position)) = path.last_mut() else { break };
            next = circuit.children(*node).get(*position);
            *position += 1;
        }
    }
    (gates, events)
}
