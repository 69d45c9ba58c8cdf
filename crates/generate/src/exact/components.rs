//! Strongly connected components, and sets of them that nobody else depends on.
//!
//! Write `B_j(I, U)` for the sets of clauses of head `j` whose bodies use the predicates of `I` as
//! members of one component may use each other, and those of `U`, settled before, in any way. Let
//! `Q` be a set of predicates above `U`, and look at all programs for `T ⊆ Q` whose bodies stay
//! within `Q ∪ U`. In each, take the set `R ⊆ T` of the components on which nobody else in `T`
//! depends, *or any union of them*, counted with alternating signs so that every program counts
//! once. The rest `T ∖ R` does not use `R`, so
//!
//! ```text
//! Π_{j ∈ T} B_j(Q, U)  =  Σ_{∅ ≠ R ⊆ T} f(R) · Π_{j ∈ T∖R} B_j(Q∖R, U)
//! ```
//!
//! which determines `f` one set after the other. `f(Q)` with nothing left over is the *signed
//! weight* `e(Q|U)`: the sum over all ways to divide `Q` into components that do not use each
//! other, with sign `+` for an odd number of them and `-` for an even one. Taking apart the
//! component of a distinguished member then gives the weight `SC(Q|U)` of one component.

use super::classes::{Classes, Group};
use super::heads::Heads;
use super::number::{Integer, sign};
use super::series::Series;
use crate::spec::Cycles;

/// Values for every pair of disjoint groups.
#[derive(Debug)]
pub(crate) struct Pairs<T> {
    groups: usize,
    table: Vec<Option<T>>,
}

impl<T: Clone> Pairs<T> {
    pub(crate) fn new(classes: &Classes) -> Pairs<T> {
        let groups = classes.groups();
        Pairs { groups, table: vec![None; groups * groups] }
    }

    pub(crate) fn set(&mut self, first: Group, second: Group, value: T) {
        self.table[first.0 * self.groups + second.0] = Some(value);
    }

    pub(crate) fn get(&self, first: Group, second: Group) -> &T {
        match &self.table[first.0 * self.groups + second.0] {
            Some(value) => value,
            None => unreachable!("the table holds every pair of disjoint groups that is asked for"),
        }
    }
}

/// The signed weight `e(T|U)` for all disjoint nonempty `T` and `U`.
pub(crate) fn signed_weights(heads: &Heads) -> Pairs<Series> {
    let classes = &heads.classes;
    let mut weights = Pairs::new(classes);
    for outer in classes.within(classes.all()) {
        let free = classes.all() - outer;
        let products = Products::new(heads, free, outer);
        for inner in classes.within(free).into_iter().skip(1) {
            let weight = match heads.cycles {
                Cycles::Acyclic => antichain(heads, &products, inner),
                Cycles::Any | Cycles::Stratified => signed_weight(heads, &products, inner),
            };
            weights.set(inner, outer, weight);
        }
    }
    weights
}

/// The weight `SC(T|U)` of one component, for all disjoint nonempty `T` and `U`.
pub(crate) fn component_weights(classes: &Classes, signed: &Pairs<Series>) -> Pairs<Series> {
    let mut weights: Pairs<Series> = Pairs::new(classes);
    for outer in classes.within(classes.all()) {
        for whole in classes.within(classes.all() - outer).into_iter().skip(1) {
            let mut weight = signed.get(whole, outer).clone();
            for part in classes.within(whole) {
                let ways = classes.subsets_with_first(whole, part);
                if ways > 0 && part != whole {
                    let component = weights.get(part, outer);
                    let others = signed.get(whole - part, outer);
                    weight.add_product(&ways.into(), component, others);
                }
            }
            weights.set(whole, outer, weight);
        }
    }
    weights
}

/// `Π_{j ∈ T} B_j(Q, U)` for one `U` and all `T ⊆ Q`.
struct Products {
    table: Pairs<Series>,
}

impl Products {
    fn new(heads: &Heads, free: Group, outer: Group) -> Products {
        let classes = &heads.classes;
        let mut table: Pairs<Series> = Pairs::new(classes);
        for inner in classes.within(free) {
            table.set(Group::EMPTY, inner, Series::one(heads.reach));
            for part in classes.within(inner).into_iter().skip(1) {
                let Some(class) = classes.first(part) else { continue };
                let rest = table.get(part - classes.one(class), inner);
                let product = rest.times(heads.get(class, inner, outer));
                table.set(part, inner, product);
            }
        }
        Products { table }
    }

    fn get(&self, part: Group, inner: Group) -> &Series {
        self.table.get(part, inner)
    }
}

fn signed_weight(heads: &Heads, products: &Products, whole: Group) -> Series {
    let classes = &heads.classes;
    let mut weights: Vec<Series> = vec![Series::zero(heads.reach); whole.0 + 1];
    for set in classes.within(whole).into_iter().skip(1) {
        let mut weight = products.get(set, whole).clone();
        for part in classes.within(set).into_iter().skip(1).filter(|&part| part != set) {
            let ways = -Integer::from(classes.subsets(set, part));
            let rest = products.get(set - part, whole - part);
            weight.add_product(&ways, &weights[part.0], rest);
        }
        weights[set.0] = weight;
    }
    weights.swap_remove(whole.0)
}

/// Without cycles every component is a single predicate that does not use itself.
fn antichain(heads: &Heads, products: &Products, set: Group) -> Series {
    let product = products.get(set, set);
    let mut weight = Series::zero(heads.reach);
    weight.add_scaled(&-sign(heads.classes.size(set)), product);
    weight
}
