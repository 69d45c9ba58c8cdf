//! From clauses to the graph.

use super::adjacency::Adjacency;
use super::{DependencyGraph, Sign};
use crate::{Atom, Clause, Predicate};
use std::collections::HashMap;

impl DependencyGraph {
    /// The graph of these clauses.
    pub fn new<'c>(clauses: impl IntoIterator<Item = &'c Clause>) -> DependencyGraph {
        let mut builder = Builder::default();
        clauses.into_iter().for_each(|clause| builder.add(clause));
        builder.finish()
    }
}

/// Numbers predicates by borrowed names, so that a fact costs one look-up and no allocation.
#[derive(Default)]
struct Builder<'c> {
    numbers: HashMap<(&'c str, usize), usize>,
    predicates: Vec<Predicate>,
    /// `(from, to, sign)`, with repetitions.
    edges: Vec<(usize, usize, Sign)>,
}

impl<'c> Builder<'c> {
    fn add(&mut self, clause: &'c Clause) {
        let heads: Vec<usize> = clause.heads.iter().map(|head| self.number(&head.atom)).collect();
        for occurrence in clause.body.atoms() {
            let from = self.number(occurrence.atom);
            let sign = if occurrence.negated { Sign::Negative } else { Sign::Positive };
            self.edges.extend(heads.iter().map(|&to| (from, to, sign)));
        }
    }

    fn number(&mut self, atom: &'c Atom) -> usize {
        *self.numbers.entry((&atom.name, atom.args.len())).or_insert_with(|| {
            self.predicates.push(atom.predicate());
            self.predicates.len() - 1
        })
    }

    fn finish(mut self) -> DependencyGraph {
        let size = self.predicates.len();
        let used_by = Adjacency::new(size, &mut self.edges);
        for edge in &mut self.edges {
            *edge = (edge.1, edge.0, edge.2);
        }
        let uses = Adjacency::new(size, &mut self.edges);
        let numbers = self.predicates.iter().cloned().zip(0..).collect();
        DependencyGraph { predicates: self.predicates, numbers, used_by, uses }
    }
}
