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

use std::sync::Arc;

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use super::classes::{Classes, Group, GroupTable};
use super::memo::Memo;
use super::number::{Integer, sign};
use super::preorders::{Class, ClassSet, Members, Order, Rules, Visitor, walk};
use super::programs;
use super::series::{Coefficient, Degree, Series};

/// The weights of the parts of a preorder.
#[derive(Debug)]
pub(crate) struct PreorderWeights<N = Integer> {
    classes: Classes,
    pub(crate) reach: Degree,
    signed: GroupTable<Series<N>>,
    components: Arc<GroupTable<Series<N>>>,
    /// By a class, its ancestors, and those of them that it must use directly.
    placed: Memo<(Group, Group, Vec<Group>), Series<N>>,
    /// By what is settled.
    above: Memo<Group, Series<N>>,
}

impl<N: Coefficient> PreorderWeights<N> {
    pub(crate) fn new(
        classes: &Classes,
        reach: Degree,
        signed: GroupTable<Series<N>>,
        components: Arc<GroupTable<Series<N>>>,
    ) -> PreorderWeights<N> {
        let (classes, placed, above) = (classes.clone(), Memo::default(), Memo::default());
        PreorderWeights { classes, reach, signed, components, placed, above }
    }

    /// Visit every preorder that meets the rules, with its weight. Those that differ only in what the
    /// last class stands above come together.
    pub(crate) fn visit(
        &self,
        rules: &Rules,
        stop: &Stop,
        complete: impl FnMut(&Order, Members, &[ClassSet], Series<N>),
    ) -> Result<(), Stopped> {
        let products = vec![Series::one(self.reach)];
        walk(rules, &mut WeighingVisitor { weights: self, products, stop, complete })
    }

    /// The sum of the weights of all preorders that meet the rules.
    pub(crate) fn total(&self, rules: &Rules, stop: &Stop) -> Result<Series<N>, Stopped> {
        let mut total = Series::zero(self.reach);
        self.visit(rules, stop, |_, _, _, weight| total.add(&weight))?;
        Ok(total)
    }

    /// The weight of a class that is placed above classes of an order.
    pub(crate) fn placed(&self, order: &Order, class: Class) -> Result<Arc<Series<N>>, Stopped> {
        let highest = ones(order.highest(class.below));
        let mut highest: Vec<Group> =
            highest.map(|position| self.group(order.classes[position].members)).collect();
        highest.sort_unstable();
        let members = self.group(class.members);
        let ancestors = self.group(order.members_of(class.below));
        self.placed.get((members, ancestors, highest.clone()), || {
            let mut weight = Series::zero(self.reach);
            for left_out in 0..1u32 << highest.len() {
                let lower = ones(left_out).fold(ancestors, |lower, place| lower - highest[place]);
                let component = self.components.get(members, lower);
                weight.add_scaled(&sign(left_out.count_ones() as usize), component);
            }
            Ok(weight)
        })
    }

    /// Any one class of these members, above one of several choices.
    pub(crate) fn placed_above_any(
        &self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
    ) -> Result<Series<N>, Stopped> {
        let mut weight = Series::zero(self.reach);
        for &below in choices {
            weight.add(&*self.placed(order, Class { members, below })?);
        }
        Ok(weight)
    }

    /// The programs for everybody else, above a preorder.
    pub(crate) fn above(&self, settled: Members, stop: &Stop) -> Result<Arc<Series<N>>, Stopped> {
        let settled = self.group(settled);
        self.above.get(settled, || {
            let Self { classes, signed, reach, .. } = self;
            let mut weights = programs::above(classes, signed, settled, *reach, stop)?;
            Ok(weights.swap_remove((classes.heads - settled).0))
        })
    }

    fn group(&self, members: Members) -> Group {
        self.classes.group(ones(members))
    }
}

/// Weighs preorders during the walk.
struct WeighingVisitor<'p, N, F> {
    weights: &'p PreorderWeights<N>,
    /// The product of the weights of the classes placed so far, for each number of them.
    products: Vec<Series<N>>,
    stop: &'p Stop,
    complete: F,
}

impl<N: Coefficient, F: FnMut(&Order, Members, &[ClassSet], Series<N>)> Visitor
    for WeighingVisitor<'_, N, F>
{
    fn enter(&mut self, order: &Order) -> Result<bool, Stopped> {
        let Some(&class) = order.classes.last() else { return Ok(true) };
        let weight = self.weights.placed(order, class)?;
        let product = self.products[order.classes.len() - 1].times(&weight, self.stop)?;
        let possible = !product.is_zero();
        self.products.push(product);
        Ok(possible)
    }

    fn leave(&mut self) {
        self.products.pop();
    }

    fn complete(
        &mut self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
    ) -> Result<(), Stopped> {
        let last = self.weights.placed_above_any(order, members, choices)?;
        let below = self.products[order.classes.len()].times(&last, self.stop)?;
        let above = self.weights.above(order.members | members, self.stop)?;
        (self.complete)(order, members, choices, below.times(&above, self.stop)?);
        Ok(())
    }
}
