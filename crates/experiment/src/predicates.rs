//! What both experiments vary in the same way, and the random part of a spec: how many arguments
//! predicates have, and which are independent.

use randlog_base::random::{Rng, below, subset};
use randlog_generate::Spec;
use randlog_generate::spec::Draft;

use crate::grid::Name;

pub(crate) const VARIABLES: Name =
    Name::new("variables", "variables", "variables", "Numbers of variables");
pub(crate) const NODES: Name =
    Name::new("nodes of a body", "max_nodes", "nodes", "The most nodes a body may have");
pub(crate) const ARITY: Name = Name::new(
    "largest arity",
    "max_arity",
    "arity",
    "The largest arity; every predicate has a random one up to it, and one at least has it",
);

/// Positions of two predicates.
pub(crate) type Pair = (usize, usize);

/// Arities, of which `most` is the largest, this many independent pairs, and a seed for the rest.
pub(crate) fn draw(
    rng: &mut impl Rng,
    predicates: usize,
    most: usize,
    independent: usize,
) -> (Vec<usize>, Vec<Pair>, u64) {
    let (arities, pairs) = (arities(rng, predicates, most), pairs(rng, predicates, independent));
    // Half a word is enough, and easier to type.
    (arities, pairs, rng.next_u64() >> 32)
}

/// The beginning of a spec: predicates p1, p2, … with these arities, of which these are independent.
pub(crate) fn draft(arities: &[usize], pairs: &[Pair]) -> Draft {
    let name = |place: usize| format!("p{}", place + 1);
    let pairs = pairs.iter().map(|&(p, q)| (name(p), name(q)));
    Spec::builder().arities(arities).independent(pairs)
}

/// Arities from 0 to `most`, which occurs: each such list with the same probability.
fn arities(rng: &mut impl Rng, predicates: usize, most: usize) -> Vec<usize> {
    loop {
        let arities: Vec<usize> =
            (0..predicates).map(|_| below(rng, most as u64 + 1) as usize).collect();
        if arities.contains(&most) {
            return arities;
        }
    }
}

/// This many pairs of predicates, in order: each such set with the same probability.
fn pairs(rng: &mut impl Rng, predicates: usize, count: usize) -> Vec<Pair> {
    let all: Vec<Pair> =
        (0..predicates).flat_map(|p| (p + 1..predicates).map(move |q| (p, q))).collect();
    let chosen = subset(rng, all.len() as u64, count as u64);
    chosen.into_iter().map(|place| all[place as usize]).collect()
}

/// How many pairs there are of some predicates.
pub(crate) fn all_pairs(predicates: usize) -> usize {
    predicates.saturating_mul(predicates.saturating_sub(1)) / 2
}
