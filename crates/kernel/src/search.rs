//! Depth-first search with ordered groups of decision variables, and restarts.
//!
//! Within a group, the variable with the fewest values left comes first: the *first-fail* principle of Haralick and Elliott
//! (1980). Restarts after geometrically growing numbers of failures (Walsh, 1999) take the search out of hopeless parts of
//! the space.

use std::ops::ControlFlow;

use randlog_base::random::{Rng, below};
use randlog_base::{Stop, Stopped};

use crate::model::Solver;
use crate::vars::Vars;
use crate::{Store, Var};

/// The order in which variables are decided: all of a group before the next group, and within a
/// group first the variable with the fewest values left ("first fail"), the earlier one on a tie.
#[derive(Clone, Debug, Default)]
pub struct Branching {
    groups: Vec<Vars>,
}

impl Branching {
    /// Decide the variables in these groups. Once all are fixed, a solution is found; variables
    /// that stand in no group must be fixed by propagation or not matter.
    pub fn new<V: Into<Vars>>(groups: impl IntoIterator<Item = V>) -> Branching {
        Branching { groups: groups.into_iter().map(Into::into).collect() }
    }

    /// The next variable to decide, looking from `group` on, and whether it is the last open one;
    /// moves `group` past finished ones.
    fn next(&self, store: &Store, group: &mut usize) -> Option<(Var, bool)> {
        while let Some(variables) = self.groups.get(*group) {
            if let Some((x, is_only)) = fewest_values(store, variables) {
                let finished = |variables: &Vars| store.all_fixed(variables);
                return Some((x, is_only && self.groups[*group + 1..].iter().all(finished)));
            }
            *group += 1;
        }
        None
    }
}

/// The variable with the fewest values left, and whether it is the only one that is not fixed.
fn fewest_values(store: &Store, variables: &[Var]) -> Option<(Var, bool)> {
    let mut open = variables.iter().copied().filter(|&x| !store.is_fixed(x));
    let mut best = open.next()?;
    let (mut fewest, mut is_only) = (store.size(best), true);
    for x in open {
        is_only = false;
        if fewest == 2 {
            break;
        }
        let size = store.size(x);
        if size < fewest {
            (best, fewest) = (x, size);
        }
    }
    Some((best, is_only))
}

/// Which value to try first.
pub trait ValueOrder {
    /// Whether the values of a variable are always tried in ascending order.
    const ASCENDING: bool;

    /// One of the values left in the domain of `x`, which is not fixed.
    fn choose(&mut self, store: &Store, x: Var) -> u32;
}

/// The smallest value first: the same order every time.
#[derive(Clone, Copy, Debug)]
pub struct Smallest;

impl ValueOrder for Smallest {
    const ASCENDING: bool = true;

    fn choose(&mut self, store: &Store, x: Var) -> u32 {
        store.min(x)
    }
}

/// Each value left with the same probability.
#[derive(Clone, Debug)]
pub struct RandomValue<R>(pub R);

impl<R: Rng> ValueOrder for RandomValue<R> {
    const ASCENDING: bool = false;

    fn choose(&mut self, store: &Store, x: Var) -> u32 {
        let nth = below(&mut self.0, u64::from(store.size(x)));
        store.values(x).nth(nth as usize).expect("the domain has this many values")
    }
}

/// When to throw the current guesses away and begin anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Restarts {
    /// Never: the search visits every solution once.
    Never,
    /// After `base` failures, then after `base * factor` more, then `base * factor²`, …
    Geometric {
        /// Failures before the first restart.
        base: f64,
        /// Growth of the interval.
        factor: f64,
    },
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything was visited: there are no further solutions.
    Exhausted,
    /// The callback wanted no more.
    Enough,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// Decisions made.
    pub nodes: u64,
    /// Conflicts met.
    pub failures: u64,
    /// Times the search began anew.
    pub restarts: u64,
    /// The largest number of decisions that stood at once.
    pub depth: u64,
    /// Solutions found.
    pub solutions: u64,
}

/// A guess that may have to be taken back.
struct Decision {
    variable: Var,
    value: u32,
    /// The group the variable is from: where to look on after the guess is taken back.
    group: usize,
}

