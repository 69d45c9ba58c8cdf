//! Rules about single clauses are looked at as soon as a clause is drawn: the same distribution as if whole programs were
//! rejected, and less is drawn in vain.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::brute::{self, Rule, Rules};
use crate::common::chance::{self, is_chance};
use crate::common::weights::weight;
use crate::common::{acyclic, any, conjunctions, no_facts, safe, spec, with};
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Formula, Predicate};

fn ruled(spec: Spec) -> Spec {
    with(&spec, |draft| draft.redundant(false).connected(true).repeated_variables(false))
}

fn connected(spec: Spec) -> Spec {
    with(&spec, |draft| draft.connected(true))
}

fn reduced(spec: Spec) -> Spec {
    with(&spec, |draft| draft.redundant(false))
}

fn heavy(spec: Spec, weights: &[(&str, &str)]) -> Spec {
    with(&spec, |draft| draft.weights(weights.iter().copied()))
}

fn fixed(spec: Spec, head: &str, clauses: usize) -> Spec {
    with(&spec, |draft| draft.clauses([(head, clauses)]))
}

/// How far draws are from the weights of the programs of a list.
fn excess(spec: &Spec, mut draw: impl FnMut(u64) -> Rules) -> f64 {
    let programs = brute::programs(spec, 2_000_000).expect("a small space");
    let weights: Vec<f64> = programs.iter().map(|rules| weight(spec, rules).to_f64()).collect();
    let draws = (60 * programs.len()).clamp(40_000, 150_000) as u64;
    chance::excess(&programs, &weights, (0..draws).map(&mut draw))
}

fn check(spec: &Spec) {
    // So many are accepted only because clauses are looked at one by one, or because nearly all obey.
    let sampler = Sampler::by_rejection(spec, 0.1, &Stop::NEVER).expect("enough are accepted");
    let excess = excess(spec, |index| chance::rules(&sampler.sample(31, index)));
    assert!(is_chance(excess), "{excess} deviations for\n{}", spec.to_toml());
}

#[test]
fn clause_by_clause_is_uniform() {
    check(&any(connected(spec(&[1, 1], 2, 0, 2, 3))));
    check(&any(ruled(spec(&[2], 2, 1, 1, 3))));
    check(&any(reduced(conjunctions(spec(&[0, 0], 0, 0, 3, 3)))));
    check(&any(reduced(spec(&[0, 1], 1, 0, 3, 3))));
    check(&any(ruled(conjunctions(spec(&[1, 0], 2, 0, 3, 3)))));
    check(&any(ruled(safe(conjunctions(spec(&[1, 1], 2, 1, 3, 2))))));
    check(&any(no_facts(connected(spec(&[1, 1], 2, 1, 1, 3)))));
}

#[test]
fn rules_about_the_whole_program_come_on_top() {
    check(&reduced(spec(&[0, 0], 0, 0, 2, 3)));
    check(&acyclic(ruled(spec(&[1, 0, 0], 1, 0, 2, 4))));
    check(&with(&any(reduced(spec(&[0, 0], 0, 0, 2, 3))), |draft| draft.derivable(true)));
    check(&with(&any(connected(spec(&[1, 1], 2, 0, 2, 3))), |draft| draft.min_clauses(3)));
    check(&with(&any(reduced(spec(&[0, 0], 0, 0, 3, 3))), |draft| draft.goals(["p1"])));
}

#[test]
fn heads_with_a_fixed_number_of_clauses_pay_nothing() {
    check(&fixed(any(connected(spec(&[1, 1], 2, 0, 2, 3))), "p1", 2));
    check(&fixed(any(reduced(conjunctions(spec(&[0, 0], 0, 0, 3, 4)))), "p2", 2));
    let many = fixed(any(connected(conjunctions(spec(&[1, 0], 3, 0, 4, 13)))), "p1", 12);
    assert!(Sampler::by_rejection(&many, 0.5, &Stop::NEVER).is_ok());
}

/// All clauses are exchanged for others that obey, but there are not as many.
#[test]
fn more_fixed_clauses_than_obey_are_refused() {
    let space = fixed(any(reduced(spec(&[0], 0, 0, 2, 4))), "p1", 4);
    assert_eq!(brute::programs(&space, 1_000).map(|list| list.len()), Some(0));
    assert!(Sampler::by_rejection(&space, 0.0, &Stop::NEVER).is_err());
}

#[test]
fn weights_are_kept_clause_by_clause() {
    let weights =
        [("negation", "0.5"), ("constant", "0.4"), ("body.p1", "2"), ("empty_body", "1.5")];
    check(&heavy(any(connected(spec(&[1, 1], 2, 1, 1, 3))), &weights));
    check(&heavy(any(ruled(spec(&[2], 2, 1, 1, 2))), &weights));
    check(&heavy(any(reduced(conjunctions(spec(&[0, 0], 0, 0, 3, 3)))), &weights[2..]));
    check(&heavy(fixed(any(connected(spec(&[1, 1], 2, 0, 2, 3))), "p1", 2), &weights[..1]));
    // Of so few clauses, it matters which one was the first.
    check(&heavy(any(connected(spec(&[1, 0], 2, 0, 1, 4))), &weights[2..]));
    // A few clauses outweigh all others, so that the first one pays as well.
    check(&heavy(any(connected(spec(&[1, 0], 2, 0, 2, 3))), &[("empty_body", "500")]));
}

