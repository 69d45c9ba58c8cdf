//! Spaces whose size is known, listed by the search.

use crate::common::{independent, spec, with};
use randlog_generate::search::Searcher;
use randlog_generate::spec::{Bodies, Connective, Cycles};
use randlog_generate::{Spec, Stop, conflict};

fn count(spec: &Spec) -> u64 {
    Searcher::new(spec).count(&Stop::NEVER).expect("nothing stops it")
}

fn with_cycles(spec: Spec, cycles: Cycles) -> Spec {
    with(&spec, |draft| draft.cycles(cycles))
}

#[test]
fn one_unary_predicate_with_four_nodes() {
    let space = spec(&[1], 1, 0, 4, 1);
    assert_eq!(count(&with_cycles(space.clone(), Cycles::Any)), 15);
    assert_eq!(count(&with_cycles(space.clone(), Cycles::Stratified)), 6);
    assert_eq!(count(&with_cycles(space, Cycles::Acyclic)), 1);
}

#[test]
fn variables_are_interchangeable() {
    assert_eq!(count(&with_cycles(spec(&[3], 3, 0, 1, 1), Cycles::Acyclic)), 5);
}

#[test]
fn three_propositional_predicates_in_effect() {
    let space = spec(&[1, 1, 1], 0, 1, 3, 3);
    assert_eq!(count(&with_cycles(space.clone(), Cycles::Any)), 21_952);
    assert_eq!(count(&with_cycles(space.clone(), Cycles::Stratified)), 12_772);
    let independent = independent(space, &[(0, 1)]);
    assert_eq!(count(&independent), 1_096);
}

#[test]
fn spaces_without_rules() {
    let any = |arities, variables, constants, nodes, clauses| {
        count(&with_cycles(spec(arities, variables, constants, nodes, clauses), Cycles::Any))
    };
    assert_eq!(any(&[1], 1, 2, 3, 3), 98_854);
    assert_eq!(any(&[2, 1], 3, 0, 3, 2), 84_150);
    assert_eq!(any(&[3, 1], 2, 0, 2, 3), 92_610);
}

#[test]
fn two_independent_pairs() {
    let space = independent(spec(&[1, 1, 1, 1], 1, 0, 2, 4), &[(0, 1), (2, 3)]);
    assert_eq!(count(&space), 322);
}

#[test]
fn nobody_may_use_both_required_predicates() {
    let apart = independent(spec(&[1, 4, 3], 2, 2, 6, 3), &[(0, 1), (0, 2), (1, 2)]);
    let rules = with(&apart, |draft| draft.safe(true).required(Connective::Or, ["p1", "p3"]));
    let mut searcher = Searcher::new(&rules);
    assert_eq!(searcher.count(&Stop::NEVER), Ok(0));
    assert_eq!(searcher.statistics().nodes, 0, "proved without search");
}

/// `p`, `q` and the data `e`, in sets of at most three literals.
fn living() -> Spec {
    let draft = Spec::builder().predicates(["p/1", "q/1"]).data(["e/2"]).variables(2).max_nodes(3);
    draft.max_clauses(2).bodies(Bodies::Set).safe(true).build().expect("a valid spec")
}

#[test]
fn sets_of_literals_are_listed_once() {
    // `p :- e(X, X)`, `p :- e(X, Y)`, `p :- e(X, Y), e(Y, X)`, `p :- e(X, X), e(X, Y)`,
    // `p :- e(X, X), e(Y, X)`, `p :- e(X, X), e(Y, Y)`, and `p.`
    let spec = with(&living(), |draft| draft.predicates(["p/0"]).max_clauses(1));
    assert_eq!(count(&spec), 7);
    // `p :- e(X, Y)`, `p :- e(X, Y), e(Y, X)`, and `p.`
    assert_eq!(count(&with(&spec, |draft| draft.repeated_variables(false))), 3);
    // Of these, two atoms of the last but one share nothing.
    assert_eq!(count(&with(&spec, |draft| draft.connected(true))), 6);
    // Of any two, one subsumes the other: `p.` all, `e(X, Y)` the rest, `e(X, Y), e(Y, X)` those with
    // `e(X, X)`, and these each other.
    let pairs = with(&spec, |draft| draft.max_clauses(2).min_clauses(2));
    assert_eq!(count(&pairs), 21);
    assert_eq!(count(&with(&pairs, |draft| draft.redundant(false))), 0);
}

#[test]
fn a_contradiction_names_the_keys() {
    let spec = with(&living(), |draft| draft.goals(["p"]).independent([("p", "q")]));
    let rules = conflict::smallest(&spec, &Stop::NEVER).expect("there is no program");
    assert_eq!(rules, ["goals = [\"p\"]", "independent = [[\"p\", \"q\"]]"]);
}
