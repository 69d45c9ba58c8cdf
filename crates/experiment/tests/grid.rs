//! The grid is the paper's, and every run of it is what it should be.

use std::collections::{HashMap, HashSet};

use crate::common::{Changed, grid};
use proptest::prelude::*;
use randlog_experiment::grid::{Grid, Point, Values};
use randlog_experiment::inference;
use randlog_experiment::scaling::{Config, Parameters, Scaling};
use randlog_experiment::{Error, Experiment};

/// A scaling experiment with some lists in place of those by default.
fn scaling(lists: &[(&str, &[usize])]) -> Scaling {
    Scaling::new(Config { grid: grid(lists), ..Config::default() }).unwrap()
}

#[test]
fn the_default_is_the_experiment_of_the_paper() {
    let grid = Config::default().grid;
    assert_eq!(grid.runs(), Some(399_360));
    let ids = scaling(&[]).ids();
    assert_eq!(ids.len(), 399_360);
    let all: HashSet<_> = ids.iter().map(|&id| grid.combination(id).unwrap()).collect();
    assert_eq!(all.len(), 399_360, "no combination occurs twice");
    assert_eq!(grid.combination(399_360), None);
    for predicates in [1, 2, 4, 8] {
        let pairs: HashSet<_> = all
            .iter()
            .filter(|parameters| parameters.predicates == predicates)
            .map(|parameters| parameters.independent_pairs)
            .collect();
        assert_eq!(pairs, (0..=predicates * (predicates - 1) / 2).collect());
    }
    for axis in Parameters::AXES.iter().skip(1) {
        let Values::List(list) = axis.values else { continue };
        let mut counts = HashMap::new();
        all.iter().for_each(|p| *counts.entry(axis.of(p)).or_insert(0) += 1);
        assert_eq!(
            counts,
            list.iter().map(|&value| (value, 99_840)).collect(),
            "{}",
            axis.name.label
        );
    }
}

proptest! {
    #[test]
    fn trials_have_the_parameters_of_their_run(id in 0..399_360_u64, seed: u64) {
        let config = Config { grid: Grid::default().with_seed(seed), ..Config::default() };
        let trial = Scaling::new(config).unwrap().trial(id).unwrap();
        let (parameters, spec) = (trial.parameters, trial.spec);
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
        let whole = scaling(&[]);
        let wanted = whole.config().grid.combination(id).unwrap();
        let part = scaling(&[
            ("predicates", &[wanted.predicates]),
            ("variables", &[wanted.variables]),
            ("constants", &[wanted.constants]),
            ("max_nodes", &[wanted.max_nodes, 16]),
        ]);
        let is_wanted = |id: &u64| part.config().grid.combination(*id) == Some(wanted);
        let found = part.ids().into_iter().find(is_wanted).unwrap();
        let (one, other) = (whole.trial(id).unwrap(), part.trial(found).unwrap());
        prop_assert_eq!(one.parameters, other.parameters);
        prop_assert_eq!((one.spec, one.seed), (other.spec, other.seed));
    }
}

#[test]
fn repeats_differ() {
    let scaling = scaling(&[("predicates", &[8])]);
    let seeds: HashSet<u64> = (0..1000).map(|id| scaling.trial(id).unwrap().seed).collect();
    assert_eq!(seeds.len(), 1000);
}

#[test]
fn every_list_of_arities_is_about_as_likely() {
    let lists: [(&str, &[usize]); 3] =
        [("predicates", &[2]), ("max_arity", &[2]), ("independent_pairs", &[0])];
    let grid = grid(&lists).with_repeats(100);
    let scaling = Scaling::new(Config { grid, ..Config::default() }).unwrap();
    let mut counts: HashMap<Vec<usize>, usize> = HashMap::new();
    for id in scaling.ids() {
        let spec = scaling.trial(id).unwrap().spec;
        *counts.entry(spec.predicates().iter().map(|p| p.arity).collect()).or_default() += 1;
    }
    assert_eq!(counts.len(), 5, "2 with 0, 1 or 2 on either side");
    // 25,600 draws: the standard deviation of each count is 64.
    assert!(counts.values().all(|&count| count.abs_diff(5120) < 400), "{counts:?}");
}

#[test]
fn a_sample_is_a_part_and_always_the_same() {
    let ids = |seed| {
        let grid = Grid::default().with_sample(1000).with_seed(seed);
        Scaling::new(Config { grid, ..Config::default() }).unwrap().ids()
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
    let config = |predicates: &[usize]| scaling(&[("predicates", predicates)]).config().clone();
    assert_eq!(config(&[4, 2, 4]), config(&[2, 4]));
    assert_eq!(config(&[8, 4, 2, 1]), Config::default());
}

#[test]
fn a_configuration_is_read_as_it_is_written() {
    let lists: [(&str, &[usize]); 2] = [("max_nodes", &[3, 5]), ("independent_pairs", &[0, 2])];
    for grid in [Grid::default(), grid(&lists).with_sample(7).with_seed(u64::MAX)] {
        let config = Config { grid, ..Config::default() };
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), config, "{text}");
    }
    let text = serde_json::to_string(&Config::default()).unwrap();
    let without = text.replace("\"max_arity\":[1,2,3,4],", "");
    assert_ne!(without, text);
    let error = serde_json::from_str::<Config>(&without).unwrap_err().to_string();
    assert!(error.contains("max_arity"), "{error}");
}

