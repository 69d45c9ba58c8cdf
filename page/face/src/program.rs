//! What can be read off a program, and whether it meets a spec.

use randlog_generate::{Stop, membership};
use randlog_logic::{Clause, DependencyGraph, Dialect, Idle, Predicate, Program, Sign};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::Limits;
use crate::spec;
use crate::trouble::{Trouble, offset};

/// Redundant clauses are looked for in so many steps: a fraction of a second.
const STEPS: u64 = 1_000_000;

/// More broken rules help nobody.
const SHOWN: usize = 50;

#[derive(Deserialize)]
pub(crate) struct Look {
    program: String,
    /// The spec that it should meet, if there is one.
    toml: Option<String>,
    #[serde(default)]
    limits: Limits,
}

/// The program in a text.
pub(crate) fn parse(text: &str, limits: Limits) -> Result<Program, Trouble> {
    let parsed = Program::parse_within(text, &limits.stop());
    parsed.map_err(|error| Trouble::within(&error, text))
}

pub(crate) fn look(Look { program: text, toml, limits }: Look) -> Result<Value, Trouble> {
    let program = parse(&text, limits)?;
    let clauses = &program.clauses;
    let queries: Vec<Predicate> =
        program.queries.iter().map(|goal| goal.atom.predicate()).collect();
    let idle = Idle::of(clauses, queries, &Stop::NEVER.with_steps(STEPS));
    let redundant = idle.redundant.iter().flatten();
    let redundant =
        redundant.map(|(number, reason)| fault(&text, clauses, Some(*number), reason.to_string()));
    Ok(json!({
        "clauses": clauses.len(),
        "facts": clauses.iter().filter(|clause| clause.is_fact()).count(),
        "nodes": clauses.iter().map(|clause| clause.body.nodes()).max().unwrap_or(0),
        "negations": clauses.iter().map(|clause| clause.body.negations()).sum::<usize>(),
        "unsafe": clauses.iter().zip(1..).find_map(|(clause, number)| {
            let reason = clause.check_safety().err()?.to_string();
            Some(fault(&text, clauses, Some(number), reason))
        }),
        "clean": idle.is_clean(),
        "redundant": redundant.collect::<Vec<_>>(),
        "underivable": idle.underivable.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "graph": graph(clauses),
        "broken": toml.map(|toml| broken(&text, &toml)).transpose()?,
    }))
}

/// The rules of a spec that a program breaks, each with its clause.
fn broken(text: &str, toml: &str) -> Result<Vec<Value>, Trouble> {
    let spec = spec::parse(toml)?;
    let mut program = match Dialect::ProbLog.parse(text) {
        Ok(program) => program,
        Err(error) => {
            let trouble = Trouble::within(&error, text);
            return Ok(vec![
                json!({ "message": "programs of a space are simpler", "trouble": trouble }),
            ]);
        }
    };
    // What a program is asked is no part of its shape.
    program.queries.clear();
    let broken = membership::violations(&spec, &program).take(SHOWN);
    let told = broken.map(|rule| fault(text, &program.clauses, rule.clause(), rule.to_string()));
    Ok(told.collect())
}

/// A fault and the stretch of its clause, up to the next one.
fn fault(text: &str, clauses: &[Clause], number: Option<usize>, message: String) -> Value {
    let position = |number: usize| offset(text, clauses.get(number)?.place);
    let start = number.and_then(|number| position(number - 1));
    let end = number.and_then(position).unwrap_or(text.encode_utf16().count());
    json!({ "message": message, "clause": number, "at": start.map(|start| (start, end)) })
}

/// The dependency graph: predicates by stratum, and a cycle through a negation if there is one.
fn graph(clauses: &[Clause]) -> Value {
    let graph = DependencyGraph::new(clauses);
    let strata = graph.strata();
    let heads: Vec<Predicate> = clauses
        .iter()
        .filter(|clause| !clause.is_fact())
        .flat_map(|clause| clause.heads.iter().map(|head| head.atom.predicate()))
        .collect();
    let node = |predicate: &Predicate| {
        json!({
            "name": predicate.to_string(),
            "stratum": strata.as_ref().ok().and_then(|strata| strata.of(predicate)),
            "data": !heads.contains(predicate),
        })
    };
    let edge = |edge: randlog_logic::Edge| {
        json!({
            "from": edge.from.to_string(),
            "to": edge.to.to_string(),
            "negative": edge.sign == Sign::Negative,
        })
    };
    json!({
        "nodes": graph.predicates().iter().map(node).collect::<Vec<_>>(),
        "edges": graph.edges().map(edge).collect::<Vec<_>>(),
        "cycle": strata.as_ref().err().map(ToString::to_string),
    })
}
