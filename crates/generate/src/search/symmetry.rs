//! Variables are interchangeable within a clause: break the symmetry by order of first use.
//!
//! The paper's arrays of occurrences and introductions come to this: in the sequence of all
//! arguments of a clause, the first variable to be used is the first of the spec, and so on. Which
//! sequence does not matter, as long as it is always the same; the one chosen is the one in which
//! the search decides arguments, so that a decision never comes too early.

use randlog_kernel::constraint::Precedence;
use randlog_kernel::{Model, Var};

use super::layout::{ClauseVars, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    if spec.variables().len() < 2 {
        return;
    }
    for clause in &layout.clauses {
        let terms = term_groups(spec, clause).concat();
        let in_order = Precedence::new(model, terms, layout.codes.variables().end);
        model.post(in_order);
    }
}

/// The arguments of a clause in the order of decision. Safety asks which variables the body binds
/// and then limits the head to them, so there the body comes first.
pub(crate) fn term_groups(spec: &Spec, clause: &ClauseVars) -> [Vec<Var>; 2] {
    if spec.safe() {
        [clause.body_args(), clause.head_args.clone()]
    } else {
        [clause.head_args.clone(), clause.body_args()]
    }
}
