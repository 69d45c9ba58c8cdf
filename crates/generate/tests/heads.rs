//! Programs head by head: the same distribution as lists, and the same rules.

use crate::common::brute::{self, Rules};
use crate::common::chance::{self, is_chance};
use crate::common::strategy::living_specs;
use crate::common::weights::weight;
use crate::common::{acyclic, any, conjunctions, safe, spec, with};
use proptest::prelude::*;
use randlog_generate::exact::{NoSampler, OutsideClosedForms, SizeSpread};
use randlog_generate::generator::{Generator, Method};
use randlog_generate::spec::Bodies;
use randlog_generate::{Spec, Stop, Stopped, membership};

fn by_head(spec: &Spec) -> Result<Generator, NoSampler> {
    Generator::new(spec, Method::Heads, SizeSpread::default(), &Stop::NEVER)
}

/// A spec in which the number of clauses of every head is fixed.
fn fixed(spec: Spec, counts: &[usize]) -> Spec {
    let heads: Vec<String> = spec.heads().iter().map(ToString::to_string).collect();
    with(&spec, |draft| draft.clauses(heads.iter().zip(counts.iter().copied())))
}

fn excess(spec: &Spec, mut draw: impl FnMut(u64) -> Rules) -> f64 {
    let programs = brute::programs(spec, 2_000_000).expect("a small space");
    let weights: Vec<f64> = programs.iter().map(|rules| weight(spec, rules).to_f64()).collect();
    let draws = (50 * programs.len()).clamp(10_000, 150_000) as u64;
    chance::excess(&programs, &weights, (0..draws).map(&mut draw))
}

fn check(spec: &Spec) {
    let generator = by_head(spec).expect("all numbers are fixed");
    assert_eq!(generator.why_by_search(), None);
    let mut drawer = generator.drawer();
    let excess = excess(spec, |index| {
        let drawn = drawer.draw(9, index, &Stop::NEVER).expect("never stopped");
        brute::rules(spec, &drawn.expect("not empty"))
    });
    assert!(is_chance(excess), "{excess} deviations for\n{}", spec.to_toml());
}

#[test]
fn programs_are_as_likely_as_in_their_space() {
    let uses = |spec: Spec, lists: &[(&str, &[&str])]| {
        with(&spec, |draft| draft.uses(lists.iter().map(|(head, list)| (*head, list.to_vec()))))
    };
    let sets = |spec: Spec| with(&spec, |draft| draft.bodies(Bodies::Set));
    check(&any(fixed(spec(&[1, 0], 1, 1, 2, 3), &[2, 1])));
    check(&fixed(spec(&[0, 1], 1, 0, 3, 2), &[1, 1]));
    check(&acyclic(fixed(spec(&[1, 0, 0], 1, 0, 2, 3), &[1, 1, 1])));
    check(&fixed(safe(conjunctions(spec(&[1, 1], 1, 1, 4, 2))), &[1, 1]));
    check(&with(&fixed(spec(&[0, 0], 0, 0, 3, 3), &[2, 1]), |draft| {
        draft.derivable(true).redundant(false).goals(["p1"])
    }));
    check(&uses(
        fixed(sets(spec(&[1, 1], 2, 0, 5, 3)), &[2, 1]),
        &[("p1", &["p1", "p2", "not p2"]), ("p2", &["true"])],
    ));
    check(&uses(fixed(sets(spec(&[1, 0], 2, 1, 5, 3)), &[2, 1]), &[("p1", &["p1", "p2"])]));
    check(&uses(
        any(fixed(spec(&[1, 0], 1, 1, 3, 3), &[1, 2])),
        &[("p2", &["p1", "p1", "not p2"])],
    ));
}

#[test]
fn weights_count_head_by_head() {
    let weighed = fixed(spec(&[1, 0], 1, 1, 3, 3), &[2, 1]);
    let weights = [
        ("negation", "3"),
        ("node", "0.5"),
        ("constant", "2"),
        ("body.p1.p2", "4"),
        ("head.p2", "7"),
    ];
    check(&with(&weighed, |draft| draft.weights(weights)));
    check(&any(with(&weighed, |draft| draft.weights([("empty_body", "5"), ("body.p2", "1/3")]))));
}

/// A sampler that takes the clauses of the first head twice is not even: the test would notice.
#[test]
fn uneven_factors_are_noticed() {
    let spec = any(fixed(spec(&[1, 0], 1, 1, 2, 3), &[2, 1]));
    let generator = by_head(&spec).expect("all numbers are fixed");
    let mut drawer = generator.drawer();
    let mut draw = |index| {
        let drawn = drawer.draw(9, index, &Stop::NEVER).expect("never stopped");
        brute::rules(&spec, &drawn.expect("not empty"))
    };
    // The smaller of two programs is likelier to be small.
    let excess = excess(&spec, |index| draw(2 * index).min(draw(2 * index + 1)));
    assert!(!is_chance(excess), "{excess}");
}

#[test]
fn numbers_that_are_not_fixed_and_rules_that_are_never_met_are_refused() {
    let free = spec(&[1, 0], 1, 1, 2, 3);
    assert!(matches!(by_head(&free), Err(NoSampler::NotByHead)));
    let never = with(&fixed(spec(&[0, 0], 0, 0, 1, 2), &[1, 1]), |draft| {
        draft
            .empty_bodies(false)
            .derivable(true)
            .data(["d/0"])
            .goals(["p1"])
            .uses([("p1", vec!["p2"]), ("p2", vec!["p1"])])
    });
    let refused = by_head(&never).map(|_| ());
    assert!(
        matches!(
            refused,
            Err(NoSampler::Outside(OutsideClosedForms::Rejection { accepted: 0, .. }))
        ),
        "{refused:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 100_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_drawn_belongs_to_the_space(spec in living_specs()) {
        let heads = spec.heads().to_vec();
        let most = spec.max_clauses() + 1 - heads.len();
        let spec = spec.to_draft().min_clauses(1).clauses(heads.iter().map(|head| (head, most)));
        let spec = spec.max_clauses(most * heads.len()).build();
        prop_assume!(spec.is_ok() && heads.len() > 1);
        let spec = spec.expect("just asked");
        match by_head(&spec) {
            Err(NoSampler::Empty) => {
                // The search of the whole may take for ever to see that a single head has no clauses.
                let stop = Stop::NEVER.with_steps(100_000);
                let any = randlog_generate::search::Searcher::new(&spec).sample(0, 0, &stop);
                prop_assert!(matches!(any, Ok(None) | Err(Stopped::Steps)), "{:?}", any);
            }
            Err(reason) => prop_assert!(matches!(reason, NoSampler::Outside(_)), "{}", reason),
            Ok(generator) => for index in 0..10 {
                let drawn = generator.drawer().draw(3, index, &Stop::NEVER);
                let drawn = drawn.expect("never stopped").expect("not empty");
                let checked = membership::check(&spec, &drawn);
                prop_assert!(checked.is_ok(), "{:?} in\n{:?}", checked, drawn);
            }
        }
    }
}
