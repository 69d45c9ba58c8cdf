//! Pumpkin's side alone: how the model behaves, for those who tune it.

use versus_pumpkin::clock::{median, time};
use versus_pumpkin::pumpkin::Model;
use versus_pumpkin::specs::{largest, spec};

fn main() {
    for spec in [spec(&[1], 1, 2, 3, 3), spec(&[2, 1], 3, 0, 3, 2), spec(&[3, 1], 2, 0, 2, 3)] {
        let runs: Vec<_> = (0..9).map(|_| time(|| Model::new(&spec, 0).count())).collect();
        let times: Vec<_> = runs.iter().map(|(_, time)| time.cpu.as_secs_f64()).collect();
        let seconds = median(&times).unwrap_or_default();
        println!("{} programs, {:.2} M per second", runs[0].0, runs[0].0 as f64 / seconds / 1e6);
    }
    for pairs in [0, 14, 28] {
        let runs: Vec<_> = (0..50)
            .map(|seed| {
                let spec = largest(pairs, seed);
                let (mut model, build) = time(|| Model::new(&spec, seed));
                let ((_, failures), search) = time(|| model.sample());
                (build.cpu, search.cpu, failures)
            })
            .collect();
        let build = median(&runs.iter().map(|run| run.0).collect::<Vec<_>>());
        let search = median(&runs.iter().map(|run| run.1).collect::<Vec<_>>());
        let worst = runs.iter().map(|run| run.1).max();
        let failures = median(&runs.iter().map(|run| run.2).collect::<Vec<_>>());
        println!(
            "{pairs} pairs: build {build:?}, search {search:?}, worst {worst:?}, failures {failures:?}"
        );
    }
}
