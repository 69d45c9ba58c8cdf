//! Weighted spaces against lists: what all programs weigh, what to expect of them, and how often each is
//! drawn.

use crate::common::brute::{self, Rule, Rules};
use crate::common::chance::{self, is_chance};
use crate::common::strategy::{living_specs, small_specs};
use crate::common::weights::{Fraction, weighed, weight};
use crate::common::{acyclic, any, conjunctions, independent, no_facts, safe, spec, with};
use proptest::prelude::*;
use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};
use randlog_generate::exact::{Ratio, Sampler, SizeSpread, averages, count, weight_within};
use randlog_generate::spec::Bodies;
use randlog_generate::{Spec, Stop};
use randlog_logic::{Atom, Formula, Term};

fn small_weighed_specs() -> impl Strategy<Value = Spec> {
    small_specs().prop_flat_map(weighed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn totals_equal_lists(spec in small_weighed_specs()) {
        let list = brute::programs(&spec, 10_000);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        let total = list.iter().fold(Fraction::ZERO, |sum, rules| sum.plus(&weight(&spec, rules)));
        let found = weight_within(&spec, &Stop::NEVER).expect("a small spec");
        prop_assert_eq!(found.numerator * &total.denominator, total.numerator * &found.denominator);
        prop_assert_eq!(count(&spec).expect("a small spec"), list.len().into());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_global_rejects: 60_000, ..Default::default() })]

    #[test]
    fn totals_of_all_keys_equal_lists(spec in living_specs().prop_flat_map(weighed)) {
        let found = weight_within(&spec, &Stop::NEVER);
        prop_assume!(found.is_ok());
        let list = brute::programs(&spec, 5_000);
        prop_assume!(list.is_some());
        let list = list.unwrap_or_default();
        let total = list.iter().fold(Fraction::ZERO, |sum, rules| sum.plus(&weight(&spec, rules)));
        let found = found.expect("assumed");
        prop_assert_eq!(found.numerator * &total.denominator, total.numerator * &found.denominator);
    }
}

/// Draw programs of a small weighted space; how far are they from the weights?
fn deviation(spec: &Spec, mut draw: impl FnMut(u64) -> Rules) -> f64 {
    let programs = brute::programs(spec, 200_000).expect("a small space");
    let weights: Vec<f64> = programs.iter().map(|program| weight(spec, program).to_f64()).collect();
    let draws = (60 * programs.len()).clamp(20_000, 200_000) as u64;
    chance::excess(&programs, &weights, (0..draws).map(&mut draw))
}

fn check(spec: &Spec) {
    let sampler = Sampler::new(spec, SizeSpread::default(), &Stop::NEVER).expect("a small space");
    let excess = deviation(spec, |index| brute::rules(spec, &sampler.sample(2024, index)));
    assert!(is_chance(excess), "{excess} deviations for\n{}", spec.to_toml());
}

fn heavy(spec: Spec, weights: &[(&str, &str)]) -> Spec {
    with(&spec, |draft| draft.weights(weights.iter().copied()))
}

const SHAPE: [(&str, &str); 4] =
    [("negation", "3"), ("conjunction", "0.5"), ("disjunction", "0.2"), ("empty_body", "2")];
const TERMS: [(&str, &str); 3] = [("constant", "0.3"), ("variable", "1.5"), ("node", "1/3")];
const PREDICATES: [(&str, &str); 4] =
    [("body.p1", "3"), ("head.p2", "0.25"), ("clause", "0.7"), ("negation", "2")];

#[test]
fn clauses_are_drawn_by_weight() {
    check(&heavy(any(spec(&[1], 1, 1, 4, 1)), &SHAPE));
    check(&heavy(any(spec(&[2], 2, 1, 2, 1)), &TERMS));
    check(&heavy(any(conjunctions(spec(&[1, 0], 1, 0, 4, 2))), &PREDICATES));
}

