//! What can be read off a program: for people as lines, for programs as fields.

use std::fmt;

use randlog_logic::{DependencyGraph, Predicate, Program};
use serde_json::{Value, json};

use crate::{json, options};

/// More than this many names, strata or pairs help nobody.
pub(crate) const SHOWN: usize = 20;
/// The pairs of this many predicates take no noticeable time.
const MAX_PAIRED: usize = 200;

/// The facts about one program.
pub(crate) struct Facts {
    clauses: usize,
    without_body: usize,
    predicates: Vec<Predicate>,
    largest_body: usize,
    /// From the lowest stratum on; or a cycle through a negation.
    strata: Result<Vec<Vec<Predicate>>, String>,
    /// Not looked for among very many predicates.
    independent_pairs: Option<Vec<[Predicate; 2]>>,
    /// The first clause that is not safe: its number, its text, and why.
    unsafe_clause: Option<(usize, String, String)>,
}

impl Facts {
    pub(crate) fn of(program: &Program) -> Facts {
        let graph = DependencyGraph::new(&program.clauses);
        let clauses = &program.clauses;
        let strata = graph.strata().map_err(|cycle| cycle.to_string()).map(|strata| {
            let owned = |layer: &Vec<&Predicate>| layer.iter().copied().cloned().collect();
            strata.layers().iter().map(owned).collect()
        });
        let unsafe_clause = (1..).zip(clauses).find_map(|(number, clause)| {
            let reason = clause.check_safety().err()?;
            Some((number, clause.to_string(), reason.to_string()))
        });
        Facts {
            clauses: clauses.len(),
            without_body: clauses.iter().filter(|clause| clause.is_fact()).count(),
            predicates: graph.predicates().to_vec(),
            largest_body: clauses.iter().map(|clause| clause.body.nodes()).max().unwrap_or(0),
            strata,
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
        match &self.strata {
            Err(cycle) => format!("none: {cycle} is a cycle through a negation"),
            Ok(layers) if layers.is_empty() => "none".to_owned(),
            Ok(layers) => {
                let layers = layers.iter().enumerate();
                let layer = |(level, layer): (usize, &Vec<Predicate>)| {
                    format!("{level}: {}", list(layer.iter()))
                };
                layers.map(layer).collect::<Vec<_>>().join("; ")
            }
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
            Some((number, clause, reason)) => format!("no: clause {number}, `{clause}`: {reason}"),
        }
    }

    /// The same for programs.
    pub(crate) fn value(&self) -> Value {
        let strata = self.strata.as_ref().ok();
        let strata: Option<Vec<Value>> =
            strata.map(|layers| layers.iter().map(json::texts).collect());
        let pairs: Option<Vec<Value>> =
            self.independent_pairs.as_ref().map(|pairs| pairs.iter().map(json::texts).collect());
        let unsafe_clause = self.unsafe_clause.as_ref();
        json!({
            "clauses": self.clauses,
            "without_body": self.without_body,
            "predicates": json::texts(&self.predicates),
            "largest_body": self.largest_body,
            "strata": strata,
            "negative_cycle": self.strata.as_ref().err(),
            "independent_pairs": pairs,
            "unsafe_clause": unsafe_clause.map(|(number, _, reason)| json!({ "clause": number, "message": reason })),
        })
    }
}

fn independent_pairs(graph: &DependencyGraph) -> Option<Vec<[Predicate; 2]>> {
    let predicates = graph.predicates();
    let pairs = || {
        pairs(predicates.len())
            .map(|(p, q)| [&predicates[p], &predicates[q]])
            .filter(|[first, second]| graph.check_independent(first, second).is_ok())
            .map(|pair| pair.map(Predicate::clone))
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
