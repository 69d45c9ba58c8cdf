//! What the tests of the closed forms share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

pub(crate) mod brute;
pub(crate) mod strategy;

use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

/// `arities; variables; constants; nodes; clauses`, stratified, formulas, empty bodies allowed.
pub(crate) fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    max_clauses: usize,
) -> Spec {
    let names = |letter: &str, count: usize| {
        (0..count).map(|i| Symbol::new(format!("{letter}{i}"))).collect()
    };
    Spec {
        predicates: arities
            .iter()
            .enumerate()
            .map(|(i, &arity)| Predicate { name: Symbol::new(format!("p{i}")), arity })
            .collect(),
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

pub(crate) fn any(spec: Spec) -> Spec {
    Spec { cycles: Cycles::Any, ..spec }
}

pub(crate) fn acyclic(spec: Spec) -> Spec {
    Spec { cycles: Cycles::Acyclic, ..spec }
}

pub(crate) fn conjunctions(spec: Spec) -> Spec {
    Spec { bodies: Bodies::Conjunction, ..spec }
}

pub(crate) fn safe(spec: Spec) -> Spec {
    Spec { safe: true, ..spec }
}

pub(crate) fn no_facts(spec: Spec) -> Spec {
    Spec { empty_bodies: false, ..spec }
}

pub(crate) fn independent(spec: Spec, pairs: &[(usize, usize)]) -> Spec {
    Spec { independent: pairs.to_vec(), ..spec }
}
