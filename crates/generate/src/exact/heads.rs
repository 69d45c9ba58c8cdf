//! Sets of clauses with one head predicate, under every bound that a program can meet.

use std::sync::Arc;

use super::bodies::Below;
use super::classes::{Classes, Group};
use super::clauses::{Bound, Clauses};
use super::number::{Natural, Tallied, binomials, natural};
use super::series::{Degree, Reach, Series};
use crate::spec::Cycles;

/// What the second variable of all series stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Nothing.
    Unused,
    /// The number of nodes of all bodies.
    Nodes,
    /// A tally of all nodes of all programs (dual numbers).
    TallyNodes,
    /// A tally of all negations of all programs (dual numbers).
    TallyNegations,
}

/// `Σ_{h >= 1} binomial(F, h) z^(h - 1)` for every class of heads and every bound.
#[derive(Debug)]
pub(crate) struct Heads {
    pub(crate) classes: Classes,
    pub(crate) cycles: Cycles,
    pub(crate) reach: Reach,
    groups: usize,
    table: Vec<Option<Box<[Series]>>>,
}

impl Heads {
    /// Fill the table for every bound of programs with these cycles.
    pub(crate) fn new(clauses: &Clauses, cycles: Cycles, reach: Reach, second: Second) -> Heads {
        let classes = &clauses.classes;
        let groups = classes.groups();
        let mut table = vec![None; groups * groups];
        for anywhere in classes.within(classes.all()) {
            let others = match cycles {
                Cycles::Stratified => classes.within(classes.all() - anywhere),
                Cycles::Any | Cycles::Acyclic => vec![Group::EMPTY],
            };
            let sets = Sets::new(clauses, anywhere, reach, second);
            for positive in others {
                let sets = sets.under(positive);
                table[positive.0 * groups + anywhere.0] = Some(sets.into());
            }
        }
        Heads { classes: classes.clone(), cycles, reach, groups, table }
    }

    /// The sets of clauses for a head of this class, if bodies may use `inner`, mutually dependent
    /// predicates, in the way the cycle rule allows, and `outer`, all settled before, in any way.
    pub(crate) fn get(&self, class: usize, inner: Group, outer: Group) -> &Series {
        let bound = bound(self.cycles, inner, outer);
        match &self.table[bound.positive.0 * self.groups + bound.anywhere.0] {
            Some(sets) => &sets[class],
            None => unreachable!("the table holds every pair of disjoint groups"),
        }
    }
}

/// What predicates that depend on each other may be to each other under a cycle rule.
pub(crate) fn bound(cycles: Cycles, inner: Group, outer: Group) -> Bound {
    match cycles {
        Cycles::Any => Bound { positive: Group::EMPTY, anywhere: inner + outer },
        Cycles::Stratified => Bound { positive: inner, anywhere: outer },
        Cycles::Acyclic => Bound { positive: Group::EMPTY, anywhere: outer },
    }
}

/// Sets of clauses in which some predicates may occur anywhere.
pub(crate) struct Sets<'a> {
    clauses: &'a Clauses,
    anywhere: Group,
    reach: Reach,
    below: BelowNegations,
}

enum BelowNegations {
    Plain(Arc<Below<Natural>>, Second),
    Tallied(Arc<Below<Tallied>>),
}

impl<'a> Sets<'a> {
    pub(crate) fn new(
        clauses: &'a Clauses,
        anywhere: Group,
        reach: Reach,
        second: Second,
    ) -> Sets<'a> {
        let below = match second {
            Second::TallyNegations => {
                BelowNegations::Tallied(clauses.below(anywhere, Tallied::MARK))
            }
            _ => BelowNegations::Plain(clauses.below(anywhere, Natural::ONE), second),
        };
        Sets { clauses, anywhere, reach, below }
    }

    /// One series for each class of heads, if these may occur too, but not below negations.
    pub(crate) fn under(&self, positive: Group) -> Vec<Series> {
        let classes = 0..self.clauses.classes.len();
        let outside = positive + self.anywhere;
        match &self.below {
            BelowNegations::Tallied(below) => {
                let bodies = self.clauses.bodies(outside, below.clone()).total();
                let sets = |class| tallied_sets(&self.clauses.headed(&bodies, class), self.reach);
                classes.map(sets).collect()
            }
            BelowNegations::Plain(below, Second::Unused) => {
                let bodies = self.clauses.bodies(outside, below.clone()).total();
                let sets = |class| plain_sets(&self.clauses.headed(&bodies, class), self.reach);
                classes.map(sets).collect()
            }
            BelowNegations::Plain(below, second) => {
                let bodies = self.clauses.bodies(outside, below.clone());
                let by_nodes = |class| -> Vec<Natural> {
                    bodies.whole.iter().map(|size| self.clauses.headed(size, class)).collect()
                };
                let sets = |by_nodes: Vec<Natural>| match second {
                    Second::Nodes => sets_by_nodes(&by_nodes, self.reach),
                    _ => tallied_sets(&tally_nodes(&by_nodes), self.reach),
                };
                classes.map(by_nodes).map(sets).collect()
            }
        }
    }
}

fn plain_sets(clauses: &Natural, reach: Reach) -> Series {
    let mut sets = Series::zero(reach);
    for (spare, count) in binomials(clauses, reach.spare + 1).into_iter().skip(1).enumerate() {
        sets.set(Degree { spare, second: 0 }, count);
    }
    sets
}

/// A clause is in `binomial(F - 1, h - 1)` of the sets of `h` clauses, and brings its marks.
fn tallied_sets(clauses: &Tallied, reach: Reach) -> Series {
    let mut sets = plain_sets(&clauses.count, reach);
    if clauses.count.is_zero() {
        return sets;
    }
    let others = &clauses.count - Natural::ONE;
    for (spare, count) in binomials(&others, reach.spare).into_iter().enumerate() {
        sets.set(Degree { spare, second: 1 }, count * &clauses.marks);
    }
    sets
}

fn tally_nodes(by_nodes: &[Natural]) -> Tallied {
    let marks = by_nodes.iter().enumerate().map(|(nodes, count)| count * nodes).sum();
    Tallied { count: by_nodes.iter().sum(), marks }
}

/// The coefficients of `Π_n (1 + z y^n)^(F_n)`, without the empty set.
fn sets_by_nodes(by_nodes: &[Natural], reach: Reach) -> Series {
    let most = Reach { spare: reach.spare + 1, ..reach };
    let mut product = Series::one(most);
    for (nodes, count) in by_nodes.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
        let mut factor = Series::zero(most);
        for (chosen, ways) in binomials(count, most.spare).into_iter().enumerate() {
            if chosen * nodes <= most.second {
                factor.set(Degree { spare: chosen, second: chosen * nodes }, ways);
            }
        }
        product = product.times(&factor);
    }
    let mut sets = Series::zero(reach);
    for degree in reach.degrees() {
        let count = product.at(Degree { spare: degree.spare + 1, ..degree });
        sets.set(degree, natural(count));
    }
    sets
}