impl Solver {
    /// Visit solutions, one after the other, until there are no more, `on_solution` breaks, or the search is stopped.
    /// Its steps are search nodes. Afterwards the solver stands at the root again, ready for the next search.
    ///
    /// With [`Restarts::Never`] every solution is visited exactly once. With restarts, a solution
    /// may be visited again.
    pub fn search<V: ValueOrder>(
        &mut self,
        branching: &Branching,
        values: &mut V,
        restarts: Restarts,
        stop: &Stop,
        mut on_solution: impl FnMut(&Store) -> ControlFlow<()>,
    ) -> (Result<Ending, Stopped>, SearchStatistics) {
        let settling = if V::ASCENDING { self.settling(&branching.groups) } else { Vec::new() };
        let mut run = Run {
            solver: self,
            branching,
            stop,
            settling,
            decisions: Vec::new(),
            group: 0,
            statistics: SearchStatistics::default(),
        };
        // A level of its own, so that what this search rules out is not ruled out for the next.
        run.solver.model.store.push_level();
        run.solver.model.store.set_stop(stop.without_steps());
        let ending = run.go(values, Cutoff::new(restarts), &mut on_solution);
        run.go_to_root();
        run.solver.model.store.pop_level();
        (ending, run.statistics)
    }
}

/// The state of one call of [`Solver::search`].
struct Run<'a> {
    solver: &'a mut Solver,
    branching: &'a Branching,
    stop: &'a Stop,
    /// The propagators that settle the last open variable by themselves.
    settling: Vec<bool>,
    decisions: Vec<Decision>,
    group: usize,
    statistics: SearchStatistics,
}

impl Run<'_> {
    fn go<V: ValueOrder>(
        &mut self,
        values: &mut V,
        mut cutoff: Cutoff,
        on_solution: &mut impl FnMut(&Store) -> ControlFlow<()>,
    ) -> Result<Ending, Stopped> {
        if self.solver.failed {
            return Ok(Ending::Exhausted);
        }
        loop {
            let store = &mut self.solver.model.store;
            let open = self.branching.next(store, &mut self.group);
            if open.is_some() {
                self.stop.check_at(self.statistics.nodes)?;
            }
            let flow = match open {
                // Each value left makes a solution.
                Some((x, true)) if V::ASCENDING && store.is_left_to(x, &self.settling) => {
                    self.statistics.nodes += u64::from(store.size(x) - 1);
                    let found = &mut self.statistics.solutions;
                    Some(store.for_each_value(x, |store| {
                        *found += 1;
                        on_solution(store)
                    }))
                }
                Some((x, _)) => {
                    let value = values.choose(store, x);
                    self.descend(x, value);
                    None
                }
                None => {
                    self.statistics.solutions += 1;
                    Some(on_solution(store))
                }
            };
            match flow {
                Some(ControlFlow::Break(())) => return Ok(Ending::Enough),
                Some(ControlFlow::Continue(())) if !self.retreat() => return Ok(Ending::Exhausted),
                _ => {}
            }
            while self.solver.propagate().is_err() {
                if let Some(stopped) = self.solver.model.store.take_stopped() {
                    return Err(stopped);
                }
                self.statistics.failures += 1;
                if cutoff.is_due(self.statistics.failures) && !self.decisions.is_empty() {
                    self.statistics.restarts += 1;
                    self.go_to_root();
                } else if !self.retreat() {
                    return Ok(Ending::Exhausted);
                }
            }
        }
    }

    /// Guess `x = value`.
    fn descend(&mut self, x: Var, value: u32) {
        self.statistics.nodes += 1;
        self.solver.model.store.push_level();
        self.decisions.push(Decision { variable: x, value, group: self.group });
        self.statistics.depth = self.statistics.depth.max(self.decisions.len() as u64);
        self.solver.model.store.assign(x, value).expect("the value was in the domain");
    }

    /// Take the last guess back and rule its value out, one level up. False if nothing is left.
    fn retreat(&mut self) -> bool {
        while let Some(decision) = self.decisions.pop() {
            self.solver.model.store.pop_level();
            self.group = decision.group;
            if self.solver.model.store.remove(decision.variable, decision.value).is_ok() {
                return true;
            }
        }
        false
    }

    fn go_to_root(&mut self) {
        while self.decisions.pop().is_some() {
            self.solver.model.store.pop_level();
        }
        self.group = 0;
    }
}

/// The number of failures at which the next restart is due.
struct Cutoff {
    at: f64,
    interval: f64,
    factor: f64,
}

impl Cutoff {
    fn new(restarts: Restarts) -> Cutoff {
        match restarts {
            Restarts::Never => Cutoff { at: f64::INFINITY, interval: 0.0, factor: 1.0 },
            Restarts::Geometric { base, factor } => Cutoff { at: base, interval: base, factor },
        }
    }

    fn is_due(&mut self, failures: u64) -> bool {
        if (failures as f64) < self.at {
            return false;
        }
        self.interval *= self.factor;
        self.at += self.interval.max(1.0);
        true
    }
}
