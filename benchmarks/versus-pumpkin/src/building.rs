//! What the largest model takes: time to build, and memory.

use std::process::Command;

use crate::clock::{median_time, milliseconds};
use crate::sides::{SIDES, Side};
use crate::specs::largest;

/// The argument that asks this program for the memory it needs.
pub const MEMORY: &str = "memory";

const PAIRS: usize = 28;

/// Print a table of times, and the memory that randlog needs to build the model and use it.
pub fn report(repetitions: usize) {
    let spec = largest(PAIRS, 0);
    let mut times = SIDES.map(|_| Vec::new());
    for _ in 0..repetitions {
        for (side, times) in SIDES.iter().zip(&mut times) {
            times.push(side.build(&spec));
        }
    }
    println!("## Building the largest model\n");
    println!("| side | CPU, ms | wall, ms |");
    println!("|---|---:|---:|");
    for (side, times) in SIDES.iter().zip(&times) {
        let time = median_time(times);
        println!("| {} | {} | {} |", side.name(), milliseconds(time.cpu), milliseconds(time.wall));
    }
    match peak_of_child() {
        Some(peak) => {
            println!("\nPeak memory of a process in which randlog samples from it: {peak}.")
        }
        None => println!("\nThis system does not tell how much memory randlog needs."),
    }
}

/// Build the model, sample from it, and print the largest memory this process ever had.
pub fn report_memory() {
    let spec = largest(PAIRS, 0);
    let found = (0..20).filter(|&seed| Side::Randlog.sample(&spec, seed).0.is_some()).count();
    assert_eq!(found, 20);
    print!("{}", peak().unwrap_or_default());
}

/// A process of its own, so that Pumpkin's memory does not count.
fn peak_of_child() -> Option<String> {
    let output = Command::new(std::env::current_exe().ok()?).arg(MEMORY).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|peak| !peak.is_empty())
}

fn peak() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(format!("{:.1} MB", kibibytes * 1024.0 / 1e6))
}
