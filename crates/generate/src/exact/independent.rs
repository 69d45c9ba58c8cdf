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

use randlog_base::bits::ones;

use super::classes::{Classes, Group, GroupTable};
use super::number::sign;
use super::preorders::{ClassSet, Members, Order, Rules, Visitor, walk};
use super::programs;
use super::series::{Degree, Series};

/// The weights of the parts of a preorder.
#[derive(Debug)]
pub(crate) struct PreorderWeights {
    classes: Classes,
    reach: Degree,
    signed: GroupTable<Series>,
    components: Arc<GroupTable<Series>>,
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

impl PreorderWeights {
    pub(crate) fn new(
        classes: Classes,
        reach: Degree,
        signed: GroupTable<Series>,
        components: Arc<GroupTable<Series>>,
    ) -> PreorderWeights {
        let (placed, above) = (HashMap::new(), HashMap::new());
        PreorderWeights { classes, reach, signed, components, placed, above }
    }

    /// Visit every preorder that meets the rules, with its weight. Those that differ only in what the
    /// last class stands above come together.
    pub(crate) fn visit(
        &mut self,
        rules: &Rules,
        complete: impl FnMut(&Order, Members, &[ClassSet], Series),
    ) {
        let products = vec![Series::one(self.reach)];
        let mut visitor = WeighingVisitor { weights: self, products, complete };
        let walked = walk(rules, &mut visitor);
        debug_assert_eq!(walked, ControlFlow::Continue(()), "the visitor never asks to stop");
    }

    /// The sum of the weights of all preorders that meet the rules.
    pub(crate) fn total(&mut self, rules: &Rules) -> Series {
        let mut total = Series::zero(self.reach);
        self.visit(rules, |_, _, _, weight| total.add(&weight));
        total
    }

    /// How far the series reach.
    pub(crate) fn reach(&self) -> Degree {
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
        self.classes.group(ones(members))
    }

    fn key(&self, order: &Order, members: Members, below: ClassSet) -> Placed {
        let mut highest: Vec<Group> = ones(order.highest(below))
            .map(|position| self.group(order.classes[position].members))
            .collect();
        highest.sort_unstable();
        let ancestors = self.group(order.members_of(below));
        Placed { members: self.group(members), ancestors, highest }
    }
}

fn placed_weight(components: &GroupTable<Series>, reach: Degree, key: &Placed) -> Series {
    let mut weight = Series::zero(reach);
    for left_out in 0..1u32 << key.highest.len() {
        let unused =
            ones(left_out).fold(Group::EMPTY, |unused, position| unused + key.highest[position]);
        let component = components.get(key.members, key.ancestors - unused);
        weight.add_scaled(&sign(left_out.count_ones() as usize), component);
    }
    weight
}

/// Weighs preorders during the walk.
struct WeighingVisitor<'p, F> {
    weights: &'p mut PreorderWeights,
    /// The product of the weights of the classes placed so far, for each number of them.
    products: Vec<Series>,
    complete: F,
}

impl<F: FnMut(&Order, Members, &[ClassSet], Series)> Visitor for WeighingVisitor<'_, F> {
    fn enter(&mut self, order: &Order) -> bool {
        let Some(class) = order.classes.last() else { return true };
        let weight = self.weights.meet(order, class.members, class.below);
        let product = self.products[order.classes.len() - 1].times(weight);
        let possible = !product.is_zero();
        self.products.push(product);
        possible
    }

    fn leave(&mut self) {
        self.products.pop();
    }

    fn complete(&mut self, order: &Order, members: Members, choices: &[ClassSet]) {
        let mut last = Series::zero(self.weights.reach);
        for &below in choices {
            last.add(self.weights.meet(order, members, below));
        }
        let below = self.products[order.classes.len()].times(&last);
        let weight = below.times(self.weights.meet_above(order.members | members));
        (self.complete)(order, members, choices, weight);
    }
}
