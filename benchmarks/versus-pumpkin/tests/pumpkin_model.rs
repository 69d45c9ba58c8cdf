//! The Pumpkin models, against known numbers of programs and against the plain check.

use randlog_generate::Spec;
use randlog_generate::spec::Cycles;
use versus_pumpkin::pumpkin::Propagators::{Library, Own};
use versus_pumpkin::pumpkin::{Model, Propagators};
use versus_pumpkin::sides::Side;
use versus_pumpkin::specs::{apart, largest, spec, with};
use versus_pumpkin::{check, decode};

#[track_caller]
fn assert_count(spec: Spec, programs: u64) {
    for propagators in [Library, Own] {
        assert_eq!(Model::new(&spec, propagators, 0).count(), programs, "{propagators:?}");
    }
}

fn stratified(spec: Spec) -> Spec {
    with(&spec, |draft| draft.cycles(Cycles::Stratified))
}

#[test]
fn counts_programs_with_any_cycles() {
    assert_count(spec(&[1], 1, 0, 4, 1), 15);
    assert_count(spec(&[1, 1, 1], 0, 1, 3, 3), 21_952);
    assert_count(spec(&[1], 1, 2, 3, 3), 98_854);
    assert_count(spec(&[2, 1], 3, 0, 3, 2), 84_150);
    assert_count(spec(&[3, 1], 2, 0, 2, 3), 92_610);
}

#[test]
fn counts_stratified_programs() {
    assert_count(stratified(spec(&[1], 1, 0, 4, 1)), 6);
    assert_count(stratified(spec(&[1, 1, 1], 0, 1, 3, 3)), 12_772);
}

#[test]
fn counts_programs_with_independent_pairs() {
    let three = stratified(spec(&[1, 1, 1], 0, 1, 3, 3));
    assert_count(apart(&three, &[(0, 1)]), 1_096);
    let four = stratified(spec(&[1, 1, 1, 1], 1, 0, 2, 4));
    assert_count(apart(&four, &[(0, 1), (2, 3)]), 322);
}

#[test]
fn forbids_empty_bodies() {
    let space = spec(&[1], 1, 0, 3, 1);
    let all = Model::new(&space, Own, 0).count();
    assert_count(with(&space, |draft| draft.empty_bodies(false)), all - 1);
}

/// Arities of zero, single nodes, single clauses: all sides must agree at the edges too.
#[test]
fn agrees_with_randlog_on_small_spaces() {
    let small = [
        spec(&[0], 0, 0, 3, 1),
        spec(&[0, 1], 1, 0, 2, 2),
        spec(&[0, 0], 0, 0, 3, 2),
        spec(&[2], 2, 1, 1, 2),
        spec(&[1, 2], 2, 1, 1, 3),
        spec(&[1], 0, 1, 5, 1),
    ];
    for any in small {
        let independent = if any.predicates().len() > 1 { vec![(0, 1)] } else { vec![] };
        for spec in [any.clone(), stratified(any.clone()), apart(&stratified(any), &independent)] {
            assert_count(spec.clone(), Side::Randlog.count(&spec));
        }
    }
}

fn assert_samples(propagators: Propagators, seeds: u64) {
    for pairs in [0, 7, 14, 21, 28] {
        for seed in 0..seeds {
            let spec = largest(pairs, seed);
            let (clauses, _) = Model::new(&spec, propagators, seed).sample();
            let program = decode::program(&spec, &clauses.expect("facts alone are a program"));
            assert_eq!(check::check(&spec, &program), Ok(()));
        }
    }
}

#[test]
fn random_programs_meet_the_spec() {
    assert_samples(Own, 20);
    assert_samples(Library, 2);
}
