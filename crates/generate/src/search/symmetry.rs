//! Variables are interchangeable within a clause: break the symmetry by order of first use.
//!
//! In the sequence of all arguments of a clause, the first variable to be used is the first of the
//! spec, and so on. Which sequence does not matter, as long as it is always the same; the one
//! chosen is the one in which the search decides arguments, so that a decision never comes too
//! early.
//!
//! The paper says it by means of further arrays, which are not needed here:
//!
//! - Definition 1, `occ`: the positions at which each term occurs.
//! - Definition 2, `intros`: the position at which each variable occurs first, one more than that,
//!   and 0 if it does not occur. These must not decrease; here, unused variables come last.
//! - Constraint 8: no position is in `occ` for two terms. Implied, since a position is one variable
//!   of the model; and so is that no position introduces two variables.
//! - Constraint 9: the position in `intros` is one in `occ`. There is nothing to say without them.
//! - Constraint 10: what is no predicate has no variable among its arguments, and so no part in
//!   `potentials`, the positions that `intros` can hold. Implied by Constraint 1, since the arity of
//!   such names is 0.

use randlog_kernel::constraint::Precedence;
use randlog_kernel::{Model, Vars};

use super::layout::{ClauseVars, Layout};
use crate::Spec;

pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    if spec.variables().len() < 2 {
        return;
    }
    let in_order = layout.clauses.iter().map(|clause| {
        let terms = match spec.safe() {
            true => term_groups(spec, clause).iter().flatten().copied().collect(),
            false => clause.terms(),
        };
        Precedence::new(model, terms, layout.codes.variables().end)
    });
    let in_order: Vec<Precedence> = in_order.collect();
    model.post_all(in_order);
}

/// The arguments of a clause (`terms` in Definition 1) in the order of decision. Safety asks which
/// variables the body binds and then limits the head to them, so there the body comes first.
pub(crate) fn term_groups(spec: &Spec, clause: &ClauseVars) -> [Vars; 2] {
    let (head, body) = (clause.head.arguments.clone(), clause.body.terms.clone());
    if spec.safe() { [body, head] } else { [head, body] }
}
