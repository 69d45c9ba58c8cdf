//! Evidence first: what is observed, and all that follows from it at once, leaves the circuit before anything is solved.
//!
//! This is unit propagation (Davis, Logemann and Loveland 1962) on the circuit: a gate that is known decides its inputs,
//! inputs that are known decide a gate, and of alternatives that exclude each other one may be the last that is left.
//! Whatever is known is replaced by its truth value where it is used. What is known of a gate but does not follow from
//! its inputs stays an observation. So an observed choice costs no more than a fact.
//!
//! Answers are relative to the probability of the evidence, so the probability of a known event cancels.
//!
//! **Cycles.** The atoms of a positive cycle have the least values that meet their rules: one that is observed still has
//! to be derived. So within a cycle, only what follows from outside of it is replaced, and nothing follows from a gate
//! for its inputs on the same cycle.

use super::circuit::{Circuit, Edge, Kind, NodeId, Weights};
use crate::Error;
use dashu_ratio::RBig;
use hashbrown::HashMap;
use randlog_base::stop::Stop;
use randlog_base::{Components, Lists};
use std::ops::Range;

/// A circuit given evidence.
pub(super) struct Conditioned {
    pub(super) circuit: Circuit,
    /// The edge of each query, or its truth value.
    pub(super) queries: Vec<Result<bool, Edge>>,
    /// What remains to be observed.
    pub(super) observations: Vec<Edge>,
}

/// The circuit given that all observations hold. If probabilities are functions, that of a choice to take nothing counts
/// even if it is 0.
pub(super) fn condition(
    circuit: &Circuit,
    weights: Weights<'_>,
    queries: &[Edge],
    observations: &[Edge],
    are_functions: bool,
    stop: &Stop,
) -> Result<Conditioned, Error> {
    let roots = queries.iter().chain(observations).map(|edge| edge.node());
    let components = Components::new(circuit.len(), roots, |node, position| {
        circuit.children(node).get(position).map(|edge| edge.node())
    });
    let mut known = Known::new(circuit, weights, &components);
    known.are_functions = are_functions;
    for &edge in observations {
        known.assert(edge)?;
    }
    known.propagate(stop)?;
    let founded = known.founded();
    Ok(Conditioner { circuit, components: &components, known: &known, founded }.rebuild(queries))
}

/// What is known so far.
struct Known<'c> {
    circuit: &'c Circuit,
    weights: Weights<'c>,
    components: &'c Components,
    are_functions: bool,
    /// Per node: the gates that use it, negated if they use its negation; of a choice, its alternatives.
    users: Lists<Edge>,
    /// Per node; of a choice, whether it is known what it takes.
    values: Vec<Option<bool>>,
    /// Per node: is its value known from elsewhere than from its inputs?
    asserted: Vec<bool>,
    /// Per gate: how many inputs are unknown; per choice: how many alternatives.
    unknown: Vec<u32>,
    /// What is known, but not passed on.
    queue: Vec<NodeId>,
}

