//! Join trees from elimination orders.
//!
//! The items of a subcircuit are the vertices of a graph, in which the items of each unit are joined. They are eliminated
//! one after the other; whoever is eliminated leaves its neighbours joined. The neighbours that an item has when it is
//! eliminated, and itself, are a bag of a tree decomposition (Robertson and Seymour 1986), whose width depends on the
//! order. The best is hard to find (Arnborg, Corneil and Proskurowski 1987); always the item that leaves the fewest new
//! edges (*min-fill*), or that has the fewest neighbours (*min-degree*), is good in practice (Bodlaender and Koster,
//! *Treewidth Computations I*, 2010).
//!
//! Each item has a bucket (Dechter 1999) with the units of which it is the first item to be eliminated. The table of a
//! bucket joins those of the buckets below it, and goes to the bucket of the item that is eliminated next.

use super::tree::{JoinTree, Step};
use super::units::Units;
use hashbrown::HashMap;
use randlog_base::stop::{Stop, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is eliminated next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// What leaves the fewest new edges. The number says which one of several.
    Fill(u8),
    /// What has the fewest neighbours.
    Degree,
}

/// With more neighbours than this, new edges are not counted: there are many.
const MOST_COUNTED: usize = 32;

/// Whose neighbours are whose.
pub(super) struct Graph {
    /// Per item that is left, in order.
    near: Vec<Option<Vec<u32>>>,
}

impl Graph {
    /// What units have together, and what must be known of a cycle in the end.
    pub(super) fn new(units: &Units) -> Graph {
        let mut graph = Graph { near: vec![None; units.uses.len()] };
        let together = units.read_together.iter().map(Vec::as_slice);
        for items in (0..units.units.len()).map(|unit| &units.items[unit]).chain(together) {
            graph.join(items);
        }
        graph
    }

    /// Joins each two of these.
    fn join(&mut self, items: &[u32]) {
        for &one in items {
            let near = self.near[one as usize].get_or_insert_default();
            for &other in items.iter().filter(|&&other| other != one) {
                if let Err(place) = near.binary_search(&other) {
                    near.insert(place, other);
                }
            }
        }
    }

    fn near(&self, item: u32) -> &[u32] {
        self.near[item as usize].as_deref().unwrap_or_default()
    }

    /// How many edges are missing between the neighbours of an item.
    fn fill(&self, item: u32) -> usize {
        let near = self.near(item);
        if near.len() > MOST_COUNTED {
            return near.len() * near.len();
        }
        let missing = near.iter().map(|&one| near.len() - 1 - common(near, self.near(one)));
        missing.sum::<usize>() / 2
    }

    fn priority(&self, item: u32, rule: Rule) -> (usize, usize, u32) {
        let degree = self.near(item).len();
        match rule {
            Rule::Fill(0) => (self.fill(item), degree, item),
            Rule::Fill(number) => {
                let by_chance = (item + 1).wrapping_mul(0x9e37_79b9).rotate_left(number.into());
                (self.fill(item), 0, by_chance)
            }
            Rule::Degree => (degree, 0, item),
        }
    }

    /// An order of elimination in which `last` comes last: each item with the neighbours that it has then.
    pub(super) fn eliminate(
        mut self,
        rule: Rule,
        last: Option<u32>,
        stop: &Stop,
    ) -> Result<Vec<(u32, Vec<u32>)>, Stopped> {
        let entry = |graph: &Graph, item: u32| {
            Reverse((last == Some(item), graph.priority(item, rule), item))
        };
        let items = (0..self.near.len() as u32).filter(|&item| self.near[item as usize].is_some());
        let mut queue: BinaryHeap<_> = items.map(|item| entry(&self, item)).collect();
        let mut order = Vec::new();
        let mut steps = 0;
        while let Some(Reverse((held, priority, item))) = queue.pop() {
            if self.near[item as usize].is_none() {
                continue;
            }
            let now = self.priority(item, rule);
            // What has become cheaper stands in the queue again.
            if now > priority {
                queue.push(Reverse((held, now, item)));
                continue;
            }
            let near = self.near[item as usize].take().unwrap_or_default();
            steps += near.len() as u64 + 1;
            stop.check_at(steps)?;
            for &other in &near {
                if let Some(beyond) = &mut self.near[other as usize] {
                    beyond.retain(|&one| one != item);
                }
            }
            self.join(&near);
            queue.extend(near.iter().map(|&other| entry(&self, other)));
            order.push((item, near));
        }
        Ok(order)
    }
}

/// How many items two lists in order have in common.
fn common(mut one: &[u32], mut other: &[u32]) -> usize {
    let mut count = 0;
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        count += usize::from(first == second);
        if first <= second {
            one = rest;
        }
        if second <= first {
            other = others;
        }
    }
    count
}

