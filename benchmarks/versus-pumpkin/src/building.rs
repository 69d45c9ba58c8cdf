//! What the largest model takes before any search: time and memory.

use std::process::Command;

use randlog_generate::search::Searcher;

use crate::clock::{median_time, time};
use crate::pumpkin::Model;
use crate::specs::largest;
use crate::{milliseconds, randlog, ratio};

/// The argument that asks this program for the memory it needs.
pub const MEMORY: &str = "memory";

const PAIRS: usize = 28;

/// Print a table of times, and the memory that randlog needs to build the model and use it.
pub fn report(repetitions: usize) {
    let spec = largest(PAIRS, 0);
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        times[0].push(time(|| Model::new(&spec, 0)).1);
        times[1].push(time(|| Searcher::new(&spec)).1);
    }
    let [pumpkin, randlog] = times.map(|times| median_time(&times));
    println!("## Building the largest model\n");
    println!("| | Pumpkin | randlog | ratio |");
    println!("|---|---:|---:|---:|");
    for (kind, pumpkin, randlog) in
        [("CPU", pumpkin.cpu, randlog.cpu), ("wall", pumpkin.wall, randlog.wall)]
    {
        let (p, r) = (milliseconds(pumpkin), milliseconds(randlog));
        println!("| {kind}, ms | {p} | {r} | {:.1} |", ratio(pumpkin, randlog));
    }
    match peak_of_child() {
        Some(peak) => println!("\nPeak memory of a process that builds it and samples: {peak}.\n"),
        None => println!("\nPeak memory: this system does not tell.\n"),
    }
}

/// Build the model, sample from it, and print the largest memory this process ever had.
pub fn report_memory() {
    let spec = largest(PAIRS, 0);
    let mut searcher = Searcher::new(&spec);
    let found = (0..50).filter_map(|seed| randlog::sample(&mut searcher, seed)).count();
    assert_eq!(found, 50);
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
