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

use randlog_kernel::constraint::Lengths;
use randlog_kernel::{BitSet, Model, Store, Var, Vars};

use crate::Spec;

/// What the values of the variables stand for.
///
/// - Names of nodes: the predicates, those that are data last, then the paper's tokens.
/// - Head predicates: the predicates that are not data, then [`none`](Codes::none) for a disabled
///   clause.
/// - Terms: the variables, then the constants, then [`blank`](Codes::blank) for a position that
///   the predicate's arity does not reach.
///
/// Both `none` and `blank` are the paper's □.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// The arity of each name: of predicates, and zero for the tokens. The paper has a variable
    /// for it, and a table that links it to the name.
    pub(crate) arities: Arc<Lengths>,
    /// The arity of each head predicate, and zero for a disabled clause.
    pub(crate) head_arities: Arc<Lengths>,
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
        let codes = Codes { variables, blank, ..Codes::without_terms(arities) };
        if spec.data().is_empty() {
            return codes;
        }
        let heads = spec.heads().iter().map(|predicate| predicate.arity as u32);
        let head_arities = Lengths::new(heads.chain([0]).collect());
        Codes { head_arities, none: spec.heads().len() as u32, ..codes }
    }

    /// Codes of predicates of these arities, none of them data, without variables and constants.
    pub(crate) fn without_terms(arities: impl ExactSizeIterator<Item = u32>) -> Codes {
        let none = arities.len() as u32;
        let [not, and, or, top] = [0, 1, 2, 3].map(|token| none + token);
        let arities = Lengths::new(arities.chain([0; 4]).collect());
        let head_arities = arities.clone();
        Codes { arities, head_arities, none, not, and, or, top, variables: 0, blank: 0 }
    }

    /// All predicates.
    pub(crate) fn predicates(&self) -> Range<u32> {
        0..self.not
    }

    /// The predicates that head clauses.
    pub(crate) fn heads(&self) -> Range<u32> {
        0..self.none
    }

    /// The interchangeable variables.
    pub(crate) fn variables(&self) -> Range<u32> {
        0..self.variables
    }
}

/// The variables of one clause: parts of one list, which the constraints share.
#[derive(Clone, Debug)]
pub(crate) struct ClauseVars {
    pub(crate) head: Head,
    pub(crate) body: Body,
    /// The variables that say everything about the clause, in the order in which the search
    /// decides them (but for safe clauses, where the head's arguments come last).
    pub(crate) digits: Vars,
}

/// The variables of a head.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) predicate: Var,
    pub(crate) arguments: Vars,
}

/// The variables of a body.
///
/// The paper's `values[i]`, a node with a name and arguments, is `names[i]` and `arguments(i)`.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The parent of each node; a node outside the tree, and node 0, is its own parent. The
    /// paper's domain is all nodes; here it is those up to the node itself, so that node 0 is a
    /// root and no cycle is possible.
    pub(crate) structure: Vars,
    /// The number of roots: the tree and one for each node outside it. The paper's `numNodes` is
    /// what is left for the tree: all nodes, less the roots, plus one.
    pub(crate) num_trees: Var,
    /// How many children each node has: the `C_i` of Constraint 5.
    pub(crate) num_children: Vars,
    pub(crate) names: Vars,
    /// The arguments of all nodes, one after the other.
    pub(crate) terms: Vars,
    /// How many arguments each node has.
    arity: usize,
}

impl ClauseVars {
    pub(crate) fn new(model: &mut Model, codes: &Codes, max_nodes: u32) -> ClauseVars {
        let arity = codes.arities.largest() as usize;
        let nodes = max_nodes as usize;
        let mut digits = Vec::with_capacity(1 + arity + nodes * (2 + arity));
        digits.push(model.variable(0..codes.none + 1));
        digits.extend((0..max_nodes).map(|i| model.variable(0..i + 1)));
        digits.extend(model.variables(nodes, 0..codes.top + 1));
        digits.extend(model.variables(arity + nodes * arity, 0..codes.blank + 1));
        let counts = [model.variable(1..max_nodes + 1)].into_iter();
        let counts = counts.chain((0..max_nodes).map(|i| model.variable(0..max_nodes - i)));
        ClauseVars::of(digits.into(), counts.collect(), arity)
    }

    /// The digits are the predicate, the structure, the names, the arguments of the head, those of
    /// the body; the counts are the number of trees, and of the children of each node.
    pub(crate) fn of(digits: Vars, counts: Vars, arity: usize) -> ClauseVars {
        let nodes = counts.len() - 1;
        let terms = 1 + 2 * nodes;
        let arguments = digits.part(terms..terms + arity);
        let body = Body {
            structure: digits.part(1..1 + nodes),
            num_trees: counts[0],
            num_children: counts.part(1..1 + nodes),
            names: digits.part(1 + nodes..terms),
            terms: digits.part(terms + arity..digits.len()),
            arity,
        };
        ClauseVars { head: Head { predicate: digits[0], arguments }, body, digits }
    }

    /// The arguments of the head, then those of the body.
    pub(crate) fn terms(&self) -> Vars {
        self.digits.part(1 + 2 * self.body.names.len()..self.digits.len())
    }
}

impl Body {
    /// Where the arguments of a node stand among the terms.
    fn places(&self, node: usize) -> Range<usize> {
        node * self.arity..(node + 1) * self.arity
    }

    /// The arguments of a node.
    pub(crate) fn arguments(&self, node: usize) -> &[Var] {
        &self.terms[self.places(node)]
    }

    /// The name of each node and its arguments.
    pub(crate) fn atoms(&self) -> impl Iterator<Item = (Var, Vars)> {
        let arguments = |node| self.terms.part(self.places(node));
        self.names.iter().enumerate().map(move |(node, &name)| (name, arguments(node)))
    }

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
        if !self.names.iter().any(|&name| store.value(name) == Some(not)) {
            return negated;
        }
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
