//! What the tests of this crate share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

/// A stratified spec without further rules. Predicates are p, q, r, s, t, …
pub fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    max_clauses: usize,
) -> Spec {
    let names = |prefix: &str, count: usize| -> Vec<Symbol> {
        (1..=count).map(|i| format!("{prefix}{i}").into()).collect()
    };
    let predicate =
        |(&arity, letter): (&usize, char)| Predicate { name: letter.to_string().into(), arity };
    Spec {
        predicates: arities.iter().zip('p'..='z').map(predicate).collect(),
        variables: names("X", variables),
        constants: names("c", constants),
        max_nodes,
        max_clauses,
        probabilities: vec![Probability::ONE],
        cycles: Cycles::Stratified,
        bodies: Bodies::Formula,
        empty_bodies: true,
        safe: false,
        independent: Vec::new(),
        required: None,
    }
}
