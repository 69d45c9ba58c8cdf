//! Search and closed forms arrive at the same numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use randlog_generate::Stop;
use randlog_generate::exact::Natural;
use randlog_generate::spec::Key;
use randlog_generate::verify::{Scenario, list, paper_grid, random_scenario, total};

fn assert_agreement(scenarios: &[Scenario]) {
    let mut compared = 0;
    list(2, scenarios, &Stop::NEVER, |scenario, outcome| {
        assert_eq!(outcome.disagreement, None, "{}", scenario.spec.to_toml());
        compared += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(compared, scenarios.len());
}

#[test]
fn the_papers_scenarios() {
    let grid = paper_grid();
    assert_eq!(grid.len(), 1_032);
    assert_eq!(total(&grid), Natural::from(13_378_598u32));
    // All of them are listed by `randlog verify`.
    let small: Vec<Scenario> = grid.into_iter().filter(|s| s.count <= 20_000).collect();
    assert!(small.len() > 500);
    assert_agreement(&small);
}

#[test]
fn random_scenarios_under_all_rules() {
    let scenarios: Vec<Scenario> = (0..300).map(|index| random_scenario(1, index)).collect();
    let nonempty = scenarios.iter().filter(|scenario| scenario.count > 0).count();
    assert!(nonempty > 200, "{nonempty} spaces are not empty");
    assert_agreement(&scenarios);
}

/// A key that no random scenario sets is a key that `verify --extended` does not compare.
#[test]
fn random_scenarios_cover_all_keys() {
    let scenarios: Vec<Scenario> = (0..300).map(|index| random_scenario(1, index)).collect();
    let mut values: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for scenario in scenarios.iter().filter(|scenario| scenario.count > 0) {
        for (key, value) in scenario.spec.to_short() {
            values.entry(key.name).or_default().insert(value);
        }
    }
    // Probabilities are drawn after programs, and a preset is nothing but the values of other keys.
    let compared =
        Key::all().map(|key| key.name).filter(|key| !["probabilities", "preset"].contains(key));
    for key in compared {
        assert!(values.contains_key(key), "no scenario sets `{key}`");
    }
    let under_heads =
        |key: &str| values[key].iter().filter(|value| value.contains("body.p1.")).count();
    assert!(under_heads("weights") > 5 && under_heads("averages") > 0, "{values:?}");
    // Where a rule has no closed form, it must say something about the looser space.
    let open = scenarios.iter().filter(|scenario| scenario.looser.is_some());
    let rules: BTreeSet<&str> = open.flat_map(changed).collect();
    for rule in
        ["connected", "repeated_variables", "redundant", "derivable", "goals", "uses", "required"]
    {
        assert!(rules.contains(rule), "no scenario compares `{rule}` with its definition");
    }
}

/// The keys that the looser space of a scenario lacks.
fn changed(scenario: &Scenario) -> Vec<&'static str> {
    let Some(looser) = &scenario.looser else { return Vec::new() };
    let loose = looser.to_short();
    let strict = scenario.spec.to_short().into_iter();
    strict.filter(|entry| !loose.contains(entry)).map(|(key, _)| key.name).collect()
}
