//! Random relatives of the example programs are like them.

use std::path::{Path, PathBuf};

use randlog_generate::profile::{GroundFacts, Measure, Profile, Tally};
use randlog_generate::{Spec, membership};
use randlog_logic::Dialect;
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
        let profile = profile(&path);
        let spec = profile.draft().build().unwrap();
        let batches = relatives(&spec);
        for (measure, given) in profile.averages() {
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
