//! The signed predicate dependency graph, and what can be read off it.
//!
//! There is an edge from each predicate of a body to each predicate of the clause's heads. It is
//! negative if some occurrence in some body of that head is under a negation (a second negation
//! does not undo the first), and positive otherwise.
//!
//! | question | answer, or witness |
//! |---|---|
//! | [`DependencyGraph::strata`] | a stratum per predicate, or a cycle through a negative edge |
//! | [`DependencyGraph::check_acyclic`] | yes, or a cycle |
//! | [`DependencyGraph::dependencies`] | all predicates that one depends on, itself included |
//! | [`DependencyGraph::of_ground_atoms`] | the same graph of ground atoms in place of predicates |
//! | [`DependencyGraph::check_independent`] | yes, or a predicate that both depend on, with paths |
//!
//! Each takes time linear in the size of the graph, on an explicit stack.

mod adjacency;
mod ground;
mod independence;
mod strata;

pub use independence::SharedDependency;
pub use strata::Strata;

use crate::{Atom, Clause, Occurrence, Predicate};
use adjacency::Adjacency;
use std::collections::HashMap;
use std::fmt;

/// The sign of an edge. Negative edges are the larger ones: they win when two are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// No occurrence is under a negation.
    Positive,
    /// Some occurrence is under a negation.
    Negative,
}

/// An edge: the predicate `to` has a clause with `from` in its body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The predicate of the body.
    pub from: Predicate,
    /// The predicate of the head.
    pub to: Predicate,
    /// Whether a negation is involved.
    pub sign: Sign,
}

/// A cycle: each edge starts where the one before ends, and the first one where the last one ends.
/// No predicate is visited twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", EdgePath(&self.edges))]
pub struct Cycle {
    /// The edges; never empty. If the cycle is a witness against strata, the first one is negative.
    pub edges: Vec<Edge>,
}

/// The predicates of a program, and which of them use which.
#[derive(Clone, Debug)]
pub struct DependencyGraph {
    predicates: Vec<Predicate>,
    numbers: HashMap<Predicate, usize>,
    /// From each predicate to the heads of the bodies it occurs in.
    used_by: Adjacency,
    /// From each predicate to the predicates of its bodies.
    uses: Adjacency,
}

impl DependencyGraph {
    /// The graph of these clauses.
    pub fn new<'c>(clauses: impl IntoIterator<Item = &'c Clause>) -> DependencyGraph {
        let mut predicates = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |atom: &Atom| {
            *numbers.entry(atom.predicate()).or_insert_with_key(|predicate: &Predicate| {
                predicates.push(predicate.clone());
                predicates.len() - 1
            })
        };
        // `(from, to, sign)`, with repetitions.
        let mut edges: Vec<(usize, usize, Sign)> = Vec::new();
        for clause in clauses {
            let heads: Vec<usize> = clause.heads.iter().map(|head| number(&head.atom)).collect();
            for Occurrence { atom, negated } in clause.body.atoms() {
                let sign = if negated { Sign::Negative } else { Sign::Positive };
                let from = number(atom);
                edges.extend(heads.iter().map(|&to| (from, to, sign)));
            }
        }
        let used_by = Adjacency::new(predicates.len(), &mut edges);
        for edge in &mut edges {
            *edge = (edge.1, edge.0, edge.2);
        }
        let uses = Adjacency::new(predicates.len(), &mut edges);
        DependencyGraph { predicates, numbers, used_by, uses }
    }

    /// All predicates, in the order of their first occurrence. The ones that occur in bodies only
    /// are included.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// All edges, grouped by where they start.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        self.used_by.edges().map(|(from, to, sign)| self.edge(from, to, sign))
    }

    /// The sign of the edge between two predicates, if there is one.
    pub fn sign(&self, from: &Predicate, to: &Predicate) -> Option<Sign> {
        self.used_by.sign(*self.numbers.get(from)?, *self.numbers.get(to)?)
    }

    /// All predicates that this one depends on, directly or not, itself included, in the order of
    /// their first occurrence.
    pub fn dependencies(&self, predicate: &Predicate) -> Vec<Predicate> {
        match self.numbers.contains_key(predicate) {
            true => self.dependencies_and_others([predicate.clone()]).0,
            false => vec![predicate.clone()],
        }
    }

    /// All predicates that some of these depend on, in the order of their first occurrence; and the
    /// others.
    pub(crate) fn dependencies_and_others(
        &self,
        starts: impl IntoIterator<Item = Predicate>,
    ) -> (Vec<Predicate>, Vec<Predicate>) {
        let starts = starts.into_iter().filter_map(|start| self.numbers.get(&start).copied());
        let reached = self.uses.reach(starts);
        let numbered = self.predicates.iter().cloned().enumerate();
        let (inside, outside): (Vec<_>, Vec<_>) =
            numbered.partition(|&(number, _)| reached.contains(number));
        let named =
            |list: Vec<(usize, Predicate)>| list.into_iter().map(|(_, name)| name).collect();
        (named(inside), named(outside))
    }

    fn edge(&self, from: usize, to: usize, sign: Sign) -> Edge {
        Edge { from: self.predicates[from].clone(), to: self.predicates[to].clone(), sign }
    }

    /// The edges along a path that is given by its predicates.
    fn path(&self, nodes: &[usize]) -> Vec<Edge> {
        let steps = nodes.windows(2).filter_map(|step| {
            let sign = self.used_by.sign(step[0], step[1])?;
            Some(self.edge(step[0], step[1], sign))
        });
        steps.collect()
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::Positive => "+",
            Sign::Negative => "-",
        })
    }
}

/// Edges end to end: `p/1 -[+]-> q/1 -[-]-> r/0`.
struct EdgePath<'e>(&'e [Edge]);

impl fmt::Display for EdgePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.0.first() {
            write!(f, "{}", first.from)?;
        }
        self.0.iter().try_for_each(|edge| write!(f, " -[{}]-> {}", edge.sign, edge.to))
    }
}
