//! What can be read off a program, as lines of text.

use std::fmt;

use randlog_logic::{DependencyGraph, Predicate, Program};

use crate::options;

/// More than this many names, strata or pairs help nobody.
const SHOWN: usize = 20;
/// The pairs of this many predicates take no noticeable time.
const MAX_PAIRED: usize = 200;

/// The facts about one program, a line each.
pub(crate) fn facts(program: &Program) -> String {
    let graph = DependencyGraph::new(&program.clauses);
    let rows = [
        ("clauses", size(program)),
        ("predicates", list(graph.predicates().iter())),
        ("largest body", largest_body(program)),
        ("strata", strata(&graph)),
        ("independent pairs", independent_pairs(&graph)),
        ("safe", safety(program)),
    ];
    rows.map(|(name, value)| format!("  {name:<17}  {value}\n")).concat()
}

fn size(program: &Program) -> String {
    let clauses = program.clauses.len();
    let facts = program.clauses.iter().filter(|clause| clause.is_fact()).count();
    format!("{clauses}: {facts} without a body, {} with one", clauses - facts)
}

fn largest_body(program: &Program) -> String {
    let nodes = program.clauses.iter().map(|clause| clause.body.nodes());
    options::counted(nodes.max().unwrap_or(0) as u64, "node")
}

fn strata(graph: &DependencyGraph) -> String {
    let layers = match graph.strata() {
        Err(cycle) => return format!("none: {cycle} is a cycle through a negation"),
        Ok(strata) => strata.layers(),
    };
    let layer =
        |(level, layer): (usize, &Vec<&Predicate>)| format!("{level}: {}", list(layer.iter()));
    layers.iter().enumerate().map(layer).collect::<Vec<_>>().join("; ")
}

fn independent_pairs(graph: &DependencyGraph) -> String {
    let predicates = graph.predicates();
    if predicates.len() > MAX_PAIRED {
        return format!("not listed for more than {MAX_PAIRED} predicates");
    }
    let independent: Vec<String> = pairs(predicates.len())
        .map(|(p, q)| (&predicates[p], &predicates[q]))
        .filter(|(first, second)| graph.check_independent(first, second).is_ok())
        .map(|(first, second)| format!("{first} and {second}"))
        .collect();
    list(independent.iter())
}

/// All pairs of so many things, each once.
pub(crate) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |p| (p + 1..count).map(move |q| (p, q)))
}

fn safety(program: &Program) -> String {
    let mut clauses = (1..).zip(&program.clauses);
    let unsafe_clause = clauses.find_map(|(number, clause)| {
        let reason = clause.check_safety().err()?;
        Some(format!("no: clause {number}, `{clause}`: {reason}"))
    });
    unsafe_clause.unwrap_or_else(|| "yes".to_owned())
}

fn list(elements: impl ExactSizeIterator<Item = impl fmt::Display>) -> String {
    let left_out = elements.len().saturating_sub(SHOWN);
    let shown: Vec<String> = elements.take(SHOWN).map(|element| element.to_string()).collect();
    match (shown.is_empty(), left_out) {
        (true, _) => "none".to_owned(),
        (false, 0) => shown.join(", "),
        (false, more) => format!("{} and {more} more", shown.join(", ")),
    }
}
