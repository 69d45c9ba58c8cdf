//! Decision diagrams of regions, and probabilities read off them.
//!
//! Binary decision diagrams with complemented edges, from the crate `oxidd`. One manager serves
//! one region after the other: variable `i` is whatever stands at place `i` of the region's order.
//! It starts small. If a region does not fit, it is tried in the reverse order, then again in a
//! manager several times as large, until the memory limit is reached.

use super::circuit::{Circuit, Edge, Kind};
use super::cycle::{self, Equation};
use super::modules::Modules;
use super::order;
use super::region::Region;
use crate::limits::Budget;
use crate::{Error, Sizes};
use hashbrown::{HashMap, HashSet};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::OutOfMemory;
use oxidd::{BooleanFunction, Function, HasLevel, Manager, ManagerRef, Node, NodeID};
use randlog_logic::Probability;
use std::time::{Duration, Instant};

/// Nodes of the first manager.
const SMALLEST: usize = 1 << 16;

/// How many times larger the next one is.
const GROWTH: usize = 8;

/// About how many bytes a node needs, with its share of the tables.
const BYTES_PER_NODE: usize = 64;

/// The most variables of a diagram: operations recurse once per variable.
pub(super) const MOST_VARIABLES: usize = 1 << 20;

/// Why a compilation ended early.
pub(super) enum Stop {
    Full,
    Failed(Error),
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Stop {
        Stop::Full
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

/// Compiles regions.
pub(super) struct Diagrams {
    manager: Option<BCDDManagerRef>,
    capacity: usize,
    budget: Budget,
    pub(super) sizes: Sizes,
    /// Time spent on counting, a part of the whole.
    pub(super) counting: Duration,
}

/// What to compile: a region, and what its events are.
pub(super) struct Task<'a> {
    pub(super) circuit: &'a Circuit,
    pub(super) modules: &'a Modules,
    pub(super) region: &'a Region,
    pub(super) probabilities: &'a [f64],
    /// Which nodes must have a function in the end.
    pub(super) roots: &'a [Edge],
}

impl Task<'_> {
    /// Is this gate of the region an atom on a cycle?
    fn is_member(&self, gate: u32) -> bool {
        let node = self.region.node(gate);
        self.circuit.kind(node) == Kind::Or && self.modules.is_cyclic(node)
    }

    fn component(&self, number: u32) -> u32 {
        self.modules.components.of[self.region.node(number) as usize]
    }

    /// Which gates are used by a gate of another component, or as a root?
    fn used_outside(&self) -> Vec<bool> {
        let mut used = vec![false; self.region.len()];
        self.roots.iter().for_each(|root| used[self.region.number(root.node()) as usize] = true);
        for gate in self.region.gates() {
            for &(child, _) in self.region.children(gate) {
                used[child as usize] |= self.component(child) != self.component(gate);
            }
        }
        used
    }
}

impl Diagrams {
    pub(super) fn new(budget: Budget) -> Diagrams {
        Diagrams {
            manager: None,
            capacity: SMALLEST,
            budget,
            sizes: Sizes::default(),
            counting: Duration::ZERO,
        }
    }

