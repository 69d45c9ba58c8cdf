//! Samples of random specs belong to their spaces, depend on seed and index alone, and can be made
//! by many threads.

use crate::common::brute::{self, Rule};
use crate::common::{any, independent, no_facts, safe, spec, strategy::small_specs, with};
use proptest::prelude::*;
use randlog_generate::exact::{Natural, NoSampler, OutsideClosedForms, Sampler, SizeSpread, count};
use randlog_generate::spec::{Bodies, Connective};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Formula, Probability, Program};

const SPREADS: [SizeSpread; 4] = [
    SizeSpread { clauses: false, nodes: false },
    SizeSpread { clauses: true, nodes: false },
    SizeSpread { clauses: false, nodes: true },
    SizeSpread { clauses: true, nodes: true },
];

fn rules(program: &Program) -> Vec<Rule> {
    let rule = |clause: &randlog_logic::Clause| (clause.heads[0].atom.clone(), clause.body.clone());
    program.clauses.iter().map(rule).collect()
}

/// Whether a body has the form that the spec asks for.
fn has_form(spec: &Spec, body: &Formula) -> bool {
    let is_literal = |formula: &Formula| match formula {
        Formula::Atom(_) => true,
        Formula::Not(inner) => matches!(**inner, Formula::Atom(_)),
        _ => false,
    };
    let form = match (body, spec.bodies()) {
        (Formula::True, _) => spec.empty_bodies(),
        (_, Bodies::Formula) => true,
        (Formula::And(children), _) => children.len() > 1 && children.iter().all(is_literal),
        (literal, _) => is_literal(literal),
    };
    form && brute::nodes(body) <= spec.max_nodes()
}

fn belongs(spec: &Spec, program: &Program) -> bool {
    let rules = rules(program);
    let mut distinct = rules.clone();
    distinct.sort();
    distinct.dedup();
    distinct.len() == rules.len()
        && brute::meets(spec, &rules.iter().collect::<Vec<_>>())
        && rules.iter().all(|(head, body)| {
            has_form(spec, body)
                && (!spec.safe() || brute::is_safe(head, body))
                && brute::canonical(spec, head, body) == (head.clone(), body.clone())
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn samples_belong_to_their_space(spec in small_specs(), seed: u64) {
        let size = count(&spec).expect("a small spec");
        for spread in SPREADS {
            match Sampler::new(&spec, spread, &Stop::NEVER) {
                Err(refused) => {
                    prop_assert_eq!(&size, &Natural::ZERO);
                    prop_assert_eq!(refused, NoSampler::Empty);
                }
                Ok(sampler) => {
                    prop_assert!(size > Natural::ZERO);
                    for index in 0..20 {
                        let program = sampler.sample(seed, index);
                        prop_assert!(belongs(&spec, &program), "{program:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn samples_of_large_spaces_belong_to_them() {
    let eight = spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16);
    let six = spec(&[3, 2, 1, 1, 0, 0], 3, 2, 6, 9);
    let specs = [
        any(eight.clone()),
        eight.clone(),
        safe(eight),
        no_facts(six.clone()),
        independent(six.clone(), &[(0, 1)]),
        any(independent(six.clone(), &[(2, 3), (3, 4)])),
        safe(independent(six, &[(0, 5), (1, 2), (3, 4)])),
    ];
    for spec in specs {
        let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("samples");
        for index in 0..200 {
            let program = sampler.sample(11, index);
            assert!(belongs(&spec, &program), "{program:?}");
        }
    }
}

#[test]
fn a_program_depends_on_seed_and_index_alone() {
    let spec = with(&spec(&[2, 1, 1], 2, 1, 4, 6), |draft| draft.probabilities([0.1, 0.2, 0.3]));
    let sampler = |()| Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("samples");
    let forwards = sampler(());
    let first: Vec<Program> = (0..100).map(|index| forwards.sample(5, index)).collect();
    let backwards = sampler(());
    let mut again: Vec<Program> = (0..100).rev().map(|index| backwards.sample(5, index)).collect();
    again.reverse();
    assert_eq!(first, again);
    let shared = sampler(());
    let halves: Vec<Program> = std::thread::scope(|scope| {
        let part = |range: std::ops::Range<u64>| {
            let shared = &shared;
            scope.spawn(move || range.map(|index| shared.sample(5, index)).collect::<Vec<_>>())
        };
        let parts = [part(0..50), part(50..100)];
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert_eq!(first, halves);
    assert_ne!(first[0], first[1]);
    assert_ne!(forwards.sample(6, 0), first[0]);
}

#[test]
fn every_probability_of_the_list_comes_up() {
    let probabilities: Vec<Probability> = (1..=4).filter_map(|n| Probability::new(n, 4)).collect();
    let spec = with(&spec(&[1, 1], 1, 1, 2, 4), |draft| draft.probabilities(&probabilities));
    let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).expect("samples");
    let mut seen = [0u32; 4];
    for index in 0..2_000 {
        for clause in sampler.sample(1, index).clauses {
            let probability = &clause.heads[0].probability;
            let position = probabilities.iter().position(|p| *probability == *p);
            seen[position.expect("of the list")] += 1;
        }
    }
    let mean = seen.iter().sum::<u32>() / 4;
    assert!(seen.iter().all(|&seen| seen.abs_diff(mean) < mean / 10), "{seen:?}");
}

#[test]
fn what_cannot_be_counted_cannot_be_sampled() {
    let spec = spec(&[1, 1], 1, 0, 3, 2);
    let spec = with(&spec, |draft| draft.required(Connective::Or, ["p1", "p2"]));
    let refused = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER).map(|_| ());
    assert_eq!(refused, Err(NoSampler::Outside(OutsideClosedForms::Required)));
}

/// The exact numbers of programs of the last heads, for each of many heads, would take 20 MiB.
#[test]
fn clauses_are_shared_out_among_many_heads_without_long_numbers() {
    let arities: Vec<usize> = (0..160).map(|place| place % 3).collect();
    let many = any(spec(&arities, 3, 2, 4, 320));
    let stop = Stop::NEVER.with_memory(1 << 23);
    let sampler = Sampler::new(&many, SizeSpread::default(), &stop).expect("it fits");
    for index in 0..3 {
        assert!(belongs(&many, &sampler.sample(3, index)));
    }
}

#[test]
fn samples_that_need_too_much_memory_are_refused_at_once() {
    let eight = spec(&[4, 3, 2, 2, 1, 1, 1, 1], 8, 8, 8, 16);
    let spread = SizeSpread { clauses: false, nodes: true };
    let refused = Sampler::new(&eight, spread, &Stop::NEVER.with_memory(1 << 26)).map(|_| ());
    assert!(matches!(refused, Err(NoSampler::Outside(OutsideClosedForms::Memory { .. }))));
}
