//! The harness that every propagator is tested with: random domains, and a slow twin that is too
//! simple to be wrong.

use std::ops::ControlFlow;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use crate::{
    Branching, Ending, Model, Propagator, Reifiable, Restarts, Smallest, Stop, Store, Truth, Var,
};

/// How much a propagator claims to prune.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    /// Some values that no solution has.
    Sound,
    /// All values that no solution has.
    DomainConsistent,
}

/// Random domains of `count` variables with values below `bound`.
pub(crate) fn domains(count: usize, bound: u32) -> impl Strategy<Value = Vec<Vec<u32>>> {
    // Half of the values small, so that they meet the constants of the tests.
    let value = prop_oneof![0..bound.min(5), 0..bound];
    let domain = btree_set(value, 1..5).prop_map(|set| set.into_iter().collect());
    vec(domain, count)
}

/// A model with these domains, and a constraint on its variables.
fn model<P>(domains: &[Vec<u32>], build: impl Fn(&mut Model, &[Var]) -> P) -> (Model, Vec<Var>, P) {
    let mut model = Model::new();
    let xs: Vec<Var> = domains.iter().map(|d| model.variable(d.iter().copied())).collect();
    let constraint = build(&mut model, &xs);
    (model, xs, constraint)
}

/// Compare what a statement says of itself with what its twin says of all assignments.
pub(crate) fn check_truth<S: Reifiable>(
    domains: &[Vec<u32>],
    build: impl Fn(&mut Model, &[Var]) -> S,
    twin: impl Fn(&[u32]) -> bool,
) -> Result<(), TestCaseError> {
    let (model, _, statement) = model(domains, build);
    let all = product(domains);
    let satisfied = all.iter().filter(|values| twin(values)).count();
    match statement.truth(model.store()) {
        Truth::True => prop_assert_eq!(satisfied, all.len(), "true too early"),
        Truth::False => prop_assert_eq!(satisfied, 0, "false too early"),
        Truth::Undecided => prop_assert!(all.len() > 1, "undecided though all is known"),
    }
    Ok(())
}

/// Compare a propagator with its twin on these domains: solutions and pruning.
pub(crate) fn check<P: Propagator + 'static>(
    domains: &[Vec<u32>],
    strength: Strength,
    build: impl Fn(&mut Model, &[Var]) -> P,
    twin: impl Fn(&[u32]) -> bool,
) -> Result<(), TestCaseError> {
    let expected: Vec<Vec<u32>> =
        product(domains).into_iter().filter(|values| twin(values)).collect();
    let (mut model, xs, propagator) = model(domains, &build);
    check_idempotence(propagator, model.store().clone(), &xs)?;
    let propagator = build(&mut model, &xs);
    model.post(propagator);

    let mut solver = model.into_solver();
    if strength == Strength::DomainConsistent {
        prop_assert_eq!(
            solver.is_refuted(),
            expected.is_empty(),
            "refutes all that has no solution"
        );
    }
    if !solver.is_refuted() {
        for (i, &x) in xs.iter().enumerate() {
            for &value in &domains[i] {
                let supported = expected.iter().any(|solution| solution[i] == value);
                let kept = solver.store().contains(x, value);
                prop_assert!(kept || !supported, "pruned a value of a solution");
                if strength == Strength::DomainConsistent {
                    prop_assert!(supported || !kept, "kept {} of variable {}", value, i);
                }
            }
        }
    }

    let mut found = Vec::new();
    let branching = Branching::new([xs.clone()]);
    let (ending, _) =
        solver.search(&branching, &mut Smallest, Restarts::Never, &Stop::NEVER, |store| {
            found.push(xs.iter().map(|&x| store.value(x).expect("fixed")).collect::<Vec<_>>());
            ControlFlow::Continue(())
        });
    prop_assert_eq!(ending, Ok(Ending::Exhausted));
    found.sort();
    prop_assert_eq!(found, expected);
    Ok(())
}

/// If the propagator says that a second run never prunes more, hold it to that.
fn check_idempotence<P: Propagator>(
    mut propagator: P,
    mut store: Store,
    xs: &[Var],
) -> Result<(), TestCaseError> {
    if P::IDEMPOTENT && propagator.propagate(&mut store).is_ok() {
        let sizes = |store: &Store| xs.iter().map(|&x| store.size(x)).collect::<Vec<_>>();
        let once = sizes(&store);
        prop_assert!(propagator.propagate(&mut store).is_ok());
        prop_assert_eq!(once, sizes(&store), "a second run pruned more");
    }
    Ok(())
}

/// Every way to choose one value from each domain, in lexicographic order.
fn product(domains: &[Vec<u32>]) -> Vec<Vec<u32>> {
    domains.iter().fold(vec![vec![]], |tuples, domain| {
        let extend = |tuple: &Vec<u32>| {
            let tuple = tuple.clone();
            domain.iter().map(move |&value| [tuple.clone(), vec![value]].concat())
        };
        tuples.iter().flat_map(extend).collect()
    })
}
