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

use super::classes::{Classes, Group, GroupTable};
use super::series::{Degree, Series};

/// Everything about layers that does not depend on what is settled.
#[derive(Debug)]
pub(crate) struct Layers {
    pub(crate) classes: Classes,
    reach: Degree,
    components: Arc<GroupTable<Series>>,
    /// Keyed by `R`, `lower` and `prev`; for layer 0 by `R`, what is settled, and nothing.
    layers: HashMap<(Group, Group, Group), Series>,
}

/// The programs above some settled predicates, by highest layer.
#[derive(Debug)]
pub(crate) struct Tops {
    pub(crate) settled: Group,
    tops: HashMap<(Group, Group), Series>,
}

impl Layers {
    pub(crate) fn new(
        classes: &Classes,
        components: Arc<GroupTable<Series>>,
        reach: Degree,
    ) -> Layers {
        let (layers, own) = (HashMap::new(), classes.clone());
        let mut all = Layers { classes: own, reach, components, layers };
        for lower in classes.within(classes.all()) {
            for prev in classes.within(classes.all() - lower) {
                all.fill(lower, prev);
            }
        }
        all
    }

    /// Fill in every layer above `lower` and `prev`.
    fn fill(&mut self, lower: Group, prev: Group) {
        let (classes, reach) = (&self.classes, self.reach);
        let free = classes.all() - lower - prev;
        let components: HashMap<Group, Series> =
            classes.nonempty(free).map(|set| (set, self.component(set, lower, prev))).collect();
        self.layers.insert((Group::EMPTY, lower, prev), Series::one(reach));
        for set in classes.nonempty(free) {
            let mut weight = Series::zero(reach);
            for (part, ways) in classes.parts_with_first(set) {
                let rest = self.layer(set - part, lower, prev);
                weight.add_product(&ways.into(), &components[&part], rest);
            }
            self.layers.insert((set, lower, prev), weight);
        }
    }

    /// The ways to make `set` one layer above `lower` and `prev`.
    pub(crate) fn layer(&self, set: Group, lower: Group, prev: Group) -> &Series {
        &self.layers[&(set, lower, prev)]
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

impl Tops {
    pub(crate) fn new(layers: &Layers, settled: Group) -> Tops {
        let classes = &layers.classes;
        let mut tops: HashMap<(Group, Group), Series> = HashMap::new();
        for set in classes.nonempty(classes.all() - settled) {
            tops.insert((set, set), layers.layer(set, settled, Group::EMPTY).clone());
            for top in classes.nonempty(set).filter(|&top| top != set) {
                let rest = set - top;
                let mut weight = Series::zero(layers.reach);
                for (prev, ways) in classes.parts(rest) {
                    let layer = layers.layer(top, settled + rest - prev, prev);
                    weight.add_product(&ways.into(), &tops[&(rest, prev)], layer);
                }
                tops.insert((set, top), weight);
            }
        }
        Tops { settled, tops }
    }

    /// All programs for whatever is not settled.
    pub(crate) fn total(&self, layers: &Layers) -> Series {
        let all = layers.classes.all() - self.settled;
        let mut total = Series::zero(layers.reach);
        for (top, ways) in layers.classes.parts(all) {
            total.add_scaled(&ways.into(), self.get(all, top));
        }
        total
    }

    /// The programs for `set` whose highest layer is `top`.
    pub(crate) fn get(&self, set: Group, top: Group) -> &Series {
        &self.tops[&(set, top)]
    }
}
