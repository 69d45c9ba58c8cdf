//! Whole programs: every predicate heads a clause, and the cycle rule holds.
//!
//! Let `W(X|K)` count the programs for the predicates of `X`, given that those of `K` are settled,
//! do not use `X`, and may be used in any way. Some component of `X` is used by nobody else. With
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

use super::classes::{Classes, Group};
use super::clauses::Clauses;
use super::components::Pairs;
use super::heads::{Second, Sets};
use super::series::{Reach, Series};

/// Programs without a rule on cycles or pairs.
pub(crate) fn unruled(clauses: &Clauses, reach: Reach, second: Second) -> Series {
    let classes = &clauses.classes;
    let heads = Sets::new(clauses, classes.all(), reach, second).under(Group::EMPTY);
    let mut product = Series::one(reach);
    for (class, sets) in heads.iter().enumerate() {
        for _ in classes.members(class) {
            product = product.times(sets);
        }
    }
    product
}

/// `W(X|K)` for one `K` and every `X` beside it, indexed by group.
pub(crate) fn above(
    classes: &Classes,
    signed: &Pairs<Series>,
    settled: Group,
    reach: Reach,
) -> Vec<Series> {
    let free = classes.all() - settled;
    let mut weights = vec![Series::zero(reach); free.0 + 1];
    weights[0] = Series::one(reach);
    for set in classes.within(free).into_iter().skip(1) {
        let mut weight = Series::zero(reach);
        for top in classes.within(set).into_iter().skip(1) {
            let rest = set - top;
            let ways = classes.subsets(set, top).into();
            weight.add_product(&ways, signed.get(top, settled + rest), &weights[rest.0]);
        }
        weights[set.0] = weight;
    }
    weights
}