    /// Compiles a region, and asks for probabilities of functions of its nodes.
    pub(super) fn solve<T>(
        &mut self,
        task: &Task<'_>,
        ask: impl Fn(&mut Compiled<'_>) -> Result<T, OutOfMemory>,
    ) -> Result<T, Error> {
        let order = order::order(task.region);
        let reversed: Vec<u32> = order.iter().rev().copied().collect();
        loop {
            for order in [&order, &reversed] {
                match self.attempt(task, order, &ask) {
                    Ok(values) => return Ok(values),
                    Err(Stop::Failed(error)) => return Err(error),
                    Err(Stop::Full) => self.manager = None,
                }
            }
            self.grow()?;
        }
    }

    fn grow(&mut self) -> Result<(), Error> {
        let limit = self.budget.limits.memory;
        let largest = limit / BYTES_PER_NODE;
        if self.capacity >= largest {
            return Err(Error::Memory { limit, what: "a decision diagram" });
        }
        self.capacity = (self.capacity * GROWTH).min(largest);
        self.budget.check_time()
    }

    fn attempt<T>(
        &mut self,
        task: &Task<'_>,
        order: &[u32],
        ask: &impl Fn(&mut Compiled<'_>) -> Result<T, OutOfMemory>,
    ) -> Result<T, Stop> {
        let manager = match &self.manager {
            Some(manager) => manager,
            None => self.manager.insert(manager(self.capacity)?),
        };
        let mut compiled = Compiled {
            manager,
            task,
            functions: vec![None; task.region.len()],
            levels: vec![0; task.region.len()],
            weights: Vec::new(),
            nodes: 0,
            counting: Duration::ZERO,
        };
        compiled.events(order)?;
        compiled.gates(&self.budget)?;
        let values = ask(&mut compiled)?;
        let variables = compiled.weights.len();
        self.counting += compiled.counting;
        self.sizes.diagrams += 1;
        self.sizes.diagram_nodes += compiled.nodes;
        self.sizes.diagram_variables = self.sizes.diagram_variables.max(variables);
        Ok(values)
    }
}

/// The stack that a manager reserves for its worker thread. We have no work for that thread.
const WORKER_STACK: usize = 1 << 30;

/// A manager for so many nodes. It would panic if its threads could not be started, so we try one
/// like them first.
fn manager(capacity: usize) -> Result<BCDDManagerRef, Error> {
    let thread = std::thread::Builder::new().stack_size(WORKER_STACK).spawn(|| ());
    // A thread that does nothing does not panic.
    let _ = thread.map_err(|_| Error::NoThread { stack: WORKER_STACK })?.join();
    Ok(new_manager(capacity, capacity / 2, 1))
}

/// The diagrams of a region's nodes.
pub(super) struct Compiled<'a> {
    manager: &'a BCDDManagerRef,
    task: &'a Task<'a>,
    functions: Vec<Option<BCDDFunction>>,
    /// The variables of atoms on cycles.
    levels: Vec<u32>,
    /// The probability that the variable at each level is true.
    weights: Vec<f64>,
    nodes: usize,
    counting: Duration,
}

impl Compiled<'_> {
    /// Variables for events, in this order; above them those of atoms on cycles, which go away.
    fn events(&mut self, order: &[u32]) -> Result<(), Stop> {
        let region = self.task.region;
        for member in region.gates().filter(|&gate| self.task.is_member(gate)) {
            self.levels[member as usize] = self.weights.len() as u32;
            self.functions[member as usize] = Some(self.variable(f64::NAN)?);
        }
        let mut alternatives: HashMap<u32, Vec<u32>> = HashMap::new();
        for gate in region.gates() {
            if let Kind::Alternative(_) = self.task.circuit.kind(region.node(gate)) {
                alternatives.entry(region.children(gate)[0].0).or_default().push(gate);
            }
        }
        for &event in order {
            let node = region.node(event);
            if self.task.circuit.kind(node) == Kind::Choice {
                self.alternatives(alternatives.remove(&event).unwrap_or_default())?;
            } else {
                let probability = self.task.probabilities[node as usize];
                self.functions[event as usize] = Some(self.variable(probability)?);
            }
        }
        Ok(())
    }

    /// A variable for each alternative: is it taken, given that none before is?
    fn alternatives(&mut self, gates: Vec<u32>) -> Result<(), Stop> {
        let mut left = Some(Probability::ONE);
        let mut none = self.constant(true);
        for gate in gates {
            let node = self.task.region.node(gate);
            let Kind::Alternative(taken) = self.task.circuit.kind(node) else { continue };
            let weight = match left {
                Some(left) if left != taken => taken.to_f64() / left.to_f64(),
                _ => 1.0,
            };
            left = left.and_then(|left| rest(left, taken));
            let variable = self.variable(weight)?;
            self.functions[gate as usize] = Some(none.and(&variable)?);
            none = none.and(&variable.not()?)?;
        }
        Ok(())
    }

