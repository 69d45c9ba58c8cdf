//! Bodies that are one literal, or one conjunction of literals.

use randlog_kernel::Model;
use randlog_kernel::constraint::{Implies, Member};

use super::layout::{Body, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    for clause in &layout.clauses {
        conjunction_at_the_top_only(model, &layout.codes, &clause.body);
        negated_atoms_only(model, &layout.codes, &clause.body);
    }
}

fn conjunction_at_the_top_only(model: &mut Model, codes: &Codes, body: &Body) {
    for (node, &name) in body.names.iter().enumerate() {
        let literal = codes.predicates().chain([codes.not, codes.top]);
        let conjunction = (node == 0).then_some(codes.and);
        model.post(Member::new(name, literal.chain(conjunction)));
    }
}

/// A negation is the root, or a child of the root; below it stands an atom.
fn negated_atoms_only(model: &mut Model, codes: &Codes, body: &Body) {
    for (&name, &parent) in body.names.iter().zip(&body.structure).skip(1) {
        model.post(Implies(Member::is(name, codes.not), Member::is(parent, 0)));
    }
    if let [root, child, ..] = body.names[..] {
        let atom = Member::new(child, codes.predicates());
        model.post(Implies(Member::is(root, codes.not), atom));
    }
}
