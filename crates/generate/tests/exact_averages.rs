//! Averages and shares against lists of whole spaces.

use crate::common::brute::{self, Rule, Rules};
use crate::common::{acyclic, any, no_facts, spec, strategy::small_specs, with};
use proptest::prelude::*;
use randlog_generate::exact::{Natural, Ratio, averages, independence};
use randlog_generate::{Spec, Stop};

fn list(spec: &Spec) -> Option<Vec<Rules>> {
    brute::programs(spec, 15_000)
}

fn ratio(numerator: usize, denominator: usize) -> Ratio {
    Ratio { numerator: numerator.into(), denominator: denominator.into() }
}

fn sum(programs: &[Rules], of: impl Fn(&Rule) -> usize) -> usize {
    programs.iter().flatten().map(of).sum()
}

fn how_many(programs: &[Rules], holds: impl Fn(&[&Rule]) -> bool) -> usize {
    programs.iter().filter(|rules| holds(&rules.iter().collect::<Vec<_>>())).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_global_rejects: 20_000, ..Default::default() })]

    #[test]
    fn averages_and_shares_are_those_of_the_list(spec in small_specs()) {
        let all = list(&any(with(&spec, |draft| draft.safe(false))));
        prop_assume!(all.is_some());
        let programs = list(&spec).unwrap_or_default();
        let known = averages(&spec, &Stop::NEVER).expect("a small spec");
        prop_assert_eq!(known.is_some(), !programs.is_empty());
        let Some(known) = known else { return Ok(()) };

        let count = programs.len();
        prop_assert_eq!(&known.count, &Natural::from(count));
        prop_assert_eq!(&known.clauses, &ratio(sum(&programs, |_| 1), count));
        prop_assert_eq!(&known.nodes, &ratio(sum(&programs, |(_, body)| brute::nodes(body)), count));
        let negations = sum(&programs, |(_, body)| brute::negations(body));
        prop_assert_eq!(&known.negations, &ratio(negations, count));

        let any_cycles = list(&any(spec.clone())).unwrap_or_default();
        let stratified = how_many(&any_cycles, |rules| brute::is_stratified(&spec, rules));
        prop_assert_eq!(&known.stratified, &ratio(stratified, any_cycles.len()));
        let acyclic = how_many(&any_cycles, |rules| brute::is_acyclic(&spec, rules));
        prop_assert_eq!(&known.acyclic, &ratio(acyclic, any_cycles.len()));

        let unsafe_too = list(&with(&spec, |draft| draft.safe(false))).unwrap_or_default();
        let is_safe = |(head, body): &Rule| brute::is_safe(head, body);
        let safe = how_many(&unsafe_too, |rules| rules.iter().all(|rule| is_safe(rule)));
        prop_assert_eq!(&known.safe, &ratio(safe, unsafe_too.len()));
    }

    #[test]
    fn independence_is_as_frequent_as_in_the_list(spec in small_specs()) {
        prop_assume!(spec.predicates().len() > 1);
        let programs = list(&spec);
        prop_assume!(programs.is_some());
        let programs = programs.unwrap_or_default();
        let holds = how_many(&programs, |rules| brute::is_independent(&spec, rules, 0, 1));
        let known = independence(&spec, (1, 0), &Stop::NEVER).expect("a small spec");
        let expected = (!programs.is_empty()).then(|| ratio(holds, programs.len()));
        prop_assert_eq!(known, expected);
    }
}

#[test]
fn ratios_are_printed_as_decimals() {
    assert_eq!(ratio(1, 3).decimal(4), "0.3333");
    assert_eq!(ratio(2, 3).decimal(4), "0.6667");
    assert_eq!(ratio(7, 2).decimal(0), "4");
    assert_eq!(ratio(0, 5).decimal(2), "0.00");
    assert_eq!(ratio(123_456, 10).decimal(3), "12345.600");
}

#[test]
fn nobody_is_at_home_in_an_empty_space() {
    let empty = no_facts(acyclic(spec(&[1, 1], 1, 0, 2, 2)));
    assert_eq!(averages(&empty, &Stop::NEVER), Ok(None));
    assert_eq!(independence(&empty, (0, 1), &Stop::NEVER), Ok(None));
}
