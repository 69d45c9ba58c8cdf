//! Drawing how a program hangs together: its layers, the components of each, and their sizes.

use std::sync::Arc;

use randlog_base::bits::ones;

use super::component::Component;
use super::dice::Dice;
use super::memo::Memo;
use super::split::{Split, shares, subset, subset_with_first};
use crate::exact::classes::{Classes, Group};
use crate::exact::layers::{Layers, Tops};
use crate::exact::number::natural;
use crate::exact::preorders::Members;
use crate::exact::series::{Degree, Series};

/// Programs by layers, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ByLayers {
    layers: Layers,
    /// By what is settled.
    tops: Memo<Group, Tops>,
    highest: Memo<(Group, Group, Degree), Split>,
    lower: Memo<(Group, Group, Group, Degree), Split>,
    components: Memo<(Group, Group, Group, Degree), Split>,
}

impl ByLayers {
    pub(crate) fn new(layers: Layers) -> ByLayers {
        ByLayers {
            layers,
            tops: Memo::default(),
            highest: Memo::default(),
            lower: Memo::default(),
            components: Memo::default(),
        }
    }

    /// All programs.
    pub(crate) fn total(&self) -> Series {
        self.tops(Group::EMPTY).total(&self.layers)
    }

    fn classes(&self) -> &Classes {
        &self.layers.classes
    }

    /// The programs above these settled predicates.
    fn tops(&self, settled: Group) -> Arc<Tops> {
        self.tops.get(settled, || Tops::new(&self.layers, settled))
    }

    /// Draw the components of a program for `free`, above what is settled.
    pub(crate) fn draw(
        &self,
        settled: Members,
        mut free: Members,
        mut degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) {
        if free == 0 {
            return;
        }
        let group = |members: Members| self.classes().group(ones(members));
        let tops = self.tops(group(settled));
        let highest = self.highest_layer(&tops, group(free), degree, dice);
        let mut top = subset(self.classes(), free, highest, dice);
        while top != free {
            let rest = free & !top;
            let (prev, below) = self.layer_below(&tops, group(free), group(top), degree, dice);
            let prev = subset(self.classes(), rest, prev, dice);
            let Some(here) = degree.without(below) else { break };
            self.draw_layer(top, settled | rest & !prev, prev, here, dice, components);
            (free, top, degree) = (rest, prev, below);
        }
        self.draw_layer(top, settled, 0, degree, dice, components);
    }

    fn highest_layer(&self, tops: &Tops, free: Group, degree: Degree, dice: &mut Dice) -> Group {
        let key = (tops.settled, free, degree);
        // All of the degree is for the layer and those below it.
        let undivided = Degree { spare: 0, second: 0 };
        let (highest, _) = self.highest.draw(key, undivided, dice, || {
            let weight = |top, ways| natural(tops.get(free, top).at(degree)) * ways;
            self.classes().parts(free).map(|(top, ways)| (top, vec![weight(top, ways)])).collect()
        });
        highest
    }

    /// The layer below `top`, and what it and everything under it get of the degree.
    fn layer_below(
        &self,
        tops: &Tops,
        free: Group,
        top: Group,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Group, Degree) {
        let rest = free - top;
        self.lower.draw((tops.settled, free, top, degree), degree, dice, || {
            let weights = |prev, ways| {
                let layer = self.layers.layer(top, tops.settled + rest - prev, prev);
                shares(ways, tops.get(rest, prev), layer, degree)
            };
            self.classes().parts(rest).map(|(prev, ways)| (prev, weights(prev, ways))).collect()
        })
    }

    /// The components of one layer.
    fn draw_layer(
        &self,
        mut layer: Members,
        lower: Members,
        prev: Members,
        mut degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) {
        let group = |members: Members| self.classes().group(ones(members));
        while layer != 0 {
            let (part, share) =
                self.component(group(layer), group(lower), group(prev), degree, dice);
            let members = subset_with_first(self.classes(), layer, part, dice);
            let must_use = if prev == 0 { Vec::new() } else { vec![prev] };
            components.push(Component { members, settled: lower | prev, degree: share, must_use });
            layer &= !members;
            degree = degree.without(share).unwrap_or(degree);
        }
    }

    /// The component of the first member of a layer, and what it gets of the degree.
    fn component(
        &self,
        layer: Group,
        lower: Group,
        prev: Group,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Group, Degree) {
        self.components.draw((layer, lower, prev, degree), degree, dice, || {
            let weights = |part, ways| {
                let component = self.layers.component(part, lower, prev);
                shares(ways, &component, self.layers.layer(layer - part, lower, prev), degree)
            };
            let parts = self.classes().parts_with_first(layer);
            parts.map(|(part, ways)| (part, weights(part, ways))).collect()
        })
    }
}
