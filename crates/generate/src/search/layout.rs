//! The variables of the model: what a program looks like to the kernel.
//!
//! A program is `max_clauses` clauses side by side, some of them disabled. A clause is a head and
//! a body; a body is a tree given by the parent of each of its `max_nodes` nodes, of which those
//! outside the tree are roots of their own. Nodes are numbered breadth-first. Predicates,
//! connectives and terms are numbers: [`Codes`] says which.

use std::ops::Range;
use std::sync::Arc;

use randlog_kernel::{Model, Var};

use crate::Spec;

/// What the values of the variables stand for.
///
/// - Names of nodes: the predicates, then [`NOT`](Codes::not), [`AND`](Codes::and),
///   [`OR`](Codes::or), [`TOP`](Codes::top).
/// - Head predicates: the predicates, then [`none`](Codes::none) for a disabled clause.
/// - Terms: the variables, then the constants, then [`blank`](Codes::blank) for a position that
///   the predicate's arity does not reach.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    arities: Vec<u32>,
    variables: u32,
    constants: u32,
}

impl Codes {
    pub(crate) fn new(spec: &Spec) -> Codes {
        Codes {
            arities: spec.predicates().iter().map(|p| p.arity as u32).collect(),
            variables: spec.variables().len() as u32,
            constants: spec.constants().len() as u32,
        }
    }

    /// Codes of some predicates without arguments.
    #[cfg(test)]
    pub(crate) fn propositional(predicates: usize) -> Codes {
        Codes { arities: vec![0; predicates], variables: 0, constants: 0 }
    }

    /// All predicates.
    pub(crate) fn predicates(&self) -> Range<u32> {
        0..self.arities.len() as u32
    }

    pub(crate) fn arity(&self, predicate: u32) -> u32 {
        self.arities[predicate as usize]
    }

    pub(crate) fn max_arity(&self) -> u32 {
        self.arities.iter().copied().max().unwrap_or(0)
    }

    /// The arity of each predicate, and zero for the other names.
    pub(crate) fn lengths(&self) -> Arc<[u32]> {
        (0..self.top() + 1).map(|name| self.arities.get(name as usize).map_or(0, |&a| a)).collect()
    }

    /// The head of a disabled clause.
    pub(crate) fn none(&self) -> u32 {
        self.predicates().end
    }

    pub(crate) fn not(&self) -> u32 {
        self.predicates().end
    }

    pub(crate) fn and(&self) -> u32 {
        self.not() + 1
    }

    pub(crate) fn or(&self) -> u32 {
        self.not() + 2
    }

    /// The empty body, and every node outside the tree.
    pub(crate) fn top(&self) -> u32 {
        self.not() + 3
    }

    /// The interchangeable variables.
    pub(crate) fn variables(&self) -> Range<u32> {
        0..self.variables
    }

    /// Variables and constants.
    pub(crate) fn terms(&self) -> Range<u32> {
        0..self.variables + self.constants
    }

    pub(crate) fn blank(&self) -> u32 {
        self.terms().end
    }
}

/// The variables of one clause.
#[derive(Clone, Debug)]
pub(crate) struct ClauseVars {
    pub(crate) head: Var,
    pub(crate) head_args: Vec<Var>,
    /// The parent of each node; a node outside the tree, and node 0, is its own parent.
    pub(crate) parents: Vec<Var>,
    /// The number of roots: the tree and one for each node outside it.
    pub(crate) trees: Var,
    /// How many children each node has.
    pub(crate) children: Vec<Var>,
    pub(crate) names: Vec<Var>,
    pub(crate) args: Vec<Vec<Var>>,
}

impl ClauseVars {
    pub(crate) fn new(model: &mut Model, codes: &Codes, max_nodes: u32) -> ClauseVars {
        let arity = codes.max_arity() as usize;
        let nodes = max_nodes as usize;
        let terms = 0..codes.blank() + 1;
        ClauseVars {
            head: model.variable(0..codes.none() + 1),
            head_args: model.variables(arity, terms.clone()),
            parents: (0..max_nodes).map(|i| model.variable(0..i + 1)).collect(),
            trees: model.variable(1..max_nodes + 1),
            children: (0..max_nodes).map(|i| model.variable(0..max_nodes - i)).collect(),
            names: model.variables(nodes, 0..codes.top() + 1),
            args: (0..nodes).map(|_| model.variables(arity, terms.clone())).collect(),
        }
    }

    /// All arguments of the body, node after node.
    pub(crate) fn body_args(&self) -> Vec<Var> {
        self.args.concat()
    }

    /// The variables that say everything about the clause, in the order in which the search
    /// decides them (but for safe clauses, where the head's arguments come last).
    pub(crate) fn digits(&self) -> Vec<Var> {
        let head = std::slice::from_ref(&self.head);
        [head, &self.parents, &self.names, &self.head_args, &self.body_args()].concat()
    }
}

/// The variables of a whole program.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) codes: Codes,
    pub(crate) clauses: Vec<ClauseVars>,
}

impl Layout {
    pub(crate) fn new(model: &mut Model, spec: &Spec) -> Layout {
        let codes = Codes::new(spec);
        let nodes = spec.max_nodes() as u32;
        let clauses =
            (0..spec.max_clauses()).map(|_| ClauseVars::new(model, &codes, nodes)).collect();
        Layout { codes, clauses }
    }
}