    fn variable(&mut self, probability: f64) -> Result<BCDDFunction, Stop> {
        let level = self.weights.len() as u32;
        self.weights.push(probability);
        if self.weights.len() > MOST_VARIABLES {
            let limit = MOST_VARIABLES * BYTES_PER_NODE;
            return Err(Error::Memory { limit, what: "a decision diagram" }.into());
        }
        if self.manager.with_manager_shared(|manager| manager.num_vars()) <= level {
            let more = (level + 1).next_power_of_two() - level;
            self.manager.with_manager_exclusive(|manager| manager.add_vars(more));
        }
        Ok(self.manager.with_manager_shared(|manager| BCDDFunction::var(manager, level))?)
    }

    /// Diagrams for gates, cycle by cycle.
    fn gates(&mut self, budget: &Budget) -> Result<(), Stop> {
        let used_outside = self.task.used_outside();
        let gates: Vec<u32> = self.task.region.gates().collect();
        let task = self.task;
        for gates in gates.chunk_by(|&a, &b| task.component(a) == task.component(b)) {
            budget.check_time()?;
            match *gates {
                [gate] if !task.is_member(gate) => {
                    if self.functions[gate as usize].is_none() {
                        self.functions[gate as usize] = Some(self.gate(gate)?);
                    }
                }
                _ => self.cycle(gates, &used_outside, budget)?,
            }
        }
        Ok(())
    }

    /// The least fixpoint of gates that use each other, none of them negated.
    fn cycle(&mut self, gates: &[u32], used_outside: &[bool], budget: &Budget) -> Result<(), Stop> {
        let task = self.task;
        let (members, bodies): (Vec<u32>, Vec<u32>) =
            gates.iter().partition(|&&gate| task.is_member(gate));
        for &body in &bodies {
            self.functions[body as usize] = Some(self.gate(body)?);
        }
        let place: HashMap<u32, usize> =
            members.iter().enumerate().map(|(place, &member)| (member, place)).collect();
        let used = |gate: u32| -> HashSet<usize> {
            let children = task.region.children(gate).iter();
            children.filter_map(|(child, _)| place.get(child).copied()).collect()
        };
        // A rule that is used outside needs the atoms in it.
        let mut wanted: HashSet<usize> = HashSet::new();
        for &body in bodies.iter().filter(|&&body| used_outside[body as usize]) {
            wanted.extend(used(body));
        }
        let mut equations = Vec::with_capacity(members.len());
        for (place, &member) in members.iter().enumerate() {
            let mut uses = used(member);
            for (child, _) in task.region.children(member) {
                if task.component(*child) == task.component(member) {
                    uses.extend(used(*child));
                }
            }
            equations.push(Equation {
                variable: self.function(member, false)?,
                level: self.levels[member as usize],
                function: self.gate(member)?,
                uses,
                wanted: used_outside[member as usize] || wanted.contains(&place),
            });
        }
        let solutions = cycle::solve(equations, budget)?;
        for (&member, solution) in members.iter().zip(solutions) {
            self.functions[member as usize] = solution;
        }
        for &body in bodies.iter().filter(|&&body| used_outside[body as usize]) {
            self.functions[body as usize] = Some(self.gate(body)?);
        }
        Ok(())
    }

    fn gate(&self, gate: u32) -> Result<BCDDFunction, OutOfMemory> {
        let children = self.task.region.children(gate).iter();
        let children = children.map(|&(child, negated)| self.function(child, negated));
        let conjunction = self.task.circuit.kind(self.task.region.node(gate)) == Kind::And;
        self.combine(children.collect::<Result<_, _>>()?, conjunction)
    }

    fn function(&self, number: u32, negated: bool) -> Result<BCDDFunction, OutOfMemory> {
        let function = self.functions[number as usize].clone();
        let function = function.unwrap_or_else(|| self.constant(false));
        if negated { function.not_owned() } else { Ok(function) }
    }