#[test]
fn sets_of_clauses_are_drawn_by_weight() {
    check(&heavy(any(spec(&[1], 1, 1, 2, 3)), &SHAPE));
    check(&heavy(any(spec(&[1, 0], 1, 1, 2, 4)), &PREDICATES));
    check(&heavy(any(no_facts(spec(&[0, 0], 0, 0, 3, 3))), &SHAPE));
    // Nearly all the clauses that exist.
    check(&heavy(any(spec(&[0, 0], 0, 0, 1, 6)), &PREDICATES));
    check(&heavy(acyclic(spec(&[2], 0, 2, 1, 4)), &[("constant", "0.1"), ("clause", "5")]));
}

#[test]
fn stratified_programs_are_drawn_by_weight() {
    check(&heavy(spec(&[1, 0], 1, 1, 2, 4), &SHAPE));
    check(&heavy(spec(&[1, 0], 1, 1, 2, 4), &PREDICATES));
    check(&heavy(spec(&[0, 0, 1], 0, 1, 2, 4), &SHAPE));
    check(&heavy(spec(&[0, 0, 0], 0, 0, 3, 3), &PREDICATES));
    check(&heavy(no_facts(spec(&[0, 0, 0, 0], 0, 0, 1, 5)), &PREDICATES));
    // One head whose clauses must together use several others.
    check(&heavy(no_facts(spec(&[0, 0, 0], 0, 0, 1, 8)), &PREDICATES));
}

#[test]
fn acyclic_and_safe_programs_are_drawn_by_weight() {
    check(&heavy(acyclic(spec(&[1, 1, 0], 1, 0, 2, 4)), &PREDICATES));
    check(&heavy(safe(spec(&[1, 2], 1, 1, 2, 2)), &TERMS));
    check(&heavy(safe(any(spec(&[2], 2, 1, 3, 1))), &TERMS));
    check(&heavy(no_facts(safe(any(spec(&[2], 3, 0, 4, 1)))), &SHAPE));
    check(&heavy(conjunctions(safe(spec(&[1, 1], 2, 0, 4, 2))), &PREDICATES));
}

#[test]
fn independent_pairs_are_drawn_by_weight() {
    check(&heavy(independent(spec(&[1, 1, 1], 0, 1, 3, 3), &[(0, 1)]), &SHAPE));
    check(&heavy(independent(spec(&[0, 0, 0, 0], 0, 0, 1, 5), &[(0, 1)]), &PREDICATES));
    check(&heavy(any(independent(spec(&[0, 1, 1], 0, 1, 2, 4), &[(0, 2)])), &PREDICATES));
}

/// Each head has its own idea of what atoms weigh; the third has none.
const HABITS: [(&str, &str); 5] = [
    ("body.p1.p1", "4"),
    ("body.p1.p2", "0.5"),
    ("body.p2.p1", "0.2"),
    ("body.p2", "3"),
    ("negation", "0.5"),
];

fn sets(spec: Spec) -> Spec {
    with(&spec, |draft| draft.bodies(Bodies::Set))
}

#[test]
fn atoms_are_drawn_by_the_weight_that_they_have_under_their_head() {
    check(&heavy(any(spec(&[1, 0], 1, 0, 3, 3)), &HABITS));
    check(&heavy(spec(&[0, 0, 0], 0, 0, 2, 4), &HABITS));
    check(&heavy(acyclic(spec(&[1, 1, 0], 1, 0, 2, 4)), &HABITS));
    check(&heavy(conjunctions(safe(spec(&[1, 1], 2, 0, 4, 2))), &HABITS));
    check(&heavy(no_facts(spec(&[0, 0, 0], 0, 0, 1, 7)), &HABITS));
    check(&heavy(independent(spec(&[0, 0, 0, 0], 0, 0, 1, 5), &[(0, 1)]), &HABITS));
    check(&heavy(any(sets(spec(&[1, 1], 2, 0, 4, 2))), &HABITS));
    check(&heavy(sets(safe(spec(&[1, 2], 2, 0, 3, 2))), &HABITS));
    let connected = |spec: Spec| with(&spec, |draft| draft.connected(true));
    check(&heavy(any(connected(sets(safe(spec(&[1, 2], 2, 0, 3, 2))))), &HABITS));
    let derivable = |spec: Spec| with(&spec, |draft| draft.derivable(true).data(["d/1"]));
    check(&heavy(any(derivable(sets(spec(&[1, 1], 1, 0, 3, 2)))), &HABITS));
    check(&heavy(any(derivable(spec(&[1, 1], 1, 0, 3, 2))), &HABITS));
}

