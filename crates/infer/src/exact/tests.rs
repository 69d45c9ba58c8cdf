//! What is clever here, against what is obviously right.

use super::circuit::{Circuit, Edge, Head, Kind, NodeId};
use super::modules::Modules;
use super::relation::{Index, Relation, in_columns};
use proptest::collection::vec;
use proptest::prelude::*;

/// Which nodes does each node reach, itself included?
fn reach(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reach: Vec<Vec<bool>> =
        (0..count).map(|a| (0..count).map(|b| a == b).collect()).collect();
    for &(from, to) in edges {
        reach[from][to] = true;
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
        }
    }
    reach
}

/// Nodes `0..=10` with edges between any of them.
fn graph() -> impl Strategy<Value = Vec<(usize, usize)>> {
    vec((0..=10usize, 0..=10usize), 0..25)
}

proptest! {
    /// A component is a module if every use of what is strictly below it comes from inside, and it
    /// is known outside by one node.
    #[test]
    fn modules_keep_what_is_below_to_themselves(
        edges in graph(),
        roots in vec(0..=10usize, 1..3),
    ) {
        let mut circuit = Circuit::default();
        for node in 0..11usize {
            let is_leaf = !edges.iter().any(|(from, _)| *from == node);
            circuit.add(if is_leaf { Kind::Chance(Head { clause: 0, position: 0 }) } else { Kind::Or });
        }
        for node in 0..11usize {
            let children = edges.iter().filter(|(from, _)| *from == node);
            let children: Vec<Edge> =
                children.map(|&(_, to)| Edge::new(to as NodeId, false)).collect();
            circuit.connect(node as NodeId, &children);
        }
        let root_edges: Vec<Edge> =
            roots.iter().map(|&root| Edge::new(root as NodeId, false)).collect();
        let modules = Modules::new(&circuit, &root_edges);

        let reach = reach(11, &edges);
        let relevant = |node: usize| roots.iter().any(|&root| reach[root][node]);
        let same = |a: usize, b: usize| reach[a][b] && reach[b][a];
        for node in (0..11).filter(|&node| relevant(node)) {
            let below = |other: usize| reach[node][other] && !same(node, other);
            let uses = edges.iter().filter(|&&(user, _)| relevant(user));
            let kept = uses.clone().all(|&(user, used)| !below(used) || reach[node][user])
                && roots.iter().all(|&root| !below(root));
            let outside = uses.filter(|&&(user, used)| same(node, used) && !same(node, user));
            let mut entries: Vec<usize> = outside.map(|&(_, used)| used).collect();
            entries.extend(roots.iter().filter(|&&root| same(node, root)));
            entries.sort_unstable();
            entries.dedup();
            prop_assert_eq!(modules.is_module(node as NodeId), kept && entries.len() == 1, "{}", node);
        }
    }

    #[test]
    fn an_index_finds_the_rows_that_a_look_at_all_finds(
        rows in vec(vec(0..4u32, 3), 0..40),
        columns in 0..8u64,
        wanted in vec(0..4u32, 3),
    ) {
        let mut relation = Relation::default();
        for row in &rows {
            let (number, new) = relation.insert((), row);
            prop_assert_eq!(relation.row(number), row.as_slice());
            prop_assert_eq!(relation.insert((), row), (number, false));
            prop_assert!(!new || number + 1 == relation.len());
            prop_assert_eq!(relation.find((), row), Some(number));
        }
        let index = Index::new(&relation, relation.len(), columns);
        let values: Vec<u32> = in_columns(wanted, columns).collect();
        let mut found: Vec<u32> =
            index.find(&relation, &values).map(|position| index.row(position)).collect();
        found.sort_unstable();
        let fits = |&row: &u32| in_columns(relation.row(row), columns).eq(&values);
        let all: Vec<u32> = (0..relation.len()).filter(fits).collect();
        prop_assert_eq!(found, all);
    }
}
