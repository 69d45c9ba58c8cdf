//! Two roads to one number: the search lists a space, the closed form counts it.
//!
//! The roads have nothing in common but the spec. The paper compares them on 1,032 scenarios without rules ([`paper_grid`]). Random small
//! specs with all keys follow ([`random_scenario`]). There, the roads part at three more places:
//!
//! - A rule without a closed form is compared with its definition: the search lists the looser space without the rule, whose size
//!   is known, and [`membership`](crate::membership) says which programs meet it. The search under the rule must find as many.
//! - The weight of all programs is known in closed form, and is the sum over the list.
//! - Weights that are fitted to averages must give the list these averages.

mod compare;
mod random;

use std::ops::ControlFlow;

use randlog_base::{Stop, batch};

use crate::Spec;
use crate::exact::{self, Natural};
use crate::spec::{Cycles, Draft};

pub use compare::{Disagreement, Outcome};
pub use random::random_scenario;

/// A space, and a number that is known in closed form.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The space.
    pub spec: Spec,
    /// The space without the rules that no closed form covers, if it is another one.
    pub looser: Option<Spec>,
    /// How many programs the looser space holds, or the space itself.
    pub count: u64,
}
/// No scenario of the paper's grid holds more programs.
const MOST_IN_GRID: u64 = 100_000;

/// The paper's 1,032 scenarios: each list of arities, each arity held by one to four predicates,
/// 1–4 variables, 0–3 constants, 1–4 nodes, and from as many clauses as predicates to five more, up
/// to the first space that is too large.
pub fn paper_grid() -> Vec<Scenario> {
    let lists: [&[usize]; 6] = [&[1], &[2], &[3], &[2, 1], &[4], &[3, 1]];
    let mut scenarios = Vec::new();
    for arities in lists.iter().flat_map(|list| with_multiplicities(list)) {
        for variables in 1..=4 {
            for constants in 0..=3 {
                for nodes in 1..=4 {
                    let fits = |extra: usize| {
                        let spec = plain(&arities, variables, constants, nodes, extra);
                        small_enough(&spec, MOST_IN_GRID)
                    };
                    scenarios.extend((0..=5).map_while(fits));
                }
            }
        }
    }
    scenarios
}

/// Every way to give each arity of the list to one to four predicates.
fn with_multiplicities(list: &[usize]) -> Vec<Vec<usize>> {
    list.iter().fold(vec![vec![]], |lists, &arity| {
        let extend = |list: &Vec<usize>| {
            let list = list.clone();
            (1..=4).map(move |times| [list.clone(), vec![arity; times]].concat())
        };
        lists.iter().flat_map(extend).collect()
    })
}

/// A space without rules, with `extra` more clauses than predicates at most.
fn plain(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    extra: usize,
) -> Draft {
    Spec::builder()
        .arities(arities)
        .variables(variables)
        .constants(constants)
        .max_nodes(max_nodes)
        .max_clauses(arities.len() + extra)
        .cycles(Cycles::Any)
}

/// The scenario, if the space is not larger than `most`.
fn small_enough(spec: &Draft, most: u64) -> Option<Scenario> {
    let spec = spec.build().ok()?;
    let count = u64::try_from(&exact::count(&spec).ok()?).ok()?;
    (count <= most).then_some(Scenario { spec, looser: None, count })
}

/// List the spaces on several threads until that is stopped, and pass on in order what came of each.
pub fn list(
    threads: usize,
    scenarios: &[Scenario],
    stop: &Stop,
    mut each: impl FnMut(&Scenario, Outcome) -> ControlFlow<()>,
) {
    let compare = |index: u64| scenarios[index as usize].compare(stop).ok();
    let worker = || compare;
    batch::in_order(threads, 0..scenarios.len() as u64, stop, worker, |index, outcome| {
        each(&scenarios[index as usize], outcome)
    });
}

/// The number of programs in all scenarios together.
pub fn total(scenarios: &[Scenario]) -> Natural {
    scenarios.iter().map(|scenario| Natural::from(scenario.count)).sum()
}
