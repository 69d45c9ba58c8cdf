//! Heads of clauses: every predicate heads a clause, and clauses stand in order.
//!
//! The paper states that the number of different head predicates is `|P|`, or `|P| + 1` if some
//! clause is disabled. Since clauses are ordered, the head predicates of neighbours are equal or
//! successive; stating that as a table for each pair of neighbours prunes completely.

use std::sync::Arc;

use randlog_kernel::Model;
use randlog_kernel::constraint::{
    Conditional, Count, Extent, Iff, LexLess, Member, NumberOfValues, Rows, Table,
};

use super::layout::{ClauseVars, Codes, Layout};

pub(crate) fn post(model: &mut Model, layout: &Layout) {
    let lengths = layout.codes.lengths();
    for clause in &layout.clauses {
        arity(model, &layout.codes, &lengths, clause);
    }
    every_predicate_heads_a_clause(model, layout);
    neighbours_are_equal_or_successive(model, layout);
    clauses_are_in_order(model, layout);
}

/// An argument of the head is blank just if the head's arity does not reach it.
fn arity(model: &mut Model, codes: &Codes, lengths: &Arc<[u32]>, clause: &ClauseVars) {
    let args = clause.head_args.clone();
    model.post(Extent::new(clause.head, args, lengths.clone(), codes.blank()));
}

/// The paper's statement, by numbers of different values.
fn every_predicate_heads_a_clause(model: &mut Model, layout: &Layout) {
    let heads: Vec<_> = layout.clauses.iter().map(|clause| clause.head).collect();
    let predicates = layout.codes.predicates().end;
    let disabled = model.variable(0..heads.len() as u32 + 1);
    let different = model.variable([predicates, predicates + 1]);
    model.post(Count::new(heads.clone(), layout.codes.none(), disabled));
    model.post(NumberOfValues::new(heads, different));
    model.post(Iff(Member::is(disabled, 0), Member::is(different, predicates)));
}

/// Stronger, given the order: no predicate is left out between neighbours or at the ends.
fn neighbours_are_equal_or_successive(model: &mut Model, layout: &Layout) {
    let none = layout.codes.none();
    let rows: Vec<Vec<u32>> =
        (0..=none).flat_map(|p| [vec![p, p], vec![p, p + 1]]).filter(|r| r[1] <= none).collect();
    let rows = Rows::new(2, &rows);
    for pair in layout.clauses.windows(2) {
        let table = Table::new(model, vec![pair[0].head, pair[1].head], rows.clone());
        model.post(table);
    }
    if let (Some(first), Some(last)) = (layout.clauses.first(), layout.clauses.last()) {
        model.post(Member::is(first.head, 0));
        model.post(Member::new(last.head, [none.saturating_sub(1), none]));
    }
}

/// Strictly increasing, so that no clause stands twice and no program in two orders; disabled
/// clauses, which are all alike, come last.
fn clauses_are_in_order(model: &mut Model, layout: &Layout) {
    for pair in layout.clauses.windows(2) {
        let less = LexLess::strict(model, pair[0].digits(), pair[1].digits());
        let enabled = Member::new(pair[1].head, layout.codes.predicates());
        model.post(Conditional::new(enabled, less));
    }
}