impl<'c> Known<'c> {
    fn new(circuit: &'c Circuit, weights: Weights<'c>, components: &'c Components) -> Known<'c> {
        let nodes = (0..components.len()).flat_map(|component| components.members(component));
        let uses = nodes.flat_map(|&node| {
            let inputs = circuit.children(node).iter();
            inputs.map(move |edge| (edge.node(), Edge::new(node, edge.is_negated())))
        });
        let users = Lists::grouped(circuit.len(), uses);
        let unknown = (0..circuit.len()).map(|node| match circuit.kind(node as NodeId) {
            Kind::Choice => users[node].len() as u32,
            _ => circuit.children(node as NodeId).len() as u32,
        });
        Known {
            circuit,
            weights,
            components,
            are_functions: false,
            unknown: unknown.collect(),
            users,
            values: vec![None; circuit.len()],
            asserted: vec![false; circuit.len()],
            queue: Vec::new(),
        }
    }

    fn value(&self, edge: Edge) -> Option<bool> {
        self.values[edge.node() as usize].map(|value| value != edge.is_negated())
    }

    /// This holds.
    fn learn(&mut self, edge: Edge) -> Result<(), Error> {
        match self.value(edge) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Error::ImpossibleEvidence),
            None => {}
        }
        self.values[edge.node() as usize] = Some(!edge.is_negated());
        self.queue.push(edge.node());
        match self.circuit.kind(edge.node()) {
            Kind::Chance(head) if edge.is_negated() && head.probability(self.weights).is_one() => {
                Err(Error::ImpossibleEvidence)
            }
            _ => Ok(()),
        }
    }

    /// This holds, whatever its inputs say.
    fn assert(&mut self, edge: Edge) -> Result<(), Error> {
        self.asserted[edge.node() as usize] |= self.value(edge).is_none();
        self.learn(edge)
    }

    /// The same, unless it is on a cycle with the gate that says so.
    fn pass_down(&mut self, gate: NodeId, input: Edge) -> Result<(), Error> {
        let of = &self.components.of;
        match of[gate as usize] == of[input.node() as usize] {
            true => Ok(()),
            false => self.assert(input),
        }
    }

    fn propagate(&mut self, stop: &Stop) -> Result<(), Error> {
        let mut step = 0;
        while let Some(node) = self.queue.pop() {
            step += 1;
            stop.check_at(step)?;
            match self.circuit.kind(node) {
                Kind::Alternative(_) => self.alternative(node)?,
                Kind::Or | Kind::And => self.gate(node)?,
                Kind::Chance(_) | Kind::Choice => {}
            }
            for place in self.users.range(node as usize) {
                let user = self.users.items()[place];
                let value = self.values[node as usize] != Some(user.is_negated());
                self.input(user.node(), value)?;
            }
        }
        Ok(())
    }

    /// One input with this value decides a gate.
    fn deciding(&self, gate: NodeId) -> bool {
        self.circuit.kind(gate) == Kind::Or
    }

    /// Draws conclusions from the value of a gate.
    fn gate(&mut self, gate: NodeId) -> Result<(), Error> {
        let (circuit, deciding) = (self.circuit, self.deciding(gate));
        if self.values[gate as usize] == Some(deciding) {
            return if self.unknown[gate as usize] <= 1 { self.last_input(gate) } else { Ok(()) };
        }
        let mut inputs = circuit.children(gate).iter();
        inputs.try_for_each(|&input| self.pass_down(gate, input.negated_if(deciding)))
    }

    /// Draws conclusions from the value of one more input of a gate.
    fn input(&mut self, gate: NodeId, value: bool) -> Result<(), Error> {
        self.unknown[gate as usize] -= 1;
        let deciding = self.deciding(gate);
        if value == deciding {
            self.learn(Edge::new(gate, !deciding))
        } else if self.unknown[gate as usize] <= 1 {
            self.last_input(gate)
        } else {
            Ok(())
        }
    }

    /// The same if at most one input is unknown.
    fn last_input(&mut self, gate: NodeId) -> Result<(), Error> {
        let (circuit, deciding) = (self.circuit, self.deciding(gate));
        let inputs = circuit.children(gate);
        if inputs.iter().any(|&input| self.value(input) == Some(deciding)) {
            return self.learn(Edge::new(gate, !deciding));
        }
        match inputs.iter().find(|&&input| self.value(input).is_none()) {
            None => self.learn(Edge::new(gate, deciding)),
            Some(&last) if self.values[gate as usize] == Some(deciding) => {
                self.pass_down(gate, last.negated_if(!deciding))
            }
            Some(_) => Ok(()),
        }
    }

    /// Draws conclusions for the other alternatives of a choice.
    fn alternative(&mut self, node: NodeId) -> Result<(), Error> {
        let choice = self.circuit.children(node)[0].node();
        let others = self.users.range(choice as usize);
        let is_taken = self.values[node as usize] == Some(true);
        if is_taken {
            self.values[choice as usize] = Some(true);
        }
        self.unknown[choice as usize] -= 1;
        if !is_taken && self.unknown[choice as usize] > 1 {
            return Ok(());
        }
        let mut last = None;
        for place in others.clone() {
            let other = Edge::new(self.users.items()[place].node(), false);
            match self.value(other) {
                Some(true) if !is_taken => return Ok(()),
                _ if is_taken && other.node() != node => self.assert(other.negated_if(true))?,
                None => last = Some(other),
                _ => {}
            }
        }
        if is_taken || !self.is_complete(others) {
            return Ok(());
        }
        last.map_or(Err(Error::ImpossibleEvidence), |last| self.assert(last))
    }

    /// Does one of these alternatives happen in any case?
    fn is_complete(&self, alternatives: Range<usize>) -> bool {
        if self.are_functions {
            return false;
        }
        let chance = |user: &Edge| match self.circuit.kind(user.node()) {
            Kind::Alternative(head) => head.probability(self.weights).to_ratio(),
            _ => RBig::ZERO,
        };
        let sum = self.users.items()[alternatives].iter().map(chance);
        sum.fold(RBig::ZERO, |sum, part| sum + part) == RBig::ONE
    }

    /// Per node on a cycle: does its value follow from what is outside of the cycle?
    fn founded(&self) -> Vec<bool> {
        let mut founded = vec![false; self.circuit.len()];
        let cycles = (0..self.components.len()).map(|cycle| self.components.members(cycle));
        let cycles = cycles.filter(|members| members.len() > 1);
        let mut open: Vec<NodeId> = cycles.flatten().copied().collect();
        while let Some(node) = open.pop() {
            let Some(value) = self.values[node as usize] else { continue };
            let is_inside = |user: NodeId| {
                self.components.of[user as usize] == self.components.of[node as usize]
            };
            let value_of = |&input: &Edge| {
                let follows = !is_inside(input.node()) || founded[input.node() as usize];
                self.value(input).filter(|_| follows)
            };
            let mut inputs = self.circuit.children(node).iter();
            let follows = match value == self.deciding(node) {
                true => inputs.any(|input| value_of(input) == Some(value)),
                false => inputs.all(|input| value_of(input) == Some(value)),
            };
            if follows && !founded[node as usize] {
                founded[node as usize] = true;
                let users = self.users[node as usize].iter().map(|user| user.node());
                open.extend(users.filter(|&user| is_inside(user)));
            }
        }
        founded
    }
}

