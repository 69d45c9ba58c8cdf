//! Search and closed forms arrive at the same numbers.

use std::ops::ControlFlow;

use randlog_generate::Stop;
use randlog_generate::exact::Natural;
use randlog_generate::verify::{Scenario, list, paper_grid, random_scenario, total};

fn assert_agreement(scenarios: &[Scenario]) {
    let mut compared = 0;
    list(2, scenarios, &Stop::NEVER, |scenario, listed| {
        assert_eq!(listed, scenario.count, "{scenario:?}");
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
