//! Join trees: in which order units are worked on, and where the results come together.

/// What to do next with tables, of which the newest is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Begin a new table.
    Open,
    /// Add a unit to the newest table.
    Unit(u32),
    /// Join the two newest tables.
    Join,
}

/// A tree of units, from the leaves up: a *project-join tree* (Dudek, Phan and Vardi 2020). In the order of the steps,
/// a table is finished before another one joins it. A path, along which one table sweeps over all units, is a tree, too.
#[derive(Clone, Debug)]
pub(super) struct JoinTree {
    pub(super) steps: Vec<Step>,
}

impl JoinTree {
    /// One table for all units, in this order.
    pub(super) fn path(order: &[u32]) -> JoinTree {
        let units = order.iter().map(|&unit| Step::Unit(unit));
        JoinTree { steps: std::iter::once(Step::Open).chain(units).collect() }
    }

    /// The units as they come.
    pub(super) fn units(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().filter_map(|step| match step {
            Step::Unit(unit) => Some(*unit),
            Step::Open | Step::Join => None,
        })
    }
}
