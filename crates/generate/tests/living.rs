//! Programs that do something: data, sets of literals, derivable and used predicates, nothing redundant. Every key in
//! random combinations, by every method that covers it, against lists made in the most obvious way.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::brute::{self, Rule, Rules};
use crate::common::chance::{self, is_chance};
use crate::common::strategy::living_specs;
use crate::common::{any, spec, with};
use proptest::prelude::*;
use randlog_generate::exact::{Natural, NoSampler, OutsideClosedForms, Sampler, SizeSpread, count};
use randlog_generate::search::Searcher;
use randlog_generate::spec::{Bodies, Connective, Cycles, Draft};
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Clause, Probability, Program};

fn list(spec: &Spec) -> Option<BTreeSet<Rules>> {
    Some(brute::programs(spec, 20_000)?.into_iter().collect())
}

/// The same space with fewer rules, in which data heads clauses like any other predicate.
fn loosened(spec: &Spec) -> Spec {
    let loose = Spec::builder()
        .predicates(spec.predicates())
        .variables(spec.variables().len())
        .constants(spec.constants().len())
        .max_nodes(spec.max_nodes().min(3) + 1)
        .max_clauses(spec.predicates().len() + 2)
        .bodies(match spec.bodies() {
            Bodies::Formula => Bodies::Formula,
            Bodies::Conjunction | Bodies::Set => Bodies::Conjunction,
        });
    any(loose.build().expect("a valid spec"))
}

