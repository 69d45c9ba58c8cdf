//! One side alone, again and again, for a profiler: `profile SIDE WHAT`, where the side is
//! `library`, `own` or `randlog` and the work is `enumerate` or a number of independent pairs.

use versus_pumpkin::clock::{median, milliseconds};
use versus_pumpkin::pumpkin::Propagators;
use versus_pumpkin::sides::Side;
use versus_pumpkin::specs::{largest, spec};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let side = match arguments.next().as_deref() {
        Some("library") => Side::Pumpkin(Propagators::Library),
        Some("own") => Side::Pumpkin(Propagators::Own),
        _ => Side::Randlog,
    };
    match arguments.next().and_then(|pairs| pairs.parse().ok()) {
        Some(pairs) => sample(side, pairs),
        None => enumerate(side),
    }
}

fn enumerate(side: Side) {
    for spec in [spec(&[1], 1, 2, 3, 3), spec(&[2, 1], 3, 0, 3, 2), spec(&[3, 1], 2, 0, 2, 3)] {
        let programs: u64 = (0..20).map(|_| side.count(&spec)).sum();
        println!("{programs} programs");
    }
}

fn sample(side: Side, pairs: usize) {
    let specs: Vec<_> = (0..50).map(|seed| (seed, largest(pairs, seed))).collect();
    let run = |(seed, spec): &(u64, _)| side.sample(spec, *seed).1;
    let runs: Vec<_> = (0..10).flat_map(|_| specs.iter().map(run)).collect();
    let build = median(&runs.iter().map(|run| run.build.cpu).collect::<Vec<_>>());
    let search = median(&runs.iter().map(|run| run.search.cpu).collect::<Vec<_>>());
    println!("build {} ms", milliseconds(build.unwrap_or_default()));
    println!("search {} ms", milliseconds(search.unwrap_or_default()));
}
