//! Subcircuits solved by knowledge compilation: to an ordered binary decision diagram, on which weighted model
//! counting takes linear time (Darwiche and Marquis 2002).
//!
//! Each event is a variable, in the order that is given; each gate becomes a diagram, from the bottom
//! upwards. Then the probability of a function is one look at every node of its diagram.

use super::bdd::{Function, Store};
use super::circuit::Head;
use super::cycle::{Equation, Equations};
use super::number::{Chance, Number};
use super::subcircuit::{AlternativeGate, Gate, Input, Subcircuit};
use hashbrown::HashMap;
use randlog_base::clock::Instant;
use randlog_base::stop::{Stop, Stopped};
use randlog_logic::Probability;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// The most variables of a diagram: operations recurse once per variable.
pub(super) const MOST_VARIABLES: usize = 1 << 20;

/// What was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub(super) variables: usize,
    pub(super) nodes: usize,
    pub(super) counting: Duration,
}

/// How the atoms of a cycle are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixpoint {
    /// One after the other is eliminated: see [`Equations`].
    Elimination,
    /// All are false at first, and what follows becomes true, until nothing changes. Diagrams have
    /// events alone then, which is better where many atoms depend on few events.
    Iteration,
}

/// For each of a subcircuit's queries, the probabilities that it holds, and that it does not, where all observations
/// hold: not yet relative to the probability of the observations. With events in this order.
pub(super) fn solve<N: Number>(
    subcircuit: &Subcircuit<N>,
    order: &[u32],
    fixpoint: Fixpoint,
    stop: &Stop,
) -> Result<(Vec<Chance<N>>, Made), Stopped> {
    let mut compiler = Compiler::new(subcircuit, order, fixpoint, stop)?;
    let mut functions = compiler.questions()?;
    compiler.store.keep_only(functions.as_flattened_mut());
    let started = Instant::now();
    let mut count =
        Count { compiler: &compiler, known: vec![None; compiler.store.len()], nodes: 0 };
    let joints = functions.into_iter().map(|[both, other]| {
        Ok(Chance { yes: count.chance(both)?.yes, no: count.chance(other)?.yes })
    });
    let joints = joints.collect::<Result<_, Stopped>>()?;
    let (nodes, variables) = (count.nodes, compiler.weights.len());
    Ok((joints, Made { variables, nodes, counting: started.elapsed() }))
}

/// The events that queries depend on, and the truth value of a query that depends on none.
pub(super) type Support = (Vec<u32>, Option<bool>);

/// The support of a subcircuit's queries. Observations do not matter.
pub(super) fn support<N: Number>(
    subcircuit: &Subcircuit<N>,
    order: &[u32],
    fixpoint: Fixpoint,
    stop: &Stop,
) -> Result<Support, Stopped> {
    let compiler = Compiler::new(subcircuit, order, fixpoint, stop)?;
    let queries: Vec<Function> =
        subcircuit.queries.iter().map(|&query| compiler.function(query)).collect();
    let mut seen = vec![false; compiler.store.len()];
    let mut depends = vec![false; compiler.weights.len()];
    let mut open: Vec<usize> = queries.iter().map(|query| query.node()).collect();
    while let Some(number) = open.pop() {
        if number != 0 && !std::mem::replace(&mut seen[number], true) {
            let node = compiler.store.node(number);
            depends[node.level as usize] = true;
            open.extend(node.branches.map(Function::node));
        }
    }
    let owners = compiler.owners.iter().zip(depends);
    let mut events: Vec<u32> = owners.filter(|(_, it)| *it).map(|(&event, _)| event).collect();
    events.sort_unstable();
    events.dedup();
    let constant = queries.first().filter(|_| events.is_empty());
    Ok((events, constant.map(|&function| function == Function::TRUE)))
}

