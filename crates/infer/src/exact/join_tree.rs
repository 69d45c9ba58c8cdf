//! Dynamic programming on tree decompositions: subcircuits solved by joining tables of their gates.
//!
//! A table knows, of some gates and events, all that others can still see of them: a few bits, the *state*. For each
//! state we know its probability. An event that is drawn makes two states of one; what nothing else needs is
//! forgotten, and states that are equal then become one. Two tables are joined by joining each two states that agree on
//! what both know. In the end one table says whether the query holds. Observations leave out states on the way.
//!
//! So the cost follows the *width*, the number of bits that must be remembered at the same time: a chain, a tree, a
//! ladder or a Bayesian network whose variables depend on near ones takes linear time, however large it is. This is
//! variable or bucket elimination (Zhang and Poole 1994; Dechter 1999), dynamic programming on a tree decomposition
//! (Robertson and Seymour 1986; Bodlaender 1988), or on a join tree (Lauritzen and Spiegelhalter 1988), in which states
//! that cannot occur cost nothing. If the tree is a path, one table sweeps over all gates, each after what it uses: network
//! reliability calls what it remembers the *frontier* (Hardy, Lucet and Limnios 2007).
//!
//! - [`units`]: what there is to do, and what must be remembered in between.
//! - [`tree`], and two ways to find one: [`order`] for paths, [`elimination`] for all others.
//! - [`steps`] and [`compile`]: places for what is remembered, and what is done with them.
//! - [`tables`]: the states, and what steps do with them.
//!
//! **Guesses.** In a tree, a gate may be read in one branch, and made in another. The branch that reads it goes on with
//! both values, and the join keeps what agrees. Of a gate that gets its inputs one by one, branches may have a part each:
//! what they make of it so far is combined by the join.
//!
//! **Cycles.** Of atoms that depend on each other, the state remembers which ones are true, and which
//! ones would become true if another did, when some of their rules have been looked at: a reflexive
//! and transitive relation. A join takes both relations together, and what follows from them. That takes rules with one
//! atom of the cycle each, such as those of paths. An atom that others read is remembered until all of its cycle has
//! come together.

mod compile;
mod elimination;
mod order;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod tree;
mod units;

use super::number::{Chance, Number};
use super::subcircuit::Subcircuit;
use elimination::{Graph, Rule};
use order::Heuristic;
use randlog_base::stop::{Stop, Stopped};
use steps::{MOST_BITS, Program, TableStep};
use tables::Tables;
use tree::JoinTree;
use units::Units;

/// A way to join the units of a subcircuit.
pub(super) struct Plan {
    units: Units,
    tree: JoinTree,
    /// How the tree was found.
    search: Search,
    /// The most items that are open at the same time.
    pub(super) width: usize,
    /// How many states there would be at most, over all steps.
    pub(super) cost: f64,
}

/// How to find a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// A path.
    Path(Heuristic),
    /// A tree from an elimination order.
    Tree(Rule),
}

/// A way with its cost and width, and how it was found.
type Found = (f64, usize, Search, JoinTree);

