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

use super::classes::{Classes, Group};
use super::components::Pairs;
use super::number::Integer;
use super::preorders::{ClassSet, Members, Order, Visitor, bits, class_bits};
use super::programs;
use super::series::{Reach, Series};

/// The weights of the parts of a preorder.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) classes: &'a Classes,
    pub(crate) reach: Reach,
    signed: &'a Pairs<Series>,
    components: &'a Pairs<Series>,
    placed: HashMap<(Group, Group, Vec<Group>), Series>,
    above: HashMap<Group, Series>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(
        classes: &'a Classes,
        reach: Reach,
        signed: &'a Pairs<Series>,
        components: &'a Pairs<Series>,
    ) -> Parts<'a> {
        let (placed, above) = (HashMap::new(), HashMap::new());
        Parts { classes, reach, signed, components, placed, above }
    }

    /// The group of some predicates.
    pub(crate) fn group(&self, members: Members) -> Group {
        self.classes.group(bits(members))
    }

    /// The weight of a class with exactly these ancestors.
    pub(crate) fn placed(&mut self, order: &Order, members: Members, below: ClassSet) -> &Series {
        let set = self.group(members);
        let ancestors = self.group(order.members_of(below));
        let mut highest: Vec<Group> = class_bits(order.highest(below))
            .map(|position| self.group(order.classes[position].members))
            .collect();
        highest.sort_unstable();
        let components = self.components;
        let reach = self.reach;
        self.placed.entry((set, ancestors, highest)).or_insert_with_key(|(_, _, highest)| {
            let mut weight = Series::zero(reach);
            for left_out in 0..1u32 << highest.len() {
                let sign = if left_out.count_ones() % 2 == 0 { 1 } else { -1 };
                let unused = class_bits(left_out)
                    .fold(Group::EMPTY, |unused, position| unused + highest[position]);
                let component = components.get(set, ancestors - unused);
                weight.add_scaled(&Integer::from(sign), component);
            }
            weight
        })
    }

    /// The programs for everybody else.
    pub(crate) fn above(&mut self, settled: Group) -> &Series {
        let (classes, signed, reach) = (self.classes, self.signed, self.reach);
        self.above.entry(settled).or_insert_with(|| {
            let mut weights = programs::above(classes, signed, settled, reach);
            weights.swap_remove((classes.all() - settled).0)
        })
    }
}

/// Sums the weights of all preorders that the walk meets.
pub(crate) struct Total<'p, 'a> {
    parts: &'p mut Parts<'a>,
    /// The product of the weights of the classes placed so far, for each number of them.
    products: Vec<Series>,
    pub(crate) total: Series,
}

impl<'p, 'a> Total<'p, 'a> {
    pub(crate) fn new(parts: &'p mut Parts<'a>) -> Total<'p, 'a> {
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
            last.add(self.parts.placed(order, members, below));
        }
        let settled = self.parts.group(order.members | members);
        let below = self.products[order.classes.len()].times(&last);
        below.times(self.parts.above(settled))
    }
}

impl Visitor for Total<'_, '_> {
    fn enter(&mut self, order: &Order) -> bool {
        let product = match order.classes.split_last() {
            Some((class, _)) => {
                let weight = self.parts.placed(order, class.members, class.below);
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
