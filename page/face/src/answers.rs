//! Exact answers.

use std::time::Duration;

use randlog_infer::{Algorithm, GroundAtom, GroundGraph, Inference, Precision, Solution, World};
use randlog_logic::{Goal, Predicate, Program, Sign};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::program;
use crate::trouble::Trouble;

/// So many worlds make a table that people read.
const WORLDS: u64 = 16;

/// More ground atoms make no picture.
const ATOMS: usize = 40;

/// The table and the picture are for small programs: others are not waited for.
const MOMENT: Duration = Duration::from_millis(400);

#[derive(Deserialize)]
pub(crate) struct Infer {
    program: String,
    /// Asked in place of the program's own queries, if there are any.
    #[serde(default)]
    queries: Vec<String>,
    /// Observed beside the program's own evidence.
    #[serde(default)]
    evidence: Vec<String>,
    #[serde(default)]
    fractions: bool,
    /// `exact` or `worlds`.
    #[serde(default)]
    engine: String,
    #[serde(default)]
    limits: Limits,
}

/// The probabilities of queries, how they were found, and all worlds if they are few.
pub(crate) fn infer(wanted: Infer) -> Result<Value, Trouble> {
    let Infer { program: text, queries, evidence, fractions, engine, limits } = wanted;
    let program = program::parse(&text, limits)?;
    let own = randlog_infer::Limits {
        memory: limits.memory,
        timeout: Some(limits.time()),
        ..randlog_infer::Limits::default()
    };
    let named = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == engine);
    let inference = Inference::new(&program)
        .queries(goals("query", &queries, |program| program.queries)?)
        .evidence(goals("evidence", &evidence, |program| program.evidence)?)
        .algorithm(named.unwrap_or_default())
        .precision(if fractions { Precision::Exact } else { Precision::Float })
        .limits(own);
    let solution = inference.solve().map_err(|error| Trouble::of_inference(&error, &text))?;
    let few = randlog_infer::Limits { worlds: WORLDS, timeout: Some(MOMENT), ..own };
    let inference = inference.limits(few);
    // Without them, the answers say enough.
    let worlds = inference.worlds().ok();
    let graph = inference.ground_graph().ok().filter(|graph| graph.atoms.len() <= ATOMS);
    let mut answer = told(&solution);
    answer["graph"] = json!(graph.as_ref().map(picture));
    answer["worlds"] = json!(worlds.map(|worlds| worlds.iter().map(row).collect::<Vec<_>>()));
    Ok(answer)
}

/// Queries or evidence, each one atom.
fn goals(
    name: &str,
    texts: &[String],
    part: impl Fn(Program) -> Vec<Goal>,
) -> Result<Vec<Goal>, Trouble> {
    let one = |text: &String| {
        let trimmed = text.trim().trim_end_matches('.');
        let program = Program::parse(&format!("{name}({trimmed})."));
        let program = program.map_err(|error| bad(text, &error.problem().to_string()))?;
        let found: Result<[Goal; 1], _> = part(program).try_into();
        found.map(|[goal]| goal).map_err(|_| bad(text, "it is not one atom"))
    };
    texts.iter().map(one).collect()
}

fn bad(text: &str, reason: &str) -> Trouble {
    let help = "write one atom, such as `p`, `p(a)` or `p(a,X)`";
    Trouble::new(format!("cannot ask for `{text}`: {reason}"), help)
}

fn told(solution: &Solution) -> Value {
    let answers: Vec<Value> = solution
        .answers
        .iter()
        .map(|answer| {
            json!({
                "atom": answer.atom.to_string(),
                "probability": answer.probability,
                "complement": answer.complement,
                "fraction": answer.fraction.as_ref().map(ToString::to_string),
            })
        })
        .collect();
    let names = |list: &[Predicate]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (sizes, relevance, effort) = (solution.sizes, &solution.relevance, &solution.effort);
    let attempts = effort.attempts.iter().map(|attempt| {
        json!({ "method": attempt.method, "steps": attempt.steps, "outcome": attempt.outcome.name() })
    });
    json!({
        "answers": answers,
        "relevance": {
            "predicates": names(&relevance.predicates),
            "irrelevant": names(&relevance.irrelevant),
            "clauses": relevance.clauses,
            "of_clauses": relevance.of_clauses,
        },
        "sizes": {
            "atoms": sizes.ground_atoms,
            "clauses": sizes.ground_clauses,
            "choices": sizes.choices,
            "parts": sizes.parts,
        },
        "hardest": { "gates": effort.gates, "events": effort.events, "attempts": attempts.collect::<Vec<_>>() },
    })
}

/// The ground graph, in the form of a program's. What holds by chance alone bears its probability.
fn picture(graph: &GroundGraph) -> Value {
    let has_rules = |at: usize| graph.edges.iter().any(|&(_, to, _)| to == at);
    let name = |at: usize| {
        let GroundAtom { atom, facts, .. } = &graph.atoms[at];
        match &facts[..] {
            [chance] if !has_rules(at) => format!("{chance}::{atom}"),
            _ => atom.to_string(),
        }
    };
    let node = |(at, node): (usize, &GroundAtom)| json!({ "name": name(at), "data": !has_rules(at), "asked": node.is_asked });
    let edge = |&(from, to, sign): &(usize, usize, Sign)| json!({ "from": name(from), "to": name(to), "negative": sign == Sign::Negative });
    json!({
        "nodes": graph.atoms.iter().enumerate().map(node).collect::<Vec<_>>(),
        "edges": graph.edges.iter().map(edge).collect::<Vec<_>>(),
        "cycle": null,
    })
}

fn row(world: &World) -> Value {
    let chosen = world.chosen.iter().map(|head| head.as_ref().map(ToString::to_string));
    let answers = world
        .answers
        .iter()
        .map(|(atom, holds)| json!({ "atom": atom.to_string(), "holds": holds }));
    json!({
        "probability": world.probability.to_string(),
        "value": world.probability.to_f64().value(),
        "chosen": chosen.collect::<Vec<_>>(),
        "answers": answers.collect::<Vec<_>>(),
        "agrees": world.agrees,
    })
}
