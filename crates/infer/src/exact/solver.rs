//! Several methods to solve a subcircuit, tried in turn.
//!
//! No method is good for all subcircuits. What a join tree costs at most is known in advance; how large a diagram
//! gets shows only on the way, and may depend on the order of its variables beyond all measure. So each
//! method gets a small number of steps first, then several times as many, until one of them ends: that
//! costs not much more than the best of them alone. This is an algorithm portfolio (Huberman, Lukose and Hogg
//! 1997) with geometrically growing budgets.

use super::diagram::{self, Fixpoint};
use super::join_tree::Plan;
use super::number::{Chance, Number};
use super::order;
use super::subcircuit::Subcircuit;
use crate::room::with_room;
use crate::solution::{Attempt, Effort, Outcome};
use crate::{Error, Sizes};
use randlog_base::stop::{Stop, Stopped};
use std::time::Duration;

/// The steps of the first attempts with diagrams, at least.
const FIRST: u64 = 1 << 13;

/// The same for each gate and event, so that a long and narrow subcircuit is solved at once.
const FIRST_EACH: u64 = 4;

/// How many times as many the next ones have.
const GROWTH: u64 = 4;

/// A step with tables takes a fraction of the time that a step with diagrams takes.
const TABLES_PER_STEP: u64 = 16;

/// States are counted once per step, and a unit has a few steps.
const STEPS_PER_UNIT: f64 = 8.0;

/// States that cannot occur cost nothing, but hardly ever more than all but one in so many cannot.
const HOPELESS: f64 = 1e6;

/// With more gates per event than these, cycles are solved by rounds first.
const MANY_GATES: usize = 16;

/// A method to solve a subcircuit.
enum Method {
    Tree(Plan),
    /// With events in this order, which has a name.
    Diagram(Vec<u32>, &'static str, Fixpoint),
}

impl Method {
    fn name(&self) -> String {
        match self {
            Method::Tree(plan) => {
                let Plan { width, cost, .. } = plan;
                format!("a join tree of width {width}, at most {cost:.1e} states: {}", plan.name())
            }
            Method::Diagram(_, order, fixpoint) => {
                let how = match fixpoint {
                    Fixpoint::Elimination => "",
                    Fixpoint::Iteration => " by rounds",
                };
                format!("a decision diagram{how}, in the order: {order}")
            }
        }
    }

    /// How many steps it gets if diagrams get this many. A join tree that costs little more than that is
    /// certain to end; one that could cost more beyond all measure gets little time.
    fn allowance(&self, steps: u64) -> u64 {
        let Method::Tree(plan) = self else { return steps };
        let (most, allowed) = (plan.cost * STEPS_PER_UNIT, steps.saturating_mul(TABLES_PER_STEP));
        match most / allowed as f64 {
            ratio if ratio <= GROWTH as f64 => allowed.saturating_mul(GROWTH),
            ratio if ratio > HOPELESS => steps,
            _ => allowed,
        }
    }
}

/// Solves subcircuits.
pub(super) struct Solver {
    pub(super) stop: Stop,
    pub(super) sizes: Sizes,
    /// Time spent on counting, a part of the whole.
    pub(super) counting: Duration,
    /// What the subcircuit took that took the most.
    pub(super) effort: Effort,
}

impl Solver {
    pub(super) fn new(stop: Stop) -> Solver {
        let (sizes, effort) = (Sizes::default(), Effort::default());
        Solver { stop, sizes, counting: Duration::ZERO, effort }
    }

    /// The answers to a subcircuit's queries.
    pub(super) fn solve<N: Number>(
        &mut self,
        subcircuit: &Subcircuit<N>,
    ) -> Result<Vec<Chance<N>>, Error> {
        let mut effort = Effort {
            gates: subcircuit.gates().len(),
            events: subcircuit.events().len(),
            attempts: Vec::new(),
        };
        let result = self.try_methods(subcircuit, &mut effort);
        if effort.steps() > self.effort.steps() || self.effort.attempts.is_empty() {
            self.effort = effort;
        }
        result
    }

