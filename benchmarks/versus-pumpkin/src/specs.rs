//! The specs that are measured.

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use randlog_generate::Spec;
use randlog_generate::spec::{Cycles, Draft};

/// A spec from numbers, without a cycle rule and without independent pairs.
pub fn spec(
    arities: &[usize],
    variables: usize,
    constants: usize,
    max_nodes: usize,
    max_clauses: usize,
) -> Spec {
    let named = |prefix: &str, count: usize| -> Vec<String> {
        (0..count).map(|i| format!("{prefix}{i}")).collect()
    };
    Spec::builder()
        .predicates(arities.iter().enumerate().map(|(i, arity)| format!("p{i}/{arity}")))
        .variables(named("X", variables))
        .constants(named("c", constants))
        .max_nodes(max_nodes)
        .max_clauses(max_clauses)
        .cycles(Cycles::Any)
        .build()
        .expect("a valid spec")
}

/// A spec with something changed.
pub fn with(spec: &Spec, change: impl FnOnce(Draft) -> Draft) -> Spec {
    change(spec.to_draft()).build().expect("a valid spec")
}

/// A spec with independent pairs, given by positions.
pub fn apart(spec: &Spec, pairs: &[(usize, usize)]) -> Spec {
    with(spec, |draft| {
        draft.independent(pairs.iter().map(|(p, q)| (format!("p{p}"), format!("p{q}"))))
    })
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
    let spec = apart(&spec(&arities, 8, 8, 8, 16), &independent);
    with(&spec, |draft| draft.cycles(Cycles::Stratified))
}
