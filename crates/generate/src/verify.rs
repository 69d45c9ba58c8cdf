//! Two roads to one number: the search lists a space, the closed form counts it.
//!
//! The roads have nothing in common but the spec. The paper compares them on 1,032 scenarios
//! without rules; here random small specs under all rules follow.

use std::ops::ControlFlow;

use randlog_base::random::{Purpose, below, stream};
use randlog_base::{Stop, batch};

use crate::Spec;
use crate::exact::{self, Natural};
use crate::search::Searcher;
use crate::spec::{Bodies, Cycles, Draft};

/// A space whose size is known in closed form.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The space.
    pub spec: Spec,
    /// How many programs it holds.
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
    let count = exact::count(&spec).ok()?;
    let count = u64::try_from(&count).ok().filter(|&count| count <= most)?;
    Some(Scenario { spec, count })
}

/// No random scenario holds more programs.
const MOST_AT_RANDOM: u64 = 20_000;

/// Random small spaces over all combinations of rules that have a closed form: the scenario of this
/// seed and index.
pub fn random_scenario(seed: u64, index: u64) -> Scenario {
    let mut rng = stream(seed, index, Purpose::Program);
    let mut draw = |bound: usize| below(&mut rng, bound as u64) as usize;
    loop {
        if let Some(scenario) = small_enough(&random_spec(&mut draw), MOST_AT_RANDOM) {
            return scenario;
        }
    }
}

fn random_spec(draw: &mut impl FnMut(usize) -> usize) -> Draft {
    let arities: Vec<usize> = (0..1 + draw(4)).map(|_| draw(4)).collect();
    let count = arities.len();
    let (mut variables, constants) = (draw(4), draw(3));
    if arities.iter().any(|&arity| arity > 0) && variables + constants == 0 {
        variables = 1;
    }
    let pairs = (0..count).flat_map(|p| (p + 1..count).map(move |q| (p, q)));
    let odds = 1 + draw(4);
    let independent: Vec<(usize, usize)> = pairs.filter(|_| draw(4) >= odds).collect();
    let cycles = Cycles::ALL[draw(3)];
    let bodies = Bodies::ALL[draw(2)];
    let (empty_bodies, safe) = (draw(3) > 0, draw(2) == 0);
    let name = |place: usize| format!("p{}", place + 1);
    plain(&arities, variables, constants, 1 + draw(4), draw(4))
        .cycles(cycles)
        .bodies(bodies)
        .empty_bodies(empty_bodies)
        .safe(safe)
        .independent(independent.into_iter().map(|(p, q)| (name(p), name(q))))
}

/// List the spaces on several threads until that is stopped, and pass on in order how many programs were listed of each.
pub fn list(
    threads: usize,
    scenarios: &[Scenario],
    stop: &Stop,
    mut each: impl FnMut(&Scenario, u64) -> ControlFlow<()>,
) {
    let count = |scenario: &Scenario| Searcher::new(&scenario.spec).count(stop).ok();
    let worker = || |index: u64| count(&scenarios[index as usize]);
    batch::in_order(threads, 0..scenarios.len() as u64, stop, worker, |index, listed| {
        each(&scenarios[index as usize], listed)
    });
}

/// The number of programs in all scenarios together.
pub fn total(scenarios: &[Scenario]) -> Natural {
    scenarios.iter().map(|scenario| Natural::from(scenario.count)).sum()
}
