//! Every program of a space must come up equally often.

use std::collections::HashMap;

use crate::common::brute::{self, Rules};
use crate::common::chance::{self, is_chance, rules};
use crate::common::{acyclic, any, conjunctions, independent, no_facts, safe, spec};
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::exact::{Sampler, SizeSpread};
use randlog_generate::{Spec, Stop};

/// How often each program is expected to come up: often, unless the space is large.
fn draws_each(programs: &[Rules]) -> usize {
    if programs.len() < 3_000 { 100 } else { 20 }
}

fn sampler(spec: &Spec) -> Sampler {
    Sampler::new(spec, SizeSpread::default(), &Stop::NEVER).expect("a small space")
}

/// How far draws are from every program being equally likely.
fn excess(programs: &[Rules], draw: impl FnMut(u64) -> Rules) -> f64 {
    excess_of(programs, (0..(programs.len() * draws_each(programs)) as u64).map(draw))
}

fn excess_of(programs: &[Rules], draws: impl Iterator<Item = Rules>) -> f64 {
    chance::excess(programs, &vec![1.0; programs.len()], draws)
}

fn looks_uniform(programs: &[Rules], draw: impl FnMut(u64) -> Rules) -> bool {
    is_chance(excess(programs, draw))
}

fn check(spec: &Spec) {
    let programs = brute::programs(spec, 2_000_000).expect("a small space");
    let sampler = sampler(spec);
    assert!(programs.len() > 1, "nothing to choose from");
    let excess = excess(&programs, |index| rules(&sampler.sample(2024, index)));
    assert!(is_chance(excess), "{} programs, {excess} deviations", programs.len());
}

#[test]
fn one_clause_with_any_cycles() {
    check(&any(spec(&[1], 1, 0, 4, 1)));
}

#[test]
fn several_clauses_with_any_cycles() {
    check(&any(spec(&[1, 0], 1, 1, 2, 4)));
}

#[test]
fn any_cycles_without_facts() {
    check(&any(no_facts(spec(&[0, 0], 0, 0, 3, 3))));
}

#[test]
fn stratified_programs() {
    check(&spec(&[1, 0], 1, 1, 2, 4));
}

#[test]
fn stratified_programs_of_three_predicates() {
    check(&spec(&[0, 0, 1], 0, 1, 2, 4));
}

#[test]
fn stratified_programs_made_of_cycles() {
    check(&no_facts(spec(&[0, 0, 0, 0], 0, 0, 1, 5)));
}

#[test]
fn components_that_need_nearly_all_clauses_that_exist() {
    check(&no_facts(spec(&[0, 0, 0], 0, 0, 1, 8)));
}

#[test]
fn stratified_formulas() {
    check(&spec(&[0, 0, 0], 0, 0, 3, 3));
}

#[test]
fn acyclic_programs() {
    check(&acyclic(spec(&[1, 1, 0], 1, 0, 2, 4)));
}

#[test]
fn conjunctions_of_literals() {
    check(&conjunctions(spec(&[1, 0], 1, 0, 4, 2)));
}

#[test]
fn safe_programs() {
    check(&safe(spec(&[1, 2], 1, 1, 2, 2)));
}

#[test]
fn safe_disjunctions_name_their_variables_in_any_order() {
    check(&safe(any(spec(&[2], 2, 0, 3, 1))));
    check(&no_facts(safe(any(spec(&[2], 3, 0, 4, 1)))));
}

#[test]
fn safe_conjunctions_of_literals() {
    check(&conjunctions(safe(spec(&[1, 1], 2, 0, 4, 2))));
}

#[test]
fn more_variables_than_places() {
    check(&any(spec(&[2], 5, 0, 1, 1)));
}

#[test]
fn nearly_all_clauses_that_exist() {
    check(&any(spec(&[0, 0], 0, 0, 1, 6)));
    check(&acyclic(spec(&[2], 0, 2, 1, 4)));
}

#[test]
fn independent_pairs_of_stratified_programs() {
    check(&independent(spec(&[1, 1, 1], 0, 1, 3, 3), &[(0, 1)]));
    check(&independent(spec(&[1, 1, 1, 1], 1, 0, 2, 4), &[(0, 1), (2, 3)]));
}

#[test]
fn independent_pairs_with_room_above() {
    check(&independent(spec(&[0, 0, 0, 0], 0, 0, 1, 5), &[(0, 1)]));
}

#[test]
fn independent_pairs_with_any_cycles() {
    check(&any(independent(spec(&[0, 1, 1], 0, 1, 2, 4), &[(0, 2)])));
}

#[test]
fn independent_pairs_of_acyclic_programs() {
    check(&acyclic(independent(spec(&[0, 1, 0, 0], 0, 1, 2, 5), &[(0, 1), (1, 2)])));
}

/// The sizes that a spread makes equally likely.
fn size(program: &Rules, spread: SizeSpread) -> (usize, usize) {
    let nodes = program.iter().map(|(_, body)| brute::nodes(body)).sum();
    (if spread.clauses { program.len() } else { 0 }, if spread.nodes { nodes } else { 0 })
}

