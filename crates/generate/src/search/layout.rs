//! The variables of the model: what a program looks like to the kernel.
//!
//! A program is `max_clauses` clauses side by side, some of them disabled. A clause is a head and
//! a body; a body is a tree given by the parent of each of its `max_nodes` nodes, of which those
//! outside the tree are roots of their own. Nodes are numbered breadth-first. Predicates,
//! connectives and terms are numbers: [`Codes`] says which.
//!
//! Variables that the paper has, too, are called as they are there.

use std::ops::Range;
use std::sync::Arc;

use randlog_kernel::{BitSet, Model, Store, Var};

use crate::Spec;

/// What the values of the variables stand for.
///
/// - Names of nodes: the predicates, then the paper's tokens.
/// - Head predicates: the predicates, then [`none`](Codes::none) for a disabled clause.
/// - Terms: the variables, then the constants, then [`blank`](Codes::blank) for a position that
///   the predicate's arity does not reach.
///
/// Both `none` and `blank` are the paper's □.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// The arity of each name: of predicates, and zero for the tokens. The paper has a variable
    /// for it, and a table that links it to the name.
    pub(crate) arities: Arc<[u32]>,
    /// The head of a disabled clause.
    pub(crate) none: u32,
    pub(crate) not: u32,
    pub(crate) and: u32,
    pub(crate) or: u32,
    /// The empty body, and every node outside the tree.
    pub(crate) top: u32,
    variables: u32,
    pub(crate) blank: u32,
}

impl Codes {
    pub(crate) fn new(spec: &Spec) -> Codes {
        let arities = spec.predicates().iter().map(|predicate| predicate.arity as u32);
        let variables = spec.variables().len() as u32;
        let blank = variables + spec.constants().len() as u32;
        Codes { variables, blank, ..Codes::without_terms(arities) }
    }

    /// Codes of predicates of these arities, without variables and constants.
    pub(crate) fn without_terms(arities: impl ExactSizeIterator<Item = u32>) -> Codes {
        let none = arities.len() as u32;
        let [not, and, or, top] = [0, 1, 2, 3].map(|token| none + token);
        let arities = arities.chain([0; 4]).collect();
        Codes { arities, none, not, and, or, top, variables: 0, blank: 0 }
    }

    /// All predicates.
    pub(crate) fn predicates(&self) -> Range<u32> {
        0..self.none
    }

    /// The interchangeable variables.
    pub(crate) fn variables(&self) -> Range<u32> {
        0..self.variables
    }
}

/// The variables of one clause.
#[derive(Clone, Debug)]
pub(crate) struct ClauseVars {
    pub(crate) head: Head,
    pub(crate) body: Body,
}

/// The variables of a head.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) predicate: Var,
    pub(crate) arguments: Vec<Var>,
}

/// The variables of a body.
///
/// The paper's `values[i]`, a node with a name and arguments, is `names[i]` and `arguments[i]`.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The parent of each node; a node outside the tree, and node 0, is its own parent. The
    /// paper's domain is all nodes; here it is those up to the node itself, so that node 0 is a
    /// root and no cycle is possible.
    pub(crate) structure: Vec<Var>,
    /// The number of roots: the tree and one for each node outside it. The paper's `numNodes` is
    /// what is left for the tree: all nodes, less the roots, plus one.
    pub(crate) num_trees: Var,
    /// How many children each node has: the `C_i` of Constraint 5.
    pub(crate) num_children: Vec<Var>,
    pub(crate) names: Vec<Var>,
    pub(crate) arguments: Vec<Vec<Var>>,
}

impl ClauseVars {
    pub(crate) fn new(model: &mut Model, codes: &Codes, max_nodes: u32) -> ClauseVars {
        let arity = codes.arities.iter().max().map_or(0, |&most| most as usize);
        let nodes = max_nodes as usize;
        let terms = 0..codes.blank + 1;
        ClauseVars {
            head: Head {
                predicate: model.variable(0..codes.none + 1),
                arguments: model.variables(arity, terms.clone()),
            },
            body: Body {
                structure: (0..max_nodes).map(|i| model.variable(0..i + 1)).collect(),
                num_trees: model.variable(1..max_nodes + 1),
                num_children: (0..max_nodes).map(|i| model.variable(0..max_nodes - i)).collect(),
                names: model.variables(nodes, 0..codes.top + 1),
                arguments: (0..nodes).map(|_| model.variables(arity, terms.clone())).collect(),
            },
        }
    }

    /// The variables that say everything about the clause, in the order in which the search
    /// decides them (but for safe clauses, where the head's arguments come last).
    pub(crate) fn digits(&self) -> Vec<Var> {
        let ClauseVars { head, body } = self;
        let arguments = body.arguments.concat();
        [&[head.predicate][..], &body.structure, &body.names, &head.arguments, &arguments].concat()
    }
}

impl Body {
    /// Whether all is known but the arguments.
    pub(crate) fn is_shaped(&self, store: &Store) -> bool {
        store.all_fixed(&self.names) && store.all_fixed(&self.structure)
    }

    /// The nodes that are known to be children of this one, from left to right.
    #[inline]
    pub(crate) fn children(&self, store: &Store, node: usize) -> impl Iterator<Item = usize> {
        let later = (node + 1..).zip(&self.structure[node + 1..]);
        let children = later.filter(move |&(_, &x)| store.value(x) == Some(node as u32));
        children.map(|(child, _)| child)
    }

    /// The nodes that certainly lie below a negation. Parents come before their children.
    pub(crate) fn negated(&self, store: &Store, not: u32) -> BitSet {
        let mut negated = BitSet::default();
        for (node, &parent) in (0..).zip(&self.structure).skip(1) {
            let is_negated = store.value(parent).is_some_and(|parent| {
                parent != node
                    && (negated.contains(parent)
                        || store.value(self.names[parent as usize]) == Some(not))
            });
            if is_negated {
                negated.insert(node);
            }
        }
        negated
    }
}

/// The variables of a whole program. A copy has the same variables.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) codes: Codes,
    pub(crate) clauses: Vec<Arc<ClauseVars>>,
}

impl Layout {
    pub(crate) fn new(model: &mut Model, spec: &Spec) -> Layout {
        let codes = Codes::new(spec);
        let nodes = spec.max_nodes() as u32;
        let clause = |_| Arc::new(ClauseVars::new(model, &codes, nodes));
        let clauses = (0..spec.max_clauses()).map(clause).collect();
        Layout { codes, clauses }
    }
}
