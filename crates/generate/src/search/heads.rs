//! Heads of clauses: every predicate heads a clause, and clauses stand in order.

use randlog_kernel::constraint::{Extent, Implies, LexLess, Member, Rows, Table};
use randlog_kernel::{Model, Var};

use super::layout::{Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    for clause in &layout.clauses {
        arity(model, &layout.codes, clause.head.predicate, &clause.head.arguments);
    }
    every_predicate_heads_a_clause(model, layout);
    clauses_are_in_order(model, layout);
}

/// Constraint 1: an argument is □ if and only if the arity does not reach it. So it is for heads
/// and for nodes.
pub(crate) fn arity(model: &mut Model, codes: &Codes, name: Var, arguments: &[Var]) {
    model.post(Extent::new(name, arguments.to_vec(), codes.arities.clone(), codes.blank));
}

/// Constraint 2: every predicate heads a clause.
///
/// The paper counts the different head predicates: there are `|P|` of them, or `|P| + 1` if some
/// clause is disabled. Since clauses are ordered, it comes to the same that no predicate is left
/// out between neighbours or at the ends; and stated so, it prunes completely.
fn every_predicate_heads_a_clause(model: &mut Model, layout: &Layout) {
    let none = layout.codes.none;
    let equal_or_successive: Vec<[u32; 2]> =
        (0..=none).flat_map(|p| [[p, p], [p, p + 1]]).filter(|row| row[1] <= none).collect();
    let rows = Rows::new(&equal_or_successive);
    for pair in layout.clauses.windows(2) {
        let predicates = pair.iter().map(|clause| clause.head.predicate).collect();
        model.post(Table::new(predicates, rows.clone()));
    }
    if let (Some(first), Some(last)) = (layout.clauses.first(), layout.clauses.last()) {
        model.post(Member::is(first.head.predicate, 0));
        model.post(Member::new(last.head.predicate, [none.saturating_sub(1), none]));
    }
}

/// Constraint 3: clauses increase strictly, so that none stands twice and no program in two
/// orders; disabled clauses, which are all alike, come last.
fn clauses_are_in_order(model: &mut Model, layout: &Layout) {
    for pair in layout.clauses.windows(2) {
        let less = LexLess::strict(model, pair[0].digits(), pair[1].digits());
        let enabled = Member::new(pair[1].head.predicate, layout.codes.predicates());
        model.post(Implies(enabled, less));
    }
}
