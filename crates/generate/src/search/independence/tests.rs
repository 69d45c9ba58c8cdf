//! The paper's Algorithm 2 against ours; and the paper's worked example.
//!
//! A slip of Algorithm 3 is fixed: new dependencies are added to the old ones instead of replacing
//! them. Algorithm 2 does not ask for undetermined dependencies, so there are none.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

use randlog_kernel::{Model, Solver, Store};

use super::*;
use crate::search::graph::{self, NEGATIVE, POSITIVE};
use crate::search::layout::{ClauseVars, Codes, Layout};

/// A dependency, by the number of open edges on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dependency {
    Determined(usize),
    AlmostDetermined(usize, usize, usize),
}

use Dependency::{AlmostDetermined, Determined};

impl Dependency {
    fn predicate(self) -> usize {
        match self {
            Determined(p) | AlmostDetermined(p, ..) => p,
        }
    }
}

/// An entry of the paper's adjacency matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Zero,
    One,
    Open,
}

type Matrix = Vec<Vec<Entry>>;

/// Algorithm 3.
fn deps(matrix: &Matrix, p: usize) -> BTreeSet<Dependency> {
    let mut dependencies = BTreeSet::from([Determined(p)]);
    loop {
        let mut next = dependencies.clone();
        for &d in &dependencies {
            for (q, row) in matrix.iter().enumerate() {
                match (row[d.predicate()], d) {
                    (Entry::One, Determined(_)) => next.insert(Determined(q)),
                    (Entry::One, AlmostDetermined(_, s, t)) => {
                        next.insert(AlmostDetermined(q, s, t))
                    }
                    (Entry::Open, Determined(r)) => next.insert(AlmostDetermined(q, q, r)),
                    _ => false,
                };
            }
        }
        if next == dependencies {
            return dependencies;
        }
        dependencies = next;
    }
}

fn common(matrix: &Matrix, (p, q): (usize, usize)) -> Vec<(Dependency, Dependency)> {
    let (of_p, of_q) = (deps(matrix, p), deps(matrix, q));
    let pairs = of_p.iter().flat_map(|&d| of_q.iter().map(move |&e| (d, e)));
    pairs.filter(|(d, e)| d.predicate() == e.predicate()).collect()
}

/// Algorithm 2: the edges to remove, or nothing if it fails.
fn propagation(matrix: &Matrix, pair: (usize, usize)) -> Option<BTreeSet<(usize, usize)>> {
    let mut removed = BTreeSet::new();
    for dependencies in common(matrix, pair) {
        match dependencies {
            (Determined(_), Determined(_)) => return None,
            (Determined(_), AlmostDetermined(_, s, t))
            | (AlmostDetermined(_, s, t), Determined(_)) => {
                removed.insert((s, t));
            }
            _ => {}
        }
    }
    Some(removed)
}

/// A model of edges alone, in the state that the matrix describes.
fn model(matrix: &Matrix) -> (Model, Edges) {
    let mut model = Model::new();
    let values = |entry: Entry| match entry {
        Entry::Zero => vec![ABSENT],
        Entry::One => vec![POSITIVE, NEGATIVE],
        Entry::Open => vec![ABSENT, POSITIVE, NEGATIVE],
    };
    let variables = matrix.concat().into_iter().map(|e| model.variable(values(e))).collect();
    let edges = Edges { predicates: matrix.len(), variables };
    (model, edges)
}

fn independent(edges: &Edges, pair: (usize, usize)) -> Independent {
    Independent { edges: edges.clone(), pairs: vec![pair] }
}

fn matrices() -> impl Strategy<Value = Matrix> {
    let entry = prop_oneof![4 => Just(Entry::Zero), 1 => Just(Entry::One), 2 => Just(Entry::Open)];
    (2usize..6).prop_flat_map(move |size| vec(vec(entry.clone(), size), size))
}

proptest! {
    #[test]
    fn propagation_is_algorithm_2(matrix in matrices()) {
        let (mut model, edges) = model(&matrix);
        model.post(independent(&edges, (0, 1)));
        let solver = model.into_solver();
        let Some(removed) = propagation(&matrix, (0, 1)) else {
            prop_assert!(solver.is_refuted());
            return Ok(());
        };
        prop_assert!(!solver.is_refuted());
        for (body, row) in matrix.iter().enumerate() {
            for (head, &entry) in row.iter().enumerate() {
                let is_allowed = edges.is_allowed(solver.store(), body, head);
                let is_removed = entry == Entry::Open && !is_allowed;
                prop_assert_eq!(is_removed, removed.contains(&(body, head)));
            }
        }
    }
}

