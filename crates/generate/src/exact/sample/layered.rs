//! Drawing how a program hangs together: its layers, the components of each, and their sizes.

use std::sync::Arc;

use super::component::Component;
use super::dice::Dice;
use super::lottery::Lottery;
use super::memo::Memo;
use super::subset;
use crate::exact::classes::{Classes, Group};
use crate::exact::layers::{Layers, Tops};
use crate::exact::number::{Natural, natural};
use crate::exact::preorders::{Members, bits};
use crate::exact::series::{Degree, Reach, Series};

/// Programs by layers, ready to be drawn.
#[derive(Debug)]
pub(crate) struct Layered {
    layers: Layers,
    reach: Reach,
    /// By what is settled.
    tops: Memo<Group, Tops>,
    highest: Memo<(Group, Group, Degree), Split>,
    lower: Memo<(Group, Group, Group, Degree), Split>,
    components: Memo<(Group, Group, Group, Degree), Split>,
}

/// A choice of a group, and of how many of the clauses and nodes go to it.
#[derive(Debug)]
pub(crate) struct Split {
    groups: Vec<Group>,
    lottery: Lottery,
}

impl Layered {
    pub(crate) fn new(layers: Layers, reach: Reach) -> Layered {
        Layered {
            layers,
            reach,
            tops: Memo::default(),
            highest: Memo::default(),
            lower: Memo::default(),
            components: Memo::default(),
        }
    }

    /// The programs above these settled predicates.
    pub(crate) fn tops(&self, classes: &Classes, settled: Group) -> Arc<Tops> {
        self.tops.get(settled, || Tops::new(classes, &self.layers, settled, self.reach))
    }

    /// Draw the components of a program for `free`, above what is settled.
    pub(crate) fn draw(
        &self,
        classes: &Classes,
        settled: Members,
        mut free: Members,
        mut degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) {
        if free == 0 {
            return;
        }
        let group = |members: Members| classes.group(bits(members));
        let tops = self.tops(classes, group(settled));
        let highest = self.highest_layer(classes, &tops, group(free), degree, dice);
        let mut top = subset::random(classes, free, highest, dice);
        while top != free {
            let rest = free & !top;
            let (prev, below) =
                self.layer_below(classes, &tops, group(free), group(top), degree, dice);
            let prev = subset::random(classes, rest, prev, dice);
            let Some(here) = degree.without(below) else { break };
            self.components(classes, top, settled | rest & !prev, prev, here, dice, components);
            (free, top, degree) = (rest, prev, below);
        }
        self.components(classes, top, settled, 0, degree, dice, components);
    }

    fn highest_layer(
        &self,
        classes: &Classes,
        tops: &Tops,
        free: Group,
        degree: Degree,
        dice: &mut Dice,
    ) -> Group {
        let groups = || classes.within(free).into_iter().skip(1);
        let weights = || -> Vec<Natural> {
            groups()
                .map(|top| natural(tops.get(free, top).at(degree)) * classes.subsets(free, top))
                .collect()
        };
        let split = self
            .highest
            .get((tops.settled, free, degree), || Split::new(groups().collect(), &weights()));
        split.groups[split.lottery.draw(dice, weights)]
    }

    /// The layer below `top`, and what it and everything under it get of the degree.
    fn layer_below(
        &self,
        classes: &Classes,
        tops: &Tops,
        free: Group,
        top: Group,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Group, Degree) {
        let rest = free - top;
        let groups = || classes.within(rest).into_iter().skip(1);
        let weights = || -> Vec<Natural> {
            groups()
                .flat_map(|prev| {
                    let layer = self.layers.layer(top, tops.settled + rest - prev, prev);
                    shares(classes.subsets(rest, prev), tops.get(rest, prev), layer, degree)
                })
                .collect()
        };
        let split = self
            .lower
            .get((tops.settled, free, top, degree), || Split::new(groups().collect(), &weights()));
        split.draw(degree, dice, weights)
    }

    /// The components of one layer.
    #[expect(clippy::too_many_arguments, reason = "a layer is described by just these")]
    fn components(
        &self,
        classes: &Classes,
        mut layer: Members,
        lower: Members,
        prev: Members,
        mut degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) {
        let group = |members: Members| classes.group(bits(members));
        while layer != 0 {
            let (part, share) =
                self.component(classes, group(layer), group(lower), group(prev), degree, dice);
            let members = subset::random_with_first(classes, layer, part, dice);
            let touching = if prev == 0 { Vec::new() } else { vec![prev] };
            let settled = lower | prev;
            components.push(Component { members, settled, degree: share, touching });
            layer &= !members;
            degree = degree.without(share).unwrap_or(degree);
        }
    }

    /// The component of the first member of a layer, and what it gets of the degree.
    fn component(
        &self,
        classes: &Classes,
        layer: Group,
        lower: Group,
        prev: Group,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Group, Degree) {
        let groups = || {
            let parts = classes.within(layer).into_iter();
            parts.filter(|&part| classes.subsets_with_first(layer, part) > 0)
        };
        let weights = || -> Vec<Natural> {
            groups()
                .flat_map(|part| {
                    let ways = classes.subsets_with_first(layer, part);
                    let component = self.layers.component(part, lower, prev);
                    let others = self.layers.layer(layer - part, lower, prev);
                    shares(ways, &component, others, degree)
                })
                .collect()
        };
        let split = self
            .components
            .get((layer, lower, prev, degree), || Split::new(groups().collect(), &weights()));
        split.draw(degree, dice, weights)
    }
}

impl Split {
    /// Choose among these groups, each with one weight for every share of the degree.
    pub(crate) fn new(groups: Vec<Group>, weights: &[Natural]) -> Split {
        Split { groups, lottery: Lottery::new(weights) }
    }

    /// Draw a group and its share of the degree.
    pub(crate) fn draw(
        &self,
        degree: Degree,
        dice: &mut Dice,
        weights: impl FnOnce() -> Vec<Natural>,
    ) -> (Group, Degree) {
        let drawn = self.lottery.draw(dice, weights);
        let shares = degree.reach().len();
        (self.groups[drawn / shares], degree.reach().degree(drawn % shares))
    }
}

/// `ways · left · right` for each share of the degree that goes to the left.
pub(crate) fn shares(ways: u128, left: &Series, right: &Series, degree: Degree) -> Vec<Natural> {
    degree
        .reach()
        .degrees()
        .map(|share| match degree.without(share) {
            Some(rest) => natural(&(left.at(share) * right.at(rest))) * ways,
            None => Natural::ZERO,
        })
        .collect()
}