/// How often each gate and event is used.
fn uses<N>(subcircuit: &Subcircuit<N>) -> Vec<u32> {
    let mut uses = vec![0; subcircuit.len()];
    let inputs = subcircuit.gates().flat_map(|gate| subcircuit.inputs(gate));
    for &(input, _) in inputs.chain(&subcircuit.queries).chain(&subcircuit.observations) {
        uses[input as usize] += 1;
    }
    uses
}

/// The diagrams of a subcircuit's gates and events.
struct Compiler<'a, N> {
    subcircuit: &'a Subcircuit<N>,
    fixpoint: Fixpoint,
    store: Store<'a>,
    functions: Vec<Function>,
    /// How many users of a function are still to come.
    uses: Vec<u32>,
    /// The variables of atoms on cycles.
    levels: Vec<u32>,
    /// The chance of the variable at each level; none if it stands for an atom on a cycle.
    weights: Vec<Option<Chance<N>>>,
    /// The event, or the atom on a cycle, that the variable at each level belongs to.
    owners: Vec<u32>,
    stop: &'a Stop,
}

impl<'a, N: Number> Compiler<'a, N> {
    /// The diagrams of all gates.
    fn new(
        subcircuit: &'a Subcircuit<N>,
        order: &[u32],
        fixpoint: Fixpoint,
        stop: &'a Stop,
    ) -> Result<Compiler<'a, N>, Stopped> {
        let mut compiler = Compiler {
            subcircuit,
            fixpoint,
            store: Store::new(stop),
            functions: vec![Function::FALSE; subcircuit.len()],
            uses: uses(subcircuit),
            levels: vec![0; subcircuit.len()],
            weights: Vec::new(),
            owners: Vec::new(),
            stop,
        };
        compiler.events(order)?;
        compiler.gates()?;
        Ok(compiler)
    }

    /// Variables for events, in this order; above them those of atoms on cycles, which go away.
    fn events(&mut self, order: &[u32]) -> Result<(), Stopped> {
        let subcircuit = self.subcircuit;
        let eliminates = self.fixpoint == Fixpoint::Elimination;
        for member in subcircuit.gates().filter(|&gate| eliminates && subcircuit.is_member(gate)) {
            self.levels[member as usize] = self.weights.len() as u32;
            self.functions[member as usize] = self.variable(member, None)?;
        }
        let mut alternatives = subcircuit.alternatives();
        for &event in order {
            match subcircuit.chance(event) {
                Some(chance) => {
                    self.functions[event as usize] = self.choice(event, chance.clone())?;
                }
                None => {
                    let alternatives = alternatives.remove(&event).unwrap_or_default();
                    self.alternatives(event, &alternatives)?;
                }
            }
        }
        Ok(())
    }

    /// A variable for each alternative: is it taken, given that none before is?
    fn alternatives(&mut self, event: u32, gates: &[AlternativeGate]) -> Result<(), Stopped> {
        let heads: Vec<(Head, Probability)> = gates.iter().map(|&(_, head)| head).collect();
        let mut none = Function::TRUE;
        for (&(gate, _), chance) in gates.iter().zip(N::one_by_one(&heads)) {
            let taken = self.choice(event, chance)?;
            self.functions[gate as usize] = self.store.and(none, taken)?;
            none = self.store.and(none, taken.not())?;
        }
        Ok(())
    }

    /// A variable for something that happens with this chance, unless it is certain or impossible.
    fn choice(&mut self, event: u32, chance: Chance<N>) -> Result<Function, Stopped> {
        match (chance.yes.is_zero(), chance.no.is_zero()) {
            (false, false) => self.variable(event, Some(chance)),
            (_, certain) => Ok(Function::constant(certain)),
        }
    }

    fn variable(&mut self, owner: u32, chance: Option<Chance<N>>) -> Result<Function, Stopped> {
        let level = self.weights.len();
        if level >= MOST_VARIABLES {
            return Err(Stopped::Memory);
        }
        self.weights.push(chance);
        self.owners.push(owner);
        self.store.variable(level as u32)
    }

    /// Diagrams for gates, cycle by cycle.
    fn gates(&mut self) -> Result<(), Stopped> {
        let subcircuit = self.subcircuit;
        let used_outside = subcircuit.used_outside();
        let gates: Vec<u32> = subcircuit.gates().collect();
        for gates in gates.chunk_by(|&a, &b| subcircuit.is_same_cycle(a, b)) {
            self.pause()?;
            match *gates {
                [gate] if !subcircuit.is_member(gate) => {
                    if !matches!(subcircuit.gate(gate), Gate::Alternative(..)) {
                        self.functions[gate as usize] = self.gate(gate)?;
                    }
                }
                _ if self.fixpoint == Fixpoint::Iteration => self.rounds(gates)?,
                _ => self.cycle(gates, &used_outside)?,
            }
            for &(input, _) in gates.iter().flat_map(|&gate| subcircuit.inputs(gate)) {
                self.uses[input as usize] -= 1;
                if self.uses[input as usize] == 0 {
                    self.functions[input as usize] = Function::FALSE;
                }
            }
        }
        Ok(())
    }

    /// Looks at the clock, and at the store.
    fn pause(&mut self) -> Result<(), Stopped> {
        self.stop.check()?;
        if self.store.is_crowded() {
            self.store.collect(self.functions.iter_mut());
        }
        Ok(())
    }

    /// The least fixpoint of gates that use each other, none of them negated.
    fn cycle(&mut self, gates: &[u32], used_outside: &[bool]) -> Result<(), Stopped> {
        let subcircuit = self.subcircuit;
        let (members, bodies): (Vec<u32>, Vec<u32>) =
            gates.iter().partition(|&&gate| subcircuit.is_member(gate));
        for &body in &bodies {
            self.functions[body as usize] = self.gate(body)?;
        }
        let place: HashMap<u32, usize> =
            members.iter().enumerate().map(|(place, &member)| (member, place)).collect();
        let used = |gate: u32| -> BTreeSet<usize> {
            let inputs = subcircuit.inputs(gate).iter();
            inputs.filter_map(|(input, _)| place.get(input).copied()).collect()
        };
        // A rule that is used outside needs the atoms in it.
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        for &body in bodies.iter().filter(|&&body| used_outside[body as usize]) {
            wanted.extend(used(body));
        }
        let mut equations = Vec::with_capacity(members.len());
        for (place, &member) in members.iter().enumerate() {
            let mut uses = used(member);
            for &(input, _) in subcircuit.inputs(member) {
                if subcircuit.is_same_cycle(member, input) && !subcircuit.is_member(input) {
                    uses.extend(used(input));
                }
            }
            equations.push(Equation {
                level: self.levels[member as usize],
                function: self.gate(member)?,
                uses,
                wanted: used_outside[member as usize] || wanted.contains(&place),
            });
        }
        let Compiler { store, functions, stop, .. } = self;
        let solutions = Equations { store, equations, others: functions, stop }.solve()?;
        for (&member, solution) in members.iter().zip(solutions) {
            self.functions[member as usize] = solution;
        }
        for &body in bodies.iter().filter(|&&body| used_outside[body as usize]) {
            self.functions[body as usize] = self.gate(body)?;
        }
        Ok(())
    }

    /// The same, from below: whatever changes is passed on to what uses it, first come, first served.
    fn rounds(&mut self, gates: &[u32]) -> Result<(), Stopped> {
        let subcircuit = self.subcircuit;
        let first = gates[0];
        let mut users = vec![Vec::new(); gates.len()];
        for &gate in gates {
            for &(input, _) in subcircuit.inputs(gate) {
                if subcircuit.is_same_cycle(gate, input) {
                    users[(input - first) as usize].push(gate);
                }
            }
        }
        let mut waits = vec![true; gates.len()];
        let mut queue: VecDeque<u32> = gates.iter().copied().collect();
        while let Some(gate) = queue.pop_front() {
            waits[(gate - first) as usize] = false;
            self.store.step()?;
            self.pause()?;
            let function = self.gate(gate)?;
            if function == self.functions[gate as usize] {
                continue;
            }
            self.functions[gate as usize] = function;
            for &user in &users[(gate - first) as usize] {
                if !std::mem::replace(&mut waits[(user - first) as usize], true) {
                    queue.push_back(user);
                }
            }
        }
        Ok(())
    }

    fn gate(&mut self, gate: u32) -> Result<Function, Stopped> {
        self.combined(self.subcircuit.inputs(gate), self.subcircuit.gate(gate) == Gate::And)
    }

    fn function(&self, (number, negated): Input) -> Function {
        self.functions[number as usize].negated_if(negated)
    }

    /// The conjunction or disjunction of inputs. Deep functions first: then shallow ones are put on top
    /// of them.
    fn combined(&mut self, inputs: &[Input], conjunction: bool) -> Result<Function, Stopped> {
        let mut inputs: Vec<Function> = inputs.iter().map(|&input| self.function(input)).collect();
        inputs.sort_by_key(|&input| std::cmp::Reverse(self.store.level(input)));
        let mut result = Function::constant(conjunction);
        for input in inputs {
            result = match conjunction {
                true => self.store.and(input, result)?,
                false => self.store.or(input, result)?,
            };
        }
        Ok(result)
    }

    /// For each query: the query, the query with the observations, and its negation with them.
    fn questions(&mut self) -> Result<Vec<[Function; 2]>, Stopped> {
        let observed = self.combined(&self.subcircuit.observations, true)?;
        let queries: Vec<Function> =
            self.subcircuit.queries.iter().map(|&query| self.function(query)).collect();
        let question = |query: Function| {
            Ok([self.store.and(query, observed)?, self.store.and(query.not(), observed)?])
        };
        queries.into_iter().map(question).collect()
    }
}

