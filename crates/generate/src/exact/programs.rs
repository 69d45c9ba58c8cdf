//! Whole programs: every predicate heads a clause, and the cycle rule holds.
//!
//! Let `W(X|K)` count the programs for the predicates of `X`, given that those of `K` are settled,
//! do not use `X`, and may be used in any way. Some component of `X` is used by no other. With
//! the signed weight `e` of [`components`](super::components), which counts every program once
//! however many such components it has,
//!
//! ```text
//! W(∅|K) = 1        W(X|K) = Σ_{∅ ≠ T ⊆ X} e(T | K ∪ X∖T) · W(X∖T | K)
//! ```
//!
//! This holds for each cycle rule. For `acyclic`, components are single predicates and the formula
//! is Robinson's for acyclic graphs. For `any` it is a detour: nothing ties the heads to each other,
//! and `W(X|K)` is the product of their weights.

use randlog_base::{Stop, Stopped};

use super::classes::{Classes, Group, GroupTable};
use super::series::{Coefficient, Degree, Series};

/// Programs without a rule on cycles or pairs, given the sets of clauses for each class of heads. This is
/// the paper's formula for the number of programs: the sum over all ways to share out clauses among heads
/// is a product of polynomials.
pub(crate) fn unruled<N: Coefficient>(
    classes: &Classes,
    sets: &[Series<N>],
    reach: Degree,
    stop: &Stop,
) -> Result<Series<N>, Stopped> {
    let mut sets = classes.heads_in_order().map(|head| &sets[classes.class_of[head]]);
    sets.try_fold(Series::one(reach), |product, sets| product.times(sets, stop))
}

/// `W(X|K)` for one `K` and every `X` beside it, indexed by group.
pub(crate) fn above<N: Coefficient>(
    classes: &Classes,
    signed: &GroupTable<Series<N>>,
    settled: Group,
    reach: Degree,
    stop: &Stop,
) -> Result<Vec<Series<N>>, Stopped> {
    let free = classes.heads - settled;
    let mut weights = vec![Series::zero(reach); free.0 + 1];
    weights[0] = Series::one(reach);
    for set in classes.nonempty(free) {
        let mut weight = Series::zero(reach);
        for (top, ways) in classes.parts(set) {
            let rest = set - top;
            let signed = signed.get(top, settled + rest);
            weight.add_product(&ways.into(), signed, &weights[rest.0], stop)?;
        }
        weights[set.0] = weight;
    }
    Ok(weights)
}
