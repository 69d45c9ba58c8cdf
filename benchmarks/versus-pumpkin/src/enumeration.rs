//! Every program of three small spaces.

use randlog_generate::Spec;

use crate::clock::{Time, median_time, ratio, time};
use crate::sides::SIDES;
use crate::specs::spec;

/// Print a table: programs per second of each side, and how many times faster randlog is.
pub fn report(repetitions: usize) {
    println!("## Enumeration\n");
    println!("| spec | programs | side | programs/s of CPU | randlog faster, CPU | wall |");
    println!("|---|---:|---|---:|---:|---:|");
    for (text, spec, programs) in spaces() {
        let times = race(&spec, programs, repetitions);
        let randlog = times[SIDES.len() - 1];
        for (side, time) in SIDES.iter().zip(times) {
            println!(
                "| `{text}` | {programs} | {} | {:.2} M | {:.1} × | {:.1} × |",
                side.name(),
                programs as f64 / time.cpu.as_secs_f64() / 1e6,
                ratio(time.cpu, randlog.cpu),
                ratio(time.wall, randlog.wall),
            );
        }
    }
    println!();
}

/// Arities; variables; constants; nodes; clauses, and the number of programs.
fn spaces() -> [(&'static str, Spec, u64); 3] {
    [
        ("[1];1;2;3;3", spec(&[1], 1, 2, 3, 3), 98_854),
        ("[2,1];3;0;3;2", spec(&[2, 1], 3, 0, 3, 2), 84_150),
        ("[3,1];2;0;2;3", spec(&[3, 1], 2, 0, 2, 3), 92_610),
    ]
}

/// The sides take turns, so that a busy moment of the machine hits all.
fn race(spec: &Spec, programs: u64, repetitions: usize) -> [Time; SIDES.len()] {
    let mut times = SIDES.map(|_| Vec::new());
    for _ in 0..repetitions {
        for (side, times) in SIDES.iter().zip(&mut times) {
            let (found, time) = time(|| side.count(spec));
            assert_eq!(found, programs, "{}", side.name());
            times.push(time);
        }
    }
    times.map(|times| median_time(&times))
}
