//! Measures of an answer: how deep its proofs are, how many random choices it depends on, and how they hang together.
//!
//! Everything here ends after a fixed number of steps, so that measures are the same on every machine.

mod depth;
mod events;
mod width;

use super::circuit::{Edge, Weights};
use super::ground::{AtomId, GroundRule};
use super::question::{Question, Target};
use super::truth::Truth;
use crate::{Error, Measures, Precision};
use randlog_base::stop::Stopped;
use randlog_logic::Clause;

/// How many steps each part of the work may take.
const STEPS: u64 = 1 << 20;

/// For each ground instance of the queries, what its answer needs.
pub(super) fn measures(question: &Question<'_>) -> Result<Vec<Measures>, Error> {
    let measured = question.targets.iter().map(|target| measure(question, target).transpose());
    measured.flatten().collect()
}

/// Nothing for an instance of a query with variables that cannot be true.
fn measure(question: &Question<'_>, target: &Target) -> Result<Option<Measures>, Error> {
    let Some(probability) = probability(question, target)? else { return Ok(None) };
    let depth = match target.atom {
        Some(atom) => depth_of(question, atom)?,
        None => None,
    };
    let observed = question.evidence.iter().filter_map(|&(atom, _)| atom);
    let atoms: Vec<AtomId> = target.atom.into_iter().chain(observed).collect();
    let simplified = question.simplified(&atoms)?;
    let edges: Vec<Edge> = atoms.iter().filter_map(|atom| simplified.roots[atom].err()).collect();
    let (circuit, stop) = (&simplified.circuit, question.stop.with_steps(STEPS));
    Ok(Some(Measures {
        atom: target.name.clone(),
        probability,
        depth,
        events: events::events(circuit, question.weights, &edges, &stop)?,
        width: width::width(circuit, &edges, &stop)?,
    }))
}

fn depth_of(question: &Question<'_>, atom: AtomId) -> Result<Option<usize>, Error> {
    // Resolution leaves no trace of what is certain.
    let Weights::Clauses(clauses, _) = question.weights else { return Ok(None) };
    let valued = question.valued(question.program, &[atom])?;
    if valued.of(atom) == Truth::False {
        return Ok(None);
    }
    let is_fact = |choice: u32| {
        let clause = clauses.get(question.program.choices[choice as usize] as usize);
        clause.is_some_and(Clause::is_fact)
    };
    // What has no name is a part of a body.
    let counts = |rule: &GroundRule| {
        let is_chosen_fact = rule.chosen.is_some_and(|chosen| is_fact(chosen.choice));
        !is_chosen_fact && (question.name)(rule.head).is_some()
    };
    Ok(depth::depth(&valued, atom, counts, &question.stop)?)
}

/// The probability, if it takes no more steps than allowed; nothing at all if there is no answer.
fn probability(question: &Question<'_>, target: &Target) -> Result<Option<Option<f64>>, Error> {
    let alone = question.about(target, question.stop.with_steps(STEPS));
    match alone.solve(Precision::Float) {
        Ok(solution) => Ok(solution.answers.first().map(|answer| Some(answer.probability))),
        Err(Error::Stopped(Stopped::Steps) | Error::Memory { .. }) => Ok(Some(None)),
        Err(error) => Err(error),
    }
}
