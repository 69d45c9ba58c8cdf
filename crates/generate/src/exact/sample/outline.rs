//! Drawing the outline of a program: who depends on whom, and how the clauses are shared out.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::batch::{Batch, suffixes};
use super::by_layers::ByLayers;
use super::by_preorder::ByPreorder;
use super::by_rounds::ByRounds;
use super::component::{Component, Rooted};
use super::random_source::RandomSource;
use crate::exact::approximate::Approximate;
use crate::exact::classes::Group;
use crate::exact::components::{component_weights, signed_weights};
use crate::exact::independent::PreorderWeights;
use crate::exact::layers::Layers;
use crate::exact::preorders::Members;
use crate::exact::series::{Degree, Series};
use crate::exact::space::Space;
use crate::spec::Cycles;

/// How the heads of a space depend on each other.
#[derive(Debug)]
pub(crate) enum Plan {
    /// They do not: all are drawn at once. One series for each class of heads, and the products of these.
    Unruled(Vec<Series>, Arc<[Series<Approximate>]>),
    /// They make up components.
    Ruled(Box<Ruled>),
    /// They become derivable in rounds.
    Rounds(Box<ByRounds>),
}

/// What is needed where rules tie heads to each other.
#[derive(Debug)]
pub(crate) struct Ruled {
    pub(crate) rooted: Rooted,
    /// For pairs that must be independent.
    preorder: Option<ByPreorder>,
    /// For whatever a preorder does not hold, if the rule on cycles matters there.
    layers: Option<ByLayers>,
}

impl Plan {
    /// Set up all tables, and count all programs.
    pub(crate) fn new(space: &Space, stop: &Stop) -> Result<(Plan, Series<Approximate>), Stopped> {
        let Space { clauses, reach, .. } = space;
        if space.is_unruled() {
            let sets = space.unruled_sets(stop)?;
            let first_bits: Vec<_> = sets.iter().map(Series::approximate).collect();
            let (classes, all) = (&clauses.classes, clauses.classes.heads);
            let products = suffixes(classes, all, |class| &first_bits[class], *reach, stop)?;
            let total = products[0].clone();
            return Ok((Plan::Unruled(sets, products), total));
        }
        if space.derivable {
            let (rounds, total) = ByRounds::new(space, stop)?;
            return Ok((Plan::Rounds(Box::new(rounds)), total.approximate()));
        }
        let rooted = Rooted::new(space.heads(stop)?);
        let signed = signed_weights(&rooted.heads, stop)?;
        let components = Arc::new(component_weights(&clauses.classes, &signed, stop)?);
        let layers = Layers::new(&clauses.classes, components.clone(), *reach);
        let (preorder, total) = if space.pairs.is_empty() {
            (None, layers.total(stop)?)
        } else {
            let weights = PreorderWeights::new(&clauses.classes, *reach, signed, components);
            let (preorder, total) = ByPreorder::new(&space.rules(), weights, stop)?;
            (Some(preorder), total)
        };
        let layers = (space.cycles != Cycles::Any).then(|| ByLayers::new(layers));
        Ok((Plan::Ruled(Box::new(Ruled { rooted, preorder, layers })), total.approximate()))
    }

    /// The sets of clauses of some heads, those of the first left out, and so on.
    pub(crate) fn suffixes(
        &self,
        space: &Space,
        heads: Group,
        sets: &[Series<Approximate>],
        stop: &Stop,
    ) -> Result<Arc<[Series<Approximate>]>, Stopped> {
        match self {
            Plan::Unruled(_, products) => Ok(products.clone()),
            Plan::Ruled(_) | Plan::Rounds(_) => {
                suffixes(&space.clauses.classes, heads, |class| &sets[class], space.reach, stop)
            }
        }
    }

    /// The sets of clauses of a head of this class.
    pub(crate) fn sets(&self, class: usize, inner: Group, outer: Group) -> &Series {
        match self {
            Plan::Unruled(sets, _) => &sets[class],
            Plan::Ruled(ruled) => ruled.rooted.heads.get(class, inner, outer),
            Plan::Rounds(_) => unreachable!("rounds are not drawn in batches"),
        }
    }
}

impl Ruled {
    /// Draw the components of a program for `all`, and what is above them if that is free.
    pub(crate) fn draw(
        &self,
        all: Members,
        degree: Degree,
        random: &mut RandomSource,
    ) -> Result<(Vec<Component>, Option<Batch>), Stopped> {
        let mut components = Vec::new();
        let (settled, rest) = match &self.preorder {
            Some(preorder) => preorder.draw(degree, random, &mut components)?,
            None => (0, degree),
        };
        let free = all & !settled;
        if let Some(layers) = &self.layers {
            layers.draw(settled, free, rest, random, &mut components)?;
            return Ok((components, None));
        }
        Ok((components, (free != 0).then(|| Batch::new(free, free, settled, rest))))
    }
}
