//! The same programs again, built in layers from below, so that no term is negative.
//!
//! Layer 0 holds the components that use nothing outside themselves (but what is settled). Each
//! component of a later layer uses at least one predicate of the layer before, `prev`, and
//! otherwise anything lower. A program has exactly one such division, hence
//!
//! ```text
//! layer(R | lower, prev) = Σ_{low ∈ T ⊆ R} [SC(T | lower ∪ prev) - SC(T | lower)] · layer(R∖T | lower, prev)
//! top(S, R) = Σ_{∅ ≠ R' ⊆ S∖R} top(S∖R, R') · layer(R | S∖R∖R', R')        top(R, R) = layer 0 of R
//! ```
//!
//! where `low` is the least member of `R`, `layer` counts the ways to divide `R` into components of
//! one layer, and `top(S, R)` counts the programs for `S` whose highest layer is `R`. The difference
//! counts components that touch `prev`. The sum of `top` over all `R` is again `W`: that is what the
//! tests compare, and what makes exactly uniform sampling a walk down these sums.

use std::collections::HashMap;
use std::sync::Arc;

use super::classes::{Classes, Group};
use super::components::Pairs;
use super::series::{Reach, Series};

/// Everything about layers that does not depend on what is settled.
#[derive(Debug)]
pub(crate) struct Layers {
    components: Arc<Pairs<Series>>,
    /// Keyed by `R`, `lower`, `prev`.
    layers: HashMap<(Group, Group, Group), Series>,
    /// Layer 0, keyed by `R` and what is settled.
    lowest: Pairs<Series>,
}

/// The programs above some settled predicates, by highest layer.
#[derive(Debug)]
pub(crate) struct Tops {
    pub(crate) settled: Group,
    tops: HashMap<(Group, Group), Series>,
}

impl Layers {
    pub(crate) fn new(classes: &Classes, components: Arc<Pairs<Series>>, reach: Reach) -> Layers {
        let mut lowest: Pairs<Series> = Pairs::new(classes);
        let mut layers = HashMap::new();
        for lower in classes.within(classes.all()) {
            let free = classes.all() - lower;
            fill_lowest(classes, &components, reach, lower, &mut lowest);
            for prev in classes.within(free).into_iter().skip(1) {
                let touching = touching(classes, &components, lower, prev);
                layers.insert((Group::EMPTY, lower, prev), Series::one(reach));
                for set in classes.within(free - prev).into_iter().skip(1) {
                    let mut weight = Series::zero(reach);
                    for part in classes.within(set) {
                        let ways = classes.subsets_with_first(set, part);
                        if ways > 0 {
                            let rest = &layers[&(set - part, lower, prev)];
                            weight.add_product(&ways.into(), &touching[&part], rest);
                        }
                    }
                    layers.insert((set, lower, prev), weight);
                }
            }
        }
        Layers { components, layers, lowest }
    }

    /// The ways to make `set` one layer above `lower` and `prev`.
    pub(crate) fn layer(&self, set: Group, lower: Group, prev: Group) -> &Series {
        if prev == Group::EMPTY {
            self.lowest.get(set, lower)
        } else {
            &self.layers[&(set, lower, prev)]
        }
    }

    /// The ways to make `set` one component that uses `prev` (unless that is empty) and may use
    /// `lower`.
    pub(crate) fn component(&self, set: Group, lower: Group, prev: Group) -> Series {
        let mut weight = self.components.get(set, lower + prev).clone();
        if prev != Group::EMPTY {
            weight.subtract(self.components.get(set, lower));
        }
        weight
    }
}

fn fill_lowest(
    classes: &Classes,
    components: &Pairs<Series>,
    reach: Reach,
    settled: Group,
    lowest: &mut Pairs<Series>,
) {
    lowest.set(Group::EMPTY, settled, Series::one(reach));
    for set in classes.within(classes.all() - settled).into_iter().skip(1) {
        let mut weight = Series::zero(reach);
        for part in classes.within(set) {
            let ways = classes.subsets_with_first(set, part);
            if ways > 0 {
                let rest = lowest.get(set - part, settled);
                weight.add_product(&ways.into(), components.get(part, settled), rest);
            }
        }
        lowest.set(set, settled, weight);
    }
}

fn touching(
    classes: &Classes,
    components: &Pairs<Series>,
    lower: Group,
    prev: Group,
) -> HashMap<Group, Series> {
    classes
        .within(classes.all() - lower - prev)
        .into_iter()
        .skip(1)
        .map(|set| {
            let mut weight = components.get(set, lower + prev).clone();
            weight.subtract(components.get(set, lower));
            (set, weight)
        })
        .collect()
}

impl Tops {
    pub(crate) fn new(classes: &Classes, layers: &Layers, settled: Group, reach: Reach) -> Tops {
        let mut tops: HashMap<(Group, Group), Series> = HashMap::new();
        for set in classes.within(classes.all() - settled).into_iter().skip(1) {
            tops.insert((set, set), layers.layer(set, settled, Group::EMPTY).clone());
            for top in classes.within(set).into_iter().skip(1).filter(|&top| top != set) {
                let rest = set - top;
                let mut weight = Series::zero(reach);
                for prev in classes.within(rest).into_iter().skip(1) {
                    let ways = classes.subsets(rest, prev).into();
                    let layer = layers.layer(top, settled + rest - prev, prev);
                    weight.add_product(&ways, &tops[&(rest, prev)], layer);
                }
                tops.insert((set, top), weight);
            }
        }
        Tops { settled, tops }
    }

    /// All programs for `set`.
    pub(crate) fn total(&self, classes: &Classes, set: Group, reach: Reach) -> Series {
        let mut total = Series::zero(reach);
        for top in classes.within(set).into_iter().skip(1) {
            total.add_scaled(&classes.subsets(set, top).into(), self.get(set, top));
        }
        total
    }

    /// The programs for `set` whose highest layer is `top`.
    pub(crate) fn get(&self, set: Group, top: Group) -> &Series {
        &self.tops[&(set, top)]
    }
}
