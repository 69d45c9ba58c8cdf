//! The dependency graph against slow twins: transitive closures by Floyd and Warshall.

use crate::common;
use proptest::prelude::*;
use randlog_logic::{Clause, Cycle, DependencyGraph, Dialect, Edge, Formula, Predicate, Sign};
use std::collections::{BTreeMap, BTreeSet};

fn graph(text: &str) -> DependencyGraph {
    DependencyGraph::new(&Dialect::ProbLog.parse(text).unwrap().clauses)
}

fn names(predicates: &[Predicate]) -> Vec<&str> {
    predicates.iter().map(|predicate| predicate.name.as_str()).collect()
}

const FAMILY: &str = "
    sibling(X, Y) :- parent(X, Z), parent(Y, Z).
    father(X, Y) :- parent(X, Y), \\+ mother(X, Y).";

#[test]
fn the_family_has_these_edges_and_dependencies() {
    let graph = graph(FAMILY);
    let two = |name: &str| Predicate::new(name, 2);
    let edges: Vec<_> = graph.edges().map(|e| format!("{} {} {}", e.from, e.sign, e.to)).collect();
    let expected = ["parent/2 + sibling/2", "parent/2 + father/2", "mother/2 - father/2"];
    assert_eq!(edges, expected);
    for (predicate, dependencies) in [
        ("parent", vec!["parent"]),
        ("sibling", vec!["sibling", "parent"]),
        ("mother", vec!["mother"]),
        ("father", vec!["parent", "father", "mother"]),
    ] {
        assert_eq!(names(&graph.dependencies(&two(predicate))), dependencies);
    }
    let independent = |p, q| graph.check_independent(&two(p), &two(q)).is_ok();
    let all = ["parent", "sibling", "mother", "father"];
    for p in all {
        for q in all {
            let expected = [p, q].contains(&"mother")
                && [p, q].iter().any(|name| ["parent", "sibling"].contains(name));
            assert_eq!(independent(p, q), expected, "{p} {q}");
        }
    }
}

#[test]
fn strata_are_the_least_ones() {
    let graph = graph("a. b :- a, \\+ c. c :- b0. d :- \\+ b ; c. e :- d, e, f. f :- e, \\+ c.");
    let strata = graph.strata().unwrap();
    let layers: Vec<_> = strata
        .layers()
        .into_iter()
        .map(|l| l.into_iter().map(|p| p.to_string()).collect::<Vec<_>>())
        .collect();
    assert_eq!(layers, [vec!["a/0", "c/0", "b0/0"], vec!["b/0"], vec!["d/0", "e/0", "f/0"]]);
    assert_eq!(strata.of(&Predicate::new("zzz", 0)), None);
}

#[test]
fn double_negation_does_not_cancel_and_negative_wins() {
    let graph = graph("p :- \\+ \\+ q. r :- q, \\+ q. r :- q. s :- q, q.");
    let sign = |to: &str| graph.sign(&Predicate::new("q", 0), &Predicate::new(to, 0));
    assert_eq!(
        ["p", "r", "s", "q"].map(sign),
        [Some(Sign::Negative), Some(Sign::Negative), Some(Sign::Positive), None]
    );
}

#[test]
fn predicates_differ_by_arity_and_every_head_of_a_clause_counts() {
    let graph = graph("0.5::p; 0.5::p(X) :- q(X).");
    let edges: Vec<_> = graph.edges().map(|e| e.to.to_string()).collect();
    assert_eq!(edges, ["p/0", "p/1"]);
}

