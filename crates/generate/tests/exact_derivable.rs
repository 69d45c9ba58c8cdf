//! Programs in which every predicate is derivable, counted and drawn by rounds, against lists.

use std::collections::BTreeSet;

use crate::common::brute::{self, Rules};
use crate::common::chance::{self, is_chance, rules};
use crate::common::strategy::small_specs;
use crate::common::{any, conjunctions, no_facts, safe, spec, with};
use proptest::prelude::*;
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::exact::{Natural, Sampler, SizeSpread, count};
use randlog_generate::spec::Cycles;
use randlog_generate::{Spec, Stop};
use randlog_logic::{Formula, Predicate};

/// Whether a formula can be true if these predicates are derivable, and everything below a negation may be true.
fn may_be_true(formula: &Formula, derivable: &BTreeSet<Predicate>) -> bool {
    match formula {
        Formula::True | Formula::Not(_) => true,
        Formula::Atom(atom) => derivable.contains(&atom.predicate()),
        Formula::And(all) => all.iter().all(|part| may_be_true(part, derivable)),
        Formula::Or(any) => any.iter().any(|part| may_be_true(part, derivable)),
    }
}

/// The rounds in which predicates become derivable.
fn rounds(spec: &Spec, program: &Rules) -> Vec<BTreeSet<Predicate>> {
    let mut derivable: BTreeSet<Predicate> = spec.data().iter().cloned().collect();
    let mut rounds = Vec::new();
    loop {
        let fires = program.iter().filter(|(_, body)| may_be_true(body, &derivable));
        let heads: BTreeSet<Predicate> = fires.map(|(head, _)| head.predicate()).collect();
        let new: BTreeSet<Predicate> = heads.difference(&derivable).cloned().collect();
        if new.is_empty() {
            return rounds;
        }
        derivable.extend(new.iter().cloned());
        rounds.push(new);
    }
}

fn derivable(spec: &Spec) -> Spec {
    with(spec, |draft| draft.derivable(true).cycles(Cycles::Any).independent::<&str, &str>([]))
}

fn programs(spec: &Spec, most: usize) -> Option<Vec<Rules>> {
    let loose = with(spec, |draft| draft.derivable(false));
    let mut programs = brute::programs(&loose, most)?;
    programs.retain(|program| {
        rounds(spec, program).iter().map(BTreeSet::len).sum::<usize>() == spec.heads().len()
    });
    Some(programs)
}

fn check(spec: &Spec) {
    let spec = &derivable(spec);
    let programs = programs(spec, 2_000_000).expect("a small space");
    assert_eq!(count(spec).expect("covered"), Natural::from(programs.len()));
    let sampler = Sampler::new(spec, SizeSpread::default(), &Stop::NEVER).expect("programs");
    let draws = (0..60 * programs.len() as u64).map(|index| rules(&sampler.sample(8, index)));
    let excess = chance::excess(&programs, &vec![1.0; programs.len()], draws);
    assert!(is_chance(excess), "{} programs, {excess} deviations", programs.len());
}

#[test]
fn formulas() {
    check(&spec(&[0, 0], 0, 0, 3, 3));
    check(&spec(&[0, 0, 0], 0, 0, 2, 3));
    check(&no_facts(any(spec(&[0, 0], 0, 0, 4, 2))));
}

#[test]
fn formulas_with_variables() {
    check(&spec(&[1, 0], 1, 1, 2, 3));
    check(&safe(spec(&[1, 2], 2, 1, 2, 2)));
    check(&safe(spec(&[0, 1], 1, 1, 3, 2)));
}

#[test]
fn conjunctions_of_literals() {
    check(&conjunctions(spec(&[0, 0, 0], 0, 0, 3, 4)));
    check(&conjunctions(safe(spec(&[1, 1], 1, 1, 3, 2))));
}

#[test]
fn the_test_rejects_divisions_into_rounds_that_are_equally_likely() {
    // As if it did not matter how many programs have these rounds.
    let spec = derivable(&conjunctions(spec(&[0, 0, 0], 0, 0, 2, 3)));
    let programs = programs(&spec, 2_000_000).expect("a small space");
    let mut by_rounds: Vec<(Vec<BTreeSet<Predicate>>, Vec<&Rules>)> = Vec::new();
    for program in &programs {
        let rounds = rounds(&spec, program);
        match by_rounds.iter_mut().find(|(other, _)| *other == rounds) {
            Some((_, alike)) => alike.push(program),
            None => by_rounds.push((rounds, vec![program])),
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut below = |bound: usize| random.next_u64() as usize % bound;
    let draws = (0..100 * programs.len()).map(|_| {
        let (_, alike) = &by_rounds[below(by_rounds.len())];
        alike[below(alike.len())].clone()
    });
    assert!(!is_chance(chance::excess(&programs, &vec![1.0; programs.len()], draws)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn counts_equal_lists(spec in small_specs()) {
        prop_assume!(spec.empty_bodies() || !spec.data().is_empty());
        let spec = derivable(&spec);
        let list = programs(&spec, 30_000);
        prop_assume!(list.is_some());
        let length = list.map_or(0, |list| list.len());
        prop_assert_eq!(count(&spec).expect("a small spec"), Natural::from(length));
    }
}
