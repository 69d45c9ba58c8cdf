//! How many clauses there are: in all, and of some heads.

use randlog_kernel::constraint::Runs;
use randlog_kernel::{Model, Vars};

use super::layout::Layout;
use crate::Spec;

/// Heads stand in order, disabled clauses last: each predicate has a run of clauses, whose length may
/// be fixed.
pub(crate) fn post(model: &mut Model, spec: &Spec, layout: &Layout) {
    if spec.clauses().is_empty() && spec.min_clauses() <= spec.heads().len() {
        return;
    }
    let mut lengths = vec![(1, spec.max_clauses()); spec.heads().len()];
    for &(head, count) in spec.clauses() {
        lengths[head] = (count, count);
    }
    lengths.push((0, spec.max_clauses().saturating_sub(spec.min_clauses())));
    let heads: Vars = layout.clauses.iter().map(|clause| clause.head.predicate).collect();
    model.post(Runs::new(heads, lengths));
}