#[test]
fn the_test_rejects_weights_of_another_head() {
    let (spec, mut random) =
        (any(heavy(spec(&[1, 0], 1, 0, 2, 3), &HABITS)), ChaCha8Rng::seed_from_u64(5));
    let ignoring =
        heavy(spec.clone(), &[("body.p1", "4"), ("body.p2", "0.5"), ("negation", "0.5")]);
    let urn = programs_by_weight(&spec, &ignoring);
    assert!(!is_chance(deviation(&spec, |_| urn.draw(&mut random))));
}

/// The space on which biased samplers are tried.
fn tried() -> Spec {
    heavy(
        any(spec(&[1], 1, 1, 1, 3)),
        &[("constant", "0.3"), ("body.p1", "4"), ("empty_body", "3"), ("clause", "0.5")],
    )
}

/// A list from which something is drawn in proportion to weights.
struct Urn<T>(Vec<(f64, T)>);

impl<T: Clone> Urn<T> {
    fn new(things: impl IntoIterator<Item = (T, f64)>) -> Urn<T> {
        let mut sum = 0.0;
        let add = |(thing, weight)| {
            sum += weight;
            (sum, thing)
        };
        Urn(things.into_iter().map(add).collect())
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> T {
        let total = self.0.last().expect("something").0;
        let place = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
        self.0[self.0.partition_point(|(end, _)| *end <= place)].1.clone()
    }
}

fn programs_by_weight(spec: &Spec, by: &Spec) -> Urn<Rules> {
    let programs = brute::programs(spec, 200_000).expect("a small space");
    Urn::new(programs.into_iter().map(|program| {
        let weight = weight(by, &program).to_f64();
        (program, weight)
    }))
}

#[test]
fn the_test_passes_a_fair_choice_from_the_list() {
    let (spec, mut random) = (tried(), ChaCha8Rng::seed_from_u64(1));
    let urn = programs_by_weight(&spec, &spec);
    assert!(is_chance(deviation(&spec, |_| urn.draw(&mut random))));
    check(&spec);
}

#[test]
fn the_test_rejects_sets_drawn_as_if_all_clauses_weighed_the_same() {
    // The size is drawn rightly, then clauses one after the other, drawing again what is there.
    let (spec, mut random) = (tried(), ChaCha8Rng::seed_from_u64(2));
    let sizes = programs_by_weight(&spec, &spec);
    let clauses = brute::clauses(&spec, 1_000).expect("few clauses");
    let clauses = Urn::new(clauses.into_iter().map(|clause| {
        let weight = weight(&spec, &Rules::from([clause.clone()])).to_f64();
        (clause, weight)
    }));
    let biased = |_| {
        let size = sizes.draw(&mut random).len();
        let mut program = Rules::new();
        while program.len() < size {
            program.insert(clauses.draw(&mut random));
        }
        program
    };
    assert!(!is_chance(deviation(&spec, biased)));
}

#[test]
fn the_test_rejects_constants_whose_weight_is_ignored() {
    let (spec, mut random) = (tried(), ChaCha8Rng::seed_from_u64(3));
    let ignoring = heavy(spec.clone(), &[("body.p1", "4"), ("empty_body", "3"), ("clause", "0.5")]);
    let urn = programs_by_weight(&spec, &ignoring);
    assert!(!is_chance(deviation(&spec, |_| urn.draw(&mut random))));
}

#[test]
fn the_test_rejects_weights_that_are_not_normalised_over_sizes() {
    // Sizes by the number of programs, and weights only among programs of a size.
    let (spec, mut random) = (tried(), ChaCha8Rng::seed_from_u64(4));
    let programs = brute::programs(&spec, 200_000).expect("a small space");
    let of_size = |size: usize| {
        let alike = programs.iter().filter(|program| program.len() == size);
        Urn::new(alike.map(|program| (program.clone(), weight(&spec, program).to_f64())))
    };
    let sizes: Vec<Urn<Rules>> = (1..=3).map(of_size).collect();
    let biased = |_| {
        let size = programs[random.next_u64() as usize % programs.len()].len();
        sizes[size - 1].draw(&mut random)
    };
    assert!(!is_chance(deviation(&spec, biased)));
}

/// The sum over all programs of their weight times a number of each.
fn sum(spec: &Spec, list: &[Rules], number: impl Fn(&Rule) -> usize) -> Fraction {
    list.iter().fold(Fraction::ZERO, |sum, rules| {
        let mut weighed = weight(spec, rules);
        weighed.numerator *= rules.iter().map(&number).sum::<usize>();
        sum.plus(&weighed)
    })
}

fn is_ratio(found: &Ratio, part: &Fraction, whole: &Fraction) -> bool {
    let left = &found.numerator * &part.denominator * &whole.numerator;
    left == &found.denominator * &part.numerator * &whole.denominator
}

fn atoms(body: &Formula, counts: &impl Fn(&Atom) -> usize) -> usize {
    match body {
        Formula::True => 0,
        Formula::Atom(atom) => counts(atom),
        Formula::Not(inner) => atoms(inner, counts),
        Formula::And(children) | Formula::Or(children) => {
            children.iter().map(|child| atoms(child, counts)).sum()
        }
    }
}

fn disjunctions(body: &Formula) -> usize {
    match body {
        Formula::True | Formula::Atom(_) => 0,
        Formula::Not(inner) => disjunctions(inner),
        Formula::And(children) => children.iter().map(disjunctions).sum(),
        Formula::Or(children) => 1 + children.iter().map(disjunctions).sum::<usize>(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn expected_numbers_equal_lists(spec in small_weighed_specs()) {
        let list = brute::programs(&spec, 3_000);
        prop_assume!(list.as_ref().is_some_and(|list| !list.is_empty()));
        let list = list.unwrap_or_default();
        let known = averages(&spec, &Stop::NEVER).expect("small").expect("not empty");
        let sum = |number: &dyn Fn(&Rule) -> usize| sum(&spec, &list, number);
        let all = list.iter().fold(Fraction::ZERO, |sum, rules| sum.plus(&weight(&spec, rules)));
        let clauses = sum(&|_| 1);
        prop_assert!(is_ratio(&known.clauses, &clauses, &all));
        prop_assert!(is_ratio(&known.nodes, &sum(&|(_, body)| brute::nodes(body)), &all));
        prop_assert!(is_ratio(&known.negations, &sum(&|(_, body)| brute::negations(body)), &all));
        prop_assert!(is_ratio(&known.disjunctions, &sum(&|(_, body)| disjunctions(body)), &all));
        let empty = sum(&|(_, body)| usize::from(*body == Formula::True));
        prop_assert!(is_ratio(&known.empty_bodies, &empty, &clauses));
        let arguments = |which: fn(&Term) -> bool| {
            let of = move |atom: &Atom| atom.args.iter().filter(|term| which(term)).count();
            sum(&|(head, body)| of(head) + atoms(body, &of))
        };
        if let Some(share) = &known.constants {
            let constants = arguments(|term| matches!(term, Term::Constant(_)));
            prop_assert!(is_ratio(share, &constants, &arguments(|_| true)));
        }
        let all_atoms = sum(&|(_, body)| atoms(body, &|_| 1));
        for (place, predicate) in spec.predicates().iter().enumerate() {
            let heads = sum(&|(head, _)| usize::from(head.predicate() == *predicate));
            prop_assert!(is_ratio(&known.head[place], &heads, &all), "head of {}", predicate);
            let own = sum(&|(_, body)| atoms(body, &|a| usize::from(a.predicate() == *predicate)));
            if let Some(shares) = &known.body {
                prop_assert!(is_ratio(&shares[place], &own, &all_atoms), "body of {}", predicate);
            }
        }
    }
}
