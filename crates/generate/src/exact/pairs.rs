//! Programs with independent pairs: a sum over preorders in which every term is positive.
//!
//! Given a preorder on the ancestors `K` of all named predicates, each class `T` must be strongly
//! connected and have exactly the ancestors `A` that the preorder gives it. It suffices that it uses
//! each of the highest classes of `A` directly, which inclusion and exclusion express:
//!
//! ```text
//! weight = Π_T Σ_{X ⊆ highest(A)} (-1)^|X| SC(T | A ∖ ∪X)
//! ```
//!
//! What is above `K` uses it freely and contributes `W(rest|K)`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::classes::{Classes, Group};
use super::components::Pairs;
use super::number::sign;
use super::preorders::{ClassSet, Members, Order, Visitor, bits, class_bits};
use super::programs;
use super::series::{Reach, Series};

/// The weights of the parts of a preorder.
#[derive(Debug)]
pub(crate) struct Parts {
    classes: Classes,
    reach: Reach,
    signed: Pairs<Series>,
    components: Arc<Pairs<Series>>,
    placed: HashMap<Placed, Series>,
    above: HashMap<Group, Series>,
}

/// A class, its ancestors, and those of them that it must use directly.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Placed {
    members: Group,
    ancestors: Group,
    highest: Vec<Group>,
}

impl Parts {
    pub(crate) fn new(
        classes: Classes,
        reach: Reach,
        signed: Pairs<Series>,
        components: Arc<Pairs<Series>>,
    ) -> Parts {
        let (placed, above) = (HashMap::new(), HashMap::new());
        Parts { classes, reach, signed, components, placed, above }
    }

    /// How far the series reach.
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// The weight of a class with exactly these ancestors, which the walk has met.
    pub(crate) fn placed(&self, order: &Order, members: Members, below: ClassSet) -> &Series {
        &self.placed[&self.key(order, members, below)]
    }

    /// The programs for everybody else, above a preorder that the walk has met.
    pub(crate) fn above(&self, settled: Members) -> &Series {
        &self.above[&self.group(settled)]
    }

    fn meet(&mut self, order: &Order, members: Members, below: ClassSet) -> &Series {
        let key = self.key(order, members, below);
        let (components, reach) = (&self.components, self.reach);
        self.placed.entry(key).or_insert_with_key(|key| placed_weight(components, reach, key))
    }

    fn meet_above(&mut self, settled: Members) -> &Series {
        let settled = self.group(settled);
        let (classes, signed, reach) = (&self.classes, &self.signed, self.reach);
        self.above.entry(settled).or_insert_with(|| {
            let mut weights = programs::above(classes, signed, settled, reach);
            weights.swap_remove((classes.all() - settled).0)
        })
    }

    fn group(&self, members: Members) -> Group {
        self.classes.group(bits(members))
    }

    fn key(&self, order: &Order, members: Members, below: ClassSet) -> Placed {
        let mut highest: Vec<Group> = class_bits(order.highest(below))
            .map(|position| self.group(order.classes[position].members))
            .collect();
        highest.sort_unstable();
        let ancestors = self.group(order.members_of(below));
        Placed { members: self.group(members), ancestors, highest }
    }
}

fn placed_weight(components: &Pairs<Series>, reach: Reach, key: &Placed) -> Series {
    let mut weight = Series::zero(reach);
    for left_out in 0..1u32 << key.highest.len() {
        let unused = class_bits(left_out)
            .fold(Group::EMPTY, |unused, position| unused + key.highest[position]);
        let component = components.get(key.members, key.ancestors - unused);
        weight.add_scaled(&sign(left_out.count_ones() as usize), component);
    }
    weight
}

/// Sums the weights of all preorders that the walk meets.
pub(crate) struct Total<'p> {
    parts: &'p mut Parts,
    /// The product of the weights of the classes placed so far, for each number of them.
    products: Vec<Series>,
    pub(crate) total: Series,
}

impl<'p> Total<'p> {
    pub(crate) fn new(parts: &'p mut Parts) -> Total<'p> {
        let (products, total) = (vec![Series::one(parts.reach)], Series::zero(parts.reach));
        Total { parts, products, total }
    }

    /// The weight of all completions of `order` by `members` above one of `choices`.
    pub(crate) fn completed(
        &mut self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
    ) -> Series {
        let mut last = Series::zero(self.parts.reach);
        for &below in choices {
            last.add(self.parts.meet(order, members, below));
        }
        let below = self.products[order.classes.len()].times(&last);
        below.times(self.parts.meet_above(order.members | members))
    }
}

impl Visitor for Total<'_> {
    fn enter(&mut self, order: &Order) -> bool {
        let product = match order.classes.split_last() {
            Some((class, _)) => {
                let weight = self.parts.meet(order, class.members, class.below);
                self.products[order.classes.len() - 1].times(weight)
            }
            None => Series::one(self.parts.reach),
        };
        let possible = !product.is_zero();
        self.products.push(product);
        possible
    }

    fn leave(&mut self) {
        self.products.pop();
    }

    fn complete(&mut self, order: &Order, members: Members, choices: &[ClassSet]) {
        let weight = self.completed(order, members, choices);
        self.total.add(&weight);
    }

    fn step(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
