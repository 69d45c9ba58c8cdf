//! The search lists exactly the programs of a space: compared with lists made in the most obvious
//! way, over random small specs of all rules.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::brute::{self, Rules};
use crate::common::chance;
use crate::common::strategy::{living_specs, small_specs};
use proptest::prelude::*;
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::search::{Ending, Searcher};
use randlog_generate::spec::{Bodies, Connective, Draft};
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::Program;

const MOST: usize = 20_000;

/// A program as it is in lists: as it is written, but for sets, which lists write in their own way.
fn rules(spec: &Spec, program: &Program) -> Rules {
    match spec.bodies() {
        Bodies::Set => brute::rules(spec, program),
        Bodies::Formula | Bodies::Conjunction => chance::rules(program),
    }
}

/// Every program that the search lists, checking that none comes twice and no clause does.
fn listed(spec: &Spec) -> Result<BTreeSet<Rules>, TestCaseError> {
    let mut all = BTreeSet::new();
    let mut twice = Vec::new();
    let ending = Searcher::new(spec).enumerate(&Stop::NEVER, |program| {
        let rules = rules(spec, &program);
        if rules.len() < program.clauses.len() || !all.insert(rules) {
            twice.push(program);
        }
        ControlFlow::Continue(())
    });
    prop_assert_eq!(ending, Ok(Ending::Exhausted));
    prop_assert!(twice.is_empty(), "listed twice: {:?}", twice);
    Ok(all)
}

/// Small specs, half of them with a required formula.
fn specs() -> impl Strategy<Value = Spec> {
    (small_specs(), any::<Option<bool>>()).prop_map(|(spec, required)| {
        // What no body can hold is left out.
        let connective = required.map(|and| Connective::ALL[usize::from(!and)]);
        let formula = |connective| spec.to_draft().required(connective, ["p1", "p2"]).build().ok();
        connective.and_then(formula).unwrap_or(spec.clone())
    })
}

/// A rule that a spec gets beside its own.
type AddedKey = fn(Draft, &Spec) -> Draft;

const ADDED_KEYS: [AddedKey; 9] = [
    |draft, _| draft.data(["d/1"]),
    |draft, spec| draft.min_clauses(spec.heads().len() + 1),
    |draft, _| draft.clauses([("p1", 2)]),
    |draft, _| draft.bodies(Bodies::Set),
    |draft, _| draft.connected(true),
    |draft, _| draft.redundant(false),
    |draft, _| draft.derivable(true),
    |draft, _| draft.goals(["p1"]),
    |draft, _| draft.goals(["p1"]).data(["d/0", "e/1"]),
];

/// Small specs with one more rule.
fn specs_with_one_key() -> impl Strategy<Value = Spec> {
    let key = prop::sample::select(ADDED_KEYS.to_vec());
    (small_specs(), key)
        .prop_filter_map("a contradiction", |(spec, key)| key(spec.to_draft(), &spec).build().ok())
}

/// Specs with any combination of keys, some of them with a required formula.
fn specs_with_all_keys() -> impl Strategy<Value = Spec> {
    (living_specs(), prop::bool::weighted(0.2)).prop_map(|(spec, has_formula)| {
        let other = if spec.heads().len() > 1 { "p2" } else { "d1" };
        let formula = || spec.to_draft().required(Connective::And, ["p1", other]).build().ok();
        has_formula.then(formula).flatten().unwrap_or(spec.clone())
    })
}

fn brute_list(spec: &Spec) -> Option<BTreeSet<Rules>> {
    let list = brute::programs(spec, MOST)?;
    let meets = |program: &Rules| match spec.required() {
        None => true,
        Some(required) => program.iter().any(|(_, body)| brute::holds(spec, required, body)),
    };
    Some(list.into_iter().filter(meets).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 40_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_search_lists_the_space(spec in specs()) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        prop_assert_eq!(listed(&spec)?, list.clone());
        let count = Searcher::new(&spec).count(&Stop::NEVER);
        prop_assert_eq!(count, Ok(list.len() as u64));
    }

    #[test]
    fn random_programs_are_programs_of_the_space(spec in specs(), seed: u64) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        let mut searcher = Searcher::new(&spec);
        for index in 0..20 {
            match searcher.sample(seed, index, &Stop::NEVER) {
                Ok(Some(program)) => prop_assert!(list.contains(&rules(&spec, &program))),
                Ok(None) => prop_assert!(list.is_empty()),
                Err(_) => prop_assert!(false, "no limit was set"),
            }
        }
    }

    #[test]
    fn a_program_depends_on_seed_and_index_alone(spec in specs(), seed: u64, index in 0u64..50) {
        let alone = Searcher::new(&spec).sample(seed, index, &Stop::NEVER);
        let mut busy = Searcher::new(&spec);
        let few = Stop::NEVER.with_steps(10_000);
        let _ = busy.count(&few);
        for other in 0..5 {
            let _ = busy.sample(seed, other, &few);
        }
        prop_assert_eq!(alone, busy.sample(seed, index, &Stop::NEVER));
    }

    #[test]
    fn sets_are_written_as_exact_samples_are(spec in living_specs()) {
        prop_assume!(spec.bodies() == Bodies::Set && brute::programs(&spec, MOST).is_some());
        let mut written = BTreeSet::new();
        let _ = Searcher::new(&spec).enumerate(&Stop::NEVER, |program| {
            written.insert(chance::rules(&program));
            ControlFlow::Continue(())
        });
        if let Ok(sampler) = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER) {
            for index in 0..10 {
                prop_assert!(written.contains(&chance::rules(&sampler.sample(3, index))));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, max_global_rejects: 100_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_search_lists_the_space_with_each_key_alone(spec in specs_with_one_key()) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        prop_assert_eq!(listed(&spec)?, list.unwrap_or_default());
    }

    #[test]
    fn the_search_lists_the_space_with_all_keys(spec in specs_with_all_keys()) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        prop_assert_eq!(listed(&spec)?, list.unwrap_or_default());
    }

    #[test]
    fn random_programs_obey_all_keys(spec in specs_with_all_keys(), seed: u64) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        let mut searcher = Searcher::new(&spec);
        for index in 0..5 {
            match searcher.sample(seed, index, &Stop::NEVER) {
                Ok(Some(program)) => {
                    prop_assert_eq!(membership::check(&spec, &program), Ok(()));
                    prop_assert!(list.contains(&rules(&spec, &program)));
                }
                Ok(None) => prop_assert!(list.is_empty()),
                Err(_) => prop_assert!(false, "no limit was set"),
            }
        }
    }
}
