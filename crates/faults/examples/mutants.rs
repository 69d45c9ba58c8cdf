//! How long it takes to find each of the engines with a deliberate fault, and how small the program is
//! that shows it: with the reference, and without.
//!
//! `cargo run --release -p randlog-faults --example mutants -- [SECONDS] [NAME…]`

#[path = "../tests/mutants/mod.rs"]
mod mutants;

use std::time::Duration;

use mutants::hunt::{Hunt, Hunted, hunt};
use randlog_faults::oracle::Oracle;

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let seconds = words.next_if(|word| word.parse::<u64>().is_ok());
    let time = Duration::from_secs(seconds.and_then(|word| word.parse().ok()).unwrap_or(60));
    let wanted: Vec<String> = words.collect();
    let alone = Oracle::named(&["alone"]).expect("this is a name");
    let (mut found, mut found_alone, mut most) = (0, 0, 0);
    println!(
        "{:<40} {:>8} {:>9} {:>7}   without the reference",
        "mutant", "seconds", "programs", "clauses"
    );
    let all = mutants::all();
    let chosen =
        all.iter().filter(|it| wanted.is_empty() || wanted.iter().any(|name| name == it.name));
    for mutant in chosen {
        let search = Hunt { threads: 2, time: Some(time), ..Hunt::default() };
        let by_reference = hunt(*mutant, search.clone());
        let by_itself = hunt(*mutant, Hunt { oracles: &alone, ..search });
        println!("{:<40} {}   {}", mutant.name, shown(&by_reference), shown(&by_itself));
        found += usize::from(by_reference.is_some());
        found_alone += usize::from(by_itself.is_some());
        most = most.max(by_reference.map_or(0, |hunted| hunted.clauses()));
    }
    println!("{found} found, with at most {most} clauses; {found_alone} without the reference");
}

fn shown(hunted: &Option<Hunted>) -> String {
    match hunted {
        None => format!("{:>8} {:>9} {:>7}", "-", "-", "-"),
        Some(it) => {
            assert!(it.confirmed && it.fault.before.is_empty(), "these have no memory");
            let seconds = it.time.as_secs_f64();
            format!("{seconds:>8.2} {:>9} {:>7} {}", it.programs, it.clauses(), it.oracle)
        }
    }
}
