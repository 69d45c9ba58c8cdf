//! aspmc: a model counter for answer set programs that also reads ProbLog, without nested formulas.
//!
//! It ignores evidence, silently, so programs with evidence are not given to it.

use randlog_logic::{Annotation, Probability, Program};

use super::adapter::{Adapter, Translation};
use super::flatten::{flatten, name_places, unused_prefix};
use super::process::{Ended, Reply};
use super::python::{self, Environment};
use super::{Bounds, FailureKind, NoAnswer, TestCase, protocol};

const DRIVER: &str = concat!(include_str!("drivers/reply.py"), include_str!("drivers/aspmc.py"));

/// aspmc.
pub(super) fn engine(environment: Environment) -> Adapter {
    let translate =
        |program: &Program| Ok(TestCase::from(translated(program)?).written()?.to_owned());
    Adapter {
        name: "aspmc",
        package: python::ASPMC,
        arguments: vec!["-c", DRIVER],
        translation: Some(Translation { translate, read }),
        environment,
        is_walled: true,
    }
}

/// A program with the same answers that aspmc can read.
fn translated(program: &Program) -> Result<Program, NoAnswer> {
    if !program.evidence.is_empty() {
        return Err(FailureKind::Untranslated.because("aspmc ignores evidence"));
    }
    let mut flat = flatten(program)?;
    for query in &mut flat.queries {
        // A query may have variables, but not `_`.
        let prefix = unused_prefix(std::iter::once(&query.atom));
        name_places(&mut query.atom, &prefix);
    }
    for head in flat.clauses.iter_mut().flat_map(|clause| &mut clause.heads) {
        if let Annotation::Number(number) = &mut head.probability {
            *number = decimal(*number);
        }
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

/// What it said. An atom that no model has is not mentioned.
fn read(program: &Program, ended: &Ended) -> Reply {
    let (mut outcome, phases) = protocol::read(ended);
    if let Ok(answers) = &mut outcome {
        for query in &program.queries {
            if query.atom.is_ground() && !answers.iter().any(|(atom, _)| *atom == query.atom) {
                answers.push((query.atom.clone(), Bounds::exactly(0.0)));
            }
        }
    }
    (outcome, phases)
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