/// The list of all combinations, from nested loops over plain lists.
fn twin(
    predicates: &[usize],
    pairs: Option<&[usize]>,
    arities: &[usize],
    repeats: usize,
) -> Vec<Parameters> {
    let mut all = Vec::new();
    for &predicates in predicates {
        let most = predicates * (predicates - 1) / 2;
        for independent_pairs in 0..=most {
            if pairs.is_some_and(|pairs| !pairs.contains(&independent_pairs)) {
                continue;
            }
            for &max_arity in arities {
                for repeat in 0..repeats {
                    let (variables, constants, max_nodes, additional_clauses) = (1, 1, 2, 3);
                    all.push(Parameters {
                        predicates,
                        variables,
                        constants,
                        max_nodes,
                        additional_clauses,
                        max_arity,
                        independent_pairs,
                        repeat,
                    });
                }
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn numbers_of_runs_are_positions_in_nested_loops(
        predicates in prop::collection::btree_set(1_usize..6, 1..4),
        pairs in prop::option::of(prop::collection::btree_set(0_usize..12, 1..5)),
        arities in prop::collection::btree_set(0_usize..9, 1..4),
        repeats in 1_usize..4,
    ) {
        let list = |set: std::collections::BTreeSet<usize>| set.into_iter().collect::<Vec<_>>();
        let (predicates, arities, pairs) = (list(predicates), list(arities), pairs.map(list));
        let lists: [(&str, &[usize]); 6] = [
            ("predicates", &predicates),
            ("variables", &[1]),
            ("constants", &[1]),
            ("max_nodes", &[2]),
            ("additional_clauses", &[3]),
            ("max_arity", &arities),
        ];
        let mut grid = grid(&lists).with_repeats(repeats);
        if let Some(pairs) = &pairs {
            grid = grid.with("independent_pairs", pairs.clone()).unwrap();
        }
        let expected = twin(&predicates, pairs.as_deref(), &arities, repeats);
        prop_assert_eq!(grid.runs(), Some(expected.len() as u64));
        prop_assert_eq!(grid.combinations(), Some((expected.len() / repeats) as u64));
        for (id, parameters) in (0..).zip(&expected) {
            prop_assert_eq!(grid.combination(id), Some(*parameters));
        }
        prop_assert_eq!(grid.combination(expected.len() as u64), None);
    }
}

/// Every axis has bytes of its own in the key, the seed has the first eight, and repeats come last.
fn is_well_formed<P: Point>() {
    let mut taken = [false; 32];
    taken[..8].fill(true);
    for axis in P::AXES {
        for byte in axis.key_bytes.clone() {
            assert!(!std::mem::replace(&mut taken[byte], true), "{} overlaps", axis.name.label);
        }
        if let Values::List(list) = axis.values {
            assert!(list.is_sorted_by(|a, b| a < b), "{}", axis.name.label);
            assert!(list.iter().all(|value| axis.limits.contains(value)), "{}", axis.name.label);
        }
    }
    assert!(matches!(P::AXES.last().unwrap().values, Values::Repeats));
}

#[test]
fn both_grids_are_well_formed() {
    is_well_formed::<Parameters>();
    is_well_formed::<inference::Parameters>();
}

/// Changing a key would change what every seed means.
#[test]
fn keys_are_the_same_in_every_version() {
    let mut parameters = Parameters::default();
    (1..).zip(Parameters::AXES).for_each(|(value, axis)| *(axis.field)(&mut parameters) = value);
    let key = [
        [9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0],
        [5, 0, 7, 0, 6, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(parameters.key(9).as_slice(), key.concat());
    let mut parameters = inference::Parameters::default();
    let axes = inference::Parameters::AXES;
    (1..).zip(axes).for_each(|(value, axis)| *(axis.field)(&mut parameters) = value);
    let key = [
        [9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 4, 0, 5, 0],
        [6, 0, 2, 0, 0, 0, 9, 0, 0, 0, 7, 0, 0, 0, 8, 0],
    ];
    assert_eq!(parameters.key(9).as_slice(), key.concat());
}

#[test]
fn nonsense_is_refused() {
    let lists = |lists: &[(&str, &[usize])]| grid::<Parameters>(lists);
    let repeats = |repeats| Grid::default().with_repeats(repeats);
    for (grid, reason) in [
        (lists(&[("predicates", &[])]), "the list of predicates is empty"),
        (lists(&[("predicates", &[0])]), "predicates: 0 is less than 1"),
        (repeats(0), "without repeats"),
        (lists(&[("independent_pairs", &[29])]), "no combination"),
        (repeats(usize::MAX), "more than 2^32 runs"),
        (lists(&[("variables", &[0]), ("constants", &[0])]), "without variables"),
        (lists(&[("max_nodes", &[1000])]), "the largest spec of the grid"),
        (lists(&[("predicates", &[usize::MAX])]), "more than 1000"),
        (lists(&[("max_arity", &[101])]), "the largest spec of the grid"),
    ] {
        match Scaling::new(Config { grid, ..Config::default() }) {
            Err(Error::BadGrid(message)) => assert!(message.contains(reason), "{message}"),
            other => panic!("{reason}: {other:?}"),
        }
    }
    let error = Config::default().grid.with("weather", [1]).unwrap_err();
    assert!(error.to_string().contains("no axis `weather`"), "{error}");
}