/// Whether a program belongs to the space, by the definitions.
fn belongs(spec: &Spec, allowed: &BTreeSet<Rule>, program: &Program) -> bool {
    let rules = brute::rules(spec, program);
    rules.len() == program.clauses.len()
        && rules.is_subset(allowed)
        && brute::meets(spec, &rules.iter().collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn counts_equal_lists_or_are_refused(spec in living_specs()) {
        let list = list(&spec);
        prop_assume!(list.is_some());
        let length = list.map_or(0, |list| list.len());
        match count(&spec) {
            Ok(count) => prop_assert_eq!(count, Natural::from(length)),
            Err(reason) => prop_assert!(matches!(reason, OutsideClosedForms::Key(_) | OutsideClosedForms::PairsWithData), "{}", reason),
        }
    }

    #[test]
    fn the_search_lists_the_space_or_refuses_it(spec in living_specs()) {
        let list = list(&spec);
        prop_assume!(list.is_some());
        let mut searcher = match Searcher::new(&spec) {
            Ok(searcher) => searcher,
            Err(NoSampler::KeyBySearch(_)) => return Ok(()),
            Err(reason) => return Err(TestCaseError::fail(reason.to_string())),
        };
        let (mut found, mut twice) = (BTreeSet::new(), None);
        let _ = searcher.enumerate(&Stop::NEVER, |program| {
            if !found.insert(brute::rules(&spec, &program)) {
                twice = Some(program);
            }
            ControlFlow::Continue(())
        });
        prop_assert_eq!(twice, None);
        prop_assert_eq!(found, list.unwrap_or_default());
    }

    #[test]
    fn what_is_drawn_belongs_to_the_space(spec in living_specs()) {
        let never = &Stop::NEVER;
        let samplers = [Sampler::new(&spec, SizeSpread::default(), never), Sampler::by_rejection(&spec, 0.01, never)];
        for sampler in samplers.into_iter().flatten() {
            for index in 0..10 {
                let program = sampler.sample(5, index);
                let checked = membership::check(&spec, &program);
                prop_assert!(checked.is_ok(), "{:?} in\n{:?}", checked, program);
            }
        }
    }

    #[test]
    fn membership_is_what_the_list_says(
        spec in living_specs(), places in prop::collection::vec(proptest::prelude::any::<prop::sample::Index>(), 1..5),
    ) {
        let (allowed, loose) = (brute::clauses(&spec, 3_000), brute::clauses(&loosened(&spec), 3_000));
        prop_assume!(allowed.is_some() && loose.is_some());
        let allowed: Vec<Rule> = allowed.unwrap_or_default();
        let is_allowed: BTreeSet<Rule> = allowed.iter().cloned().collect();
        // Clauses that are mostly allowed, and one that mostly is not.
        for (from, others) in [(&allowed, &allowed), (&allowed, &loose.unwrap_or_default())] {
            if from.is_empty() || others.is_empty() {
                continue;
            }
            let (last, first) = places.split_last().expect("there is a place");
            let rules = first.iter().map(|place| place.get(from)).chain([last.get(others)]);
            let clause = |(head, body): &Rule| Clause::new(Probability::ONE, head.clone(), body.clone());
            let program = Program { clauses: rules.map(clause).collect(), ..Program::default() };
            let checked = membership::check(&spec, &program);
            prop_assert_eq!(checked.is_ok(), belongs(&spec, &is_allowed, &program), "{:?} in {:?}", checked, program);
        }
    }
}

/// The clauses of each head, by the list.
fn clauses_by_head(spec: &Spec) -> Vec<usize> {
    let clauses = brute::clauses(spec, 2_000).expect("few clauses");
    let of = |head: &randlog_logic::Predicate| {
        clauses.iter().filter(|(atom, _)| atom.predicate() == *head).count()
    };
    spec.heads().iter().map(of).collect()
}

#[test]
fn sets_of_literals_by_hand() {
    let sets = |spec: &Spec| with(spec, |draft| draft.bodies(Bodies::Set));
    // `p(X).` and `p(X) :- \+ p(X).`
    let one = sets(&any(spec(&[1], 1, 0, 4, 1)));
    assert_eq!(clauses_by_head(&one), [2]);
    assert_eq!(clauses_by_head(&with(&one, |draft| draft.safe(true))), [0]);
    // The bodies of `p` are: nothing, q, \+ q, \+ p, and `q, \+ p`; those of `q` likewise.
    let two = sets(&any(spec(&[0, 0], 0, 0, 4, 2)));
    assert_eq!(clauses_by_head(&two), [5, 5]);
    // Two variables can be exchanged: `p :- e(X, X)`, `p :- e(X, Y)`, `p :- e(X, Y), e(Y, X)`, `p :- e(X, X), e(X, Y)`,
    // `p :- e(X, X), e(Y, X)`, `p :- e(X, X), e(Y, Y)`, `p.` and `p :- \+ p`
    let edges = Spec::builder().predicates(["p/0"]).data(["e/2"]).variables(2);
    let edges = edges.max_nodes(3).max_clauses(1).safe(true).bodies(Bodies::Set).build().unwrap();
    assert_eq!(clauses_by_head(&edges), [8]);
}

/// Products of the numbers of clauses for one clause per head, with any cycles, where a closed form covers sets.
#[test]
fn sets_of_literals_in_known_numbers() {
    let four = [11_300_090_473, 11_300_090_473, 1_909_888_702, 1_909_888_702];
    let four_safe = [8_819_312_186, 8_819_312_186, 1_597_558_006, 1_597_558_006];
    let rows = [
        (spec(&[1], 1, 0, 4, 1), [&[2_u64][..], &[0]]),
        (spec(&[2, 1], 3, 2, 5, 2), [&[178_334, 36_973], &[113_564, 27_194]]),
        (spec(&[2, 2, 1, 1], 4, 2, 8, 4), [&four, &four_safe]),
    ];
    for (space, clauses) in rows {
        for (safe, clauses) in [false, true].into_iter().zip(clauses) {
            let space = with(&any(space.clone()), |draft| draft.bodies(Bodies::Set).safe(safe));
            let product: Natural = clauses.iter().map(|&count| Natural::from(count)).product();
            match count(&space) {
                Ok(count) => assert_eq!(count, product),
                Err(reason) => assert_eq!(reason, OutsideClosedForms::Key("bodies")),
            }
        }
    }
}

/// Programs that are drawn by rejection are those of the list, each as often as any other.
#[test]
fn rejection_is_uniform() {
    let smokers = || {
        let spec = Spec::builder().predicates(["s/1", "t/1"]).data(["f/2"]).variables(2);
        spec.max_nodes(3).max_clauses(2).bodies(Bodies::Set).safe(true)
    };
    let propositions = || {
        let spec = Spec::builder().predicates(["p/0", "q/0", "r/0"]).data(["d/0"]);
        spec.max_nodes(3).max_clauses(4).clauses([("p", 2)])
    };
    let unary =
        || Spec::builder().predicates(["p/1", "q/1"]).variables(2).constants(1).max_clauses(2);
    let specs: [Draft; 10] = [
        smokers().goals(["s"]),
        smokers().derivable(true).empty_bodies(false),
        smokers().connected(true).redundant(false).min_clauses(2),
        smokers().goals(["s"]).derivable(true).connected(true).redundant(false),
        propositions().bodies(Bodies::Set).derivable(true).goals(["p"]),
        propositions().bodies(Bodies::Set).redundant(false).cycles(Cycles::Any).max_nodes(1),
        propositions().bodies(Bodies::Conjunction).redundant(false).goals(["q", "r"]).max_nodes(2),
        unary().max_nodes(3).connected(true).redundant(false),
        unary().max_nodes(2).redundant(false).max_clauses(3).cycles(Cycles::Acyclic),
        unary()
            .max_nodes(3)
            .bodies(Bodies::Set)
            .required(Connective::And, ["p", "q"])
            .cycles(Cycles::Any),
    ];
    for draft in specs {
        let spec = draft.build().unwrap();
        let programs = brute::programs(&spec, 3_000_000).expect("a small space");
        let programs: Vec<Rules> = match spec.required() {
            None => programs,
            Some(required) => {
                let holds = |(_, body): &Rule| brute::holds(&spec, required, body);
                programs.into_iter().filter(|program| program.iter().any(holds)).collect()
            }
        };
        let sampler = Sampler::by_rejection(&spec, 0.0, &Stop::NEVER).expect("some are accepted");
        let draws = (50 * programs.len()).clamp(10_000, 100_000) as u64;
        let drawn = (0..draws).map(|index| brute::rules(&spec, &sampler.sample(3, index)));
        let excess = chance::excess(&programs, &vec![1.0; programs.len()], drawn);
        assert!(
            is_chance(excess),
            "{} programs, {excess} deviations for\n{}",
            programs.len(),
            spec.to_toml()
        );
    }
}
