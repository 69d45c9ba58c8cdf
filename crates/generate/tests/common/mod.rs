//! What the tests of the closed forms share.

pub(crate) mod brute;
pub(crate) mod chance;
pub(crate) mod strategy;
pub(crate) mod weights;

use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles, Draft};

/// `arities; variables; constants; nodes; clauses`, stratified, formulas, empty bodies allowed.
pub(crate) fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    max_clauses: usize,
) -> Spec {
    Spec::builder()
        .arities(arities)
        .variables(variables)
        .constants(constants)
        .max_nodes(max_nodes)
        .max_clauses(max_clauses)
        .build()
        .expect("a valid spec")
}

/// A spec with something changed.
pub(crate) fn with(spec: &Spec, change: impl FnOnce(Draft) -> Draft) -> Spec {
    change(spec.to_draft()).build().expect("a valid spec")
}

pub(crate) fn any(spec: Spec) -> Spec {
    with(&spec, |draft| draft.cycles(Cycles::Any))
}

pub(crate) fn acyclic(spec: Spec) -> Spec {
    with(&spec, |draft| draft.cycles(Cycles::Acyclic))
}

pub(crate) fn conjunctions(spec: Spec) -> Spec {
    with(&spec, |draft| draft.bodies(Bodies::Conjunction))
}

pub(crate) fn safe(spec: Spec) -> Spec {
    with(&spec, |draft| draft.safe(true))
}

pub(crate) fn no_facts(spec: Spec) -> Spec {
    with(&spec, |draft| draft.empty_bodies(false))
}

pub(crate) fn independent(spec: Spec, pairs: &[(usize, usize)]) -> Spec {
    let name = |place: usize| spec.predicates()[place].to_string();
    with(&spec, |draft| draft.independent(pairs.iter().map(|&(p, q)| (name(p), name(q)))))
}
