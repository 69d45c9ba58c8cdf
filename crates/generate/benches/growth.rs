//! How counting and setting up a sampler grow with the spec: prints the tables of `docs/exact.md`.
//!
//! Times are processor time of this thread where the system tells it, so that other work on the
//! machine does not count.

use std::time::{Duration, Instant};

use randlog_generate::exact::{Sampler, SizeSpread, count};
use randlog_generate::{Spec, Stop};

/// Four variables, two constants, stratified.
fn spec(arities: &[usize], nodes: usize, clauses: usize) -> Spec {
    Spec::builder()
        .arities(arities)
        .variables(4)
        .constants(2)
        .max_nodes(nodes)
        .max_clauses(clauses)
        .build()
        .expect("a valid spec")
}

/// Time that this thread has spent running.
fn now(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The mean time of an action, repeated until it has taken long enough to be measured.
fn timed<T>(action: impl Fn() -> T) -> (T, Duration) {
    let start = Instant::now();
    let before = now(start);
    let mut times = 0;
    loop {
        let result = action();
        times += 1;
        let taken = now(start).saturating_sub(before);
        if taken > Duration::from_millis(200) {
            return (result, taken / times);
        }
    }
}

fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    let places = if milliseconds < 10.0 { 2 } else { 0 };
    format!("{milliseconds:.places$}")
}

/// Digits of the count, time to count, time to set up.
fn measured(spec: &Spec) -> String {
    let (number, counting) = timed(|| count(spec));
    let limit = &Stop::NEVER;
    let (sampler, setting_up) = timed(|| Sampler::new(spec, SizeSpread::default(), limit));
    let digits = number.map_or_else(|_| "–".to_owned(), |n| n.to_string().len().to_string());
    let setting_up = sampler.map_or_else(|why| why.to_string(), |_| milliseconds(setting_up));
    format!("{digits} | {} | {setting_up}", milliseconds(counting))
}

fn main() {
    println!(
        "| predicates | digits | count (ms) | set-up (ms) | distinct: digits | count (ms) | set-up (ms) |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|");
    for predicates in 1..=10 {
        let mixed: Vec<usize> = (0..predicates).map(|i| 1 + i % 3).collect();
        let distinct: Vec<usize> = (0..predicates).collect();
        let mixed = measured(&spec(&mixed, 4, predicates + 4));
        let distinct = measured(&spec(&distinct, 4, predicates + 4));
        println!("| {predicates} | {mixed} | {distinct} |");
    }
    println!("\n| nodes | digits | count (ms) | set-up (ms) |\n|--:|--:|--:|--:|");
    for nodes in [1, 2, 4, 8, 16, 32] {
        println!("| {nodes} | {} |", measured(&spec(&[1, 2, 3, 1], nodes, 8)));
    }
    println!("\n| clauses | digits | count (ms) | set-up (ms) |\n|--:|--:|--:|--:|");
    for clauses in [1, 2, 4, 8, 16, 32, 64] {
        let arities = &[1, 2, 3, 1][..clauses.min(4)];
        println!("| {clauses} | {} |", measured(&spec(arities, 4, clauses)));
    }
}
