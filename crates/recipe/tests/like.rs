//! Random relatives of the example programs are like them.

use std::path::{Path, PathBuf};

use randlog_generate::profile::{GroundFacts, Measure, Profile, Tally};
use randlog_generate::spec::Averaged;
use randlog_generate::{Spec, Stop, membership};
use randlog_logic::{Dialect, Program, redundant_clauses, underivable};
use randlog_recipe::Recipe;

/// The example programs, by name.
fn examples() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/programs");
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}

fn profile(path: &Path) -> Profile {
    let program = Dialect::ProbLog.parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    Profile::of([(&program, GroundFacts::Data)]).unwrap()
}

/// Relatives are measured in batches, which tell how much is left to chance.
const BATCHES: u64 = 25;
const RELATIVES_PER_BATCH: u64 = 40;

/// What was found in all batches on average, and the standard error of that.
fn mean(batches: &[Tally], measure: Measure) -> (f64, f64) {
    let found: Vec<f64> = batches.iter().filter_map(|batch| batch.average(measure)).collect();
    let count = found.len() as f64;
    let mean = found.iter().sum::<f64>() / count;
    let variance = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Whether a mean is the one that is wanted: within two percent, or as much as chance may do. Of what is
/// rare, less than a thousandth is not seen.
fn is_near((found, error): (f64, f64), wanted: f64) -> bool {
    (found - wanted).abs() <= 0.02 * wanted.max(0.05) + 4.0 * error
}

/// Relatives, all of which must belong to the spec.
fn relatives(spec: &Spec) -> Vec<Tally> {
    let prepared = Recipe::programs(spec.clone(), 12).prepare().unwrap();
    let batch = |batch: u64| {
        let mut tally = Tally::new(spec.predicates());
        for index in batch * RELATIVES_PER_BATCH..(batch + 1) * RELATIVES_PER_BATCH {
            let relative = prepared.make(index).unwrap().program;
            assert_eq!(membership::check(spec, &relative), Ok(()));
            tally.add(&relative);
        }
        tally
    };
    (0..BATCHES).map(batch).collect()
}

#[test]
fn relatives_of_the_examples_are_like_them_and_belong_to_the_derived_spec() {
    let paths = examples();
    assert!(paths.len() >= 10);
    for path in paths {
        let mut profile = profile(&path);
        let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
        let batches = relatives(&spec.fitted);
        let spec = spec.spec;
        let all = profile.averages();
        let averages = spec.averages();
        let is_kept = |measure: &Measure| match *measure {
            Measure::Body(position) => averages.of_predicate(Averaged::Body, position).is_some(),
            Measure::Uses { head, predicate } => averages.of_atom(head, predicate).is_some(),
            _ => !averages.is_empty(),
        };
        for &(measure, given) in all.iter().filter(|(measure, _)| is_kept(measure)) {
            let found = mean(&batches, measure);
            let row = measure.row(&spec);
            assert!(is_near(found, given), "{}: {row} is {found:?}, not {given}", path.display());
        }
    }
}

#[test]
fn programs_of_the_space_alone_are_not_like_the_example() {
    let profile = profile(&examples()[0]);
    let batches = relatives(profile.space());
    let unlike = |(measure, given): &(Measure, f64)| !is_near(mean(&batches, *measure), *given);
    assert!(profile.averages().iter().filter(|row| unlike(row)).count() > 5);
}

fn clauses_by_head(program: &Program) -> Vec<(String, usize)> {
    let heads = program.clauses.iter().map(|clause| clause.heads[0].atom.predicate().to_string());
    let mut heads: Vec<String> = heads.collect();
    heads.sort();
    let runs = heads.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0].clone(), run.len())).collect()
}

#[test]
fn relatives_have_the_heads_of_the_original_and_nothing_idle() {
    let chosen = ["smokers.pl", "path.pl", "alarm.pl"];
    let is_chosen = |path: &PathBuf| chosen.iter().any(|name| path.ends_with(name));
    for path in examples().into_iter().filter(is_chosen) {
        let mut profile = profile(&path);
        assert!(profile.space().data().iter().any(|data| data.arity > 0));
        let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap();
        // Rules of people are like that themselves.
        let original = clauses_by_head(&profile.rules()[0]);
        let prepared = Recipe::programs(spec.fitted, 5).prepare().unwrap();
        for index in 0..200 {
            let relative = prepared.make(index).unwrap().program;
            assert_eq!(membership::check(&spec.spec, &relative), Ok(()));
            assert_eq!(clauses_by_head(&relative), original);
            assert_eq!(redundant_clauses(&relative.clauses, &Stop::NEVER), Ok(vec![]));
            assert_eq!(underivable(&relative.clauses), []);
            assert!(relative.clauses.iter().all(|clause| !clause.is_fact()));
        }
    }
}

#[test]
fn loose_relatives_have_the_numbers_of_clauses_on_average() {
    let path = examples().into_iter().find(|path| path.ends_with("path.pl")).unwrap();
    let mut profile = profile(&path).loosened().unwrap();
    let spec = profile.relatives(&Stop::NEVER, |draft| draft.build()).unwrap().fitted;
    let prepared = Recipe::programs(spec, 5).prepare().unwrap();
    let drawn = (0..20).map(|index| clauses_by_head(&prepared.make(index).unwrap().program));
    let drawn: std::collections::BTreeSet<_> = drawn.collect();
    assert!(drawn.len() > 1);
}