    fn constant(&self, value: bool) -> BCDDFunction {
        self.manager.with_manager_shared(|manager| match value {
            true => BCDDFunction::t(manager),
            false => BCDDFunction::f(manager),
        })
    }

    /// The function of an edge into the region.
    pub(super) fn edge(&self, edge: Edge) -> Result<BCDDFunction, OutOfMemory> {
        self.function(self.task.region.number(edge.node()), edge.is_negated())
    }

    /// The conjunction or disjunction of edges into the region.
    pub(super) fn combined(
        &self,
        edges: &[Edge],
        conjunction: bool,
    ) -> Result<BCDDFunction, OutOfMemory> {
        let inputs = edges.iter().map(|&edge| self.edge(edge));
        self.combine(inputs.collect::<Result<_, _>>()?, conjunction)
    }

    pub(super) fn combine(
        &self,
        inputs: Vec<BCDDFunction>,
        conjunction: bool,
    ) -> Result<BCDDFunction, OutOfMemory> {
        let none = self.constant(conjunction);
        let operation = if conjunction { BCDDFunction::and } else { BCDDFunction::or };
        Self::from_below(inputs).iter().try_fold(none, |result, input| operation(input, &result))
    }

    /// Deep functions first: then shallow ones are put on top of them.
    fn from_below(mut inputs: Vec<BCDDFunction>) -> Vec<BCDDFunction> {
        inputs.sort_by_cached_key(|input| {
            input.with_manager_shared(|manager, edge| match manager.get_node(edge) {
                Node::Inner(node) => std::cmp::Reverse(node.level()),
                Node::Terminal(_) => std::cmp::Reverse(u32::MAX),
            })
        });
        inputs
    }

    /// How likely a function is true.
    pub(super) fn probability(&mut self, function: &BCDDFunction) -> f64 {
        let start = Instant::now();
        let mut known = HashMap::new();
        let probability = function
            .with_manager_shared(|manager, edge| weigh(manager, edge, &self.weights, &mut known));
        self.nodes += known.len();
        self.counting += start.elapsed();
        probability
    }
}

/// What is left of a probability, if anything. Exact, so that alternatives that add up to one leave
/// nothing; only fractions too long for that are rounded.
fn rest(left: Probability, taken: Probability) -> Option<Probability> {
    if left == taken {
        return None;
    }
    let exact = || {
        let whole = left.numerator().checked_mul(taken.denominator())?;
        let part = taken.numerator().checked_mul(left.denominator())?;
        let denominator = left.denominator().checked_mul(taken.denominator())?;
        Probability::new(whole.checked_sub(part)?, denominator)
    };
    const SCALE: u128 = 1 << 60;
    let rounded = || {
        let left = (left.to_f64() - taken.to_f64()).max(0.0);
        Probability::new((left * SCALE as f64) as u128, SCALE)
    };
    exact().or_else(rounded)
}

type Diagram<'id> = <BCDDFunction as Function>::Manager<'id>;

/// The probability that a function is true. A node and its negation are weighed apart: taking the
/// difference to one would cost small probabilities their precision.
fn weigh<'id>(
    manager: &Diagram<'id>,
    edge: oxidd::util::Ref<'_, <Diagram<'id> as Manager>::Edge>,
    weights: &[f64],
    known: &mut HashMap<(NodeID, bool), f64>,
) -> f64 {
    let negated = edge.tag() != Default::default();
    let Node::Inner(node) = manager.get_node(edge) else {
        return if negated { 0.0 } else { 1.0 };
    };
    let key = (edge.node_id(), negated);
    if let Some(&probability) = known.get(&key) {
        return probability;
    }
    let weight = weights[node.level() as usize];
    let (then, otherwise) = BCDDFunction::cofactors_node(edge.tag(), node);
    let then = weigh(manager, then, weights, known);
    let otherwise = weigh(manager, otherwise, weights, known);
    let probability = weight * then + (1.0 - weight) * otherwise;
    known.insert(key, probability);
    probability
}