#[test]
fn witnesses_read_well() {
    let graph = graph("p :- q, \\+ r. r :- s. s :- p. t :- q.");
    let cycle = graph.strata().unwrap_err();
    assert_eq!(cycle.to_string(), "r/0 -[-]-> p/0 -[+]-> s/0 -[+]-> r/0");
    let shared =
        graph.check_independent(&Predicate::new("t", 0), &Predicate::new("s", 0)).unwrap_err();
    assert_eq!(shared.to_string(), "both depend on q/0; q/0 -[+]-> t/0; q/0 -[+]-> p/0 -[+]-> s/0");
    let outside = Predicate::new("elsewhere", 3);
    assert!(graph.check_independent(&outside, &Predicate::new("p", 0)).is_ok());
    assert_eq!(
        graph.check_independent(&outside, &outside).unwrap_err().to_string(),
        "both depend on elsewhere/3"
    );
}

#[test]
fn long_chains_and_cycles_need_no_deep_stack() {
    let mut text: String = (0..200_000).map(|i| format!("p{i} :- p{}.\n", i + 1)).collect();
    let chain = graph(&text);
    assert_eq!(chain.strata().unwrap().layers().len(), 1);
    assert!(chain.check_acyclic().is_ok());
    text.push_str("p200000 :- \\+ p0.");
    let cycle = graph(&text).strata().unwrap_err();
    assert_eq!(cycle.edges.len(), 200_001);
}

/// Edges, collected by a walk that follows the definition word by word.
fn slow_edges(clauses: &[Clause]) -> BTreeMap<(String, String), Sign> {
    fn walk(
        formula: &Formula,
        head: &str,
        sign: Sign,
        edges: &mut BTreeMap<(String, String), Sign>,
    ) {
        match formula {
            Formula::True => {}
            Formula::Atom(atom) => {
                let edge = edges.entry((atom.name.to_string(), head.to_owned())).or_insert(sign);
                if sign == Sign::Negative {
                    *edge = Sign::Negative;
                }
            }
            Formula::Not(child) => walk(child, head, Sign::Negative, edges),
            Formula::And(children) | Formula::Or(children) => {
                children.iter().for_each(|child| walk(child, head, sign, edges));
            }
        }
    }
    let mut edges = BTreeMap::new();
    clauses.iter().for_each(|clause| {
        walk(&clause.body, &clause.heads[0].atom.name, Sign::Positive, &mut edges)
    });
    edges
}

/// All pairs `(p, q)` with a path of at least one edge from `p` to `q`.
fn closure(edges: &BTreeMap<(String, String), Sign>) -> BTreeSet<(String, String)> {
    let nodes: BTreeSet<&String> = edges.keys().flat_map(|(from, to)| [from, to]).collect();
    let mut reach: BTreeSet<(String, String)> = edges.keys().cloned().collect();
    for &middle in &nodes {
        for &from in &nodes {
            for &to in &nodes {
                if reach.contains(&(from.clone(), middle.clone()))
                    && reach.contains(&(middle.clone(), to.clone()))
                {
                    reach.insert((from.clone(), to.clone()));
                }
            }
        }
    }
    reach
}

fn assert_simple_cycle(graph: &DependencyGraph, cycle: &Cycle) -> Result<(), TestCaseError> {
    let edges = &cycle.edges;
    prop_assert!(!edges.is_empty());
    for (edge, next) in edges.iter().zip(edges.iter().cycle().skip(1)) {
        prop_assert_eq!(&edge.to, &next.from);
        prop_assert_eq!(graph.sign(&edge.from, &edge.to), Some(edge.sign));
    }
    let visited: BTreeSet<_> = edges.iter().map(|edge| &edge.from).collect();
    prop_assert_eq!(visited.len(), edges.len());
    Ok(())
}

fn assert_path(
    graph: &DependencyGraph,
    edges: &[Edge],
    from: &Predicate,
    to: &Predicate,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(edges.first().map_or(to, |edge| &edge.from), from);
    prop_assert_eq!(edges.last().map_or(from, |edge| &edge.to), to);
    prop_assert!(edges.windows(2).all(|pair| pair[0].to == pair[1].from));
    prop_assert!(edges.iter().all(|edge| graph.sign(&edge.from, &edge.to) == Some(edge.sign)));
    Ok(())
}

