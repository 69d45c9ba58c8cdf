//! The machine that runs are executed on, in words. No names: only what explains times.

use std::num::NonZero;
use std::{env, fs, thread};

/// Processor, cores and system, as far as they can be told.
pub fn description() -> String {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let processor = processor().unwrap_or_else(|| "unknown processor".to_owned());
    format!("{processor}, {cores} cores, {} {}", env::consts::OS, env::consts::ARCH)
}

fn processor() -> Option<String> {
    let facts = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = facts.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
