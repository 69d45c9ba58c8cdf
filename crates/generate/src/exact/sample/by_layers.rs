//! Drawing how a program hangs together: its layers, the components of each, and their sizes.

use randlog_base::Stopped;
use randlog_base::bits::ones;

use super::component::Component;
use super::random_source::RandomSource;
use super::split::{Split, shares, subset, subset_with_first};
use crate::exact::classes::Group;
use crate::exact::layers::Layers;
use crate::exact::memo::Memo;
use crate::exact::preorders::Members;
use crate::exact::series::Degree;

/// Programs by layers, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ByLayers {
    pub(crate) layers: Layers,
    lower: Memo<(Group, Group, Group, Degree), Split>,
    components: Memo<(Group, Group, Group, Degree), Split>,
}

impl ByLayers {
    pub(crate) fn new(layers: Layers) -> ByLayers {
        ByLayers { layers, lower: Memo::default(), components: Memo::default() }
    }

    /// Draw the components of a program for `free`, above what is settled, from the highest layer
    /// to the lowest.
    pub(crate) fn draw(
        &self,
        settled: Members,
        mut free: Members,
        mut degree: Degree,
        random: &mut RandomSource,
        components: &mut Vec<Component>,
    ) -> Result<(), Stopped> {
        // The highest layer is the one below an empty layer.
        let mut top = 0;
        while free != 0 {
            let (prev, below) = self.layer_below(top, settled, free, degree, random)?;
            let here = degree.without(below).unwrap_or(degree);
            self.draw_layer(top, settled | free & !prev, prev, here, random, components)?;
            (top, free, degree) = (prev, free & !prev, below);
        }
        self.draw_layer(top, settled, 0, degree, random, components)
    }

    /// The layer below `top`, and what it and everything under it get of the degree.
    fn layer_below(
        &self,
        top: Members,
        settled: Members,
        free: Members,
        degree: Degree,
        random: &mut RandomSource,
    ) -> Result<(Members, Degree), Stopped> {
        let Layers { classes, .. } = &self.layers;
        let [above, settled, rest] = [top, settled, free].map(|set| classes.group(ones(set)));
        let (key, stop) = ((above, settled, rest, degree), random.stop);
        let (prev, below) = self.lower.draw(key, degree, random, || {
            let weights = |(prev, ways)| {
                let layer = self.layers.layer(above, settled + rest - prev, prev, stop)?;
                let top = self.layers.top(prev, settled, rest - prev, stop)?;
                Ok((prev, shares(ways, &top, &layer, degree)))
            };
            classes.parts(rest).map(weights).collect()
        })?;
        Ok((subset(classes, free, prev, random), below))
    }

    /// The components of one layer.
    fn draw_layer(
        &self,
        mut layer: Members,
        lower: Members,
        prev: Members,
        mut degree: Degree,
        random: &mut RandomSource,
        components: &mut Vec<Component>,
    ) -> Result<(), Stopped> {
        let must_use = if prev == 0 { Vec::new() } else { vec![prev] };
        while layer != 0 {
            let (members, share) = self.component(layer, lower, prev, degree, random)?;
            let (settled, must_use) = (lower | prev, must_use.clone());
            components.push(Component { members, settled, degree: share, must_use });
            layer &= !members;
            degree = degree.without(share).unwrap_or(degree);
        }
        Ok(())
    }

    /// The component of the first member of a layer, and what it gets of the degree.
    fn component(
        &self,
        layer: Members,
        lower: Members,
        prev: Members,
        degree: Degree,
        random: &mut RandomSource,
    ) -> Result<(Members, Degree), Stopped> {
        let Layers { classes, .. } = &self.layers;
        let [whole, lower, prev] = [layer, lower, prev].map(|set| classes.group(ones(set)));
        let (key, stop) = ((whole, lower, prev, degree), random.stop);
        let (part, share) = self.components.draw(key, degree, random, || {
            let weights = |(part, ways)| {
                let rest = self.layers.layer(whole - part, lower, prev, stop)?;
                let component = self.layers.component(part, lower, prev);
                Ok((part, shares(ways, &component, &rest, degree)))
            };
            classes.parts_with_first(whole).map(weights).collect()
        })?;
        Ok((subset_with_first(classes, layer, part, random), share))
    }
}
