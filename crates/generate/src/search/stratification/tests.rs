//! The rules on cycles against a twin that tries each edge by itself.

use proptest::collection::vec;
use proptest::prelude::*;
use randlog_kernel::Model;

use super::*;
use crate::search::graph::NEGATIVE;

/// The certain edges: `graph[body][head]` is a sign.
type Graph = Vec<Vec<u32>>;

/// Does going from head to body along edges lead from `from` to `to`? By trying all paths.
fn reaches(graph: &Graph, from: usize, to: usize, steps: usize) -> bool {
    from == to
        || steps > 0
            && (0..graph.len())
                .any(|next| graph[from][next] > ABSENT && reaches(graph, next, to, steps - 1))
}

/// Is there an edge of at least this sign on a cycle?
fn has_cycle(graph: &Graph, sign: u32) -> bool {
    let size = graph.len();
    let on_cycle =
        |body: usize, head: usize| graph[body][head] >= sign && reaches(graph, head, body, size);
    (0..size).any(|body| (0..size).any(|head| on_cycle(body, head)))
}

/// Random graphs, and which edges are still open beyond what is certain.
fn graphs() -> impl Strategy<Value = (Graph, Vec<Vec<bool>>)> {
    let sign = prop_oneof![6 => Just(ABSENT), 2 => Just(POSITIVE), 1 => Just(NEGATIVE)];
    (1usize..5).prop_flat_map(move |size| {
        (vec(vec(sign.clone(), size), size), vec(vec(any::<bool>(), size), size))
    })
}

/// Compare what a rule leaves of each edge with what can be added without breaking the rule.
fn check(
    (graph, open): (Graph, Vec<Vec<bool>>),
    broken: impl Fn(&Graph) -> bool,
    post: impl Fn(&mut Model, Edges),
) -> Result<(), TestCaseError> {
    let mut model = Model::new();
    let size = graph.len();
    let pairs = || (0..size).flat_map(|body| (0..size).map(move |head| (body, head)));
    let domain = |(body, head): (usize, usize)| {
        let most = if open[body][head] { NEGATIVE } else { graph[body][head] };
        graph[body][head]..most + 1
    };
    let variables = pairs().map(|pair| model.variable(domain(pair))).collect();
    let edges = Edges { predicates: size, variables };
    post(&mut model, edges.clone());
    let solver = model.into_solver();
    prop_assert_eq!(solver.is_refuted(), broken(&graph));
    if solver.is_refuted() {
        return Ok(());
    }
    for (body, head) in pairs() {
        for sign in domain((body, head)) {
            let mut with_edge = graph.clone();
            with_edge[body][head] = sign;
            let kept = solver.store().contains(edges.between(body, head), sign);
            prop_assert_eq!(kept, !broken(&with_edge), "{} → {} as {}", body, head, sign);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn stratified_leaves_exactly_the_edges_that_fit(graph in graphs()) {
        check(graph, |graph| has_cycle(graph, NEGATIVE), |model, edges| {
            model.post(Stratified(edges));
        })?;
    }

    #[test]
    fn acyclic_leaves_exactly_the_edges_that_fit(graph in graphs()) {
        check(graph, |graph| has_cycle(graph, POSITIVE), |model, edges| {
            let foundations = vec![None; edges.predicates];
            model.post(Acyclic { edges, foundations });
        })?;
    }
}

#[test]
fn nothing_can_be_built_without_a_first_predicate() {
    let refuted = |foundations: Vec<Option<Vec<usize>>>| {
        let mut model = Model::new();
        let edges = Edges { predicates: 3, variables: model.variables(9, 0..3) };
        model.post(Acyclic { edges, foundations });
        model.into_solver().is_refuted()
    };
    let on = |bodies: &[usize]| Some(bodies.to_vec());
    assert!(refuted(vec![on(&[0, 1, 2]), on(&[0, 1, 2]), on(&[0, 1, 2])]));
    assert!(refuted(vec![None, on(&[1, 2]), on(&[1, 2])]));
    assert!(!refuted(vec![on(&[1]), on(&[2]), None]));
}
