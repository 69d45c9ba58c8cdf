//! Drawing from a looser space until the rules hold: the same distribution as in closed form, and that of
//! required formulas, for which there is no closed form.

use crate::common::brute::{self, Rules};
use crate::common::chance::{self, is_chance};
use crate::common::strategy::small_specs;
use crate::common::weights::{weighed, weight};
use crate::common::{acyclic, any, conjunctions, independent, no_facts, safe, spec, with};
use proptest::prelude::*;
use randlog_generate::exact::{NoSampler, OutsideClosedForms, Sampler, count, estimate};
use randlog_generate::membership;
use randlog_generate::spec::Connective;
use randlog_generate::{Spec, Stop};

fn sampler(spec: &Spec) -> Sampler {
    Sampler::by_rejection(spec, 0.0, &Stop::NEVER).expect("some are accepted")
}

/// Whether some clause has the required formula.
fn holds(spec: &Spec, rules: &Rules) -> bool {
    let required = spec.required();
    required.is_none_or(|required| rules.iter().any(|(_, body)| brute::holds(spec, required, body)))
}

fn check(spec: &Spec) {
    let programs = brute::programs(spec, 2_000_000).expect("a small space");
    let programs: Vec<Rules> = programs.into_iter().filter(|rules| holds(spec, rules)).collect();
    let weights: Vec<f64> = programs.iter().map(|rules| weight(spec, rules).to_f64()).collect();
    let sampler = sampler(spec);
    let draws = (50 * programs.len()).clamp(10_000, 150_000) as u64;
    let drawn = (0..draws).map(|index| chance::rules(&sampler.sample(77, index)));
    let excess = chance::excess(&programs, &weights, drawn);
    assert!(is_chance(excess), "{} programs, {excess} deviations", programs.len());
}

fn requiring(spec: Spec, connective: Connective, predicates: &[&str]) -> Spec {
    with(&spec, |draft| draft.required(connective, predicates))
}

#[test]
fn stratified_and_acyclic_programs() {
    check(&spec(&[1, 0], 1, 1, 2, 4));
    check(&spec(&[0, 0, 1], 0, 1, 2, 4));
    check(&no_facts(spec(&[0, 0, 0, 0], 0, 0, 1, 5)));
    check(&spec(&[0, 0, 0], 0, 0, 3, 3));
    check(&acyclic(spec(&[1, 1, 0], 1, 0, 2, 4)));
    check(&acyclic(spec(&[2], 0, 2, 1, 4)));
    check(&conjunctions(spec(&[1, 0], 1, 0, 4, 2)));
    check(&safe(spec(&[1, 2], 1, 1, 2, 2)));
    check(&conjunctions(safe(spec(&[1, 1], 2, 0, 4, 2))));
}

#[test]
fn independent_pairs() {
    check(&independent(spec(&[1, 1, 1], 0, 1, 3, 3), &[(0, 1)]));
    check(&independent(spec(&[0, 0, 0, 0], 0, 0, 1, 5), &[(0, 1)]));
    check(&any(independent(spec(&[0, 1, 1], 0, 1, 2, 4), &[(0, 2)])));
    check(&acyclic(independent(spec(&[0, 1, 0, 0], 0, 1, 2, 5), &[(0, 1), (1, 2)])));
}

#[test]
fn required_formulas() {
    check(&requiring(any(spec(&[0, 0], 0, 0, 3, 3)), Connective::And, &["p1", "p2"]));
    check(&requiring(spec(&[0, 0], 0, 0, 3, 3), Connective::Or, &["p1", "p2"]));
    check(&requiring(acyclic(spec(&[0, 0, 0], 0, 0, 3, 3)), Connective::And, &["p1", "p3"]));
    check(&requiring(conjunctions(spec(&[1, 0], 1, 0, 4, 2)), Connective::And, &["p1", "p2"]));
    check(&requiring(safe(spec(&[1, 0], 1, 1, 3, 2)), Connective::And, &["p1", "p2"]));
    let pair = independent(spec(&[0, 0, 0], 0, 0, 3, 3), &[(0, 1)]);
    check(&requiring(pair, Connective::Or, &["p2", "p3"]));
}

#[test]
fn weights_are_kept() {
    let weights = [("negation", "3"), ("empty_body", "0.5"), ("body.p1", "2")];
    let heavy = |spec: Spec| with(&spec, |draft| draft.weights(weights));
    check(&heavy(spec(&[1, 0], 1, 1, 2, 3)));
    check(&heavy(requiring(spec(&[0, 0], 0, 0, 3, 3), Connective::And, &["p1", "p2"])));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn what_is_drawn_belongs_to_the_space(spec in small_specs().prop_flat_map(weighed)) {
        let Ok(sampler) = Sampler::by_rejection(&spec, 0.01, &Stop::NEVER) else {
            return Ok(());
        };
        for index in 0..10 {
            let program = sampler.sample(5, index);
            let checked = membership::check(&spec, &program);
            prop_assert!(checked.is_ok(), "{:?} in\n{:?}", checked, program);
        }
    }
}

#[test]
fn rules_that_hardly_any_program_meets_are_refused_at_once() {
    let rare = acyclic(spec(&[0, 0, 0, 0, 0, 0], 0, 0, 6, 30));
    let refused = Sampler::by_rejection(&rare, 0.02, &Stop::NEVER);
    let reason = refused.err();
    assert!(
        matches!(reason, Some(NoSampler::Outside(OutsideClosedForms::Rejection { .. }))),
        "{reason:?}"
    );
}

#[test]
fn many_predicates_are_no_obstacle() {
    let arities: Vec<usize> = (0..64).map(|number| number % 4).collect();
    let large = spec(&arities, 3, 2, 3, 80);
    let sampler = sampler(&large);
    for index in 0..3 {
        assert_eq!(membership::check(&large, &sampler.sample(1, index)), Ok(()));
    }
}

#[test]
fn estimated_counts_hold_the_exact_ones() {
    let spaces = [
        spec(&[2, 2, 1, 1], 4, 2, 4, 6),
        acyclic(spec(&[1, 1, 0], 1, 0, 2, 4)),
        independent(spec(&[1, 1, 1], 0, 1, 3, 3), &[(0, 1)]),
        safe(spec(&[1, 2], 1, 1, 2, 2)),
    ];
    for space in spaces {
        let estimate = estimate(&space, 20_000, &Stop::NEVER).expect("small");
        let (low, high) = estimate.interval();
        let exact = count(&space).expect("small");
        assert!(low <= exact && exact <= high, "{low} {exact} {high}");
        assert!(low <= estimate.count() && estimate.count() <= high);
    }
}

#[test]
fn the_estimate_of_a_space_without_such_rules_is_exact() {
    let space = any(spec(&[1, 0], 1, 1, 2, 3));
    let estimate = estimate(&space, 10, &Stop::NEVER).expect("small");
    assert_eq!(estimate.count(), count(&space).expect("small"));
}
