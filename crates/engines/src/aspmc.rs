//! aspmc: a model counter for answer set programs that also reads ProbLog, without nested formulas.
//!
//! It ignores evidence, silently, so programs with evidence are not given to it.

use randlog_logic::{Probability, Program};

use super::adapter::{Adapter, Translation};
use super::flatten::{flatten, name_places, unused_prefix};
use super::process::Ended;
use super::python::{self, Environment};
use super::{Answers, Bounds, FailureKind, NoAnswer, Phases, input, protocol};

/// Without guidance of the completion: with it, some programs make it crash.
const OPTIONS: &str = "-m aspmc.main -m problog -c -g none -k d4 -v result";

/// aspmc.
pub(super) fn engine(environment: Environment) -> Adapter {
    let translate = |program: &Program| input::printed(&translated(program)?);
    let read = |program: &Program, ended: &Ended| {
        let outcome = ended.failure().map_or_else(|| answers(program, ended), Err);
        (outcome, Phases::default())
    };
    Adapter {
        name: "aspmc",
        package: python::ASPMC,
        arguments: OPTIONS.split(' ').collect(),
        translation: Some(Translation { translate, read }),
        environment,
    }
}

/// A program with the same answers that aspmc can read.
fn translated(program: &Program) -> Result<Program, NoAnswer> {
    if !program.evidence.is_empty() {
        return Err(FailureKind::Rejected.because("aspmc ignores evidence"));
    }
    let mut flat = flatten(program)?;
    for query in &mut flat.queries {
        // A query may have variables, but not `_`.
        let prefix = unused_prefix(std::iter::once(&*query));
        name_places(query, &prefix);
    }
    for head in flat.clauses.iter_mut().flat_map(|clause| &mut clause.heads) {
        head.probability = decimal(head.probability);
    }
    Ok(flat)
}

/// The nearest probability that is written without a fraction bar.
fn decimal(probability: Probability) -> Probability {
    match probability.to_string().contains('/') {
        true => format!("{:.17}", probability.to_f64()).parse().unwrap_or(probability),
        false => probability,
    }
}

/// What it said: `[RESULT] aspmc: p(a):    0.25`. An atom that no model has is not mentioned.
fn answers(program: &Program, ended: &Ended) -> Result<Answers, NoAnswer> {
    let said = ended.stderr.lines().chain(ended.stdout.lines());
    let results: Vec<&str> =
        said.filter_map(|line| Some(line.split_once("[RESULT] aspmc: ")?.1)).collect();
    if results.is_empty() {
        return Err(FailureKind::Unparsable.because(format!("no result: {}", ended.words())));
    }
    let mut answers = Vec::new();
    // The weight of the program is all it says if no query has an answer.
    let is_answer = |result: &&str| !result.starts_with("The overall weight");
    for result in results.into_iter().filter(is_answer) {
        let unparsable = || FailureKind::Unparsable.because(result);
        let (atom, number) = result.rsplit_once(':').ok_or_else(unparsable)?;
        let number: f64 = number.trim().parse().map_err(|_| unparsable())?;
        if !protocol::is_probability(number) {
            return Err(unparsable());
        }
        answers.push((protocol::atom(atom)?, Bounds::exactly(number)));
    }
    for query in &program.queries {
        if query.is_ground() && !answers.iter().any(|(atom, _)| atom == query) {
            answers.push((query.clone(), Bounds::exactly(0.0)));
        }
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use randlog_logic::Dialect;

    use super::*;

    #[test]
    fn names_of_the_nameless_are_new() {
        let text = "0.5::e(a, b, c). query(e(_, Anonymous0, _)).";
        let program = translated(&Dialect::ProbLog.parse(text).unwrap()).unwrap();
        assert_eq!(program.queries[0].to_string(), "e(Anonymous_0, Anonymous0, Anonymous_2)");
    }
}
