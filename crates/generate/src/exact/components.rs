//! Strongly connected components, and sets of them that do not use each other.
//!
//! Write `B_j(I, U)` for the sets of clauses of head `j` whose bodies use the predicates of `I` as
//! members of one component may use each other, and those of `U`, settled before, in any way. Look at
//! all ways to fill in clauses for a set `Q` of predicates above `U`. In each of them some components
//! use nothing in `Q` but themselves. Take any nonempty combination `R` of these, with sign `+` for an
//! odd number of components and `-` for an even one: for every filling, the signs of all combinations
//! add up to one. The others may use anything, so
//!
//! ```text
//! Π_{j ∈ Q} B_j(Q, U)  =  Σ_{∅ ≠ R ⊆ Q} e(R|U) · Π_{j ∈ Q∖R} B_j(Q, U)
//! ```
//!
//! where the *signed weight* `e(R|U)` sums over all ways to divide `R` into components that do not use
//! each other. The equation determines `e` one set after the other. Taking apart the component of a
//! distinguished member then gives the weight `SC(Q|U)` of one component.

use randlog_base::{Stop, Stopped};

use super::classes::{Classes, Group, GroupTable};
use super::heads::Heads;
use super::number::{Integer, sign};
use super::series::{Coefficient, Series};
use crate::spec::Cycles;

/// The signed weight `e(T|U)` for all disjoint nonempty `T` and `U`.
pub(crate) fn signed_weights<N: Coefficient>(
    heads: &Heads<N>,
    stop: &Stop,
) -> Result<GroupTable<Series<N>>, Stopped> {
    let classes = &heads.classes;
    let mut weights = GroupTable::new(classes);
    for outer in classes.within(classes.heads) {
        for inner in classes.nonempty(classes.heads - outer) {
            let weight = match heads.cycles {
                Cycles::Acyclic => antichain(heads, inner, outer, stop)?,
                Cycles::Any | Cycles::Stratified => {
                    signed_weight(heads, &weights, inner, outer, stop)?
                }
            };
            weights.set(inner, outer, weight);
        }
    }
    Ok(weights)
}

/// The weight `SC(T|U)` of one component, for all disjoint nonempty `T` and `U`.
pub(crate) fn component_weights<N: Coefficient>(
    classes: &Classes,
    signed: &GroupTable<Series<N>>,
    stop: &Stop,
) -> Result<GroupTable<Series<N>>, Stopped> {
    let mut weights: GroupTable<Series<N>> = GroupTable::new(classes);
    for outer in classes.within(classes.heads) {
        for whole in classes.nonempty(classes.heads - outer) {
            let mut weight = signed.get(whole, outer).clone();
            for (part, ways) in classes.parts_with_first(whole).filter(|&(part, _)| part != whole) {
                let others = signed.get(whole - part, outer);
                weight.add_product(&ways.into(), weights.get(part, outer), others, stop)?;
            }
            weights.set(whole, outer, weight);
        }
    }
    Ok(weights)
}

/// `Π_{j ∈ T} B_j(Q, U)` for all `T ⊆ Q`, indexed by group.
pub(crate) fn products<N: Coefficient>(
    heads: &Heads<N>,
    inner: Group,
    outer: Group,
    stop: &Stop,
) -> Result<Vec<Series<N>>, Stopped> {
    let classes = &heads.classes;
    let mut products = vec![Series::one(heads.reach); inner.0 + 1];
    for part in classes.nonempty(inner) {
        if let Some(class) = classes.first(part) {
            let rest = &products[(part - classes.one(class)).0];
            products[part.0] = rest.times(heads.get(class, inner, outer), stop)?;
        }
    }
    Ok(products)
}

/// One more signed weight, given those of all smaller sets.
fn signed_weight<N: Coefficient>(
    heads: &Heads<N>,
    known: &GroupTable<Series<N>>,
    whole: Group,
    outer: Group,
    stop: &Stop,
) -> Result<Series<N>, Stopped> {
    let classes = &heads.classes;
    let products = products(heads, whole, outer, stop)?;
    let mut weight = products[whole.0].clone();
    for (part, ways) in classes.parts(whole).filter(|&(part, _)| part != whole) {
        let ways = -Integer::from(ways);
        weight.add_product(&ways, known.get(part, outer), &products[(whole - part).0], stop)?;
    }
    Ok(weight)
}

/// Without cycles every component is a single predicate that does not use itself.
fn antichain<N: Coefficient>(
    heads: &Heads<N>,
    set: Group,
    outer: Group,
    stop: &Stop,
) -> Result<Series<N>, Stopped> {
    let mut weight = Series::zero(heads.reach);
    let product = products(heads, set, outer, stop)?.swap_remove(set.0);
    weight.add_scaled(&-sign(heads.classes.size(set)), &product);
    Ok(weight)
}
