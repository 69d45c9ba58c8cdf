//! What can be read off a program: for people as lines, for programs as fields.

use std::fmt;

use randlog_logic::{DependencyGraph, Predicate, Program};
use serde::Serialize;

use crate::options;

/// More than this many names, strata or pairs help nobody.
pub(crate) const SHOWN: usize = 20;
/// The pairs of this many predicates take no noticeable time.
const MAX_PAIRED: usize = 200;

/// The facts about one program, with the names that they have in JSON.
#[derive(Serialize)]
pub(crate) struct Facts {
    clauses: usize,
    without_body: usize,
    predicates: Vec<String>,
    largest_body: usize,
    /// From the lowest stratum on; nothing if there is a cycle through a negation.
    strata: Option<Vec<Vec<String>>>,
    negative_cycle: Option<String>,
    /// Not looked for among very many predicates.
    independent_pairs: Option<Vec<[String; 2]>>,
    unsafe_clause: Option<UnsafeClause>,
}

/// The first clause that is not safe: its number, its text, and why.
#[derive(Serialize)]
struct UnsafeClause {
    clause: usize,
    #[serde(skip)]
    text: String,
    message: String,
}

impl Facts {
    pub(crate) fn of(program: &Program) -> Facts {
        let graph = DependencyGraph::new(&program.clauses);
        let clauses = &program.clauses;
        let names = |layer: &Vec<&Predicate>| layer.iter().map(ToString::to_string).collect();
        let strata = graph.strata().map(|it| it.layers().iter().map(names).collect());
        let unsafe_clause = (1..).zip(clauses).find_map(|(number, clause)| {
            let message = clause.check_safety().err()?.to_string();
            Some(UnsafeClause { clause: number, text: clause.to_string(), message })
        });
        Facts {
            clauses: clauses.len(),
            without_body: clauses.iter().filter(|clause| clause.is_fact()).count(),
            predicates: graph.predicates().iter().map(Predicate::to_string).collect(),
            largest_body: clauses.iter().map(|clause| clause.body.nodes()).max().unwrap_or(0),
            negative_cycle: strata.as_ref().err().map(ToString::to_string),
            strata: strata.ok(),
            independent_pairs: independent_pairs(&graph),
            unsafe_clause,
        }
    }

    /// A name and a value for each fact.
    pub(crate) fn rows(&self) -> Vec<(&'static str, String)> {
        let Facts { clauses, without_body, .. } = *self;
        vec![
            (
                "clauses",
                format!(
                    "{clauses}: {without_body} without a body, {} with one",
                    clauses - without_body
                ),
            ),
            ("predicates", list(self.predicates.iter())),
            ("largest body", options::counted(self.largest_body as u64, "node")),
            ("strata", self.strata()),
            ("independent pairs", self.pairs()),
            ("safe", self.safety()),
        ]
    }

    fn strata(&self) -> String {
        match (&self.strata, &self.negative_cycle) {
            (Some(layers), _) if !layers.is_empty() => {
                let layers = layers.iter().enumerate();
                let layer = |(level, layer): (usize, &Vec<String>)| {
                    format!("{level}: {}", list(layer.iter()))
                };
                layers.map(layer).collect::<Vec<_>>().join("; ")
            }
            (_, Some(cycle)) => format!("none: {cycle} is a cycle through a negation"),
            (_, None) => "none".to_owned(),
        }
    }

    fn pairs(&self) -> String {
        match &self.independent_pairs {
            None => format!("not listed for more than {MAX_PAIRED} predicates"),
            Some(pairs) => list(pairs.iter().map(|[p, q]| format!("{p} and {q}"))),
        }
    }

    fn safety(&self) -> String {
        match &self.unsafe_clause {
            None => "yes".to_owned(),
            Some(UnsafeClause { clause, text, message }) => {
                format!("no: clause {clause}, `{text}`: {message}")
            }
        }
    }
}

fn independent_pairs(graph: &DependencyGraph) -> Option<Vec<[String; 2]>> {
    let predicates = graph.predicates();
    let pairs = || {
        pairs(predicates.len())
            .map(|(p, q)| [&predicates[p], &predicates[q]])
            .filter(|[first, second]| graph.check_independent(first, second).is_ok())
            .map(|pair| pair.map(Predicate::to_string))
            .collect()
    };
    (predicates.len() <= MAX_PAIRED).then(pairs)
}

/// All pairs of this many things, each once.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |p| (p + 1..count).map(move |q| (p, q)))
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
