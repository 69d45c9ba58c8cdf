//! The search lists exactly the programs of a space: compared with lists made in the most obvious
//! way, over random small specs of all rules.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::brute::{self, Rules};
use crate::common::strategy::small_specs;
use proptest::prelude::*;
use randlog_generate::search::{Ending, Searcher};
use randlog_generate::spec::Connective;
use randlog_generate::{Spec, Stop};
use randlog_logic::Program;

const MOST: usize = 20_000;

fn rules(program: &Program) -> Rules {
    let clause = |c: &randlog_logic::Clause| (c.heads[0].atom.clone(), c.body.clone());
    program.clauses.iter().map(clause).collect()
}

/// Every program that the search lists, checking that none comes twice and no clause does.
fn listed(spec: &Spec) -> Result<BTreeSet<Rules>, TestCaseError> {
    let mut all = BTreeSet::new();
    let mut twice = Vec::new();
    let ending = Searcher::new(spec).unwrap().enumerate(&Stop::NEVER, |program| {
        let rules = rules(&program);
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
        let count = Searcher::new(&spec).unwrap().count(&Stop::NEVER);
        prop_assert_eq!(count, Ok(list.len() as u64));
    }

    #[test]
    fn random_programs_are_programs_of_the_space(spec in specs(), seed: u64) {
        let list = brute_list(&spec);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        let mut searcher = Searcher::new(&spec).unwrap();
        for index in 0..20 {
            match searcher.sample(seed, index, &Stop::NEVER) {
                Ok(Some(program)) => prop_assert!(list.contains(&rules(&program))),
                Ok(None) => prop_assert!(list.is_empty()),
                Err(_) => prop_assert!(false, "no limit was set"),
            }
        }
    }

    #[test]
    fn a_program_depends_on_seed_and_index_alone(spec in specs(), seed: u64, index in 0u64..50) {
        let alone = Searcher::new(&spec).unwrap().sample(seed, index, &Stop::NEVER);
        let mut busy = Searcher::new(&spec).unwrap();
        let few = Stop::NEVER.with_steps(10_000);
        let _ = busy.count(&few);
        for other in 0..5 {
            let _ = busy.sample(seed, other, &few);
        }
        prop_assert_eq!(alone, busy.sample(seed, index, &Stop::NEVER));
    }
}
