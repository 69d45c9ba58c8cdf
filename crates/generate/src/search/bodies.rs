//! Bodies of clauses: ordered trees of connectives over atoms.
//!
//! A tree is given by the parent of each node. The nodes of the tree come first, numbered
//! breadth-first: parents never decrease and always lie to the left, so that every ordered tree
//! has exactly one numbering. Nodes outside the tree are fixed.

use std::sync::Arc;

use randlog_kernel::constraint::{
    Classes, Count, Extent, Iff, Implies, Increasing, Member, SameClass, Tree,
};
use randlog_kernel::{BitSet, Model};

use super::layout::{ClauseVars, Codes, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    let lengths = layout.codes.lengths();
    let types = node_types(&layout.codes, spec.max_nodes());
    for clause in &layout.clauses {
        structure(model, clause);
        names_fit_children(model, &types, clause);
        nodes_outside_the_tree(model, &layout.codes, clause);
        arity(model, &layout.codes, &lengths, clause);
        disabled_clauses(model, spec, &layout.codes, clause);
    }
}

/// A forest in breadth-first order.
fn structure(model: &mut Model, clause: &ClauseVars) {
    model.post(Tree::new(clause.parents.clone(), clause.trees));
    model.post(Increasing(clause.parents.clone()));
    let nodes = clause.parents.len() as u32;
    for (node, &parent) in (0..).zip(&clause.parents).skip(1) {
        // With t trees the main one has nodes - t + 1 nodes; node i lies outside if i is not below
        // that number.
        let outside = Member::new(clause.trees, nodes - node + 1..nodes + 1);
        model.post(Iff(Member::is(parent, node), outside));
    }
}

/// No child: an atom (or nothing). One child: a negation. More: a conjunction or a disjunction.
fn node_types(codes: &Codes, nodes: usize) -> Classes {
    let leaf = codes.predicates().chain([codes.top()]).collect();
    let connective = [codes.and(), codes.or()].into_iter().collect();
    let several = (2..nodes as u32).collect();
    Classes::new(vec![(value(0), leaf), (value(1), value(codes.not())), (several, connective)])
}

fn names_fit_children(model: &mut Model, types: &Classes, clause: &ClauseVars) {
    for (node, &name) in clause.names.iter().enumerate() {
        let children = clause.children[node];
        model.post(Count::new(clause.parents[node + 1..].to_vec(), node as u32, children));
        model.post(SameClass::new(children, name, types.clone()));
    }
}

fn value(value: u32) -> BitSet {
    [value].into_iter().collect()
}

/// Outside the tree there is nothing; inside, nothing stands only for a whole empty body.
fn nodes_outside_the_tree(model: &mut Model, codes: &Codes, clause: &ClauseVars) {
    for (node, &name) in (0..).zip(&clause.names).skip(1) {
        let outside = Member::is(clause.parents[node as usize], node);
        model.post(Iff(Member::is(name, codes.top()), outside));
    }
}

/// An argument of a node is blank just if the name's arity does not reach it.
fn arity(model: &mut Model, codes: &Codes, lengths: &Arc<[u32]>, clause: &ClauseVars) {
    for (&name, args) in clause.names.iter().zip(&clause.args) {
        model.post(Extent::new(name, args.clone(), lengths.clone(), codes.blank()));
    }
}

/// A disabled clause has an empty body; if empty bodies are forbidden, no other clause has.
fn disabled_clauses(model: &mut Model, spec: &Spec, codes: &Codes, clause: &ClauseVars) {
    let disabled = Member::is(clause.head, codes.none());
    let empty = Member::is(clause.names[0], codes.top());
    if spec.empty_bodies() {
        model.post(Implies(disabled, empty));
    } else {
        model.post(Iff(disabled, empty));
    }
}
