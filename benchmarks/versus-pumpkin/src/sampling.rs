//! The first random program of the largest configuration.

use std::time::Duration;

use crate::check::check;
use crate::clock::{median, median_time, milliseconds, ratio};
use crate::sides::{Run, SIDES};
use crate::specs::largest;

/// Print a table over `seeds` specs each with 0, 14 and 28 independent pairs.
pub fn report(seeds: u64, repetitions: usize) {
    println!("## First random program, {seeds} seeds\n");
    println!(
        "| pairs | side | build, ms | search, ms | both, ms | worst, ms | randlog faster, search \
         | both | wall |"
    );
    println!("|---:|---|---:|---:|---:|---:|---:|---:|---:|");
    for pairs in [0, 14, 28] {
        let runs: Vec<_> = (0..seeds).map(|seed| race(pairs, seed, repetitions)).collect();
        for side in 0..SIDES.len() {
            print_row(pairs, side, &runs);
        }
    }
    println!();
}

fn print_row(pairs: usize, side: usize, runs: &[[Run; SIDES.len()]]) {
    let durations =
        |kind: fn(&Run) -> Duration| runs.iter().map(|runs| kind(&runs[side])).collect::<Vec<_>>();
    let middle = |kind| milliseconds(median(&durations(kind)).unwrap_or_default());
    let faster = |kind: fn(&Run) -> Duration| {
        let of_seed =
            |runs: &[Run; SIDES.len()]| ratio(kind(&runs[side]), kind(&runs[SIDES.len() - 1]));
        median(&runs.iter().map(of_seed).collect::<Vec<_>>()).unwrap_or_default()
    };
    println!(
        "| {pairs} | {} | {} | {} | {} | {} | {:.1} × | {:.1} × | {:.1} × |",
        SIDES[side].name(),
        middle(|run| run.build.cpu),
        middle(|run| run.search.cpu),
        middle(|run| run.build.cpu + run.search.cpu),
        milliseconds(durations(|run| run.wall()).into_iter().max().unwrap_or_default()),
        faster(|run| run.search.cpu),
        faster(|run| run.build.cpu + run.search.cpu),
        faster(|run| run.wall()),
    );
}

/// The sides take turns; each program is checked against the spec.
fn race(pairs: usize, seed: u64, repetitions: usize) -> [Run; SIDES.len()] {
    let spec = largest(pairs, seed);
    let mut runs = SIDES.map(|_| Vec::new());
    for _ in 0..repetitions {
        for (side, runs) in SIDES.iter().zip(&mut runs) {
            let (program, run) = side.sample(&spec, seed);
            let program = program.expect("facts alone are a program of this space");
            assert_eq!(check(&spec, &program), Ok(()), "{}", side.name());
            runs.push(run);
        }
    }
    runs.map(|runs| Run {
        build: median_time(&runs.iter().map(|run| run.build).collect::<Vec<_>>()),
        search: median_time(&runs.iter().map(|run| run.search).collect::<Vec<_>>()),
    })
}