/// Probabilities of diagrams.
struct Count<'a, N> {
    compiler: &'a Compiler<'a, N>,
    known: Vec<Option<Chance<N>>>,
    nodes: usize,
}

impl<N: Number> Count<'_, N> {
    /// The probabilities that a function is true, and that it is not. They are weighed apart: taking the
    /// difference to one would cost small probabilities their precision.
    fn chance(&mut self, function: Function) -> Result<Chance<N>, Stopped> {
        for number in self.unknown(function) {
            self.compiler.stop.check_at(self.nodes as u64)?;
            let node = self.compiler.store.node(number);
            let [low, high] = node.branches.map(|branch| self.known(branch));
            let weight = match self.compiler.weights.get(node.level as usize) {
                Some(Some(weight)) => weight,
                _ => &Chance::certain(),
            };
            let part = |low: &N, high: &N| weight.no.times(low).plus(&weight.yes.times(high));
            let chance = Chance { yes: part(&low.yes, &high.yes), no: part(&low.no, &high.no) };
            self.known[number] = Some(chance);
            self.nodes += 1;
        }
        Ok(self.known(function))
    }

    fn known(&self, function: Function) -> Chance<N> {
        let known = self.known[function.node()].clone().unwrap_or_else(Chance::certain);
        known.negated_if(function.is_negated())
    }

    /// The nodes below that were not looked at yet, each after those it leads to.
    fn unknown(&self, function: Function) -> Vec<usize> {
        let mut seen = hashbrown::HashSet::new();
        let mut open = vec![function.node()];
        while let Some(number) = open.pop() {
            if number != 0 && self.known[number].is_none() && seen.insert(number) {
                let node = self.compiler.store.node(number);
                open.extend(node.branches.map(Function::node));
            }
        }
        let mut unknown: Vec<usize> = seen.into_iter().collect();
        unknown.sort_unstable();
        unknown
    }
}
