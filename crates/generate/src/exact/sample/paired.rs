//! Drawing how a program with independent pairs hangs together: a preorder, then what is above it.

use std::ops::ControlFlow;

use super::component::Component;
use super::dice::Dice;
use super::layered::{Layered, shares};
use super::lottery::{Lottery, pick};
use super::memo::Memo;
use super::stage::Stage;
use crate::exact::classes::Classes;
use crate::exact::number::{Natural, natural};
use crate::exact::pairs::{Parts, Total};
use crate::exact::preorders::{
    Class, ClassSet, Members, Order, Rules, Visitor, bits, class_bits, walk,
};
use crate::exact::series::{Degree, Series};

/// Programs by preorders, ready to be drawn.
#[derive(Debug)]
pub(crate) struct Paired {
    parts: Parts,
    completions: Vec<Completion>,
    by_degree: Memo<Degree, Lottery>,
    /// What lies above the preorder: layers, or nothing if cycles do not matter there.
    above: Option<Layered>,
}

/// All preorders that differ only in what the last class stands above.
#[derive(Debug)]
struct Completion {
    order: Order,
    members: Members,
    choices: Box<[ClassSet]>,
    weight: Series,
}

impl Paired {
    pub(crate) fn new(rules: &Rules, mut parts: Parts, above: Option<Layered>) -> Paired {
        let mut collector = Collector { total: Total::new(&mut parts), completions: Vec::new() };
        // The visitor never asks to stop.
        let _ = walk(rules, &mut collector);
        let completions = collector.completions;
        Paired { parts, completions, by_degree: Memo::default(), above }
    }

    /// All programs.
    pub(crate) fn total(&self) -> Series {
        let mut total = Series::zero(self.parts.reach());
        for completion in &self.completions {
            total.add(&completion.weight);
        }
        total
    }

    /// Draw the components of a program, and what is above them if that is free.
    pub(crate) fn draw(
        &self,
        classes: &Classes,
        degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) -> Option<Stage> {
        let drawn = self.by_degree.draw(degree, dice, || {
            self.completions.iter().map(|each| natural(each.weight.at(degree))).collect()
        });
        let Completion { order, members, choices, .. } = &self.completions[drawn];
        let settled = order.members | members;
        let free = bits_of_all(classes) & !settled;

        let below = self.weight_below(order, *members, choices);
        let above = self.parts.above(settled);
        let share = pick_share(&below, above, degree, dice);
        let rest = degree.without(share).unwrap_or(degree);
        self.draw_preorder(order, *members, choices, share, dice, components);
        match &self.above {
            Some(layered) => {
                layered.draw(classes, settled, free, rest, dice, components);
                None
            }
            None => (free != 0).then(|| Stage {
                heads: bits(free).collect(),
                inner: bits(free).collect(),
                settled: bits(settled).collect(),
                degree: rest,
                touching: Vec::new(),
            }),
        }
    }

    fn weight_below(&self, order: &Order, members: Members, choices: &[ClassSet]) -> Series {
        let mut last = Series::zero(self.parts.reach());
        for &below in choices {
            last.add(self.parts.placed(order, members, below));
        }
        order.classes.iter().fold(last, |product, class| {
            product.times(self.parts.placed(order, class.members, class.below))
        })
    }

    /// Draw what the last class stands above, and the size of every class, last first.
    fn draw_preorder(
        &self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
        degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) {
        let mut prefixes = vec![Series::one(self.parts.reach())];
        for class in &order.classes {
            let weight = self.parts.placed(order, class.members, class.below);
            prefixes.push(prefixes[prefixes.len() - 1].times(weight));
        }
        let under = &prefixes[order.classes.len()];
        let weights: Vec<Natural> = choices
            .iter()
            .flat_map(|&below| shares(1, self.parts.placed(order, members, below), under, degree))
            .collect();
        let drawn = pick(&weights, dice);
        let splits = degree.reach().len();
        let below = choices[drawn / splits];
        let share = degree.reach().degree(drawn % splits);
        components.push(component(order, Class { members, below }, share));

        let mut rest = degree.without(share).unwrap_or(degree);
        for (position, class) in order.classes.iter().enumerate().rev() {
            let weight = self.parts.placed(order, class.members, class.below);
            let share = pick_share(weight, &prefixes[position], rest, dice);
            components.push(component(order, *class, share));
            rest = rest.without(share).unwrap_or(rest);
        }
    }
}

fn component(order: &Order, class: Class, degree: Degree) -> Component {
    let highest = class_bits(order.highest(class.below));
    let touching = highest.map(|position| order.classes[position].members).collect();
    let settled = order.members_of(class.below);
    Component { members: class.members, settled, degree, touching }
}

/// What goes to the left of two factors.
fn pick_share(left: &Series, right: &Series, degree: Degree, dice: &mut Dice) -> Degree {
    degree.reach().degree(pick(&shares(1, left, right, degree), dice))
}

fn bits_of_all(classes: &Classes) -> Members {
    (0..classes.predicates()).fold(0, |all, predicate| all | 1 << predicate)
}

/// Keeps every completion with its weight.
struct Collector<'p> {
    total: Total<'p>,
    completions: Vec<Completion>,
}

impl Visitor for Collector<'_> {
    fn enter(&mut self, order: &Order) -> bool {
        self.total.enter(order)
    }

    fn leave(&mut self) {
        self.total.leave();
    }

    fn complete(&mut self, order: &Order, members: Members, choices: &[ClassSet]) {
        let weight = self.total.completed(order, members, choices);
        if !weight.is_zero() {
            let order = order.without_places();
            self.completions.push(Completion { order, members, choices: choices.into(), weight });
        }
    }

    fn step(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
