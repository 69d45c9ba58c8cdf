//! Bodies of clauses: ordered trees of connectives over atoms.
//!
//! A tree is given by the parent of each node. The nodes of the tree come first, numbered
//! breadth-first: parents never decrease and always lie to the left, so that every ordered tree
//! has exactly one numbering. Nodes outside the tree are fixed.

use randlog_kernel::constraint::{Classes, Count, Iff, Implies, Increasing, Member, SameClass};
use randlog_kernel::{BitSet, Model};

use super::heads::arities;
use super::layout::{Body, Codes, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    structure(model, layout);
    names_fit_children(model, spec, layout);
    nodes_outside_the_tree(model, layout);
    arities(model, &layout.codes, bodies(layout).flat_map(Body::atoms));
    disabled_clauses(model, spec, layout);
}

fn bodies(layout: &Layout) -> impl Iterator<Item = &Body> {
    layout.clauses.iter().map(|clause| &clause.body)
}

/// A forest in breadth-first order. The paper's tree constraint forbids cycles, which the domains
/// do here, and counts the roots.
///
/// Constraint 4, about parents: a node outside the tree is a root, and inside, the parent is to
/// the left. For the names see [`nodes_outside_the_tree`].
fn structure(model: &mut Model, layout: &Layout) {
    let roots = |body: &Body| Count::of_positions(body.structure.clone(), body.num_trees);
    model.post_all(bodies(layout).map(roots));
    model.post_all(bodies(layout).map(|body| Increasing::new(body.structure.clone())));
    model.post_all(bodies(layout).flat_map(|body| {
        let nodes = body.structure.len() as u32;
        body.structure.iter().zip(0..).skip(1).map(move |(&parent, node)| {
            // With t trees the main one has nodes - t + 1 nodes; node i lies outside if i is not
            // below that number.
            let outside = Member::new(body.num_trees, nodes - node + 1..nodes + 1);
            Iff(Member::is(parent, node), outside)
        })
    }));
}

/// Constraint 5: the number of children says what kind of name a node has. No child: an atom (or
/// nothing). One child: a negation. More: a conjunction or a disjunction.
fn names_fit_children(model: &mut Model, spec: &Spec, layout: &Layout) {
    let codes = &layout.codes;
    let leaf = codes.predicates().chain([codes.top]).collect();
    let connective = [codes.and, codes.or].into_iter().collect();
    let several = (2..spec.max_nodes() as u32).collect();
    let kinds =
        Classes::new(vec![(value(0), leaf), (value(1), value(codes.not)), (several, connective)]);
    model.post_all(bodies(layout).flat_map(|body| {
        body.num_children.iter().zip(0..).map(|(&children, node)| {
            let later = body.structure.part(node as usize + 1..body.structure.len());
            Count::of(node, later, children)
        })
    }));
    model.post_all(bodies(layout).flat_map(|body| {
        let nodes = body.num_children.iter().zip(&body.names);
        nodes.map(|(&children, &name)| SameClass::new(children, name, kinds.clone()))
    }));
}

fn value(value: u32) -> BitSet {
    [value].into_iter().collect()
}

/// Constraint 4, about names: outside the tree is nothing but ⊤. Constraint 6: in it, ⊤ stands
/// only at the root, for a whole empty body.
fn nodes_outside_the_tree(model: &mut Model, layout: &Layout) {
    let top = layout.codes.top;
    model.post_all(bodies(layout).flat_map(|body| {
        let nodes = body.names.iter().zip(&body.structure).zip(0..).skip(1);
        nodes.map(move |((&name, &parent), node)| {
            Iff(Member::is(name, top), Member::is(parent, node))
        })
    }));
}

/// Constraint 7: a disabled clause has an empty body. If empty bodies are forbidden, no other
/// clause has.
///
/// That such a tree has one node is implied: ⊤ has no children, so node 1 is a root, so all are.
fn disabled_clauses(model: &mut Model, spec: &Spec, layout: &Layout) {
    let Codes { none, top, .. } = layout.codes;
    let statements = layout.clauses.iter().map(|clause| {
        let disabled = Member::is(clause.head.predicate, none);
        (disabled, Member::is(clause.body.names[0], top))
    });
    if spec.empty_bodies() {
        model.post_all(statements.map(|(disabled, empty)| Implies(disabled, empty)));
    } else {
        model.post_all(statements.map(|(disabled, empty)| Iff(disabled, empty)));
    }
}
