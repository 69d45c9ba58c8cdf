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

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::classes::{Classes, Group, GroupTable};
use super::memo::Memo;
use super::number::Integer;
use super::series::{Degree, Series};

/// Programs by layers. Sets are given by their groups.
#[derive(Debug)]
pub(crate) struct Layers {
    pub(crate) classes: Classes,
    reach: Degree,
    components: Arc<GroupTable<Series>>,
    /// By `R`, `lower` and `prev`; for layer 0 by `R`, what is settled, and nothing.
    layers: Memo<(Group, Group, Group), Series>,
    /// By `R`, what is settled, and the rest of `S`.
    tops: Memo<(Group, Group, Group), Series>,
}

impl Layers {
    pub(crate) fn new(
        classes: &Classes,
        components: Arc<GroupTable<Series>>,
        reach: Degree,
    ) -> Layers {
        let (layers, tops) = (Memo::default(), Memo::default());
        Layers { classes: classes.clone(), reach, components, layers, tops }
    }

    /// All programs.
    pub(crate) fn total(&self, stop: &Stop) -> Result<Series, Stopped> {
        let all = self.classes.heads;
        let mut total = Series::zero(self.reach);
        for (top, ways) in self.classes.parts(all) {
            total.add_scaled(&ways.into(), &*self.top(top, Group::EMPTY, all - top, stop)?);
        }
        Ok(total)
    }

    /// The programs above what is settled whose highest layer is `top` and whose other predicates
    /// are `rest`.
    pub(crate) fn top(
        &self,
        top: Group,
        settled: Group,
        rest: Group,
        stop: &Stop,
    ) -> Result<Arc<Series>, Stopped> {
        if rest == Group::EMPTY {
            return self.layer(top, settled, Group::EMPTY, stop);
        }
        self.tops.get((top, settled, rest), || {
            let mut weight = Series::zero(self.reach);
            for (prev, ways) in self.classes.parts(rest) {
                let layer = self.layer(top, settled + rest - prev, prev, stop)?;
                let below = self.top(prev, settled, rest - prev, stop)?;
                weight.add_product(&ways.into(), &below, &layer, stop)?;
            }
            Ok(weight)
        })
    }

    /// The ways to make `set` one layer above `lower` and `prev`.
    pub(crate) fn layer(
        &self,
        set: Group,
        lower: Group,
        prev: Group,
        stop: &Stop,
    ) -> Result<Arc<Series>, Stopped> {
        self.layers.get((set, lower, prev), || {
            if set == Group::EMPTY {
                return Ok(Series::one(self.reach));
            }
            let mut weight = Series::zero(self.reach);
            for (part, ways) in self.classes.parts_with_first(set) {
                let rest = self.layer(set - part, lower, prev, stop)?;
                let component = self.component(part, lower, prev);
                weight.add_product(&ways.into(), &component, &rest, stop)?;
            }
            Ok(weight)
        })
    }

    /// The ways to make `set` one component that uses `prev` (unless that is empty) and may use
    /// `lower`.
    pub(crate) fn component(&self, set: Group, lower: Group, prev: Group) -> Series {
        let mut weight = self.components.get(set, lower + prev).clone();
        if prev != Group::EMPTY {
            weight.add_scaled(&-Integer::ONE, self.components.get(set, lower));
        }
        weight
    }
}