/// Makes the circuit without what is known.
struct Conditioner<'c> {
    circuit: &'c Circuit,
    components: &'c Components,
    known: &'c Known<'c>,
    founded: Vec<bool>,
}

impl Conditioner<'_> {
    /// The value of an input, unless it has to be derived on a cycle with the gate.
    fn value(&self, gate: NodeId, input: Edge) -> Option<bool> {
        let of = &self.components.of;
        let is_inside = of[gate as usize] == of[input.node() as usize];
        self.known.value(input).filter(|_| !is_inside || self.founded[input.node() as usize])
    }

    /// The inputs that are not known.
    fn open(&self, gate: NodeId) -> impl Iterator<Item = Edge> {
        let inputs = self.circuit.children(gate).iter().copied();
        inputs.filter(move |&input| self.value(gate, input).is_none())
    }

    /// Is something known of this node that does not follow from what is known of others?
    fn is_observation(&self, node: NodeId) -> bool {
        let Some(value) = self.known.values[node as usize] else { return false };
        let mut inputs = self.circuit.children(node).iter();
        let is_known = |&input: &Edge| self.value(node, input).is_some();
        let follows = match self.circuit.kind(node) {
            Kind::Chance(_) | Kind::Choice => true,
            Kind::Alternative(_) => inputs.all(is_known),
            kind if value == (kind == Kind::Or) => {
                inputs.any(|&input| self.value(node, input) == Some(value))
            }
            _ => inputs.all(is_known),
        };
        self.known.asserted[node as usize] && !follows
    }

    fn rebuild(&self, queries: &[Edge]) -> Conditioned {
        let each = 0..self.components.len();
        let nodes = each.flat_map(|component| self.components.members(component)).copied();
        let observed: Vec<NodeId> = nodes.filter(|&node| self.is_observation(node)).collect();
        let asked = queries.iter().filter(|&&query| self.known.value(query).is_none());
        let roots = asked.map(|edge| edge.node()).chain(observed.iter().copied());
        let (circuit, edges) = self.copy(&self.needed(roots.collect()));
        let edge = |edge: Edge| edges[&edge.node()].negated_if(edge.is_negated());
        let judge = |&query: &Edge| self.known.value(query).ok_or_else(|| edge(query));
        let queries = queries.iter().map(judge).collect();
        let holds = |&node: &NodeId| self.known.values[node as usize] == Some(true);
        let observations = observed.iter().map(|node| edge(Edge::new(*node, !holds(node))));
        let mut observations: Vec<Edge> = observations.collect();
        observations.sort_unstable();
        observations.dedup();
        Conditioned { circuit, queries, observations }
    }

    /// The nodes that these use, without what is known.
    fn needed(&self, mut open: Vec<NodeId>) -> Vec<bool> {
        let mut needed = vec![false; self.circuit.len()];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut needed[node as usize], true) {
                open.extend(self.open(node).map(Edge::node));
            }
        }
        needed
    }

    /// A circuit of these nodes, and what stands for each.
    fn copy(&self, needed: &[bool]) -> (Circuit, HashMap<NodeId, Edge>) {
        let mut copy = Circuit::default();
        let mut edges: HashMap<NodeId, Edge> = HashMap::new();
        for component in 0..self.components.len() {
            let members = self.components.members(component);
            let members = || members.iter().copied().filter(|&node| needed[node as usize]);
            let is_cyclic = self.components.members(component).len() > 1;
            if is_cyclic {
                for node in members() {
                    let new = copy.add(self.circuit.kind(node));
                    edges.insert(node, Edge::new(new, false));
                }
            }
            for node in members() {
                let edge = |input: Edge| edges[&input.node()].negated_if(input.is_negated());
                let mut inputs: Vec<Edge> = self.open(node).map(edge).collect();
                inputs.sort_unstable();
                inputs.dedup();
                let kind = self.circuit.kind(node);
                match (inputs.as_slice(), kind) {
                    (&[only], Kind::Or | Kind::And) if !is_cyclic => {
                        edges.insert(node, only);
                        continue;
                    }
                    _ if is_cyclic => {}
                    _ => {
                        let new = copy.add(kind);
                        edges.insert(node, Edge::new(new, false));
                    }
                }
                copy.connect(edges[&node].node(), &inputs);
            }
        }
        (copy, edges)
    }
}
