//! Two roads to the same number, wherever a formula is clever.

mod bodies;
mod preorders;
mod programs;
mod series;

use proptest::prelude::*;
use randlog_logic::{Predicate, Probability, Symbol};

use crate::Spec;
use crate::spec::{Bodies, Cycles};

fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    nodes: usize,
    clauses: usize,
) -> Spec {
    let names = |letter: &str, count: usize| {
        (0..count).map(|i| Symbol::new(format!("{letter}{i}"))).collect()
    };
    let predicate = |(i, &arity)| Predicate { name: Symbol::new(format!("p{i}")), arity };
    Spec {
        predicates: arities.iter().enumerate().map(predicate).collect(),
        variables: names("X", variables),
        constants: names("c", constants),
        max_nodes: nodes,
        max_clauses: clauses,
        probabilities: vec![Probability::ONE],
        cycles: Cycles::Stratified,
        bodies: Bodies::Formula,
        empty_bodies: true,
        safe: false,
        independent: Vec::new(),
        required: None,
    }
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
        let spec = spec(&arities, variables, constants, nodes, clauses);
        Spec { cycles, bodies, empty_bodies, safe, ..spec }
    })
}
