//! Build a spec, count its programs, draw ten of them, and ask for a probability.
use randlog_generate::exact::{Sampler, SizeSpread, count};
use randlog_generate::{Spec, Stop};
use randlog_logic::{Atom, Dialect};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = Spec::builder()
        .predicates(["rain/0", "wet/1"])
        .constants(["grass", "road"])
        .max_nodes(3)
        .max_clauses(4)
        .probabilities([0.3, 0.7])
        .build()?;
    println!("% {} programs", count(&spec)?);
    let sampler = Sampler::new(&spec, SizeSpread::default(), &Stop::NEVER)?;
    for index in 0..10 {
        let mut program = sampler.sample(7, index);
        println!("{}", Dialect::ProbLog.print(&program)?);
        program.queries = vec![Atom::new("rain", Vec::new()).into()];
        let solution = randlog_infer::Inference::new(&program).solve()?;
        println!("% rain: {}\n", solution.answers[0].probability);
    }
    Ok(())
}
