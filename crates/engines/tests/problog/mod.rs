//! ProbLog agrees, on random programs that are safe from left to right, but for known differences.

mod apart;
mod differences;
mod orders;
mod process;

use crate::common::without_engines;
use crate::random::{Generator, Shape};
use differences::{Case, explanation};
use process::{ProbLog, Reply};
use randlog_infer::{Algorithm, Error, Inference, Solution};
use randlog_logic::{Dialect, Program};
use std::collections::BTreeMap;

/// How many programs must agree; set `RANDLOG_PROGRAMS` for more.
fn programs() -> usize {
    std::env::var("RANDLOG_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// The most known differences, in percent of that: more would be no comparison any more.
const DIFFERENCES: usize = 12;
const TOLERANCE: f64 = 1e-8;

type Found = Result<Solution, Error>;

#[test]
fn problog_agrees() {
    if without_engines() {
        return;
    }
    let generator = Generator::new(3);
    let mut problog = ProbLog::start();
    let (mut agreed, mut uncertain) = (0, 0);
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let drawn = (0..).map(|index| generator.draw(index));
    for drawn in drawn.filter(|drawn| Shape::Safe.is_of(&drawn.program)) {
        let reply = problog.solve("sdd", &drawn.program);
        for algorithm in Algorithm::ALL {
            let found = Inference::new(&drawn.program).algorithm(algorithm).solve();
            if agree(&found, &reply) {
                continue;
            }
            let program = &drawn.program;
            let mut case =
                Case { problog: &mut problog, program, algorithm, found: &found, reply: &reply };
            match explanation(&mut case) {
                Some(name) => *known.entry(name).or_default() += 1,
                None => panic!("{}", report(&drawn.program, algorithm, &found, &reply)),
            }
        }
        agreed += usize::from(agree(&drawn.reference, &reply));
        uncertain += usize::from(agree(&drawn.reference, &reply) && drawn.is_uncertain());
        if agreed == programs() {
            break;
        }
    }
    println!("{agreed} programs agree, {uncertain} of them with an uncertain answer; {known:?}");
    let differences = known.values().sum::<usize>();
    assert!(differences * 100 <= programs() * DIFFERENCES * Algorithm::ALL.len(), "{known:?}");
    assert!(uncertain * 100 >= programs() * 70, "{uncertain} uncertain answers");
}

/// Are these the same probabilities, or the same reason to refuse?
fn agree(found: &Found, reply: &Reply) -> bool {
    match (found, reply) {
        (Ok(solution), Ok(theirs)) => {
            let ours = probabilities(solution);
            // What is not listed is impossible.
            let get = |list: &BTreeMap<String, f64>, atom| list.get(atom).copied().unwrap_or(0.0);
            let mut atoms = ours.keys().chain(theirs.keys());
            atoms.all(|atom| (get(&ours, atom) - get(theirs, atom)).abs() <= TOLERANCE)
        }
        (Err(Error::NegativeCycle { .. }), Err(name)) => name == "NegativeCycle",
        (Err(Error::ImpossibleEvidence), Err(name)) => name == "InconsistentEvidenceError",
        (Err(Error::Undefined { .. }), Err(name)) => name == "UnknownClause",
        _ => false,
    }
}

/// Atoms as ProbLog writes them.
fn probabilities(solution: &Solution) -> BTreeMap<String, f64> {
    let answers = solution.answers.iter();
    answers.map(|answer| (answer.atom.to_string().replace(' ', ""), answer.probability)).collect()
}

fn report(program: &Program, algorithm: Algorithm, found: &Found, reply: &Reply) -> String {
    let text = Dialect::ProbLog.print(program).map(|text| text.to_string()).unwrap_or_default();
    let found = found.as_ref().map(probabilities);
    format!("{}: {found:?}\nProbLog: {reply:?}\n{text}", algorithm.name())
}
