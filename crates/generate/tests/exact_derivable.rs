//! Programs in which every predicate is derivable, counted and drawn by rounds, against lists.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::brute::{self, Rule, Rules};
use crate::common::chance::{self, is_chance, rules};
use crate::common::strategy::small_specs;
use crate::common::{any, conjunctions, no_facts, safe, spec, with};
use proptest::prelude::*;
use randlog_base::random::{ChaCha8Rng, SeedableRng, below};
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

/// The ways to choose so many clauses in all, at least one of each head, where heads have so many to choose from, without
/// those that have none of the others.
fn choices(heads: &[(u64, u64)], most: u64) -> u64 {
    let binomial = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1));
    let Some((&(all, without), rest)) = heads.split_first() else { return 1 };
    let numbers = 1..=most.saturating_sub(rest.len() as u64);
    let ways = |k: u64| (binomial(all, k) - binomial(without, k)) * choices(rest, most - k);
    numbers.map(ways).sum()
}

/// How likely a division into rounds is: by the difference between the sets of clauses that did not fire before and those that
/// do not fire now; or by the total of the former.
fn weight(
    spec: &Spec,
    clauses: &BTreeSet<Rule>,
    rounds: &[BTreeSet<Predicate>],
    by_total: bool,
) -> u64 {
    let idle = |head: &Predicate, derivable: Option<&BTreeSet<Predicate>>| {
        let own = clauses.iter().filter(|(atom, _)| atom.predicate() == *head);
        let idle = own.filter(|(_, body)| derivable.is_none_or(|it| !may_be_true(body, it)));
        idle.count() as u64
    };
    let (mut before, mut now) = (None, spec.data().iter().cloned().collect::<BTreeSet<_>>());
    let mut heads = Vec::new();
    for round in rounds {
        for head in round {
            let none_now = if by_total { 0 } else { idle(head, Some(&now)) };
            heads.push((idle(head, before.as_ref()), none_now));
        }
        before = Some(now.clone());
        now.extend(round.iter().cloned());
    }
    choices(&heads, spec.max_clauses() as u64)
}

#[test]
fn the_test_rejects_rounds_drawn_by_total_instead_of_by_difference() {
    let spec = derivable(&conjunctions(spec(&[0, 0, 0], 0, 0, 2, 4)));
    let programs = programs(&spec, 2_000_000).expect("a small space");
    let loose = with(&spec, |draft| draft.derivable(false));
    let all = brute::programs(&loose, 2_000_000).expect("a small space");
    let clauses: BTreeSet<Rule> = all.into_iter().flatten().collect();
    let mut by_rounds: BTreeMap<Vec<BTreeSet<Predicate>>, Vec<&Rules>> = BTreeMap::new();
    for program in &programs {
        by_rounds.entry(rounds(&spec, program)).or_default().push(program);
    }
    let excess = |by_total: bool| {
        let weigh = |rounds: &Vec<_>| weight(&spec, &clauses, rounds, by_total);
        let weighed: Vec<(u64, &Vec<&Rules>)> =
            by_rounds.iter().map(|(rounds, alike)| (weigh(rounds), alike)).collect();
        let total: u64 = weighed.iter().map(|(weight, _)| weight).sum();
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let draws = (0..60 * programs.len()).map(|_| {
            let mut place = below(&mut random, total);
            let is_meant = |(weight, _): &&(u64, &Vec<&Rules>)| {
                place.checked_sub(*weight).map(|rest| place = rest).is_none()
            };
            let (_, alike) = weighed.iter().find(is_meant).expect("a division");
            alike[below(&mut random, alike.len() as u64) as usize].clone()
        });
        chance::excess(&programs, &vec![1.0; programs.len()], draws)
    };
    for (rounds, alike) in &by_rounds {
        assert_eq!(weight(&spec, &clauses, rounds, false), alike.len() as u64, "{rounds:?}");
    }
    assert!(is_chance(excess(false)));
    assert!(!is_chance(excess(true)));
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
