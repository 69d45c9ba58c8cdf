//! Random small specs over all combinations of rules.

use proptest::prelude::*;
use randlog_generate::Spec;
use randlog_generate::spec::{Bodies, Cycles};

/// Specs whose spaces can mostly be listed.
pub(crate) fn small_specs() -> impl Strategy<Value = Spec> {
    let arities = prop::collection::vec(0usize..=2, 1..=3);
    let sizes = (arities, 0usize..=2, 0usize..=2, 1usize..=4, 0usize..=2);
    let rules = (
        prop_oneof![Just(Cycles::Any), Just(Cycles::Stratified), Just(Cycles::Acyclic)],
        prop_oneof![Just(Bodies::Formula), Just(Bodies::Conjunction)],
        any::<bool>(),
        any::<bool>(),
        prop::collection::vec(any::<bool>(), 3),
    );
    (sizes, rules).prop_map(|(sizes, rules)| {
        let (arities, variables, constants, nodes, spare) = sizes;
        let (cycles, bodies, empty_bodies, safe, apart) = rules;
        let count = arities.len();
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let independent: Vec<(usize, usize)> = [(0, 1), (0, 2), (1, 2)]
            .into_iter()
            .zip(apart)
            .filter(|&((_, q), keep)| keep && q < count)
            .map(|(pair, _)| pair)
            .collect();
        let spec = super::spec(&arities, variables, constants, nodes, count + spare);
        super::with(&super::independent(spec, &independent), |draft| {
            draft.cycles(cycles).bodies(bodies).empty_bodies(empty_bodies).safe(safe)
        })
    })
}