const FATHER: usize = 0;
const MOTHER: usize = 1;
const PARENT: usize = 2;
const SIBLING: usize = 3;

/// `□(X, Y) ← parent(X, Z) ∧ parent(Y, Z)` with an unknown head, and
/// `father(X, Y) ← parent(X, Y) ∧ ¬mother(X, Y)`. Arguments do not matter here.
fn family(model: &mut Model) -> Layout {
    let codes = Codes::without_terms(std::iter::repeat_n(0, 4));
    let mut clause = |heads: &[usize], structure: [u32; 4], names: [u32; 4]| {
        let predicate = model.variable(heads.iter().map(|&head| head as u32));
        let known = structure.into_iter().chain(names).map(|value| model.variable([value]));
        let digits = [predicate].into_iter().chain(known).collect();
        Arc::new(ClauseVars::of(digits, model.variables(5, [0]).into(), 0))
    };
    let (and, not, top) = (codes.and, codes.not, codes.top);
    let (mother, parent) = (MOTHER as u32, PARENT as u32);
    let clauses = vec![
        clause(&[FATHER, MOTHER, PARENT, SIBLING], [0, 0, 0, 3], [and, parent, parent, top]),
        clause(&[FATHER], [0, 0, 0, 2], [and, parent, not, mother]),
    ];
    Layout { codes, clauses }
}

/// The family with its edges known, with or without the rule that mother and parent are
/// independent.
fn solved(with_rule: bool) -> (Solver, Edges, Layout) {
    let mut model = Model::new();
    let layout = family(&mut model);
    let edges = graph::post(&mut model, &layout);
    if with_rule {
        model.post(independent(&edges, (MOTHER, PARENT)));
    }
    (model.into_solver(), edges, layout)
}

/// Whether a clause may still get this head and this predicate in its body.
fn can_link(layout: &Layout, store: &Store, body: usize, head: usize) -> bool {
    layout.clauses.iter().any(|clause| {
        store.contains(clause.head.predicate, head as u32)
            && clause.body.names.iter().any(|&name| store.contains(name, body as u32))
    })
}

/// The paper's matrix, as the model has it now.
fn matrix(edges: &Edges, layout: &Layout, store: &Store) -> Matrix {
    let entry = |body, head| {
        if edges.is_present(store, body, head) {
            Entry::One
        } else if edges.is_allowed(store, body, head) && can_link(layout, store, body, head) {
            Entry::Open
        } else {
            Entry::Zero
        }
    };
    (0..4).map(|body| (0..4).map(|head| entry(body, head)).collect()).collect()
}

#[test]
fn the_worked_example_before_propagation() {
    use Entry::{One, Open, Zero};
    let (solver, edges, layout) = solved(false);
    let matrix = matrix(&edges, &layout, solver.store());
    let expected = [
        [Zero, Zero, Zero, Zero],
        [One, Zero, Zero, Zero],
        [One, Open, Open, Open],
        [Zero, Zero, Zero, Zero],
    ];
    assert_eq!(matrix, expected);
    let of_mother = BTreeSet::from([Determined(MOTHER), AlmostDetermined(PARENT, PARENT, MOTHER)]);
    assert_eq!(deps(&matrix, MOTHER), of_mother);
    // The open edge from parent to itself is a way of depending on itself, too.
    let of_parent = BTreeSet::from([Determined(PARENT), AlmostDetermined(PARENT, PARENT, PARENT)]);
    assert_eq!(deps(&matrix, PARENT), of_parent);
}

#[test]
fn the_worked_example_after_propagation() {
    let (solver, edges, layout) = solved(true);
    assert!(!solver.is_refuted());
    let store = solver.store();
    assert!(!edges.is_allowed(store, PARENT, MOTHER), "the boxed edge is removed");
    let heads: Vec<u32> = store.values(layout.clauses[0].head.predicate).collect();
    assert_eq!(heads, [FATHER, PARENT, SIBLING].map(|head| head as u32), "mother is no head");
    assert_eq!(matrix(&edges, &layout, store)[PARENT][MOTHER], Entry::Zero);
}
