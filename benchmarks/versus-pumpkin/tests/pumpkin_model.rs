//! The Pumpkin model, against known numbers of programs and against the plain check.

use randlog_generate::Spec;
use randlog_generate::spec::Cycles;
use versus_pumpkin::specs::{largest, spec};
use versus_pumpkin::{check, decode, pumpkin::Model};

fn count(spec: Spec) -> u64 {
    Model::new(&spec, 0).count()
}

fn stratified(spec: Spec) -> Spec {
    Spec { cycles: Cycles::Stratified, ..spec }
}

#[test]
fn counts_programs_with_any_cycles() {
    assert_eq!(count(spec(&[1], 1, 0, 4, 1)), 15);
    assert_eq!(count(spec(&[1, 1, 1], 0, 1, 3, 3)), 21_952);
    assert_eq!(count(spec(&[1], 1, 2, 3, 3)), 98_854);
    assert_eq!(count(spec(&[2, 1], 3, 0, 3, 2)), 84_150);
    assert_eq!(count(spec(&[3, 1], 2, 0, 2, 3)), 92_610);
}

#[test]
fn counts_stratified_programs() {
    assert_eq!(count(stratified(spec(&[1], 1, 0, 4, 1))), 6);
    assert_eq!(count(stratified(spec(&[1, 1, 1], 0, 1, 3, 3))), 12_772);
}

#[test]
fn counts_programs_with_independent_pairs() {
    let three = stratified(spec(&[1, 1, 1], 0, 1, 3, 3));
    assert_eq!(count(Spec { independent: vec![(0, 1)], ..three }), 1_096);
    let four = stratified(spec(&[1, 1, 1, 1], 1, 0, 2, 4));
    assert_eq!(count(Spec { independent: vec![(0, 1), (2, 3)], ..four }), 322);
}

#[test]
fn forbids_empty_bodies() {
    let with = count(spec(&[1], 1, 0, 3, 1));
    let without = count(Spec { empty_bodies: false, ..spec(&[1], 1, 0, 3, 1) });
    assert_eq!(with, without + 1);
}

#[test]
fn random_programs_meet_the_spec() {
    for pairs in [0, 7, 14, 21, 28] {
        for seed in 0..20 {
            let spec = largest(pairs, seed);
            let (clauses, _) = Model::new(&spec, seed).sample();
            let program = decode::program(&spec, &clauses.expect("facts alone are a program"));
            assert_eq!(check::check(&spec, &program), Ok(()));
        }
    }
}
