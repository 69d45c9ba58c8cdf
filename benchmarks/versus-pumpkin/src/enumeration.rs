//! Every program of three small spaces.

use randlog_generate::Spec;

use crate::clock::{Time, median_time, time};
use crate::pumpkin::Model;
use crate::specs::spec;
use crate::{randlog, ratio};

/// Print a table: programs per second of each side, and how many times faster randlog is.
pub fn report(repetitions: usize) {
    println!("## Enumeration: programs per second of processor time\n");
    println!("| spec | programs | Pumpkin | randlog | ratio (CPU) | ratio (wall) |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (text, spec, programs) in spaces() {
        let [pumpkin, randlog] = race(&spec, programs, repetitions);
        println!(
            "| `{text}` | {programs} | {} | {} | {:.1} | {:.1} |",
            per_second(programs, pumpkin),
            per_second(programs, randlog),
            ratio(pumpkin.cpu, randlog.cpu),
            ratio(pumpkin.wall, randlog.wall),
        );
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

/// The two sides take turns, so that a busy moment of the machine hits both.
fn race(spec: &Spec, programs: u64, repetitions: usize) -> [Time; 2] {
    let sides: [fn(&Spec) -> u64; 2] = [|spec| Model::new(spec, 0).count(), randlog::count];
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        for (count, times) in sides.iter().zip(&mut times) {
            let (found, time) = time(|| count(spec));
            assert_eq!(found, programs);
            times.push(time);
        }
    }
    times.map(|times| median_time(&times))
}

fn per_second(programs: u64, time: Time) -> String {
    format!("{:.2} M", programs as f64 / time.cpu.as_secs_f64() / 1e6)
}
