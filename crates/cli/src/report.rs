//! What can be read off a program, as lines of text.

use std::fmt;

use randlog_logic::{Clause, DependencyGraph, Predicate, Program};

/// More than this many names, strata or pairs help nobody.
const SHOWN: usize = 20;
/// The pairs of so many predicates take no noticeable time.
const MAX_PAIRED: usize = 200;

/// The facts about one program.
pub(crate) struct Facts<'p> {
    program: &'p Program,
    graph: DependencyGraph,
}

impl<'p> Facts<'p> {
    pub(crate) fn of(program: &'p Program) -> Facts<'p> {
        Facts { program, graph: DependencyGraph::new(&program.clauses) }
    }

    fn size(&self) -> String {
        let clauses = self.program.clauses.len();
        let facts = self.program.clauses.iter().filter(|clause| clause.is_fact()).count();
        format!("{clauses}: {facts} without a body, {} with one", clauses - facts)
    }

    fn largest_body(&self) -> String {
        let nodes = |clause: &Clause| clause.body.nodes();
        let largest = self.program.clauses.iter().map(nodes).max().unwrap_or(0);
        format!("{largest} {}", if largest == 1 { "node" } else { "nodes" })
    }

    fn strata(&self) -> String {
        match self.graph.strata() {
            Err(cycle) => format!("none: {cycle} is a cycle through a negation"),
            Ok(strata) => {
                let layers = strata.layers();
                let layer = |(level, layer): (usize, &Vec<&Predicate>)| {
                    format!("{level}: {}", list(layer.iter()))
                };
                layers.iter().enumerate().map(layer).collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn independent_pairs(&self) -> String {
        let predicates = self.graph.predicates();
        if predicates.len() > MAX_PAIRED {
            return format!("not listed for more than {MAX_PAIRED} predicates");
        }
        let pairs = predicates
            .iter()
            .enumerate()
            .flat_map(|(i, first)| predicates[i + 1..].iter().map(move |second| (first, second)));
        let independent: Vec<String> = pairs
            .filter(|(first, second)| self.graph.check_independent(first, second).is_ok())
            .map(|(first, second)| format!("{first} and {second}"))
            .collect();
        list(independent.iter())
    }

    fn safety(&self) -> String {
        let unsafe_clause = (1..)
            .zip(&self.program.clauses)
            .find_map(|(number, clause)| Some((number, clause, clause.check_safety().err()?)));
        match unsafe_clause {
            None => "yes".to_owned(),
            Some((number, clause, reason)) => format!("no: clause {number}, `{clause}`: {reason}"),
        }
    }
}

impl fmt::Display for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  clauses            {}", self.size())?;
        writeln!(f, "  predicates         {}", list(self.graph.predicates().iter()))?;
        writeln!(f, "  largest body       {}", self.largest_body())?;
        writeln!(f, "  strata             {}", self.strata())?;
        writeln!(f, "  independent pairs  {}", self.independent_pairs())?;
        writeln!(f, "  safe               {}", self.safety())
    }
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