impl Search {
    /// In words.
    fn name(self) -> &'static str {
        match self {
            Search::Path(heuristic) => heuristic.name(),
            Search::Tree(Rule::Fill(0)) => "a tree, fewest new edges first",
            Search::Tree(Rule::Fill(_)) => "a tree, fewest new edges first, varied",
            Search::Tree(Rule::Degree) => "a tree, fewest neighbours first",
        }
    }

    /// The plain rules, the promising ones first.
    const PLAIN: [Search; 6] = [
        Search::Path(Heuristic::Greedy),
        Search::Tree(Rule::Fill(0)),
        Search::Tree(Rule::Degree),
        Search::Path(Heuristic::Pulled),
        Search::Path(Heuristic::PulledReversed),
        Search::Path(Heuristic::Natural),
    ];

    /// Variations of them.
    fn varied() -> impl Iterator<Item = Search> {
        (1..=VARIATIONS).flat_map(|number| {
            let tree = (number <= TREE_VARIATIONS).then_some(Search::Tree(Rule::Fill(number)));
            [Some(Search::Path(Heuristic::Varied(number))), tree].into_iter().flatten()
        })
    }

    /// A way that costs less than another one, if this finds one.
    fn better_than<N: Number>(
        self,
        cost: Option<f64>,
        units: &Units,
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<Option<Found>, Stopped> {
        stop.check()?;
        let tree = self.find(units, subcircuit, stop)?;
        let most = match (cost, self) {
            (Some(cost), _) => cost.min(BEYOND_BOUNDS),
            (None, Search::Path(_)) => f64::INFINITY,
            (None, Search::Tree(_)) => BEYOND_BOUNDS,
        };
        let program = compile::compile(subcircuit, units, &tree, &subcircuit.queries, most);
        Ok(program.map(|Program { cost, width, .. }| (cost, width, self, tree)))
    }

    fn find<N>(
        self,
        units: &Units,
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<JoinTree, Stopped> {
        match self {
            Search::Path(heuristic) => {
                Ok(JoinTree::path(&order::order(units, subcircuit, heuristic, stop)?))
            }
            Search::Tree(rule) => {
                // What is asked for must be known in the end.
                let last = match subcircuit.queries[..] {
                    [(query, _)] => Some(query),
                    _ => None,
                };
                let order = Graph::new(units).eliminate(rule, last, stop)?;
                Ok(elimination::join_tree(units, &order))
            }
        }
    }
}

/// With more states than these, the bound says nothing: only what can occur counts. Paths guess nothing, so that what
/// cannot occur does not.
const BEYOND_BOUNDS: f64 = 1e15;

/// With so few states per unit there is no use in looking for a better tree.
const CHEAP: f64 = 64.0;

/// With so few, the plain rules suffice.
const MODERATE: f64 = 4096.0;

/// How many variations are tried otherwise. On noisy-or networks with 50 and 60 effects
/// (`benchmarks/versus-problog/families.py`), they lower the number of states from 327,680 to 19,456 and from
/// 491,520 to 107,520; four variations only to 40,960 and 311,296.
const VARIATIONS: u8 = 24;

/// The same for trees.
const TREE_VARIATIONS: u8 = 8;

impl Plan {
    /// The best way that the plain rules find, if there is one.
    pub(super) fn new<N: Number>(
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<Option<Plan>, Stopped> {
        let Some(units) = Units::new(subcircuit) else { return Ok(None) };
        let cheap = CHEAP * units.units.len() as f64;
        let mut best: Option<Found> = None;
        for search in Search::PLAIN {
            let cost = best.as_ref().map(|best| best.0);
            if cost.is_some_and(|cost| cost <= cheap) {
                break;
            }
            best = search.better_than(cost, &units, subcircuit, stop)?.or(best);
        }
        let plan = |(cost, width, search, tree)| Plan { units, tree, search, width, cost };
        Ok(best.map(plan))
    }

    /// Takes a better way, if variations of the rules find one and this one is not good.
    pub(super) fn improve<N: Number>(
        &mut self,
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<(), Stopped> {
        let moderate = MODERATE * self.units.units.len() as f64;
        for search in Search::varied() {
            if self.cost <= moderate {
                break;
            }
            let better = search.better_than(Some(self.cost), &self.units, subcircuit, stop)?;
            if let Some(better) = better {
                (self.cost, self.width, self.search, self.tree) = better;
            }
        }
        Ok(())
    }

    /// How it was found, in words.
    pub(super) fn name(&self) -> &'static str {
        self.search.name()
    }

    /// The events in the order in which they are needed.
    pub(super) fn events<N>(&self, subcircuit: &Subcircuit<N>) -> Vec<u32> {
        let mut events = Vec::new();
        let mut seen = vec![false; subcircuit.len()];
        for unit in self.tree.units() {
            let unit = &self.units.units[unit as usize];
            for &(input, _) in unit.inputs.iter().chain(&unit.private) {
                let event = units::choice(subcircuit, input).unwrap_or(input);
                if subcircuit.events().contains(&event)
                    && !std::mem::replace(&mut seen[event as usize], true)
                {
                    events.push(event);
                }
            }
        }
        events
    }

    /// For each of the subcircuit's queries, the probabilities that it holds, and that it does not, where all observations
    /// hold; and the most states of a table. If there is no room to find all together, one by one.
    pub(super) fn solve<N: Number>(
        &self,
        subcircuit: &Subcircuit<N>,
        stop: &Stop,
    ) -> Result<(Vec<Chance<N>>, usize), Stopped> {
        let mut run = Run { plan: self, subcircuit, steps: 0, states: 0, stop };
        let queries = &subcircuit.queries;
        let chances = match run.ask(queries) {
            Err(Stopped::Memory) if queries.len() > 1 => {
                let each = queries.chunks(1).map(|query| run.ask(query));
                each.collect::<Result<Vec<_>, _>>()?.concat()
            }
            result => result?,
        };
        Ok((chances, run.states))
    }
}

/// A run on its way.
struct Run<'a, N> {
    plan: &'a Plan,
    subcircuit: &'a Subcircuit<N>,
    steps: u64,
    /// The most states at a time.
    states: usize,
    stop: &'a Stop,
}

impl<N: Number> Run<'_, N> {
    /// The chances of some queries, with states as small as possible.
    fn ask(&mut self, queries: &[super::subcircuit::Input]) -> Result<Vec<Chance<N>>, Stopped> {
        let Plan { units, tree, .. } = self.plan;
        let program = compile::compile(self.subcircuit, units, tree, queries, f64::INFINITY);
        let program = program.ok_or(Stopped::Memory)?;
        let bytes = program.steps.len() * size_of::<TableStep<N>>();
        self.stop.check_memory(bytes as u64)?;
        match program.places {
            0..=64 => self.run::<1>(&program, queries.len()),
            65..=128 => self.run::<2>(&program, queries.len()),
            129..=256 => self.run::<4>(&program, queries.len()),
            257..=MOST_BITS => self.run::<8>(&program, queries.len()),
            _ => Err(Stopped::Memory),
        }
    }

    fn run<const W: usize>(
        &mut self,
        program: &Program<N>,
        queries: usize,
    ) -> Result<Vec<Chance<N>>, Stopped> {
        let Run { steps, stop, .. } = self;
        let (chances, states) = match program.query {
            Some(query) => {
                let (chance, states) = Tables::<N, W>::one(program, query, steps, stop)?;
                (vec![chance], states)
            }
            None => Tables::<N, W>::all(program, queries, steps, stop)?,
        };
        self.states = self.states.max(states);
        Ok(chances)
    }
}