#[test]
fn ten_heads_are_not_ten_times_as_unlikely() {
    let arities = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
    let ten = ruled(conjunctions(spec(&arities, 3, 0, 5, 11)));
    let sampler = Sampler::by_rejection(&any(ten.clone()), 0.1, &Stop::NEVER);
    let sampler = sampler.expect("one spare clause pays");
    for index in 0..20 {
        assert_eq!(membership::check(&any(ten.clone()), &sampler.sample(1, index)), Ok(()));
    }
    // Whole programs hardly ever do.
    let loose = loose(&any(ten.clone()));
    let loose = Sampler::new(&loose, SizeSpread::default(), &Stop::NEVER).expect("closed forms");
    let mut obeying = 0;
    for index in 0..1000 {
        obeying += u32::from(membership::check(&any(ten.clone()), &loose.sample(1, index)).is_ok());
    }
    assert!(obeying < 10, "{obeying}");
}

/// The space without the rule about clauses.
fn loose(spec: &Spec) -> Spec {
    with(spec, |draft| draft.connected(false).repeated_variables(true).redundant(true))
}

fn numbers(rules: &Rules) -> BTreeMap<Predicate, usize> {
    let mut numbers = BTreeMap::new();
    rules.iter().for_each(|(head, _)| *numbers.entry(head.predicate()).or_insert(0) += 1);
    numbers
}

/// Draw an outline from the looser space, then one of the programs of the space that have it. This is what looking at clauses one by one
/// would do if every clause were drawn until it obeys.
fn by_outline<K: Ord>(spec: &Spec, outline: impl Fn(&Rules) -> K) -> impl FnMut(u64) -> Rules {
    let programs = brute::programs(spec, 200_000).expect("a small space");
    let mut alike: BTreeMap<K, Vec<(f64, Rules)>> = BTreeMap::new();
    for program in programs {
        let alike = alike.entry(outline(&program)).or_default();
        let sum = alike.last().map_or(0.0, |(sum, _)| *sum);
        alike.push((sum + weight(spec, &program).to_f64(), program));
    }
    let loose = Sampler::new(&loose(spec), SizeSpread::default(), &Stop::NEVER).expect("programs");
    let (mut random, mut next) = (ChaCha8Rng::seed_from_u64(9), 0);
    move |_| loop {
        next += 1;
        let Some(alike) = alike.get(&outline(&chance::rules(&loose.sample(11, next)))) else {
            continue;
        };
        let place =
            (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * alike[alike.len() - 1].0;
        return alike[alike.partition_point(|(sum, _)| *sum <= place)].1.clone();
    }
}

/// The predicates that occur in a body outside and inside negations, if it is a conjunction.
fn literals(body: &Formula) -> Vec<(bool, Predicate)> {
    match body {
        Formula::Atom(atom) => vec![(true, atom.predicate())],
        Formula::Not(inner) => literals(inner).into_iter().map(|(_, atom)| (false, atom)).collect(),
        Formula::And(children) => children.iter().flat_map(literals).collect(),
        Formula::True | Formula::Or(_) => Vec::new(),
    }
}

/// In which round each predicate becomes derivable.
fn rounds(rules: &Rules) -> BTreeMap<Predicate, usize> {
    let mut found = BTreeMap::new();
    for round in 0..=rules.len() {
        let fires = |(head, body): &&Rule| {
            let is_derived =
                |(positive, atom): (bool, Predicate)| !positive || found.contains_key(&atom);
            !found.contains_key(&head.predicate()) && literals(body).into_iter().all(is_derived)
        };
        let now: Vec<Predicate> =
            rules.iter().filter(fires).map(|(head, _)| head.predicate()).collect();
        found.extend(now.into_iter().map(|head| (head, round)));
    }
    found
}

#[test]
fn the_test_rejects_numbers_of_clauses_drawn_without_regard_to_the_rule() {
    let plain = any(connected(spec(&[1, 1], 2, 0, 2, 3)));
    let weighed = heavy(plain.clone(), &[("negation", "0.5"), ("body.p1", "2")]);
    for tried in [plain, weighed] {
        assert!(!is_chance(excess(&tried, by_outline(&tried, numbers))));
    }
}

#[test]
fn the_test_rejects_clauses_looked_at_one_by_one_below_an_outline() {
    let edges = |rules: &Rules| -> BTreeSet<_> {
        let edge = |(head, body): &Rule| {
            let head = head.predicate();
            literals(body).into_iter().map(move |edge| (head.clone(), edge)).collect::<Vec<_>>()
        };
        rules.iter().flat_map(edge).collect()
    };
    let layers = acyclic(conjunctions(connected(spec(&[1, 1], 2, 0, 2, 2))));
    assert!(!is_chance(excess(&layers, by_outline(&layers, edges))));
    let derivable = any(reduced(conjunctions(spec(&[0, 0, 0], 0, 0, 3, 3))));
    let derivable = with(&derivable, |draft| draft.derivable(true));
    assert!(!is_chance(excess(&derivable, by_outline(&derivable, rounds))));
}
