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

/// Specs with all keys, those included that not every method covers.
pub(crate) fn living_specs() -> impl Strategy<Value = Spec> {
    let arities = |range| prop::collection::vec(0usize..=2, range);
    let sizes = (arities(1..=2), arities(0..=2), 0usize..=2, 0usize..=1, 1usize..=5, 0usize..=1);
    let rules = (0..3usize, 0..6usize, any::<[bool; 2]>(), prop::collection::vec(any::<bool>(), 3));
    // Each of the rules in half of the specs that have any.
    let living = (
        any::<[bool; 6]>(),
        any::<[bool; 2]>(),
        0..3usize,
        (0..4usize, prop::collection::vec(0..9usize, 1..4)),
    );
    (sizes, rules, living).prop_filter_map("a contradiction", |(sizes, rules, living)| {
        let (arities, data, variables, constants, nodes, spare) = sizes;
        let (cycles, bodies, [empty_bodies, safe], apart) = rules;
        let (given, chosen, min_spare, (used_by, used)) = living;
        let [derivable, connected, distinct, reduced, has_goals, is_fixed] = given;
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let heads = arities.len();
        let data: Vec<String> =
            (1..).zip(&data).map(|(number, arity)| format!("d{number}/{arity}")).collect();
        let is_chosen = |&(head, _): &(usize, &str)| chosen[head];
        let named = |(_, name): (usize, &'static str)| name;
        let some_heads: Vec<&str> =
            ["p1", "p2"].into_iter().take(heads).enumerate().filter(is_chosen).map(named).collect();
        let pairs = [("p1", "p2"), ("p1", "d1"), ("d1", "d2")].into_iter().zip(apart);
        let exists = |name: &str| match name {
            "p2" => heads > 1,
            "d1" => !data.is_empty(),
            "d2" => data.len() > 1,
            _ => true,
        };
        let independent = pairs.filter(|((p, q), keep)| *keep && exists(p) && exists(q));
        Spec::builder()
            .arities(&arities)
            .data(&data)
            .variables(variables)
            .constants(constants)
            .max_nodes(nodes)
            .max_clauses(heads + spare)
            .min_clauses((heads + min_spare).saturating_sub(1).max(1))
            .cycles(Cycles::ALL[cycles])
            // Most bodies are sets.
            .bodies(Bodies::ALL[bodies.min(2)])
            .empty_bodies(empty_bodies)
            .safe(safe)
            .derivable(derivable)
            .connected(connected)
            .repeated_variables(!distinct)
            .redundant(!reduced)
            .uses((used_by < heads).then(|| {
                let names =
                    ["p1", "p2", "d1", "d2", "not p1", "not p2", "not d1", "not d2", "true"];
                let used = used.iter().map(|&place| names[place]);
                let used = used.filter(|name| exists(name.trim_start_matches("not ")));
                (["p1", "p2"][used_by], used.collect())
            }))
            .goals(some_heads.iter().filter(|_| has_goals))
            .clauses(some_heads.iter().filter(|_| is_fixed).map(|head| (head, 1 + spare)))
            .independent(independent.map(|(pair, _)| pair))
            .build()
            .ok()
    })
}
