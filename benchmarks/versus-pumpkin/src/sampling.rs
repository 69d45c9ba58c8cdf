//! The first random program of the largest configuration.

use std::time::Duration;

use randlog_generate::Spec;
use randlog_generate::search::Searcher;
use randlog_logic::Program;

use crate::check::check;
use crate::clock::{Time, median, median_time, time};
use crate::pumpkin::Model;
use crate::specs::largest;
use crate::{decode, milliseconds, randlog, ratio};

/// The time to build a model and the time to find a program with it.
#[derive(Clone, Copy)]
struct Run {
    build: Time,
    search: Time,
}

/// One side's way to make a program.
type Sample = fn(&Spec, u64) -> (Option<Program>, Run);

/// Print a table over `seeds` specs each with 0, 14 and 28 independent pairs.
pub fn report(seeds: u64, repetitions: usize) {
    println!(
        "## First random program: milliseconds of processor time, median over {seeds} seeds\n"
    );
    println!(
        "| pairs | Pumpkin build | Pumpkin search | randlog build | randlog search | ratio (search) \
         | ratio (build and search) | ratio (wall) | worst randlog | worst Pumpkin |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for pairs in [0, 14, 28] {
        let runs: Vec<[Run; 2]> = (0..seeds).map(|seed| race(pairs, seed, repetitions)).collect();
        print_row(pairs, &runs);
    }
    println!();
}

fn print_row(pairs: usize, runs: &[[Run; 2]]) {
    let middle = |value: &dyn Fn(&[Run; 2]) -> Duration| {
        median(&runs.iter().map(value).collect::<Vec<_>>()).unwrap_or_default()
    };
    let middle_ratio = |value: fn(&Run) -> Duration| {
        let ratios: Vec<f64> = runs.iter().map(|[p, r]| ratio(value(p), value(r))).collect();
        median(&ratios).unwrap_or_default()
    };
    let worst = |side: usize| {
        runs.iter().map(|sides| sides[side].build.wall + sides[side].search.wall).max()
    };
    println!(
        "| {pairs} | {} | {} | {} | {} | {:.1} | {:.1} | {:.1} | {} | {} |",
        milliseconds(middle(&|sides| sides[0].build.cpu)),
        milliseconds(middle(&|sides| sides[0].search.cpu)),
        milliseconds(middle(&|sides| sides[1].build.cpu)),
        milliseconds(middle(&|sides| sides[1].search.cpu)),
        middle_ratio(|run| run.search.cpu),
        middle_ratio(|run| run.build.cpu + run.search.cpu),
        middle_ratio(|run| run.build.wall + run.search.wall),
        milliseconds(worst(1).unwrap_or_default()),
        milliseconds(worst(0).unwrap_or_default()),
    );
}

/// The two sides take turns; each program is checked against the spec.
fn race(pairs: usize, seed: u64, repetitions: usize) -> [Run; 2] {
    let spec = largest(pairs, seed);
    let sides: [Sample; 2] = [pumpkin_run, randlog_run];
    let mut runs = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        for (sample, runs) in sides.iter().zip(&mut runs) {
            let (program, run) = sample(&spec, seed);
            let program = program.expect("facts alone are a program of this space");
            assert_eq!(check(&spec, &program), Ok(()));
            runs.push(run);
        }
    }
    runs.map(|runs| Run {
        build: median_time(&runs.iter().map(|run| run.build).collect::<Vec<_>>()),
        search: median_time(&runs.iter().map(|run| run.search).collect::<Vec<_>>()),
    })
}

fn pumpkin_run(spec: &Spec, seed: u64) -> (Option<Program>, Run) {
    let (mut model, build) = time(|| Model::new(spec, seed));
    let (program, search) = time(|| {
        let (clauses, _) = model.sample();
        clauses.map(|clauses| decode::program(spec, &clauses))
    });
    (program, Run { build, search })
}

fn randlog_run(spec: &Spec, seed: u64) -> (Option<Program>, Run) {
    let (mut searcher, build) = time(|| Searcher::new(spec));
    let (program, search) = time(|| randlog::sample(&mut searcher, seed));
    (program, Run { build, search })
}
