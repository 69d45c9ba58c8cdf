//! Drawing the outline of a program: who depends on whom, and how the clauses are shared out.

use std::sync::Arc;

use super::batch::Batch;
use super::by_layers::ByLayers;
use super::by_preorder::ByPreorder;
use super::component::{Component, Rooted};
use super::dice::Dice;
use crate::exact::classes::Group;
use crate::exact::components::{component_weights, signed_weights};
use crate::exact::heads::Sets;
use crate::exact::independent::PreorderWeights;
use crate::exact::layers::Layers;
use crate::exact::preorders::Members;
use crate::exact::programs;
use crate::exact::series::{Degree, Series};
use crate::exact::space::Space;
use crate::spec::Cycles;

/// How the heads of a space depend on each other.
#[derive(Debug)]
pub(crate) enum Plan {
    /// They do not: all are drawn at once. One series for each class of heads.
    Unruled(Vec<Series>),
    /// They make up components.
    Ruled(Box<Ruled>),
}

/// What is needed where rules tie heads to each other.
#[derive(Debug)]
pub(crate) struct Ruled {
    pub(crate) rooted: Rooted,
    pub(crate) outlines: Outlines,
}

/// How components hang together.
#[derive(Debug)]
pub(crate) enum Outlines {
    Layers(Box<ByLayers>),
    Preorder(Box<ByPreorder>),
}

impl Plan {
    /// Set up all tables, and count all programs.
    pub(crate) fn new(space: &Space) -> (Plan, Series) {
        let clauses = &space.clauses;
        if space.is_unruled() {
            let sets = Sets::new(clauses, clauses.classes.all(), space.reach, space.second);
            let total = programs::unruled(clauses, space.reach, space.second);
            return (Plan::Unruled(sets.under(Group::EMPTY)), total);
        }
        let rooted = Rooted::new(space.heads());
        let (classes, reach) = (&clauses.classes, space.reach);
        let signed = signed_weights(&rooted.heads);
        let components = Arc::new(component_weights(classes, &signed));
        let layers = || ByLayers::new(Layers::new(classes, components.clone(), reach));
        let (outlines, total) = if space.pairs.is_empty() {
            let layers = layers();
            let total = layers.total();
            (Outlines::Layers(layers.into()), total)
        } else {
            let above = (space.cycles != Cycles::Any).then(layers);
            let weights = PreorderWeights::new(classes.clone(), reach, signed, components.clone());
            let preorder = ByPreorder::new(&space.rules(), weights, above);
            let total = preorder.total();
            (Outlines::Preorder(preorder.into()), total)
        };
        (Plan::Ruled(Box::new(Ruled { rooted, outlines })), total)
    }

    /// The sets of clauses of a head of this class.
    pub(crate) fn sets(&self, class: usize, inner: Group, outer: Group) -> &Series {
        match self {
            Plan::Unruled(sets) => &sets[class],
            Plan::Ruled(ruled) => ruled.rooted.heads.get(class, inner, outer),
        }
    }
}

impl Outlines {
    /// Draw the components of a program for `all`, and what is above them if that is free.
    pub(crate) fn draw(
        &self,
        all: Members,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Vec<Component>, Option<Batch>) {
        let mut components = Vec::new();
        let free = match self {
            Outlines::Layers(layers) => {
                layers.draw(0, all, degree, dice, &mut components);
                None
            }
            Outlines::Preorder(preorder) => preorder.draw(all, degree, dice, &mut components),
        };
        (components, free)
    }
}