/// Least strata by raising them until nothing changes; `None` if they grow beyond all bounds.
fn slow_strata(
    predicates: &[Predicate],
    edges: &BTreeMap<(String, String), Sign>,
) -> Option<BTreeMap<String, usize>> {
    let mut strata: BTreeMap<String, usize> =
        predicates.iter().map(|p| (p.name.to_string(), 0)).collect();
    loop {
        let mut changed = false;
        for ((from, to), sign) in edges {
            let needed = strata[from] + usize::from(*sign == Sign::Negative);
            if strata[to] < needed {
                strata.insert(to.clone(), needed);
                changed = true;
            }
        }
        if !changed {
            return Some(strata);
        }
        if strata.values().any(|&stratum| stratum > predicates.len()) {
            return None;
        }
    }
}

fn clauses() -> impl Strategy<Value = Vec<Clause>> {
    prop::collection::vec(common::propositional_clause(8), 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edges_follow_the_definition(clauses in clauses()) {
        let graph = DependencyGraph::new(&clauses);
        let fast: BTreeMap<_, _> = graph.edges().map(|e| ((e.from.name.to_string(), e.to.name.to_string()), e.sign)).collect();
        prop_assert_eq!(fast, slow_edges(&clauses));
        let mentioned: BTreeSet<_> = clauses.iter().flat_map(Clause::atoms).map(|atom| atom.predicate()).collect();
        prop_assert_eq!(graph.predicates().len(), mentioned.len());
        prop_assert_eq!(graph.predicates().iter().cloned().collect::<BTreeSet<_>>(), mentioned);
    }

    #[test]
    fn strata_are_the_least_fixed_point(clauses in clauses()) {
        let graph = DependencyGraph::new(&clauses);
        let slow = slow_strata(graph.predicates(), &slow_edges(&clauses));
        match (graph.strata(), slow) {
            (Ok(strata), Some(slow)) => for predicate in graph.predicates() {
                prop_assert_eq!(strata.of(predicate), Some(slow[predicate.name.as_str()]));
            },
            (Err(cycle), None) => {
                assert_simple_cycle(&graph, &cycle)?;
                prop_assert_eq!(cycle.edges[0].sign, Sign::Negative);
            }
            (fast, slow) => prop_assert!(false, "{:?} against {:?}", fast, slow),
        }
    }

    #[test]
    fn cycles_are_found_where_the_closure_has_a_loop(clauses in clauses()) {
        let graph = DependencyGraph::new(&clauses);
        let looping = closure(&slow_edges(&clauses)).iter().any(|(from, to)| from == to);
        match graph.check_acyclic() {
            Ok(()) => prop_assert!(!looping),
            Err(cycle) => assert_simple_cycle(&graph, &cycle)?,
        }
    }

    #[test]
    fn dependencies_and_independence_follow_the_closure(clauses in clauses()) {
        let graph = DependencyGraph::new(&clauses);
        let reach = closure(&slow_edges(&clauses));
        let slow = |predicate: &Predicate| -> BTreeSet<Predicate> {
            let below = |other: &&Predicate| {
                *other == predicate || reach.contains(&(other.name.to_string(), predicate.name.to_string()))
            };
            graph.predicates().iter().filter(below).cloned().collect()
        };
        for p in graph.predicates() {
            let dependencies: BTreeSet<_> = graph.dependencies(p).into_iter().collect();
            prop_assert_eq!(&dependencies, &slow(p));
            for q in graph.predicates() {
                match graph.check_independent(p, q) {
                    Ok(()) => prop_assert!(dependencies.is_disjoint(&slow(q))),
                    Err(witness) => {
                        assert_path(&graph, &witness.to_first, &witness.shared, p)?;
                        assert_path(&graph, &witness.to_second, &witness.shared, q)?;
                    }
                }
            }
        }
    }
}
