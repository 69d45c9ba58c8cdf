//! Every program that comes out, by any road, belongs to its space: judged by `membership`, over
//! thousands of random specs too large to be listed, and again after a round trip through text.

use std::ops::ControlFlow;

use crate::common;
use proptest::collection::vec;
use proptest::prelude::*;
use randlog_generate::exact::{NoSampler, SizeSpread};
use randlog_generate::generator::{Generator, Method};
use randlog_generate::search::Searcher;
use randlog_generate::spec::{Bodies, Connective, Cycles};
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Dialect, Program};

/// Random specs of moderate size over all rules.
fn specs() -> impl Strategy<Value = Spec> {
    let sizes = (vec(0usize..=4, 1..=6), 0usize..=5, 0usize..=5, 1usize..=8, 0usize..=6);
    let rules = (
        prop_oneof![Just(Cycles::Any), Just(Cycles::Stratified), Just(Cycles::Acyclic)],
        prop_oneof![Just(Bodies::Formula), Just(Bodies::Conjunction)],
        prop::bool::weighted(0.7),
        any::<bool>(),
        vec(prop::bool::weighted(0.2), 15),
        prop::option::weighted(0.2, any::<bool>()),
    );
    (sizes, rules).prop_map(|((arities, variables, constants, nodes, extra), rules)| {
        let (cycles, bodies, empty_bodies, safe, apart, required) = rules;
        let count = arities.len();
        let pairs = (0..count).flat_map(|p| (p + 1..count).map(move |q| (p, q)));
        let independent = pairs.zip(apart).filter(|(_, apart)| *apart).map(|(pair, _)| pair);
        let variables = if constants == 0 { variables.max(1) } else { variables };
        let spec = common::spec(&arities, variables, constants, nodes, count + extra);
        let spec = common::independent(spec, &independent.collect::<Vec<_>>());
        let draft = spec.to_draft().cycles(cycles).bodies(bodies).empty_bodies(empty_bodies);
        let plain = draft.safe(safe).build().expect("a valid spec");
        // What no body can hold is left out.
        let connective = required.map(|and| Connective::ALL[usize::from(!and)]);
        let last = format!("p{count}");
        let formula = |connective| plain.to_draft().required(connective, ["p1", last.as_str()]);
        connective.and_then(|connective| formula(connective).build().ok()).unwrap_or(plain)
    })
}

/// The same with data and with rules under which programs do something.
fn living_specs() -> impl Strategy<Value = Spec> {
    let keys = (vec(0usize..=3, 0..=3), 0..Bodies::ALL.len(), any::<[bool; 5]>());
    (specs(), keys).prop_map(|(spec, (data, bodies, rules))| {
        let [connected, reduced, derivable, has_goal, is_fixed] = rules;
        let data = (1..).zip(data).map(|(number, arity)| format!("d{number}/{arity}"));
        let draft = spec.to_draft().data(data).bodies(Bodies::ALL[bodies]).connected(connected);
        let draft = draft.redundant(!reduced).derivable(derivable);
        let draft = if has_goal { draft.goals(["p1"]) } else { draft };
        let draft = if is_fixed { draft.clauses([("p1", 2)]) } else { draft };
        draft.build().unwrap_or(spec)
    })
}

fn check(spec: &Spec, program: &Program) -> Result<(), TestCaseError> {
    let belongs = membership::check(spec, program);
    prop_assert!(belongs.is_ok(), "{:?}: {:?}", belongs, program);
    let text = Dialect::ProbLog.print(program).expect("printable").to_string();
    prop_assert_eq!(&Dialect::ProbLog.parse(&text).expect("readable"), program);
    Ok(())
}

/// Few enough nodes to be quick even where the search has a hard time.
fn few_nodes() -> Stop {
    Stop::NEVER.with_steps(20_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn by_search(spec in specs(), seed: u64) {
        let mut searcher = Searcher::new(&spec);
        for index in 0..3 {
            if let Ok(Some(program)) = searcher.sample(seed, index, &few_nodes()) {
                check(&spec, &program)?;
            }
        }
    }

    #[test]
    fn by_search_with_all_keys(spec in living_specs(), seed: u64) {
        let mut searcher = Searcher::new(&spec);
        for index in 0..3 {
            if let Ok(Some(program)) = searcher.sample(seed, index, &Stop::NEVER.with_steps(2_000)) {
                check(&spec, &program)?;
            }
        }
    }

    #[test]
    fn by_enumeration(spec in specs()) {
        let mut programs = Vec::new();
        let _ = Searcher::new(&spec).enumerate(&few_nodes(), |program| {
            programs.push(program);
            if programs.len() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        programs.iter().try_for_each(|program| check(&spec, program))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn exactly(spec in specs(), seed: u64, clauses: bool) {
        let spread = SizeSpread { clauses, nodes: false };
        match Generator::new(&spec, Method::Exact, spread, &Stop::NEVER) {
            Ok(source) => {
                for index in 0..3 {
                    let drawn = source.drawer().draw(seed, index, &Stop::NEVER);
                    let program = drawn.expect("nothing stops it").expect("there are programs");
                    check(&spec, &program)?;
                }
            }
            Err(NoSampler::Empty) => {
                let found = Searcher::new(&spec).sample(seed, 0, &few_nodes());
                prop_assert!(!matches!(found, Ok(Some(_))), "{:?} but counted none", found);
            }
            Err(NoSampler::Outside(_)) => prop_assert!(spec.required().is_some()),
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

#[test]
fn the_larger_example_of_the_papers_appendix() {
    let spec = common::spec(&[1, 2, 3], 3, 3, 5, 5);
    let mut searcher = Searcher::new(&spec);
    for index in 0..1_000 {
        let Ok(Some(program)) = searcher.sample(1, index, &Stop::NEVER) else {
            panic!("the space is not empty")
        };
        assert_eq!(membership::check(&spec, &program), Ok(()));
    }
}