/// Each size must come up equally often, and each program of a size.
fn check_spread(spec: &Spec, spread: SizeSpread) {
    let programs = brute::programs(spec, 2_000_000).expect("a small space");
    let mut sizes: HashMap<(usize, usize), Vec<Rules>> = HashMap::new();
    for program in programs {
        sizes.entry(size(&program, spread)).or_default().push(program);
    }
    assert!(sizes.len() > 1, "nothing to spread over");
    let sampler = Sampler::new(spec, spread, &Stop::NEVER).expect("a small space");
    let mut drawn: HashMap<(usize, usize), Vec<Rules>> = HashMap::new();
    let largest = sizes.values().map(Vec::len).max().unwrap_or(0);
    let draws = largest * 100 * sizes.len();
    for index in 0..draws as u64 {
        let program = rules(&sampler.sample(99, index));
        drawn.entry(size(&program, spread)).or_default().push(program);
    }
    assert_eq!(drawn.len(), sizes.len());
    let expected = draws as f64 / sizes.len() as f64;
    for (size, drawn) in drawn {
        let deviation = (drawn.len() as f64 - expected) / expected.sqrt();
        assert!(deviation.abs() < 5.0, "{size:?}: {} for {expected}", drawn.len());
        let programs = &sizes[&size];
        if programs.len() > 1 {
            let excess = excess_of(programs, drawn.into_iter());
            assert!(is_chance(excess), "{size:?}: {excess} deviations");
        }
    }
}

#[test]
fn sizes_can_be_spread_evenly() {
    let spreads = [(true, false), (false, true), (true, true)];
    for (clauses, nodes) in spreads {
        let spread = SizeSpread { clauses, nodes };
        check_spread(&spec(&[0, 0], 0, 0, 2, 4), spread);
        check_spread(&any(spec(&[1], 1, 0, 3, 3)), spread);
        check_spread(&acyclic(independent(spec(&[0, 0, 0], 0, 0, 2, 4), &[(0, 2)])), spread);
        check_spread(&safe(spec(&[1, 0], 1, 1, 2, 3)), spread);
    }
}

/// The space on which biased samplers are tried.
fn tried() -> (Spec, Vec<Rules>) {
    let spec = spec(&[1, 0], 1, 0, 2, 4);
    let programs = brute::programs(&spec, 2_000_000).expect("a small space");
    (spec, programs)
}

#[test]
fn the_test_passes_a_fair_choice_from_the_list() {
    let (_, programs) = tried();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    // The remainder's bias is far below what any number of draws could show.
    let fair = |_| programs[random.next_u64() as usize % programs.len()].clone();
    assert!(looks_uniform(&programs, fair));
}

#[test]
fn the_test_rejects_sizes_made_equally_likely() {
    let (spec, programs) = tried();
    let spread = SizeSpread { clauses: true, nodes: false };
    let sampler = Sampler::new(&spec, spread, &Stop::NEVER).expect("a small space");
    assert!(!looks_uniform(&programs, |index| rules(&sampler.sample(2024, index))));
}

#[test]
fn the_test_rejects_nodes_made_equally_likely() {
    let (spec, programs) = tried();
    let spread = SizeSpread { clauses: false, nodes: true };
    let sampler = Sampler::new(&spec, spread, &Stop::NEVER).expect("a small space");
    assert!(!looks_uniform(&programs, |index| rules(&sampler.sample(2024, index))));
}

#[test]
fn the_test_rejects_clauses_chosen_one_by_one() {
    // Add random clauses until there is a program: short programs come up too often.
    let (spec, programs) = tried();
    let clauses = brute::clauses(&spec, 1_000).expect("a small space");
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let biased = |_| loop {
        let mut program = Rules::new();
        for _ in 0..spec.max_clauses() {
            program.insert(clauses[random.next_u64() as usize % clauses.len()].clone());
        }
        if brute::meets(&spec, &program.iter().collect::<Vec<_>>()) {
            return program;
        }
    };
    assert!(!looks_uniform(&programs, biased));
}

#[test]
fn the_test_rejects_three_programs_too_often() {
    let (_, programs) = tried();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let biased = |_| {
        let often = random.next_u64() % 20 == 0;
        let choices = if often { 3 } else { programs.len() };
        programs[random.next_u64() as usize % choices].clone()
    };
    assert!(!looks_uniform(&programs, biased));
}

#[test]
fn the_test_rejects_half_of_a_space_being_one_third_likelier() {
    let (_, programs) = tried();
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let biased = |_| {
        let half = programs.len() / 2;
        let choices = if random.next_u64() % 7 == 0 { half } else { programs.len() };
        programs[random.next_u64() as usize % choices].clone()
    };
    assert!(!looks_uniform(&programs, biased));
}

#[test]
fn the_test_rejects_turns() {
    let (_, programs) = tried();
    assert!(!looks_uniform(&programs, |index| programs[index as usize % programs.len()].clone()));
}