/// The join tree of an order of elimination.
pub(super) fn join_tree(units: &Units, order: &[(u32, Vec<u32>)]) -> JoinTree {
    let places: HashMap<u32, usize> =
        order.iter().enumerate().map(|(place, &(item, _))| (item, place)).collect();
    let first = |items: &[u32]| items.iter().map(|item| places[item]).min();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    let mut own: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    let mut roots = Vec::new();
    for unit in 0..units.units.len() {
        own[first(&units.items[unit]).unwrap_or(0)].push(unit as u32);
    }
    // How many units there are in a bucket and below it.
    let mut sizes: Vec<usize> = own.iter().map(Vec::len).collect();
    for (place, (_, near)) in order.iter().enumerate() {
        match first(near) {
            Some(above) => {
                below[above].push(place);
                sizes[above] += sizes[place];
            }
            None => roots.push(place),
        }
    }
    // The largest one is gone on with, so that the smaller ones wait.
    for buckets in &mut below {
        buckets.sort_by_key(|&bucket| Reverse(sizes[bucket]));
    }
    let mut steps = Vec::new();
    for (number, &root) in roots.iter().enumerate() {
        emit(root, &below, &own, &mut steps);
        if number > 0 {
            steps.push(Step::Join);
        }
    }
    JoinTree { steps }
}

/// A bucket, after those below it.
fn emit(root: usize, below: &[Vec<usize>], own: &[Vec<u32>], steps: &mut Vec<Step>) {
    let mut path: Vec<(usize, usize)> = vec![(root, 0)];
    while let Some((bucket, next)) = path.pop() {
        if next >= 2 {
            steps.push(Step::Join);
        }
        match below[bucket].get(next) {
            Some(&child) => path.extend([(bucket, next + 1), (child, 0)]),
            None => {
                if next == 0 {
                    steps.push(Step::Open);
                }
                steps.extend(own[bucket].iter().map(|&unit| Step::Unit(unit)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const MOST: u32 = 7;

    fn graph(edges: &[(u32, u32)]) -> Graph {
        let mut graph = Graph { near: vec![None; MOST as usize] };
        (0..MOST).for_each(|one| graph.join(&[one]));
        edges.iter().for_each(|&(one, other)| graph.join(&[one, other]));
        graph
    }

    /// The definition: the best of all orders. `reached` are those that are left, by ways through what is eliminated.
    fn treewidth(edges: &[(u32, u32)], gone: &mut Vec<u32>) -> usize {
        let left = (0..MOST).filter(|one| !gone.contains(one)).collect::<Vec<_>>();
        let widths = left.iter().map(|&next| {
            let mut seen = vec![next];
            let mut place = 0;
            while let Some(&one) = seen.get(place) {
                place += 1;
                if one == next || gone.contains(&one) {
                    for &(a, b) in edges {
                        let other = if a == one { Some(b) } else { (b == one).then_some(a) };
                        seen.extend(other.filter(|other| !seen.contains(other)));
                    }
                }
            }
            let reached = seen.iter().filter(|one| **one != next && !gone.contains(one)).count();
            gone.push(next);
            let width = reached.max(treewidth(edges, gone));
            gone.pop();
            width
        });
        widths.collect::<Vec<_>>().into_iter().min().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn orders_are_tree_decompositions(
            edges in vec((0..MOST, 0..MOST), 0..14), last in 0..MOST, number in 0..4u8,
        ) {
            let edges: Vec<(u32, u32)> = edges.into_iter().filter(|(a, b)| a != b).collect();
            let best = treewidth(&edges, &mut Vec::new());
            for (rule, last) in [
                (Rule::Fill(number), None), (Rule::Degree, None), (Rule::Fill(number), Some(last)),
            ] {
                let order = graph(&edges).eliminate(rule, last, &Stop::NEVER).unwrap();
                let place = |one: u32| order.iter().position(|&(item, _)| item == one).unwrap();
                let bag = |place: usize| [&order[place].1[..], &[order[place].0]].concat();
                prop_assert_eq!(order.len(), MOST as usize);
                prop_assert!(last.is_none_or(|last| order.last().unwrap().0 == last));
                for &(a, b) in &edges {
                    prop_assert!((0..order.len()).any(|p| bag(p).contains(&a) && bag(p).contains(&b)));
                }
                // The bag above has all but the item that is eliminated: so the bags of each item hang together.
                for (own, (_, near)) in order.iter().enumerate() {
                    if let Some(above) = near.iter().map(|&one| place(one)).min() {
                        prop_assert!(above > own);
                        prop_assert!(near.iter().all(|one| bag(above).contains(one)));
                    }
                }
                let width = order.iter().map(|(_, near)| near.len()).max().unwrap();
                prop_assert!(width >= best, "{} {}", width, best);
                // On graphs as small as these, the rules find the best order, or nearly so.
                prop_assert!(width <= best + 1, "{} {}", width, best);
            }
        }

        /// Of a k-tree, always a vertex whose neighbours are a clique can go: no edge is new.
        #[test]
        fn trees_of_cliques_have_their_width(choices in vec(any::<(u8, u8)>(), 0..30), k in 1..5u32) {
            let first: Vec<u32> = (0..k).collect();
            let mut cliques = vec![first.clone()];
            let mut graph = Graph { near: vec![None; k as usize + choices.len()] };
            graph.join(&first);
            for (&(clique, out), next) in choices.iter().zip(k..) {
                let mut clique = cliques[clique as usize % cliques.len()].clone();
                graph.join(&[&clique[..], &[next]].concat());
                clique[out as usize % k as usize] = next;
                cliques.push(clique);
            }
            let order = graph.eliminate(Rule::Fill(0), Some(0), &Stop::NEVER).unwrap();
            let width = order.iter().map(|(_, near)| near.len()).max().unwrap();
            prop_assert_eq!(width, if choices.is_empty() { k - 1 } else { k } as usize);
        }
    }
}
