//! Two roads to the same number, wherever a formula is clever.

mod bodies;
mod literals;
mod preorders;
mod programs;
mod series;

use proptest::prelude::*;

use crate::Spec;
use crate::spec::{Bodies, Cycles, Draft};

fn draft(
    arities: &[usize],
    variables: usize,
    constants: usize,
    nodes: usize,
    clauses: usize,
) -> Draft {
    Spec::builder()
        .arities(arities)
        .variables(variables)
        .constants(constants)
        .max_nodes(nodes)
        .max_clauses(clauses)
}

/// Specs of up to five predicates, often of equal arity, without pairs.
fn specs() -> impl Strategy<Value = Spec> {
    let sizes =
        (prop::collection::vec(0usize..=3, 1..=5), 0usize..=4, 0usize..=2, 1usize..=5, 0usize..=3);
    let rules = (
        prop_oneof![Just(Cycles::Any), Just(Cycles::Stratified), Just(Cycles::Acyclic)],
        prop_oneof![Just(Bodies::Formula), Just(Bodies::Conjunction)],
        any::<bool>(),
        any::<bool>(),
    );
    (sizes, rules).prop_map(|((arities, variables, constants, nodes, spare), rules)| {
        let (cycles, bodies, empty_bodies, safe) = rules;
        let clauses = arities.len() + spare;
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let draft = draft(&arities, variables, constants, nodes, clauses);
        let rules = draft.cycles(cycles).bodies(bodies).empty_bodies(empty_bodies).safe(safe);
        rules.build().expect("a valid spec")
    })
}
