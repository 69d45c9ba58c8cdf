//! The specs that are measured.

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};
use randlog_logic::{Predicate, Probability, Symbol};

/// A spec from numbers, without a cycle rule and without independent pairs.
pub fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    max_clauses: usize,
) -> Spec {
    let named = |prefix: &str, i: usize| Symbol::from(format!("{prefix}{i}"));
    let predicate = |(i, &arity)| Predicate { name: named("p", i), arity };
    Spec {
        predicates: arities.iter().enumerate().map(predicate).collect(),
        variables: (0..variables).map(|i| named("X", i)).collect(),
        constants: (0..constants).map(|i| named("c", i)).collect(),
        max_nodes,
        max_clauses,
        probabilities: vec![Probability::ONE],
        cycles: Cycles::Any,
        bodies: Bodies::Formula,
        empty_bodies: true,
        safe: false,
        independent: vec![],
        required: None,
    }
}

/// The largest spec of the paper's first experiment: eight predicates of arity at most four, eight
/// variables, eight constants, eight nodes, sixteen clauses, stratified. The arities, of which at
/// least one is four, and the independent pairs are random.
pub fn largest(pairs: usize, seed: u64) -> Spec {
    const PREDICATES: usize = 8;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut arities = vec![4];
    arities.extend((1..PREDICATES).filter_map(|_| [0, 1, 2, 3, 4].choose(&mut random)));
    arities.shuffle(&mut random);
    let mut independent: Vec<(usize, usize)> =
        (0..PREDICATES).flat_map(|q| (0..q).map(move |p| (p, q))).collect();
    independent.shuffle(&mut random);
    independent.truncate(pairs);
    independent.sort_unstable();
    Spec { cycles: Cycles::Stratified, independent, ..spec(&arities, 8, 8, 8, 16) }
}
