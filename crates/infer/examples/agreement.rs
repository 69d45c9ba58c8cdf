//! Compares all algorithms on random programs of all shapes.
//!
//! ```sh
//! cargo run --release -p randlog-infer --example agreement -- 5000 [SEED]
//! ```
//!
//! Of every four programs, two have probabilities that are very small, or very close to one, and one has clauses that
//! are not safe for all calls.

#[path = "../tests/random/mod.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod random;

use randlog_infer::Algorithm;
use random::{Generator, Shape};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (count, seed) = match (arguments.next(), arguments.next()) {
        (None, _) => (5000, 1),
        (Some(Ok(count)), None) => (count, 1),
        (Some(Ok(count)), Some(Ok(seed))) => (count, seed),
        _ => {
            eprintln!("usage: agreement [PROGRAMS [SEED]]");
            return ExitCode::from(2);
        }
    };
    let names = Algorithm::ALL.map(Algorithm::name).join(" = ");
    let extreme = || Generator::extreme(seed);
    let generators = [Generator::new(seed), extreme(), Generator::open(seed), extreme()];
    let (mut different, mut uncertain, mut refused) = (0, 0, 0);
    let mut shapes = Shape::ALL.map(|shape| (shape, 0));
    for drawn in (0..count).map(|index| generators[(index % 4) as usize].draw(index)) {
        for difference in
            Algorithm::ALL.iter().filter_map(|&algorithm| drawn.compare(algorithm).err())
        {
            different += 1;
            println!("{difference}");
        }
        uncertain += u64::from(drawn.is_uncertain());
        refused += u64::from(drawn.reference.is_err());
        for (shape, number) in &mut shapes {
            *number += u64::from(shape.is_of(&drawn.program));
        }
    }
    println!("{names}: {count} programs, {different} differences");
    println!("{uncertain} with an uncertain answer, {refused} refused");
    for (shape, number) in shapes {
        println!("{number} {shape:?}");
    }
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
