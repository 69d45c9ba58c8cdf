//! Bodies of clauses: ordered trees of connectives over atoms.
//!
//! A tree is given by the parent of each node. The nodes of the tree come first, numbered
//! breadth-first: parents never decrease and always lie to the left, so that every ordered tree
//! has exactly one numbering. Nodes outside the tree are fixed.

use std::sync::Arc;

use randlog_kernel::constraint::{Classes, Count, Iff, Implies, Increasing, Member, SameClass};
use randlog_kernel::{BitSet, Model};

use super::heads::arities;
use super::layout::{Body, ClauseVars, Codes, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    let codes = &layout.codes;
    let kinds = node_kinds(codes, spec.max_nodes());
    for clause in &layout.clauses {
        let body = &clause.body;
        structure(model, body);
        names_fit_children(model, &kinds, body);
        nodes_outside_the_tree(model, codes, body);
        arities(model, &codes.arities, codes.blank, body.atoms());
        disabled_clauses(model, spec, codes, clause);
    }
}

/// A forest in breadth-first order. The paper's tree constraint forbids cycles, which the domains
/// do here, and counts the roots.
///
/// Constraint 4, about parents: a node outside the tree is a root, and inside, the parent is to
/// the left. For the names see [`nodes_outside_the_tree`].
fn structure(model: &mut Model, body: &Body) {
    model.post(Count::of_positions(body.structure.clone(), body.num_trees));
    model.post(Increasing::new(body.structure.clone()));
    let nodes = body.structure.len() as u32;
    model.post_all(body.structure.iter().zip(0..).skip(1).map(|(&parent, node)| {
        // With t trees the main one has nodes - t + 1 nodes; node i lies outside if i is not below
        // that number.
        let outside = Member::new(body.num_trees, nodes - node + 1..nodes + 1);
        Iff(Member::is(parent, node), outside)
    }));
}

/// The classes of Constraint 5. No child: an atom (or nothing). One child: a negation. More: a
/// conjunction or a disjunction.
fn node_kinds(codes: &Codes, nodes: usize) -> Arc<Classes> {
    let leaf = codes.predicates().chain([codes.top]).collect();
    let connective = [codes.and, codes.or].into_iter().collect();
    let several = (2..nodes as u32).collect();
    Classes::new(vec![(value(0), leaf), (value(1), value(codes.not)), (several, connective)])
}

/// Constraint 5: the number of children says what kind of name a node has.
fn names_fit_children(model: &mut Model, kinds: &Arc<Classes>, body: &Body) {
    model.post_all(body.num_children.iter().zip(0..).map(|(&children, node)| {
        let later = body.structure.part(node as usize + 1..body.structure.len());
        Count::of(node, later, children)
    }));
    let nodes = body.num_children.iter().zip(&body.names);
    let fits = |(&children, &name)| SameClass::new(children, name, kinds.clone());
    model.post_all(nodes.map(fits));
}

fn value(value: u32) -> BitSet {
    [value].into_iter().collect()
}

/// Constraint 4, about names: outside the tree is nothing but ⊤. Constraint 6: in it, ⊤ stands
/// only at the root, for a whole empty body.
fn nodes_outside_the_tree(model: &mut Model, codes: &Codes, body: &Body) {
    let nodes = body.names.iter().zip(&body.structure).zip(0..).skip(1);
    model.post_all(nodes.map(|((&name, &parent), node)| {
        Iff(Member::is(name, codes.top), Member::is(parent, node))
    }));
}

/// Constraint 7: a disabled clause has an empty body. If empty bodies are forbidden, no other
/// clause has.
///
/// That such a tree has one node is implied: ⊤ has no children, so node 1 is a root, so all are.
fn disabled_clauses(model: &mut Model, spec: &Spec, codes: &Codes, clause: &ClauseVars) {
    let disabled = Member::is(clause.head.predicate, codes.none);
    let empty = Member::is(clause.body.names[0], codes.top);
    if spec.empty_bodies() {
        model.post(Implies(disabled, empty));
    } else {
        model.post(Iff(disabled, empty));
    }
}
