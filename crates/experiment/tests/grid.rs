//! The grid is the paper's, and every run of it is what it should be.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use randlog_experiment::scaling::{Config, Parameter, Scaling};
use randlog_experiment::{Error, Experiment};

#[test]
fn the_default_is_the_experiment_of_the_paper() {
    let config = Config::default();
    assert_eq!(config.size(), Some(399_360));
    let ids = Scaling::new(config.clone()).unwrap().ids();
    assert_eq!(ids.len(), 399_360);
    let all: HashSet<_> = ids.iter().map(|&id| config.parameters(id).unwrap()).collect();
    assert_eq!(all.len(), 399_360, "no combination occurs twice");
    assert_eq!(config.parameters(399_360), None);
    for predicates in [1, 2, 4, 8] {
        let pairs: HashSet<_> = all
            .iter()
            .filter(|parameters| parameters.predicates == predicates)
            .map(|parameters| parameters.independent_pairs)
            .collect();
        assert_eq!(pairs, (0..=predicates * (predicates - 1) / 2).collect());
    }
    for parameter in Parameter::ALL.into_iter().filter(|&p| p != Parameter::Predicates) {
        let mut counts = HashMap::new();
        all.iter().for_each(|p| *counts.entry(parameter.of(p)).or_insert(0) += 1);
        assert!(counts.len() == 4 && counts.values().all(|&count| count == 99_840), "{parameter}");
    }
}

proptest! {
    #[test]
    fn instances_have_the_parameters_of_their_run(id in 0..399_360_u64, seed: u64) {
        let scaling = Scaling::new(Config { seed, ..Config::default() }).unwrap();
        let instance = scaling.instance(id).unwrap();
        let (parameters, spec) = (instance.parameters, instance.spec);
        prop_assert_eq!(spec.predicates().len(), parameters.predicates);
        let arities = spec.predicates().iter().map(|predicate| predicate.arity);
        prop_assert_eq!(arities.max(), Some(parameters.max_arity));
        prop_assert_eq!(spec.independent().len(), parameters.independent_pairs);
        let pairs: HashSet<_> = spec.independent().iter().copied().collect();
        prop_assert_eq!(pairs.len(), parameters.independent_pairs);
        prop_assert!(pairs.iter().all(|&(p, q)| p < q && q < parameters.predicates));
        prop_assert_eq!(spec.max_clauses(), parameters.predicates + parameters.additional_clauses);
        let again = randlog_generate::Spec::from_toml("again", &spec.to_toml());
        prop_assert_eq!(again.unwrap(), spec, "the spec is valid");
    }

    /// So that a part of the grid can be looked at again by itself.
    #[test]
    fn a_run_is_the_same_in_every_grid(id in 0..399_360_u64) {
        let config = Config::default();
        let wanted = config.parameters(id).unwrap();
        let part = Config { predicates: vec![wanted.predicates], max_nodes: vec![wanted.max_nodes, 16], ..config.clone() };
        let (whole, part) = (Scaling::new(config).unwrap(), Scaling::new(part).unwrap());
        let found = part.ids().into_iter().find(|&id| part.config().parameters(id) == Some(wanted));
        let (one, other) = (whole.instance(id).unwrap(), part.instance(found.unwrap()).unwrap());
        prop_assert_eq!((one.spec, one.seed), (other.spec, other.seed));
    }
}

#[test]
fn repeats_differ() {
    let scaling = Scaling::new(Config { predicates: vec![8], ..Config::default() }).unwrap();
    let seeds: HashSet<u64> = (0..1000).map(|id| scaling.instance(id).unwrap().seed).collect();
    assert_eq!(seeds.len(), 1000);
}

#[test]
fn every_list_of_arities_is_about_as_likely() {
    let config = Config {
        predicates: vec![2],
        max_arity: vec![2],
        independent_pairs: Some(vec![0]),
        repeats: 100,
        ..Config::default()
    };
    let scaling = Scaling::new(config).unwrap();
    let mut counts: HashMap<Vec<usize>, usize> = HashMap::new();
    for id in scaling.ids() {
        let spec = scaling.instance(id).unwrap().spec;
        *counts.entry(spec.predicates().iter().map(|p| p.arity).collect()).or_default() += 1;
    }
    assert_eq!(counts.len(), 5, "2 with 0, 1 or 2 on either side");
    // 25,600 draws: the standard deviation of each count is 64.
    assert!(counts.values().all(|&count| count.abs_diff(5120) < 400), "{counts:?}");
}

#[test]
fn a_sample_is_a_part_and_always_the_same() {
    let ids = |seed| {
        let config = Config { sample: Some(1000), seed, ..Config::default() };
        Scaling::new(config).unwrap().ids()
    };
    assert_eq!(ids(1).len(), 1000);
    assert!(ids(1).is_sorted_by(|a, b| a < b) && ids(1)[999] < 399_360);
    assert_eq!(ids(1), ids(1));
    assert_ne!(ids(1), ids(2));
    let tenth = 399_360 / 10;
    let low = ids(1).into_iter().filter(|&id| id < tenth).count();
    assert!((50..150).contains(&low), "{low} of 1000 in the first tenth");
}

#[test]
fn the_order_of_values_does_not_matter() {
    let config =
        |predicates: &[usize]| Config { predicates: predicates.to_vec(), ..Config::default() };
    let (one, other) = (Scaling::new(config(&[4, 2, 4])), Scaling::new(config(&[2, 4])));
    assert_eq!(one.unwrap().config(), other.unwrap().config());
}

#[test]
fn nonsense_is_refused() {
    let default = Config::default;
    for (config, reason) in [
        (Config { predicates: vec![], ..default() }, "the list of predicates is empty"),
        (Config { predicates: vec![0], ..default() }, "at least one predicate"),
        (Config { repeats: 0, ..default() }, "no combination"),
        (Config { independent_pairs: Some(vec![29]), ..default() }, "no combination"),
        (Config { repeats: usize::MAX, ..default() }, "more than 2^32 runs"),
        (Config { variables: vec![0], constants: vec![0], ..default() }, "without variables"),
        (Config { max_nodes: vec![1000], ..default() }, "the largest spec of the grid"),
        (Config { predicates: vec![usize::MAX], ..default() }, "more than 1000"),
        (Config { max_arity: vec![101], ..default() }, "the largest spec of the grid"),
    ] {
        match Scaling::new(config) {
            Err(Error::BadGrid(message)) => assert!(message.contains(reason), "{message}"),
            other => panic!("{reason}: {other:?}"),
        }
    }
}
