//! Engines with a deliberate fault are found, with fixed programs; `examples/mutants.rs` hunts all of them.

use crate::forgetful::Forgetful;
use crate::mutants;
use crate::mutants::hunt::{Hunt, hunt};
use crate::starved::Starved;
use randlog_base::Stop;
use randlog_engines::{Engine, EngineLimits};
use randlog_faults::oracle::Oracle;

/// A fault by name, so many programs, and by whom it is found: to how few clauses is it reduced?
fn clauses(name: &str, oracles: &[Oracle], programs: u64) -> usize {
    let all = mutants::all();
    let mutant = all.iter().find(|mutant| mutant.name == name).expect("there is such a mutant");
    let hunted = hunt(*mutant, Hunt { oracles, programs: Some(programs), ..Hunt::default() });
    let hunted = hunted.unwrap_or_else(|| panic!("{name} was not found in {programs} programs"));
    assert!(hunted.confirmed);
    assert!(hunted.programs <= programs);
    hunted.clauses()
}

#[test]
fn some_faults_are_found_by_the_reference_and_reduced() {
    for (name, programs) in [
        ("evidence-ignored", 200),
        ("disjunction-of-heads-independent", 200),
        ("cycle-unfolded-once", 1000),
        ("repeated-variable-of-a-query", 2000),
        ("table-of-one-query-reused", 200),
        ("crash-on-a-certain-cycle", 500),
    ] {
        let left = clauses(name, &[Oracle::Reference], programs);
        assert!((1..=5).contains(&left), "{name}: {left} clauses");
    }
}

#[test]
fn faults_of_larger_programs_are_found() {
    for name in [
        "arity-forgotten",
        "one-digit-numbers",
        "numbers-of-32-bits",
        "numbers-without-a-sign",
        "names-cut-at-thirty",
        "unlikely-below-a-thousandth",
        "third-argument-ignored",
        "ninth-constant-dropped",
        "third-negation-dropped",
        "twelfth-rule-in-a-row-fails",
    ] {
        let left = clauses(name, &[Oracle::Reference], 4000);
        assert!(left > 0, "{name}");
    }
}

#[test]
fn some_faults_are_found_without_a_reference() {
    let alone = Oracle::named(&["alone"]).unwrap();
    for (name, programs) in [
        ("duplicates-merged", 500),
        ("anonymous-variables-shared", 500),
        ("negation-of-a-cycle-fails", 500),
        ("evidence-not-normalised", 500),
        ("disjunction-of-heads-independent", 500),
        ("third-head-dropped", 500),
        ("branches-choose-apart", 2000),
        ("instances-choose-together", 2000),
    ] {
        let left = clauses(name, &alone, programs);
        assert!((1..=7).contains(&left), "{name}: {left} clauses");
    }
}

#[test]
fn the_program_to_show_is_the_one_that_the_engine_fails_on() {
    let alone = Oracle::named(&["alone"]).unwrap();
    for name in ["cycle-taken-for-a-negative-one", "anonymous-below-negation-refused"] {
        let all = mutants::all();
        let mutant = all.iter().find(|mutant| mutant.name == name).unwrap();
        let hunted =
            hunt(*mutant, Hunt { oracles: &alone, programs: Some(2000), ..Hunt::default() })
                .unwrap();
        let limits = EngineLimits::default();
        let run = mutant.answer(&hunted.program.clone().into(), &limits, &Stop::NEVER).unwrap();
        assert!(run.outcome.is_err(), "{:?}", hunted.program);
    }
}

#[test]
fn all_faults_have_names_of_their_own() {
    let mut names: Vec<&str> = mutants::all().iter().map(|mutant| mutant.name).collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() >= 25 && names.len() == mutants::all().len());
    assert!(mutants::all().iter().all(|mutant| format!("{:?}", mutant.fault).len() > 1));
}

#[test]
fn what_only_a_worker_shows_is_filed_with_the_programs_that_it_needs() {
    let hunted = hunt(Forgetful, Hunt { programs: Some(2000), ..Hunt::default() }).unwrap();
    assert!(!hunted.confirmed);
    assert_eq!(hunted.oracle, "reference");
    assert!(hunted.clauses() > 0 && hunted.time.as_nanos() > 0);
    // The program before had as many queries, and other answers.
    let before = &hunted.fault.before;
    assert_eq!(before.len(), 1, "{:?}", hunted.fault);
    assert_eq!(before[0].tree().unwrap().queries.len(), 3);
    assert!(before[0].tree().unwrap().clauses.len() <= 2, "{}", before[0].text());
    let report = hunted.fault.report();
    assert!(report.contains("Before (`before-1.pl`)"), "{report}");
}

#[test]
fn a_busy_machine_is_not_held_against_an_engine_but_an_endless_wait_is() {
    let limit = EngineLimits::default().time;
    let hunted = |until| hunt(Starved { until }, Hunt { programs: Some(6), ..Hunt::default() });
    assert!(hunted(limit * 20).is_none());
    assert!(hunted(limit * 1000).is_some());
}