    fn try_methods<N: Number>(
        &mut self,
        subcircuit: &Subcircuit<N>,
        effort: &mut Effort,
    ) -> Result<Vec<Chance<N>>, Error> {
        let mut steps = FIRST.max(FIRST_EACH * subcircuit.len() as u64);
        let plan = Plan::new(subcircuit, &self.stop)?;
        let events = plan.as_ref().map(|plan| plan.events(subcircuit));
        let mut methods: Vec<Method> = plan.into_iter().map(Method::Tree).collect();
        let (mut has_diagrams, mut is_improved) = (false, false);
        loop {
            let mut left = Vec::new();
            for method in methods {
                match self.attempt(subcircuit, &method, steps, effort) {
                    Err(Error::Stopped(Stopped::Steps)) => left.push(method),
                    Err(Error::Stopped(Stopped::Memory)) => {}
                    result => return result,
                }
            }
            methods = left;
            if !has_diagrams {
                // Their orders take time to find, and most subcircuits do not need them.
                methods.extend(diagrams(subcircuit, events.as_deref(), &self.stop)?);
                has_diagrams = true;
            } else if methods.is_empty() {
                return Err(Error::Memory { limit: 0, what: "a decision diagram" });
            } else {
                self.stop.check_at(steps)?;
                if !is_improved {
                    // Variations take longer than all the rest, if the subcircuit is easy for diagrams.
                    for method in &mut methods {
                        if let Method::Tree(plan) = method {
                            plan.improve(subcircuit, &self.stop)?;
                        }
                    }
                    is_improved = true;
                }
                steps = steps.saturating_mul(GROWTH);
            }
        }
    }

    fn attempt<N: Number>(
        &mut self,
        subcircuit: &Subcircuit<N>,
        method: &Method,
        steps: u64,
        effort: &mut Effort,
    ) -> Result<Vec<Chance<N>>, Error> {
        self.stop.check()?;
        let allowed = method.allowance(steps);
        let stop = self.stop.with_steps(allowed);
        let result = match method {
            Method::Tree(plan) => plan.solve(subcircuit, &stop).map(|(joints, states)| {
                self.sizes.join_trees += 1;
                self.sizes.join_width = self.sizes.join_width.max(plan.width);
                self.sizes.join_states = self.sizes.join_states.max(states);
                joints
            }),
            Method::Diagram(order, _, fixpoint) => {
                let solve = || diagram::solve(subcircuit, order, *fixpoint, &stop);
                with_room(subcircuit.len(), solve)?.map(|(joints, made)| {
                    self.counting += made.counting;
                    self.sizes.diagrams += 1;
                    self.sizes.diagram_nodes += made.nodes;
                    self.sizes.diagram_variables = self.sizes.diagram_variables.max(made.variables);
                    joints
                })
            }
        };
        let outcome = match &result {
            Ok(_) => Outcome::Solved,
            Err(Stopped::Steps) => Outcome::Spent,
            Err(Stopped::Memory) => Outcome::Full,
            Err(Stopped::Deadline | Stopped::Interrupt) => Outcome::Stopped,
        };
        effort.attempts.push(Attempt { method: method.name(), steps: allowed, outcome });
        Ok(result?)
    }
}

/// The events that a subcircuit's queries depend on, and the truth value of a query that depends on none; nothing if no
/// diagram takes as few steps as are allowed.
pub(super) fn support<N: Number>(
    subcircuit: &Subcircuit<N>,
    stop: &Stop,
) -> Result<Option<diagram::Support>, Error> {
    for method in diagrams(subcircuit, None, stop)? {
        let Method::Diagram(order, _, fixpoint) = method else { continue };
        let support = || diagram::support(subcircuit, &order, fixpoint, stop);
        match with_room(subcircuit.len(), support)? {
            Err(Stopped::Steps | Stopped::Memory) => {}
            found => return Ok(Some(found?)),
        }
    }
    Ok(None)
}

/// Diagrams in several orders: a measure cannot tell an order from its reverse, but diagrams can.
fn diagrams<N>(
    subcircuit: &Subcircuit<N>,
    events: Option<&[u32]>,
    stop: &Stop,
) -> Result<Vec<Method>, Stopped> {
    let reversed = |order: &[u32]| order.iter().rev().copied().collect();
    let pulled = order::order(subcircuit, stop)?;
    let other = reversed(&pulled);
    let rounds = subcircuit.has_cycles().then(|| pulled.clone());
    let eliminating = |order, name| Method::Diagram(order, name, Fixpoint::Elimination);
    let mut methods = vec![eliminating(pulled, "pulled together")];
    if let Some(events) = events {
        methods.push(eliminating(reversed(events), "that of the join tree, reversed"));
    }
    methods.push(eliminating(other, "pulled together, reversed"));
    if let Some(order) = rounds {
        let few_events = subcircuit.events().len() < subcircuit.gates().len() / MANY_GATES;
        let place = if few_events { 0 } else { methods.len() };
        methods.insert(place, Method::Diagram(order, "pulled together", Fixpoint::Iteration));
    }
    Ok(methods)
}
