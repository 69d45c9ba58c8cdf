//! Heads of clauses: every predicate but data heads a clause, and clauses stand in order.

use std::sync::Arc;

use randlog_kernel::constraint::{Extent, Implies, Lengths, LexLess, Member, Step};
use randlog_kernel::{Model, Var, Vars};

use super::layout::Layout;

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    let heads = layout.clauses.iter().map(|clause| &clause.head);
    let heads = heads.map(|head| (head.predicate, head.arguments.clone()));
    arities(model, &layout.codes.head_arities, layout.codes.blank, heads);
    every_predicate_heads_a_clause(model, layout);
    clauses_are_in_order(model, layout);
}

/// Constraint 1: an argument is □ if and only if the arity does not reach it. So it is for heads
/// and for nodes, each a name and its arguments.
pub(crate) fn arities(
    model: &mut Model,
    arities: &Arc<Lengths>,
    blank: u32,
    atoms: impl Iterator<Item = (Var, Vars)>,
) {
    let extent = |(name, arguments)| Extent::new(name, arguments, arities.clone(), blank);
    model.post_all(atoms.map(extent));
}

/// Constraint 2: every predicate heads a clause, unless it is data, which is no value of heads.
///
/// The paper counts the different head predicates: there are `|P|` of them, or `|P| + 1` if some
/// clause is disabled. Since clauses are ordered, it comes to the same that no predicate is left
/// out between neighbours or at the ends; and stated so, it prunes completely.
fn every_predicate_heads_a_clause(model: &mut Model, layout: &Layout) {
    let none = layout.codes.none;
    let heads: Vec<Var> = layout.clauses.iter().map(|clause| clause.head.predicate).collect();
    model.post_all(heads.windows(2).map(|pair| Step::new(pair[0], pair[1])));
    if let (Some(&first), Some(&last)) = (heads.first(), heads.last()) {
        model.post(Member::is(first, 0));
        model.post(Member::new(last, [none.saturating_sub(1), none]));
    }
}

/// Constraint 3: clauses increase strictly, so that none stands twice and no program in two
/// orders; disabled clauses, which are all alike, come last.
fn clauses_are_in_order(model: &mut Model, layout: &Layout) {
    let in_order = layout.clauses.windows(2).map(|pair| {
        let less = LexLess::strict(model, pair[0].digits.clone(), pair[1].digits.clone());
        Implies(Member::new(pair[1].head.predicate, layout.codes.heads()), less)
    });
    let in_order: Vec<_> = in_order.collect();
    model.post_all(in_order);
}
