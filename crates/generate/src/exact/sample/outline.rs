//! Drawing the outline of a program: who depends on whom, and how the clauses are shared out.

use std::sync::Arc;

use super::component::{Component, Rooted};
use super::dice::Dice;
use super::layered::Layered;
use super::paired::Paired;
use super::stage::Stage;
use crate::exact::classes::{Classes, Group};
use crate::exact::components::{component_weights, signed_weights};
use crate::exact::heads::{Heads, Sets};
use crate::exact::layers::Layers;
use crate::exact::pairs::Parts;
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
    pub(crate) heads: Heads,
    pub(crate) rooted: Rooted,
    outlines: Outlines,
}

#[derive(Debug)]
enum Outlines {
    Layered(Box<Layered>),
    Paired(Box<Paired>),
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
        let (heads, rooted) = (space.heads(), Rooted::default());
        let (outlines, total) = outlines(space, &heads);
        (Plan::Ruled(Box::new(Ruled { heads, rooted, outlines })), total)
    }

    /// The sets of clauses of a head of this class.
    pub(crate) fn sets(&self, class: usize, inner: Group, outer: Group) -> &Series {
        match self {
            Plan::Unruled(sets) => &sets[class],
            Plan::Ruled(ruled) => ruled.heads.get(class, inner, outer),
        }
    }
}

impl Ruled {
    /// Draw the components of a program, and what is above them if that is free.
    pub(crate) fn draw(
        &self,
        classes: &Classes,
        degree: Degree,
        dice: &mut Dice,
    ) -> (Vec<Component>, Option<Stage>) {
        let mut components = Vec::new();
        let free = match &self.outlines {
            Outlines::Layered(layered) => {
                let all = (0..classes.predicates()).fold(0, |all, member| all | 1 << member);
                layered.draw(classes, 0, all, degree, dice, &mut components);
                None
            }
            Outlines::Paired(paired) => paired.draw(classes, degree, dice, &mut components),
        };
        (components, free)
    }
}

fn outlines(space: &Space, heads: &Heads) -> (Outlines, Series) {
    let (classes, reach) = (&space.clauses.classes, space.reach);
    let signed = signed_weights(heads);
    let components = Arc::new(component_weights(classes, &signed));
    let layered = || Layered::new(Layers::new(classes, components.clone(), reach), reach);
    if space.pairs.is_empty() {
        let layered = layered();
        let total = layered.tops(classes, Group::EMPTY).total(classes, classes.all(), reach);
        return (Outlines::Layered(Box::new(layered)), total);
    }
    let above = (space.cycles != Cycles::Any).then(layered);
    let parts = Parts::new(classes.clone(), reach, signed, components.clone());
    let paired = Paired::new(&space.rules(), parts, above);
    let total = paired.total();
    (Outlines::Paired(Box::new(paired)), total)
}
